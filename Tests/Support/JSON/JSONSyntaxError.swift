/// Why a text isn't JSON, and the position.
package struct JSONSyntaxError: Error, Hashable, CustomStringConvertible {
  package let message: String

  /// The number of bytes before the error.
  package let offset: Int

  /// Whether the text is nested more deeply than the parser's limit; it may be JSON all the same.
  package let isTooDeep: Bool

  init(_ message: String, at offset: Int, isTooDeep: Bool = false) {
    self.message = message
    self.offset = offset
    self.isTooDeep = isTooDeep
  }

  package var description: String {
    "\(message) at byte \(offset)"
  }
}
