/// The parts of a ``ComposedCodable`` type, which share one object.
///
/// ```swift
/// static let composition = Composition(
///   Film.init, \.common, \.details)
/// ```
public struct Composition<Whole, each Part: Codable>: Sendable {
  private let make: @Sendable (repeat each Part) -> Whole
  private let paths: (repeat any KeyPath<Whole, each Part> & Sendable)

  /// Creates a composition.
  ///
  /// - Parameters:
  ///   - make: The memberwise initialiser of the type.
  ///   - paths: The parts, in the order of the initialiser's parameters.
  public init(
    _ make: @escaping @Sendable (repeat each Part) -> Whole,
    _ paths: repeat any KeyPath<Whole, each Part> & Sendable
  ) {
    self.make = make
    self.paths = (repeat each paths)
  }
}

/// A protocol for generic code over ``Composition``.
///
/// Only ``Composition`` conforms: ``ComposedCodable`` can require its composition by one associated
/// type, and not by a pack of parts.
///
/// ```swift
/// let film = try Film.composition.decode(from: decoder)
/// ```
public protocol CompositionCoding<Whole>: Sendable {
  /// The composed type.
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

/// A type with named parts that are encoded as one object.
///
/// ```swift
/// struct Film: ComposedCodable {
///   var common: MediaCommon
///   var details: MovieDetails
///   var rating: Rating?
///   static let composition = Composition(
///     Film.init, \.common, \.details, \.rating)
/// }
/// // {"title": "Heat", "duration": 170, "director": "Mann"}
/// ```
///
/// An optional part is nil if none of its members is present.
public protocol ComposedCodable: Codable {
  /// The type of the composition, which the compiler infers.
  associatedtype Parts: CompositionCoding where Parts.Whole == Self

  /// The composition of the parts.
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
