import Foundation
import Medley
import MedleyJSON

/// Records of a network of servers, in the manner of the AT Protocol.
///
/// Each module of an app has types of records and of their parts, which `$type` tells, and registers
/// them when the app starts. The types here have no union in them, and both versions of the client
/// use them.
package enum Records {
  /// A record, or a part of one that has a type of its own.
  protocol Record: Codable, Sendable {}

  struct Link: Codable, Equatable, Sendable {
    var uri: String
    var cid: String
  }

  struct ByteRange: Codable, Equatable, Sendable {
    var byteStart: Int
    var byteEnd: Int
  }

  struct Picture: Codable, Equatable, Sendable {
    var alt: String
    var url: String
  }

  // MARK: - Module "feed"

  struct Like: Record, Equatable {
    var subject: Link
    var createdAt: Date
  }

  struct Repost: Record, Equatable {
    var subject: Link
    var createdAt: Date
  }

  // MARK: - Module "graph"

  struct Follow: Record, Equatable {
    var subject: String
    var createdAt: Date
  }

  struct Block: Record, Equatable {
    var subject: String
    var createdAt: Date
  }

  struct Profile: Record, Equatable {
    var displayName: String
    var description: String?
  }

  // MARK: - Module "embed"

  struct Images: Record, Equatable {
    var images: [Picture]
  }

  struct External: Record, Equatable {
    var uri: String
    var title: String
  }

  struct Quote: Record, Equatable {
    var record: Link
  }

  // MARK: - Module "text"

  struct MentionFeature: Record, Equatable {
    var did: String
  }

  struct LinkFeature: Record, Equatable {
    var uri: String
  }

  struct TagFeature: Record, Equatable {
    var tag: String
  }
}

// MARK: - Decoding

extension Records {
  package static func records(_ version: Version) -> DocumentType {
    switch version {
    case .byHand:
      documents(ByHand.Page.self) { $0[.recordTypes] = ByHand.RecordTypes.app }
    case .withMedley:
      documents(WithMedley.Page.self) { $0.register(WithMedley.registry) }
    }
  }

  /// Returns a type of documents whose coders all have the app's registry.
  private static func documents<Document: ClientDocument>(
    _ type: Document.Type,
    _ addRegistry: (inout [CodingUserInfoKey: any Sendable]) -> Void
  ) -> DocumentType {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    addRegistry(&decoder.userInfo)
    let engine = PolymorphicJSONDecoder()
    engine.dateDecodingStrategy = .iso8601
    addRegistry(&engine.userInfo)
    let encoders = Encoders()
    encoders.foundation.dateEncodingStrategy = .iso8601
    addRegistry(&encoders.foundation.userInfo)
    encoders.engine.dateEncodingStrategy = .iso8601
    addRegistry(&encoders.engine.userInfo)
    return DocumentType(
      "records",
      type,
      fixture: "records",
      decoder: decoder,
      engine: engine,
      encoders: encoders
    )
  }
}
