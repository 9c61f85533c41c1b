import Foundation

extension Timeline {
  /// The client as it is written without a library.
  enum ByHand {}
}

extension Timeline.ByHand {
  struct SearchResults: ClientDocument, Codable, Equatable {
    @LossyList var accounts: [Timeline.Account]
    @LossyList var statuses: [Status]
  }

  /// An array without the elements that don't decode.
  @propertyWrapper
  struct LossyList<Element: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    var wrappedValue: [Element]

    private struct Anything: Decodable {
      init(from decoder: any Decoder) {}
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      wrappedValue = []
      while !container.isAtEnd {
        do {
          wrappedValue.append(try container.decode(Element.self))
        } catch {
          _ = try container.decode(Anything.self)
        }
      }
    }

    func encode(to encoder: any Encoder) throws {
      try wrappedValue.encode(to: encoder)
    }
  }

  struct Status: Codable, Equatable, Sendable {
    var id: String
    var createdAt: Date
    var account: Timeline.Account
    var content: String
    var visibility: Visibility
    var reblog: Timeline.Box<Status>?
    var mediaAttachments: [Attachment]
    var poll: Timeline.Poll?
  }

  enum Visibility: Codable, Hashable, Sendable {
    case `public`
    case unlisted
    case `private`
    case direct
    case unknown(String)

    init(from decoder: any Decoder) throws {
      switch try decoder.singleValueContainer().decode(String.self) {
      case "public": self = .public
      case "unlisted": self = .unlisted
      case "private": self = .private
      case "direct": self = .direct
      case let value: self = .unknown(value)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .public: try container.encode("public")
      case .unlisted: try container.encode("unlisted")
      case .private: try container.encode("private")
      case .direct: try container.encode("direct")
      case .unknown(let value): try container.encode(value)
      }
    }
  }

  enum Attachment: Codable, Equatable, Sendable {
    case image(Timeline.Image)
    case gifv(Timeline.Video)
    case video(Timeline.Video)
    case audio(Timeline.Audio)
    case unknown(String)

    private enum CodingKeys: CodingKey {
      case type
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "image": self = .image(try Timeline.Image(from: decoder))
      case "gifv": self = .gifv(try Timeline.Video(from: decoder))
      case "video": self = .video(try Timeline.Video(from: decoder))
      case "audio": self = .audio(try Timeline.Audio(from: decoder))
      case let type: self = .unknown(type)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch self {
      case .image(let image):
        try container.encode("image", forKey: .type)
        try image.encode(to: encoder)
      case .gifv(let video):
        try container.encode("gifv", forKey: .type)
        try video.encode(to: encoder)
      case .video(let video):
        try container.encode("video", forKey: .type)
        try video.encode(to: encoder)
      case .audio(let audio):
        try container.encode("audio", forKey: .type)
        try audio.encode(to: encoder)
      case .unknown(let type): throw lost(self, type, encoder)
      }
    }
  }

  static func lost(_ value: Any, _ type: String, _ encoder: any Encoder) -> EncodingError {
    .invalidValue(
      value,
      .init(
        codingPath: encoder.codingPath,
        debugDescription: "The content of a \(type) wasn't kept"
      )
    )
  }
}
