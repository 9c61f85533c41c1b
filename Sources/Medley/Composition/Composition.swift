/// The parts of a ``ComposedCodable`` type, which share one object.
///
/// ```swift
/// static let composition = Composition(
///   Film.init, \.common, \.details)
/// ```
public struct Composition<Whole>: Sendable {
  // The types of the parts are in these closures alone: a type that is generic over all of them
  // needs macOS 14 and iOS 17.
  private let decode: @Sendable (_ decoder: any Decoder) throws -> Whole
  private let parts: @Sendable (_ whole: Whole) -> [any Encodable]

  /// Creates a composition.
  ///
  /// - Parameters:
  ///   - make: The memberwise initialiser of the type.
  ///   - paths: The parts, in the order of the initialiser's parameters.
  @preconcurrency
  public init<each Part: Codable & SendableMetatype>(
    _ make: @escaping @Sendable (repeat each Part) -> Whole,
    _ paths: repeat any KeyPath<Whole, each Part> & Sendable
  ) {
    decode = { decoder in
      make(repeat try CompositionPart.decode((each Part).self, from: decoder))
    }
    parts = { whole in
      var parts: [any Encodable] = []
      for path in repeat each paths {
        parts.append(whole[keyPath: path])
      }
      return parts
    }
  }
}

// MARK: - Coding

extension Composition {
  /// Decodes the parts from one object.
  ///
  /// ```swift
  /// let film = try Film.composition.decode(from: decoder)
  /// ```
  ///
  /// - Parameter decoder: The decoder of the object.
  /// - Returns: The whole.
  /// - Throws: What the parts throw.
  public func decode(from decoder: any Decoder) throws -> Whole {
    try decode(decoder)
  }

  /// Encodes the parts as one object.
  ///
  /// ```swift
  /// try Film.composition.encode(film, to: encoder)
  /// ```
  ///
  /// - Parameters:
  ///   - whole: The value to encode.
  ///   - encoder: The encoder of the object.
  /// - Throws: `EncodingError.invalidValue`, naming both, if two parts write different values under
  ///   one key.
  public func encode(_ whole: Whole, to encoder: any Encoder) throws {
    try CompositionPart.encode(parts(whole), of: Whole.self, to: encoder)
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
  /// The composition of the parts.
  static var composition: Composition<Self> { get }
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
