import Foundation
import MedleyJSON

/// Updates that a chat bot receives, in the manner of Telegram's API.
///
/// An update has a number and one other member, whose key tells what it is about. Keys are in snake
/// case and dates in seconds, which the decoders convert. The types here have no union in them, and
/// both versions of the client use them.
package enum BotUpdates {
  /// The member that every update has.
  struct UpdateInfo: Codable, Equatable, Sendable {
    var updateId: Int
  }

  struct User: Codable, Equatable, Sendable {
    var id: Int
    var isBot: Bool
    var firstName: String
    var username: String?
  }

  struct Chat: Codable, Equatable, Sendable {
    var id: Int
    /// A raw value, since newer versions have more types.
    var type: String
    var title: String?
  }

  struct PhotoSize: Codable, Equatable, Sendable {
    var fileId: String
    var width: Int
    var height: Int
  }

  struct InlineQuery: Codable, Equatable, Sendable {
    var id: String
    var from: User
    var query: String
    var offset: String
  }

  struct PollOption: Codable, Equatable, Sendable {
    var text: String
    var voterCount: Int
  }

  struct Poll: Codable, Equatable, Sendable {
    var id: String
    var question: String
    var options: [PollOption]
    var isClosed: Bool
  }

  struct PollAnswer: Codable, Equatable, Sendable {
    var pollId: String
    var user: User?
    var optionIds: [Int]
  }
}

// MARK: - Decoding

extension BotUpdates {
  package static func updates(_ version: Version) -> DocumentType {
    switch version {
    case .byHand: documents(ByHand.Response.self)
    case .withMedley: documents(WithMedley.Response.self)
    }
  }

  private static func documents<Document: ClientDocument>(_ type: Document.Type) -> DocumentType {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    let engine = PolymorphicJSONDecoder()
    engine.keyDecodingStrategy = .convertFromSnakeCase
    engine.dateDecodingStrategy = .secondsSince1970
    let encoders = Encoders()
    encoders.foundation.keyEncodingStrategy = .convertToSnakeCase
    encoders.foundation.dateEncodingStrategy = .secondsSince1970
    encoders.engine.keyEncodingStrategy = .convertToSnakeCase
    encoders.engine.dateEncodingStrategy = .secondsSince1970
    return DocumentType(
      "bot updates",
      type,
      fixture: "updates",
      decoder: decoder,
      engine: engine,
      encoders: encoders
    )
  }
}
