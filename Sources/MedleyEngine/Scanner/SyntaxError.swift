/// The error for a text that isn't JSON.
package struct SyntaxError: Error {
  /// The first invalid byte.
  package var offset: Int
  package var reason: Reason

  package init(offset: Int, reason: Reason) {
    self.offset = offset
    self.reason = reason
  }

  package enum Reason: Error {
    case empty
    case truncated
    case unexpectedByte
    case expectedKey
    case expectedColon
    case expectedCommaOrBrace
    case expectedCommaOrBracket
    case trailingComma
    case trailingBytes
    case unterminatedString
    case controlCharacter
    case badEscape
    case badUnicodeEscape
    case loneSurrogate
    case badUTF8
    case badNumber
    case leadingZero
    case tooDeep(Int)
    case tooLong
    case otherEncoding(bits: Int)
    case encodedFeed(bits: Int)
    case elementTooLarge(Int)
    case expectedSeparator
  }
}

extension SyntaxError.Reason: CustomStringConvertible {
  /// A description of the reason.
  package var description: String {
    switch self {
    case .empty: "The text is empty."
    case .truncated: "The text ends too early."
    case .unexpectedByte: "Expected a value."
    case .expectedKey: "Expected a key in quotation marks."
    case .expectedColon: "Expected a colon after the key."
    case .expectedCommaOrBrace: "Expected a comma or a closing brace."
    case .expectedCommaOrBracket: "Expected a comma or a closing bracket."
    case .trailingComma: "Expected another value after the comma."
    case .trailingBytes: "Expected nothing after the value."
    case .unterminatedString: "The string doesn't end."
    case .controlCharacter: "A string has a control character, which must be escaped."
    case .badEscape: "No such escape."
    case .badUnicodeEscape: "Expected four hexadecimal digits after \\u."
    case .loneSurrogate: "A surrogate without its other half is no character."
    case .badUTF8: "The bytes are no UTF-8."
    case .badNumber: "Expected a digit."
    case .leadingZero: "A number can't begin with a zero and go on with a digit."
    case .tooDeep(let limit): "The value is nested deeper than \(limit) levels, which is the limit."
    case .tooLong: "The text is longer than 2 GiB, or a string in it than 256 MiB."
    case .otherEncoding(let bits): "The bytes are no UTF-\(bits)."
    case .encodedFeed(let bits): "The bytes are UTF-\(bits); the elements of a feed are UTF-8."
    case .elementTooLarge(let limit):
      "The element is larger than \(limit) bytes, which is the limit of the format."
    case .expectedSeparator: "Expected the control character RS before a text (RFC 7464)."
    }
  }
}
