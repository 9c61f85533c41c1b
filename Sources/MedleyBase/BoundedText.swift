// Servers log errors, and clients see them, so a payload must not decide how long they are.

extension String {
  /// The largest number of bytes in the text of an error.
  package static var boundOfErrors: Int { 1000 }

  /// Returns the text, or a beginning of it that ends in `…`, in at most so many bytes.
  ///
  /// - Complexity: O(1) in the length of the text, if it is native.
  @inline(never) package func bounded(to limit: Int = boundOfErrors) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(startIndex, offsetBy: max(0, limit - "…".utf8.count))
    // Never in the middle of a character's scalars.
    while end > startIndex, end.samePosition(in: unicodeScalars) == nil {
      end = utf8.index(before: end)
    }
    return self[..<end] + "…"
  }

  /// The text without a full stop at its end: Swift prints one between a description and the underlying
  /// error.
  package var withoutFullStop: String {
    hasSuffix(".") && !hasSuffix("..") ? String(dropLast()) : self
  }
}

extension DecodingError {
  /// The error with a bounded description.
  ///
  /// Of an invalid raw value the standard library quotes all bytes.
  @inline(never) package var bounded: DecodingError {
    guard let context, context.debugDescription.utf8.count > String.boundOfErrors else {
      return self
    }
    return with(description: context.debugDescription.bounded())
  }
}
