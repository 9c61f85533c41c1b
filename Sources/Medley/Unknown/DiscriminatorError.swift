/// An error about the tag of an element.
///
/// It is the `underlyingError` of a `DecodingError` or `EncodingError`, which has the coding path.
///
/// ```swift
/// do {
///   feed = try decoder.decode(
///     [Polymorphic<any Media>].self, from: data)
/// } catch let DecodingError.dataCorrupted(context) {
///   let error = context.underlyingError as? DiscriminatorError
///   if error?.code == .unknownTag {
///     log("unknown:", error?.tag, "at", context.codingPath)
///   }
/// }
/// ```
public struct DiscriminatorError: Error, Sendable {
  /// The kind of the error.
  public let code: Code

  /// The tag that was found; nil if there is none or if it can't be a ``TypeTag``.
  public let tag: TypeTag?

  /// The expected tags, in the order of their registration.
  public var knownTags: [TypeTag] { deduction?.tags ?? tags }

  /// The known tag that is most similar to the one that was found, if there is one.
  public let nearest: TypeTag?

  /// For a deduced type, each registered type with the reason why it doesn't match.
  ///
  /// - Complexity: O(*n* × *m*) for *n* types and an element with *m* fields.
  public var candidates: [Candidate] { deduction?.candidates() ?? [] }

  /// A description of what was expected, what was found, where, and what to do.
  public let description: String

  /// The place of the error in the document, if the decoder provides it.
  var location: (any LocatedError)?

  private let tags: [TypeTag]
  private let deduction: Deduction?

  init(
    code: Code,
    tag: TypeTag? = nil,
    knownTags: [TypeTag] = [],
    nearest: TypeTag? = nil,
    deduction: Deduction? = nil,
    description: String
  ) {
    self.code = code
    self.tag = tag
    tags = knownTags
    self.nearest = nearest
    self.deduction = deduction
    self.description = description
  }
}

extension DiscriminatorError: CustomStringConvertible {}

// MARK: - Codes

extension DiscriminatorError {
  /// The kind of a ``DiscriminatorError``.
  ///
  /// ```swift
  /// if error.code == .missingTag { ... }
  /// ```
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// Decoding: the tag isn't registered, and the policy says to throw.
    public static let unknownTag = Code(description: "unknownTag")
    /// Decoding: the tag is absent or null.
    public static let missingTag = Code(description: "missingTag")
    /// Decoding: the tag is an object, an array or a fraction.
    public static let wrongKindTag = Code(description: "wrongKindTag")
    /// Decoding: no registered type matches the fields of the element.
    public static let noMatch = Code(description: "noMatch")
    /// Decoding: several registered types match the fields of the element equally well.
    public static let ambiguousMatch = Code(description: "ambiguousMatch")
    /// Encoding: the payload stores the tag of another type.
    public static let tagDisagrees = Code(description: "tagDisagrees")
    /// Encoding: the type of the payload has no tag.
    public static let unregisteredType = Code(description: "unregisteredType")
    /// Encoding: the type of the payload is only `Decodable`.
    public static let notEncodable = Code(description: "notEncodable")
  }

  /// A registered type that doesn't match an element whose type is deduced.
  public struct Candidate: Hashable, Sendable {
    /// The name of the type.
    public let typeName: String
    /// The fields that the type requires and the element doesn't have.
    public let missing: [String]
    /// The fields of the element that the type doesn't know.
    public let unclaimed: [String]
    /// The fields of the element that the type excludes.
    public let excluded: [String]
  }
}

// MARK: - Wrapping

extension DiscriminatorError {
  func context(at path: [any CodingKey]) -> DecodingError.Context {
    DecodingError.Context(codingPath: path, debugDescription: description, underlyingError: self)
  }

  func encoding(_ value: Any, at path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: path,
        debugDescription: description,
        underlyingError: self
      )
    )
  }
}
