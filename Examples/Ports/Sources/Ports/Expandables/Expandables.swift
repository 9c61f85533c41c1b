import Foundation
import MedleyJSON

/// Objects of a payment service, in the manner of Stripe's API.
///
/// Where an object refers to another one, it has the other's id, or the whole other object if the
/// request asked to expand it. Events are about any of some fifty objects, which `object` tells. Keys
/// are in snake case and dates in seconds, which the decoders convert. The types here have no union
/// in them, and both versions of the client use them.
package enum Expandables {
  struct List<Element: Codable & Equatable & Sendable>: ClientDocument, Codable, Equatable {
    var object: String
    var url: String
    var hasMore: Bool
    var data: [Element]
  }
}

// MARK: - Decoding

extension Expandables {
  package static func events(_ version: Version) -> DocumentType {
    switch version {
    case .byHand: documents("expandables, events", List<ByHand.Event>.self, "events")
    case .withMedley: documents("expandables, events", List<WithMedley.Event>.self, "events")
    }
  }

  package static func charges(_ version: Version) -> DocumentType {
    switch version {
    case .byHand: documents("expandables, charges", List<ByHand.Charge>.self, "charges")
    case .withMedley: documents("expandables, charges", List<WithMedley.Charge>.self, "charges")
    }
  }

  private static func documents<Document: ClientDocument>(
    _ name: String,
    _ type: Document.Type,
    _ fixture: String
  ) -> DocumentType {
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
      name,
      type,
      fixture: fixture,
      decoder: decoder,
      engine: engine,
      encoders: encoders
    )
  }
}
