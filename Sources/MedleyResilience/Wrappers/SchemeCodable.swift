import Medley

/// A type that is decoded and encoded through another type, its scheme.
///
/// The scheme has the members of the payload and synthesised `Codable`. The type itself has the
/// members that the app needs, and refuses invalid values:
///
/// ```swift
/// struct PostScheme: Codable {
///   var id: String
///   var tag_list: String?
/// }
///
/// struct Post: SchemeCodable {
///   var id: Identifier<Post>
///   var tags: [String]
///
///   init(scheme: PostScheme) throws {
///     guard let id = Identifier<Post>(scheme.id) else {
///       throw PostError.noIdentifier
///     }
///     self.id = id
///     let tags = scheme.tag_list?.split(separator: ",") ?? []
///     self.tags = tags.map(String.init)
///   }
///
///   var scheme: PostScheme {
///     PostScheme(
///       id: id.rawValue, tag_list: tags.joined(separator: ","))
///   }
/// }
/// ```
///
/// It works with every decoder, with and without registries. A type that is only decoded conforms
/// to ``SchemeDecodable``.
public protocol SchemeCodable: SchemeDecodable, SchemeEncodable {}

/// A type that is decoded through another type; see ``SchemeCodable``.
///
/// ```swift
/// struct Post: SchemeDecodable {
///   init(scheme: PostScheme) throws { ... }
/// }
/// ```
public protocol SchemeDecodable: Decodable {
  /// The type with the members of the payload.
  associatedtype Scheme: Decodable

  /// Creates a value from its decoded scheme.
  ///
  /// - Throws: Any error. Decoding throws a `DecodingError` at the path of the value, with this
  ///   error as its cause.
  init(scheme: Scheme) throws
}

/// A type that is encoded through another type; see ``SchemeCodable``.
///
/// ```swift
/// struct Post: SchemeEncodable {
///   var scheme: PostScheme { ... }
/// }
/// ```
public protocol SchemeEncodable: Encodable {
  /// The type with the members of the payload.
  associatedtype Scheme: Encodable

  /// The value to encode.
  var scheme: Scheme { get throws }
}

extension SchemeDecodable {
  /// Decodes the scheme and creates a value from it.
  ///
  /// - Throws: `DecodingError` if the scheme doesn't decode, or if ``init(scheme:)`` throws.
  public init(from decoder: any Decoder) throws {
    let scheme = try Scheme.decodeStrictly(from: decoder)
    do {
      self = try Self(scheme: scheme)
    } catch let error as RegistrationError {
      throw error
    } catch {
      let path = decoder.codingPath
      throw error.asDecodingError(at: path).inPayload(nil, at: path)
    }
  }
}

extension SchemeEncodable {
  /// Encodes the scheme.
  public func encode(to encoder: any Encoder) throws {
    try scheme.encodeStrictly(to: encoder)
  }
}
