import Foundation
import Medley
import TestSupport
import Testing

/// The base of the models, which can be compared.
protocol Part: Codable, Hashable, Sendable {}

/// A position of elements in a family, with the family's discriminator and some models.
struct ElementSite: Sendable {
  let family: String
  /// The name in the manifest.
  let name: String
  let discriminator: Discriminator
  let models: [Model]
  /// Whether the discriminator distinguishes a kind of the manifest.
  var tellsApart: @Sendable (String) -> Bool = { _ in true }
  /// Returns the element for an object, or nil if it isn't one.
  let find: @Sendable (PlacedTree, Surroundings) -> Found?

  /// An element's kind and tag.
  struct Found: Sendable {
    /// The kind, as the manifest names it.
    let label: String
    /// The tag that a registry reports if it is unknown.
    let tag: TypeTag?
    /// The position of the payload in the element.
    var payload: Payload = .whole
  }

  /// A position of a payload.
  enum Payload: Sendable {
    case whole
    case member(String)
  }

  /// A model and its kind.
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

  /// A registry that keeps all invalid elements.
  ///
  /// - Parameter knowsModels: Whether it has the models or is empty.
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
