import Foundation
import MedleyJSON

/// Posts of a social network and the events of its streams, in the manner of Mastodon's API.
///
/// Keys are in snake case and dates in ISO 8601, which the decoders convert. The types here have no
/// union in them, and both versions of the client use them.
package enum Timeline {
  struct Account: Codable, Equatable, Sendable {
    var id: String
    var username: String
    var displayName: String
  }

  struct Size: Codable, Equatable, Sendable {
    var width: Int
    var height: Int
  }

  struct Focus: Codable, Equatable, Sendable {
    var x: Double
    var y: Double
  }

  struct ImageDetails: Codable, Equatable, Sendable {
    var original: Size
    var focus: Focus?
  }

  struct Image: Codable, Equatable, Sendable {
    var id: String
    var url: String
    var description: String?
    var meta: ImageDetails?
  }

  struct VideoDetails: Codable, Equatable, Sendable {
    var original: Size
    var duration: Double
    var frameRate: String?
  }

  struct Video: Codable, Equatable, Sendable {
    var id: String
    var url: String
    var previewUrl: String?
    var meta: VideoDetails?
  }

  struct AudioDetails: Codable, Equatable, Sendable {
    var duration: Double
    var bitrate: Int?
  }

  struct Audio: Codable, Equatable, Sendable {
    var id: String
    var url: String
    var meta: AudioDetails?
  }

  struct PollOption: Codable, Equatable, Sendable {
    var title: String
    var votesCount: Int?
  }

  struct Poll: Codable, Equatable, Sendable {
    var id: String
    var expiresAt: Date?
    var options: [PollOption]
  }

  struct Report: Codable, Equatable, Sendable {
    var id: String
    var comment: String
    var actionTaken: Bool
  }

  /// The members of a notification that don't depend on its type.
  struct NotificationInfo: Codable, Equatable, Sendable {
    var id: String
    var createdAt: Date
    var account: Account
  }

  /// A value behind a reference, so that a type can hold a value of its own type.
  indirect enum Box<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
    case value(Value)

    init(from decoder: any Decoder) throws {
      self = .value(try Value(from: decoder))
    }

    func encode(to encoder: any Encoder) throws {
      guard case .value(let value) = self else { return }
      try value.encode(to: encoder)
    }
  }
}

// MARK: - Decoding

extension Timeline {
  package static func search(_ version: Version) -> DocumentType {
    switch version {
    case .byHand: documents("timeline, search", ByHand.SearchResults.self, "search")
    case .withMedley: documents("timeline, search", WithMedley.SearchResults.self, "search")
    }
  }

  package static func notifications(_ version: Version) -> DocumentType {
    switch version {
    case .byHand: documents("timeline, notifications", [ByHand.Notification].self, "notifications")
    case .withMedley:
      documents("timeline, notifications", [WithMedley.Notification].self, "notifications")
    }
  }

  package static func stream(_ version: Version) -> DocumentType {
    switch version {
    case .byHand: documents("timeline, stream", [ByHand.StreamMessage].self, "stream")
    case .withMedley: documents("timeline, stream", [WithMedley.StreamMessage].self, "stream")
    }
  }

  private static func documents<Document: ClientDocument>(
    _ name: String,
    _ type: Document.Type,
    _ fixture: String
  ) -> DocumentType {
    let encoders = Encoders()
    encoders.foundation.keyEncodingStrategy = .convertToSnakeCase
    encoders.foundation.dateEncodingStrategy = .iso8601
    encoders.engine.keyEncodingStrategy = .convertToSnakeCase
    encoders.engine.dateEncodingStrategy = .iso8601
    return DocumentType(
      name,
      type,
      fixture: fixture,
      decoder: decoder,
      engine: engine,
      encoders: encoders
    )
  }

  /// The decoder of all documents, and of the documents inside events.
  static let decoder = {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .iso8601
    // With Medley, for the texts in events.
    decoder.userInfo.decodeTexts(with: engine)
    return decoder
  }()

  private static let engine = {
    let engine = PolymorphicJSONDecoder()
    engine.keyDecodingStrategy = .convertFromSnakeCase
    engine.dateDecodingStrategy = .iso8601
    return engine
  }()
}
