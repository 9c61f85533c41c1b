/// Two values that are encoded as one object.
///
/// Use it to share fields among types without a superclass:
///
/// ```swift
/// struct MediaCommon: Codable {
///   var title: String
///   var published: Int?
/// }
/// struct MovieDetails: Codable {
///   var duration: Int
///   var director: String
/// }
/// typealias StoredMovie = Composed<MediaCommon, MovieDetails>
///
/// // {"title": "Heat", "duration": 170, "director": "Mann"}
/// var movie = try JSONDecoder().decode(
///   StoredMovie.self, from: data)
/// movie.title = "Heat (1995)"
/// movie.duration += 1
/// ```
///
/// The members of both parts are available directly. For three parts and more, nest the type, or
/// name the parts with ``ComposedCodable``. An optional part is nil if none of its members is
/// present. A part may be ``Polymorphic``: see <doc:ComposingPayloads>.
@dynamicMemberLookup
public struct Composed<Base, Extension> {
  /// The first part.
  public var base: Base

  /// The second part.
  public var `extension`: Extension

  /// Creates a value from its parts.
  public init(_ base: Base, _ extension: Extension) {
    self.base = base
    self.extension = `extension`
  }

  /// Accesses a member of the first part.
  public subscript<Member>(dynamicMember path: KeyPath<Base, Member>) -> Member {
    base[keyPath: path]
  }

  /// Accesses a mutable member of the first part.
  public subscript<Member>(dynamicMember path: WritableKeyPath<Base, Member>) -> Member {
    get { base[keyPath: path] }
    set { base[keyPath: path] = newValue }
  }

  /// Accesses a member of the second part.
  public subscript<Member>(dynamicMember path: KeyPath<Extension, Member>) -> Member {
    `extension`[keyPath: path]
  }

  /// Accesses a mutable member of the second part.
  public subscript<Member>(dynamicMember path: WritableKeyPath<Extension, Member>) -> Member {
    get { `extension`[keyPath: path] }
    set { `extension`[keyPath: path] = newValue }
  }
}

extension Composed: Sendable where Base: Sendable, Extension: Sendable {}
extension Composed: Equatable where Base: Equatable, Extension: Equatable {}
extension Composed: Hashable where Base: Hashable, Extension: Hashable {}

// MARK: - Coding

extension Composed: Decodable where Base: Decodable, Extension: Decodable {
  /// Decodes both parts from one object.
  ///
  /// - Throws: What the parts throw.
  public init(from decoder: any Decoder) throws {
    self.init(
      try CompositionPart.decode(Base.self, from: decoder),
      try CompositionPart.decode(Extension.self, from: decoder)
    )
  }
}

extension Composed: Encodable where Base: Encodable, Extension: Encodable {
  /// Encodes both parts as one object.
  ///
  /// - Throws: `EncodingError.invalidValue`, naming both, if the parts write different values under
  ///   one key.
  public func encode(to encoder: any Encoder) throws {
    try CompositionPart.encode(parts, of: Self.self, to: encoder)
  }
}
