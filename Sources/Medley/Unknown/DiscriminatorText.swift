import MedleyBase

/// The fact of a ``DiscriminatorError``.
///
/// A list can have an unknown tag in each element, and finding the most similar one of 1,000 tags
/// takes six times as long as decoding the element. So the text is made when it is first read. It is
/// a class, because copies of the error share the text.
final class DiscriminatorText: Sendable {
  typealias Parts = (facts: String, nearest: TypeTag?)

  private let make: @Sendable () -> Parts
  private let made = Lock<Parts?>(nil)

  /// Creates a text that is made when it is first read.
  init(_ make: @escaping @Sendable () -> Parts) {
    self.make = make
  }

  var facts: String { parts.facts }
  var nearest: TypeTag? { parts.nearest }

  private var parts: Parts {
    if let made = made.withLock({ $0 }) { return made }
    // Outside of the lock: it takes long, and always has the same result.
    var parts = make()
    parts.facts = parts.facts.bounded()
    made.exchange(parts)
    return parts
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
