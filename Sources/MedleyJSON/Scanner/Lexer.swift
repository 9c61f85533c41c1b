/// Reads what a document is made of besides brackets and commas: white space, strings, numbers, words.
///
/// It has nothing but the bytes and their marks, so that its functions take them in registers: 30
/// instructions less for each call than with a scanner that is changed meanwhile.
struct Lexer {
  let bytes: Bytes
  let marks: PlainMarks

  init(_ bytes: Bytes, _ marks: PlainMarks) {
    self.bytes = bytes
    self.marks = marks
  }

  @inline(never) func fault(_ reason: SyntaxFault.Reason, at position: Int) -> SyntaxFault {
    SyntaxFault(
      offset: min(position, bytes.count),
      reason: position >= bytes.count ? .truncated : reason
    )
  }

  /// Whether a container ends where another value was announced.
  func isClosing(_ position: Int) -> Bool {
    position < bytes.count
      && (bytes[position] == UInt8(ascii: "}") || bytes[position] == UInt8(ascii: "]"))
  }
}
