import MedleyEngine
import MedleyJSON

/// Validates a text against RFC 8259 as its bytes arrive, each byte once.
///
///     value ──"──▶ string ──"──▶ separator ──,──▶ value or key
///       │  └─[─▶ value or end        │
///       └──{──▶ key or end           └─ ] or } ─▶ separator of the container around it
///
/// It refuses a text at the first byte with which no valid text goes on.
struct IncrementalValidator {
  /// What may come next, or after the token.
  enum State {
    case value, valueOrEnd, keyOrEnd, key, colon, separator
  }

  /// What the last byte is in: a string, a number or a literal.
  enum Token {
    case string, escape, character
    case minus, zero, integer, point, fraction, exponent, exponentSign, exponentDigits
    case literal
  }

  /// What the last byte completed.
  enum Event {
    case openedObject, openedArray, closed
    case key
    /// A string or literal.
    case scalar
    /// A number before the byte, or nothing: the byte begins a value at which the validator stops.
    case stopped
  }

  private var state = State.value
  /// Nil outside of strings, numbers and literals.
  var token: Token?
  /// Whether the open containers are objects, the outermost first.
  private(set) var containers: [Bool] = []
  private let depthLimit: Int
  private let allowsTrailingCommas: Bool
  /// Whether a scalar is an event at its first byte, before which it stops, since the next value
  /// must be an array or an object.
  var awaitsContainer = false
  /// Whether each value is an event at its first byte, before which it stops, because its end is
  /// found elsewhere.
  var framesValues = false
  /// The first byte of the string, number or literal, or the last byte outside of them.
  var tokenStart = 0
  /// The kind of the string, number or literal, as far as it came.
  var kind = Kind.null
  /// The missing bytes of the literal, the first in the lowest bits.
  var literal: UInt32 = 0
  /// The number of bytes after the backslash, or of those of a character.
  var progress = 0
  /// The code unit of an escape, or the bytes of a character, the first in the lowest bits.
  var unit: UInt32 = 0

  init(for decoder: PolymorphicJSONDecoder) {
    depthLimit = decoder.depthLimit
    allowsTrailingCommas = decoder.allowsTrailingCommas
  }

  /// Whether the value is complete and nothing can continue it.
  var isComplete: Bool { isCompleteAtEnd && token == nil }

  /// Whether the text may end here, possibly with a number.
  var isCompleteAtEnd: Bool {
    containers.isEmpty && state == .separator && (token == nil || isAtNumberEnd)
  }

  /// Whether the string is a key.
  var isKey: Bool { state == .colon }

  /// Whether nothing but white space came.
  var isEmpty: Bool { state == .value && containers.isEmpty }

  /// Looks at bytes until something is complete.
  ///
  /// - Parameters:
  ///   - position: The first byte that wasn't looked at, which is changed to the one after what is
  ///     complete, or to the end.
  ///   - bytes: The bytes.
  /// - Returns: What is complete; nil at the end of the bytes.
  /// - Throws: `SyntaxError` with the first invalid byte.
  // Inlined, because a splitter calls it for each element of an array.
  @inline(__always)
  mutating func advance(_ position: inout Int, in bytes: Bytes) throws(SyntaxError) -> Event? {
    while true {
      if token == .string { skipPlain(&position, in: bytes) }
      guard position < bytes.count else { return nil }
      let event: Event?
      do {
        event = try step(bytes[position], at: position)
      } catch {
        throw SyntaxError(offset: position, reason: error)
      }
      if event != .stopped { position &+= 1 }
      if let event { return event }
    }
  }

  // MARK: - Stepping

  @inline(__always) private mutating func step(
    _ byte: UInt8,
    at position: Int
  ) throws(SyntaxError.Reason) -> Event? {
    guard let token else { return byte.isSpace ? nil : try structure(byte, at: position) }
    return isInString ? try string(byte, in: token) : try plain(byte, in: token)
  }

  private mutating func structure(
    _ byte: UInt8,
    at position: Int
  ) throws(SyntaxError.Reason) -> Event? {
    tokenStart = position
    switch state {
    case .value, .valueOrEnd:
      if byte == UInt8(ascii: "]") {
        let isInArray = containers.last == false
        if state == .valueOrEnd || isInArray && allowsTrailingCommas { return close() }
        throw isInArray ? .trailingComma : .unexpectedByte
      }
      return try value(byte)
    case .keyOrEnd, .key:
      if byte == UInt8(ascii: "}") {
        if state == .keyOrEnd || allowsTrailingCommas { return close() }
        throw .trailingComma
      }
      guard byte == UInt8(ascii: "\"") else { throw .expectedKey }
      kind = .ascii
      token = .string
      state = .colon
    case .colon:
      guard byte == UInt8(ascii: ":") else { throw .expectedColon }
      state = .value
    default:
      guard let isObject = containers.last else { throw .trailingBytes }
      if byte == UInt8(ascii: ",") {
        state = isObject ? .key : .value
      } else if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
        return close()
      } else {
        throw isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket
      }
    }
    return nil
  }

  private mutating func value(_ byte: UInt8) throws(SyntaxError.Reason) -> Event? {
    kind = .integer
    switch byte {
    // No value can be framed that begins with these.
    case UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ":"): throw .unexpectedByte
    case _ where framesValues:
      state = .separator
      return .stopped
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard containers.count < depthLimit else { throw .tooDeep(depthLimit) }
      let isObject = byte == UInt8(ascii: "{")
      containers.append(isObject)
      state = isObject ? .keyOrEnd : .valueOrEnd
      return isObject ? .openedObject : .openedArray
    case UInt8(ascii: "\""):
      kind = .ascii
      token = .string
    case UInt8(ascii: "-"): token = .minus
    case UInt8(ascii: "0"): token = .zero
    case UInt8(ascii: "1")...UInt8(ascii: "9"): token = .integer
    case UInt8(ascii: "t"): begin(.true, 0x65_7572)  // "rue"
    case UInt8(ascii: "f"): begin(.false, 0x6573_6c61)  // "alse"
    case UInt8(ascii: "n"): begin(.null, 0x6c_6c75)  // "ull"
    default: throw .unexpectedByte
    }
    state = .separator
    return awaitsContainer ? .stopped : nil
  }

  private mutating func begin(_ kind: Kind, _ rest: UInt32) {
    self.kind = kind
    literal = rest
    token = .literal
  }

  private mutating func close() -> Event {
    containers.removeLast()
    state = .separator
    return .closed
  }
}
