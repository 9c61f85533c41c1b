import Foundation
import Medley
import MedleyResilience

extension Timeline {
  /// The client with Medley.
  enum WithMedley {}
}

extension Timeline.WithMedley {
  struct SearchResults: ClientDocument, Codable, Equatable {
    @Lossy var accounts: [Timeline.Account]
    @Lossy var statuses: [Status]
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

  enum Visibility: ForwardCompatibleCases, Sendable {
    case `public`
    case unlisted
    case `private`
    case direct
    case unknown(String)

    static let wireValues: KeyValuePairs = [
      "public": Visibility.public, "unlisted": .unlisted, "private": .private, "direct": .direct,
    ]
  }

  enum Attachment: PolymorphicEnum, Equatable, Sendable {
    case image(Timeline.Image)
    case gifv(Timeline.Video)
    case video(Timeline.Video)
    case audio(Timeline.Audio)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Attachment>("type") {
      try $0.register(for: "image", as: Attachment.image)
      try $0.register(for: "gifv", as: Attachment.gifv) {
        if case .gifv(let video) = $0 { video } else { nil }
      }
      try $0.register(for: "video", as: Attachment.video) {
        if case .video(let video) = $0 { video } else { nil }
      }
      try $0.register(for: "audio", as: Attachment.audio)
    }

    var payload: any Encodable {
      switch self {
      case .image(let image): image
      case .audio(let audio): audio
      case .gifv, .video: self
      case .unknown(let payload): payload
      }
    }
  }
}
