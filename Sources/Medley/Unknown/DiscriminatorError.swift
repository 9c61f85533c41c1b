/// What is wrong with the tag of an element.
///
/// It is the `underlyingError` of the `DecodingError` or `EncodingError` that is thrown, which has
/// the path.
///
/// ```swift
/// do {
///   feed = try decoder.decode([Polymorphic<any Media>].self, from: data)
/// } catch let DecodingError.dataCorrupted(context) {
///   if let error = context.underlyingError as? DiscriminatorError, error.code == .unknownTag {
///     log("unknown:", error.tag, "at", context.codingPath)
///   }
/// }
/// ```
public struct DiscriminatorError: Error, Sendable {
  /// What is wrong.
  public let code: Code

  /// The tag that was found, or nil if there was none or it is none that a tag can be.
  public let tag: TypeTag?

  /// The tags that would have been right, in the order in which they were registered.
  public var knownTags: [TypeTag] { deduction?.tags ?? tags }

  /// The known tag that looks most like the one that was found, if one does.
  public let nearest: TypeTag?

  /// For a deduced type: each type that was considered, and why it doesn't fit.
  ///
  /// - Complexity: O(*n* × *m*) for *n* types and an element with *m* fields.
  public var candidates: [Candidate] { deduction?.candidates() ?? [] }

  /// What was expected, what was found, where, and what to do.
  public let description: String

  /// Where the fault is, if the decoder knows.
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

// MARK: - Telling errors apart

extension DiscriminatorError {
  /// What is wrong with a tag.
  ///
  /// ```swift
  /// if error.code == .missingTag { ... }
  /// ```
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// Decoding: the tag isn't registered, and the policy says to throw.
    public static let unknownTag = Code(description: "unknownTag")
    /// Decoding: there is no tag, or it is null.
    public static let missingTag = Code(description: "missingTag")
    /// Decoding: an object, an array or a fraction is where the tag should be.
    public static let wrongKindTag = Code(description: "wrongKindTag")
    /// Decoding: no registered type has the fields of the element.
    public static let noMatch = Code(description: "noMatch")
    /// Decoding: several registered types fit the fields of the element equally well.
    public static let ambiguousMatch = Code(description: "ambiguousMatch")
    /// Encoding: the payload itself stores the tag of another type.
    public static let tagDisagrees = Code(description: "tagDisagrees")
    /// Encoding: the type of the payload has no tag.
    public static let unregisteredType = Code(description: "unregisteredType")
    /// Encoding: the type of the payload can only be decoded.
    public static let notEncodable = Code(description: "notEncodable")
  }

  /// A registered type that was considered for an element whose type is deduced.
  public struct Candidate: Hashable, Sendable {
    /// The name of the type.
    public let typeName: String
    /// The fields that the type requires and the element hasn't.
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
