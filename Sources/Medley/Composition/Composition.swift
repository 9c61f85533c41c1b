/// How a type is made of parts that share one object: see ``ComposedCodable``.
///
/// ```swift
/// static let composition = Composition(Film.init, \.common, \.details)
/// ```
public struct Composition<Whole, each Part: Codable>: Sendable {
  private let make: @Sendable (repeat each Part) -> Whole
  private let paths: (repeat any KeyPath<Whole, each Part> & Sendable)

  /// Creates a composition.
  ///
  /// - Parameters:
  ///   - make: Makes the whole of its parts: its memberwise initialiser.
  ///   - paths: The parts, in the order of the initialiser's parameters.
  public init(
    _ make: @escaping @Sendable (repeat each Part) -> Whole,
    _ paths: repeat any KeyPath<Whole, each Part> & Sendable
  ) {
    self.make = make
    self.paths = (repeat each paths)
  }
}

/// What a ``Composition`` does, whatever its parts.
///
/// ```swift
/// let film = try Film.composition.decode(from: decoder)
/// ```
public protocol CompositionCoding<Whole>: Sendable {
  /// The type that is composed.
  associatedtype Whole

  /// Decodes the parts from one object.
  ///
  /// - Throws: What the parts throw.
  func decode(from decoder: any Decoder) throws -> Whole

  /// Encodes the parts as one object.
  ///
  /// - Throws: `EncodingError.invalidValue`, naming both, if two parts write different values under
  ///   one key.
  func encode(_ whole: Whole, to encoder: any Encoder) throws
}

extension Composition: CompositionCoding {
  /// Decodes the parts from one object.
  public func decode(from decoder: any Decoder) throws -> Whole {
    make(repeat try CompositionPart.decode((each Part).self, from: decoder))
  }

  /// Encodes the parts as one object.
  public func encode(_ whole: Whole, to encoder: any Encoder) throws {
    var parts: [any Encodable] = []
    for path in repeat each paths {
      parts.append(whole[keyPath: path])
    }
    try CompositionPart.encode(parts, of: Whole.self, to: encoder)
  }
}

/// A type that is made of named parts, which share one object.
///
/// ```swift
/// struct Film: ComposedCodable {
///   var common: MediaCommon
///   var details: MovieDetails
///   var rating: Rating?  // nil where none of its members is there
///   static let composition = Composition(Film.init, \.common, \.details, \.rating)
/// }
/// // {"title": "Playtime", "duration": 115, "director": "Jacques Tati"}
/// ```
public protocol ComposedCodable: Codable {
  /// The type of the composition, which the compiler finds out.
  associatedtype Parts: CompositionCoding where Parts.Whole == Self

  /// The parts.
  static var composition: Parts { get }
}

extension ComposedCodable {
  /// Decodes the parts from one object.
  ///
  /// - Throws: What the parts throw.
  public init(from decoder: any Decoder) throws {
    self = try Self.composition.decode(from: decoder)
  }

  /// Encodes the parts as one object.
  ///
  /// - Throws: `EncodingError.invalidValue`, naming both, if two parts write different values under
  ///   one key.
  public func encode(to encoder: any Encoder) throws {
    try Self.composition.encode(self, to: encoder)
  }
}
