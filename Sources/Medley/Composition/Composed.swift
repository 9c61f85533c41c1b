/// Two values that share one object: composition where classes would inherit.
///
/// ```swift
/// struct MediaCommon: Codable { var title: String; var published: Int? }
/// struct MovieDetails: Codable { var duration: Int; var director: String }
/// typealias StoredMovie = Composed<MediaCommon, MovieDetails>
///
/// var movie = try JSONDecoder().decode(StoredMovie.self, from: data)
/// movie.title = "Playtime"   // {"title": "Playtime", "duration": 115, "director": "Jacques Tati"}
/// movie.duration += 1
/// ```
///
/// The members of both parts can be read and written as its own. For three parts and more nest it,
/// or name the parts: see ``ComposedCodable``. A part may be optional (nil where none of its
/// members is there) or a ``Polymorphic``: an envelope beside an element, or common fields beside
/// what the element's type adds.
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

  /// A member of the first part.
  public subscript<Member>(dynamicMember path: KeyPath<Base, Member>) -> Member {
    base[keyPath: path]
  }

  /// A member of the first part that can be changed.
  public subscript<Member>(dynamicMember path: WritableKeyPath<Base, Member>) -> Member {
    get { base[keyPath: path] }
    set { base[keyPath: path] = newValue }
  }

  /// A member of the second part.
  public subscript<Member>(dynamicMember path: KeyPath<Extension, Member>) -> Member {
    `extension`[keyPath: path]
  }

  /// A member of the second part that can be changed.
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
