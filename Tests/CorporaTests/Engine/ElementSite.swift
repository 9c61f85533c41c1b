import Foundation
import Medley
import TestSupport
import Testing

/// The base of the models: they are compared, whatever their types.
protocol Part: Codable, Hashable, Sendable {}

/// A place of elements in a family, with the family's own discriminator and some models of an app.
struct ElementSite: Sendable {
  let family: String
  /// The name in the manifest.
  let name: String
  let discriminator: Discriminator
  let models: [Model]
  /// Whether the discriminator tells a kind of the manifest apart.
  var tellsApart: @Sendable (String) -> Bool = { _ in true }
  /// Finds out whether an object is an element.
  let find: @Sendable (PlacedTree, Surroundings) -> Found?

  /// What an element is.
  struct Found: Sendable {
    /// The kind, as the manifest names it.
    let label: String
    /// What a registry that doesn't know it says of the tag.
    let tag: TypeTag?
    /// The payload, if it is a part of the element.
    var payload: Payload = .whole
  }

  /// Where in an element the payload is.
  enum Payload: Sendable {
    case whole
    case member(String)
  }

  /// A model and the kind that it is for.
  struct Model: Sendable {
    let label: String
    let tag: TypeTag
    let decode: @Sendable (JSONDecoder, Data) throws -> any Part
    let register: @Sendable (inout PolymorphicRegistry<any Part>) throws -> Void

    init<Payload: Part>(
      label: String,
      tag: TypeTag,
      type: Payload.Type,
      fields: PayloadFields? = nil
    ) {
      self.label = label
      self.tag = tag
      decode = { decoder, data in try decoder.decode(Payload.self, from: data) }
      register = { registry in
        try registry.register(Payload.self, for: tag, fields: fields)
      }
    }
  }

  /// A registry that throws nothing away and stops at nothing.
  ///
  /// - Parameter knowsModels: Whether it knows the models, or nothing at all.
  /// - Returns: The registry.
  /// - Throws: `RegistrationError` if two models clash.
  func registry(knowingModels knowsModels: Bool) throws -> PolymorphicRegistry<any Part> {
    var registry = PolymorphicRegistry<any Part>(discriminator)
    registry.policies.missing = .keep
    registry.policies.wrongKind = .keep
    registry.policies.malformed = .keep
    for model in knowsModels ? models : [] {
      try model.register(&registry)
    }
    return registry
  }
}

extension ElementSite: CustomTestStringConvertible {
  var testDescription: String { "\(family), \(name)" }
}
