package import MedleyBase

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
///     print("unknown:", error?.tag, "at", context.codingPath)
///   }
/// }
/// ```
///
/// The error that contains it describes the ``fact``, without its full stop, which you can show to
/// whoever sent the data. The ``remedy`` is for you: only this error has it. Printed, it is the code, the tag and the remedy.
public struct DiscriminatorError: Error, Sendable, CustomStringConvertible {
  /// The kind of the error.
  public var code: Code { cause.details.code }

  /// The tag that was found; nil if there is none or if it can't be a ``TypeTag``.
  public var tag: TypeTag? { cause.details.tag }

  /// The expected tags, in the order of their registration.
  public var knownTags: [TypeTag] { cause.details.tags }

  /// The known tag that is most similar to the one that was found, if there is one.
  public var nearest: TypeTag? { cause.text.nearest }

  /// For an element without a tag, each registered type with the reason why it doesn't match.
  ///
  /// ```swift
  /// for candidate in error.candidates {
  ///   let missing = "missing: \(candidate.missing)"
  ///   print(candidate.typeName, candidate.error?.summary ?? missing)
  /// }
  /// ```
  ///
  /// `missing` are the fields that the type requires and the element doesn't have, `unclaimed` those
  /// of the element that the type doesn't know, and `excluded` those that the type excludes. `error`
  /// is what the type threw; it is nil if the type wasn't tried, because its fields don't match.
  ///
  /// - Complexity: O(*n* × *m*) for *n* types and an element with *m* fields.
  public var candidates:
    [(
      typeName: String, missing: [String], unclaimed: [String], excluded: [String],
      error: DecodingError?
    )]
  {
    cause.details.candidates?(.max) ?? []
  }

  /// What was expected, what was found, and where.
  ///
  /// ```swift
  /// error.fact
  /// // Expected one of "BOOK", "MOVIE" under "type" but found
  /// // "MOVEI". Did you mean "MOVIE"?
  /// ```
  public var fact: String { cause.text.facts }

  /// What to do in the program so that it doesn't happen again; nil if there is nothing to do.
  ///
  /// ```swift
  /// error.remedy
  /// // Register a type for the tag, or keep unknown payloads with
  /// // the policy .keep.
  /// ```
  public var remedy: String? { cause.details.remedy }

  /// The ``fact`` and the ``remedy``.
  public var description: String { (remedy.map { "\(fact) \($0)" } ?? fact).bounded() }

  /// The place of the error in the document, if the decoder provides it.
  var location: (any LocatedError)? { cause.details.location }

  /// One reference, because the code that copies a struct is compiled for each type.
  fileprivate var cause: DiscriminatorCause

  /// Creates an error with a description, or with a text that is made when it is first read; a remedy is
  /// what to do if a policy avoids it.
  @inline(never) init(
    code: Code,
    tag: TypeTag? = nil,
    knownTags: [TypeTag] = [],
    candidates: DiscriminatorCause.Candidates? = nil,
    description facts: String = "",
    text: (@Sendable () -> DiscriminatorCause.Text)? = nil,
    remedy: String? = nil
  ) {
    let details: DiscriminatorCause.Details = (
      code, tag, knownTags, candidates, remedy?.bounded(), location: nil
    )
    cause = DiscriminatorCause(details, text ?? { (facts, nil) })
  }
}

extension DiscriminatorError: TextOutputStreamable {
  /// Writes the code, the tag and the remedy.
  ///
  /// Errors print their description, which is the fact, and then the underlying error.
  public func write(to target: inout some TextOutputStream) {
    target.write(code.description)
    if let tag { target.write(" \(tag.shortened)") }
    if let remedy { target.write(". \(remedy)") }
    if let location { target.write(" \(location)") }
  }
}

// MARK: - Lacking a case

extension DiscriminatorError {
  /// Creates the error of an enum that has no case for an unknown payload.
  init(missingCase type: any Any.Type, for tag: TypeTag?) {
    self.init(
      code: .missingCase,
      tag: tag,
      description: "\(type) has no case for unknown payloads.",
      remedy: "Add case unknown(UnknownPayload)."
    )
  }
}

