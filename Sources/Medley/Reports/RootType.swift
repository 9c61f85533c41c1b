/// A protocol for types that functions of decoders decode in place of the type that they were given.
package protocol RootStandIn {
  static var rootType: any Any.Type { get }
}

extension LossyValue: RootStandIn {
  package static var rootType: any Any.Type { Value.self }
}

/// The type that a decode call decodes.
enum RootType: Sendable {
  case unknown
  /// The type that was passed to a decoder of Medley.
  case decoded(any Any.Type)
  /// The type that `collecting` returns, which is probably the one that was passed to a decoder.
  case collected(any Any.Type)
  /// The type of an encoded report.
  case named(String)
  /// Several types.
  case several

  /// The name of the type, if it is known.
  var name: String? {
    switch self {
    case .unknown, .several: nil
    case .decoded(let type), .collected(let type):
      QualifiedName.of((type as? any RootStandIn.Type)?.rootType ?? type)
    case .named(let name): name
    }
  }

  /// Returns the name of the type that was decoded to a value with a path.
  ///
  /// Foundation's decoders use the keys of the types, so the first key is one of the outermost type.
  func name(at path: [any CodingKey]) -> String? {
    switch self {
    case .decoded, .named: name
    default: path.first.flatMap { QualifiedName.ofOwner(of: $0) } ?? name
    }
  }

  /// Returns the type of two reports together.
  func joined(by other: RootType) -> RootType {
    switch (self, other) {
    case (.unknown, _), (.collected, .decoded): other
    case (_, .unknown), (.decoded, .collected): self
    case (.decoded(let first), .decoded(let second)),
      (.collected(let first), .collected(let second)):
      first == second ? self : .several
    default: name != nil && name == other.name ? self : .several
    }
  }
}
