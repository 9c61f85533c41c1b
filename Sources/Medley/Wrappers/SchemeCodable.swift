/// A type that is decoded from another one, which looks like the payload.
///
/// The scheme has the members of the payload and synthesised `Codable`; the type itself is free to
/// look as the app needs it, and to refuse what makes no sense:
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
///     guard let id = Identifier<Post>(scheme.id) else { throw PostError.noIdentifier }
///     self.id = id
///     tags = scheme.tag_list?.split(separator: ",").map(String.init) ?? []
///   }
///
///   var scheme: PostScheme {
///     PostScheme(id: id.rawValue, tag_list: tags.joined(separator: ","))
///   }
/// }
/// ```
///
/// The type need not be polymorphic, and works with every decoder. A type that is only decoded
/// conforms to ``SchemeDecodable``.
public protocol SchemeCodable: SchemeDecodable, SchemeEncodable {}

/// A type that is decoded from another one; see ``SchemeCodable``.
///
/// ```swift
/// struct Post: SchemeDecodable {
///   init(scheme: PostScheme) throws { ... }
/// }
/// ```
public protocol SchemeDecodable: Decodable {
  /// The type that looks like the payload.
  associatedtype Scheme: Decodable

  /// Creates a value from what was decoded.
  ///
  /// - Throws: Any error; it is the cause of the `DecodingError` that the caller gets, which has
  ///   the path of the value.
  init(scheme: Scheme) throws
}

/// A type that is encoded as another one; see ``SchemeCodable``.
///
/// ```swift
/// struct Post: SchemeEncodable {
///   var scheme: PostScheme { ... }
/// }
/// ```
public protocol SchemeEncodable: Encodable {
  /// The type that looks like the payload.
  associatedtype Scheme: Encodable

  /// What is encoded.
  var scheme: Scheme { get throws }
}

extension SchemeDecodable {
  /// Decodes the scheme, and creates a value from it.
  ///
  /// - Throws: `DecodingError` if the scheme doesn't decode or the value refuses it.
  public init(from decoder: any Decoder) throws {
    let scheme = try Attempt<Scheme>.decodeStrictly(from: decoder)
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