extension Error {
  /// Returns the error of an enum that has no case for what its policy keeps.
  func lackingCase(in type: any Any.Type) -> any Error {
    guard let error = self as? DecodingError, let context = error.context,
      var cause = context.underlyingError as? DiscriminatorError
    else { return self }
    if cause.remedy != nil {
      let alternative = cause.code == .unknownTag ? ", or register a type for the tag" : ""
      let remedy = """
        The policy keeps such payloads, but \(type) has no case for them: add \
        case unknown(UnknownPayload)\(alternative).
        """
      cause.cause = cause.cause.with { $0.remedy = remedy.bounded() }
    }
    return error.with(cause.context(at: context.codingPath))
  }
}

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
    /// Decoding: the tag is registered, but its registration isn't available for this element.
    public static let unavailableType = Code(description: "unavailableType")
    /// Decoding: the tag is absent or null.
    public static let missingTag = Code(description: "missingTag")
    /// Decoding: the tag is an object, an array or a fraction.
    public static let wrongKindTag = Code(description: "wrongKindTag")
    /// Decoding: no registered type matches the fields of the element, or decodes it.
    public static let noMatch = Code(description: "noMatch")
    /// Decoding: several registered types match the fields of the element equally well.
    public static let ambiguousMatch = Code(description: "ambiguousMatch")
    /// Decoding: elements inside each other would be decoded too often to find their types.
    public static let tooManyAttempts = Code(description: "tooManyAttempts")
    /// Decoding: the enum has no case for a payload that is unknown.
    public static let missingCase = Code(description: "missingCase")
    /// The payload stores the tag of another type.
    ///
    /// When decoding, the tag stands beside a body that has another one.
    public static let tagDisagrees = Code(description: "tagDisagrees")
    /// Encoding: the type of the payload has no tag.
    public static let unregisteredType = Code(description: "unregisteredType")
    /// Encoding: the type of the payload is only `Decodable`, or registered for decoding only.
    public static let notEncodable = Code(description: "notEncodable")
  }
}

// MARK: - Wrapping

extension DiscriminatorError {
  /// Returns the context of an error, whose text may be made later; see `withTextMade`.
  @inline(never) func context(
    at path: [any CodingKey],
    saying text: String? = nil
  ) -> DecodingError.Context {
    let text = text ?? fact.withoutFullStop
    return .init(codingPath: path, debugDescription: text, underlyingError: self)
  }

  @inline(never) package func encoding(_ value: Any, at path: [any CodingKey]) -> EncodingError {
    // The underlying error prints the remedy.
    .invalid(value, at: path, fact.withoutFullStop, because: self)
  }
}

extension DiscriminatorError: PlacedError {
  package var located: (any LocatedError)? { location }

  package func placed(at location: any LocatedError) -> (error: any Error, isSilent: Bool)? {
    var error = self
    error.cause = cause.with { $0.location = location }
    return (error, true)
  }
}

// MARK: - Sharing what it is about

/// What a ``DiscriminatorError`` is about, which its copies share.
///
/// A list can have an unknown tag in each element, and finding the most similar one of 1,000 tags
/// takes six times as long as decoding the element. So the text is made when it is first read.
final class DiscriminatorCause: Sendable {
  typealias Text = (facts: String, nearest: TypeTag?)
  typealias Candidate = (
    typeName: String, missing: [String], unclaimed: [String], excluded: [String],
    error: DecodingError?
  )
  /// Returns the first types that an element was compared with, up to a limit.
  typealias Candidates = @Sendable (_ limit: Int) -> [Candidate]

  /// What is known before the text is made.
  ///
  /// The remedy is what to do if a policy avoids the error. The location is the place of the error in the
  /// document, if the decoder provides it.
  typealias Details = (
    code: DiscriminatorError.Code, tag: TypeTag?, tags: [TypeTag], candidates: Candidates?,
    remedy: String?, location: (any LocatedError)?
  )

  let details: Details
  private let makeText: @Sendable () -> Text
  private let made = Lock<Text?>(nil)

  init(_ details: Details, _ makeText: @escaping @Sendable () -> Text) {
    self.details = details
    self.makeText = makeText
  }

  /// Returns the cause with changed details, which shares the text.
  @inline(never) func with(_ change: (inout Details) -> Void) -> DiscriminatorCause {
    var details = details
    change(&details)
    return DiscriminatorCause(details) { self.text }
  }

  var text: Text {
    if let made = made.withLock({ $0 }) { return made }
    // Outside of the lock: it takes long, and always has the same result.
    var text = makeText()
    text.facts = text.facts.bounded()
    made.exchange(text)
    return text
  }
}

extension Error {
  /// Returns the error with its text, if that wasn't made yet.
  ///
  /// Only Medley's own code gets errors without it: a list that drops the element, and the issue.
  package var withTextMade: any Error {
    guard Self.self == DecodingError.self, let error = self as? DecodingError,
      let context = error.context, context.debugDescription.isEmpty,
      let cause = context.underlyingError as? DiscriminatorError
    else { return self }
    let place = cause.location.map { " \($0.place)" } ?? ""
    let text = (cause.fact + place).withoutFullStop
    return error.with(cause.context(at: context.codingPath, saying: text))
  }
}
