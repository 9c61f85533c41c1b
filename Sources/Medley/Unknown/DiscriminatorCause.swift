import MedleyBase

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

  let code: DiscriminatorError.Code
  let tag: TypeTag?
  let tags: [TypeTag]
  let candidates: Candidates?
  /// What to do if a policy avoids the error.
  let remedy: String?
  /// The place of the error in the document, if the decoder provides it.
  let location: (any LocatedError)?
  private let makeText: @Sendable () -> Text
  private let made = Lock<Text?>(nil)

  init(
    _ code: DiscriminatorError.Code,
    _ tag: TypeTag?,
    _ tags: [TypeTag],
    _ candidates: Candidates?,
    remedy: String?,
    at location: (any LocatedError)? = nil,
    _ makeText: @escaping @Sendable () -> Text
  ) {
    self.code = code
    self.tag = tag
    self.tags = tags
    self.candidates = candidates
    self.remedy = remedy?.bounded()
    self.location = location
    self.makeText = makeText
  }

  /// Returns the same cause with another remedy or at another place, which shares the text.
  @inline(never) func with(remedy: String?, at location: (any LocatedError)?) -> DiscriminatorCause
  {
    DiscriminatorCause(code, tag, tags, candidates, remedy: remedy, at: location) { self.text }
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
    return error.with(
      DecodingError.Context(
        codingPath: context.codingPath,
        debugDescription: (cause.fact + place).withoutFullStop,
        underlyingError: cause
      )
    )
  }
}
