import MedleyBase

/// The value that selects a payload's type: `"MOVIE"`, `4`, `true` or `["v1", "Pod"]`.
///
/// A tag is an opaque key into a registry's table. It is never parsed, and never resolved to the
/// name of a type. Tags of different kinds are different: `"1"`, `1` and `true` select three types.
/// Strings are compared by code unit, so the two spellings of `é` are two tags.
///
/// ```swift
/// var blocks = PolymorphicRegistry<any Block>("kind")
/// try blocks.register(Paragraph.self, for: "paragraph")
/// try blocks.register(Rule.self, for: 4)
///
/// var resources = PolymorphicRegistry<any Resource>(
///   .compound("apiVersion", "kind"))
/// try resources.register(Pod.self, for: ["v1", "Pod"])
/// ```
public enum TypeTag: Sendable {
  /// A string, compared by code unit.
  case string(String)
  /// An integer of at most 64 bits.
  case integer(Int64)
  /// A Boolean.
  case boolean(Bool)
  /// Several values that select a type together; see ``Discriminator/compound(_:)``.
  ///
  /// Nil is a value that is absent.
  case compound([TypeTag?])
}

// MARK: - Creating from values

extension TypeTag {
  /// Creates a string tag.
  ///
  /// ```swift
  /// for (name, type) in configuration.types {
  ///   try media.register(type, for: TypeTag(name))
  /// }
  /// ```
  public init(_ string: String) {
    self = .string(string)
  }

  /// Creates the tag of a case of an enum with string raw values.
  ///
  /// ```swift
  /// enum Kind: String {
  ///   case movie = "MOVIE", book = "BOOK"
  /// }
  /// let media = PolymorphicRegistry<any Media>(
  ///   "type", [TypeTag(Kind.movie): Movie.self])
  /// ```
  public init(_ value: some RawRepresentable<String>) {
    self = .string(value.rawValue)
  }
}

// MARK: - Reading

extension TypeTag {
  /// The string of a string tag, or nil.
  ///
  /// ```swift
  /// static func unknown(_ payload: UnknownPayload) -> Block {
  ///   .unsupported(type: payload.tag?.string)
  /// }
  /// ```
  public var string: String? { if case .string(let string) = self { string } else { nil } }

  /// The integer of an integer tag, or nil.
  ///
  /// An integer that `Int` can't represent is nil as well.
  public var int: Int? {
    if case .integer(let integer) = self { Int(exactly: integer) } else { nil }
  }

  /// The Boolean of a Boolean tag, or nil.
  public var bool: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }
}

// MARK: - Comparing

extension TypeTag: Hashable {
  /// Returns whether two tags have the same kind and the same code units, number or parts.
  @inline(never) public static func == (lhs: TypeTag, rhs: TypeTag) -> Bool {
    switch (lhs, rhs) {
    case (.string(let lhs), .string(let rhs)):
      // `String.==` also equates canonically equivalent strings, of which one isn't ASCII.
      lhs == rhs && (lhs.isASCII && rhs.isASCII || lhs.utf8.elementsEqual(rhs.utf8))
    case (.integer(let lhs), .integer(let rhs)): lhs == rhs
    case (.boolean(let lhs), .boolean(let rhs)): lhs == rhs
    case (.compound(let lhs), .compound(let rhs)): lhs == rhs
    default: false
    }
  }
}

// MARK: - Creating from literals

extension TypeTag: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  /// Creates a string tag from a literal.
  public init(stringLiteral value: String) {
    self = .string(value)
  }

  /// Creates an integer tag from a literal.
  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }

  /// Creates a Boolean tag from a literal.
  public init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }

  /// Creates a compound tag from the literals of its parts: `["message", nil]`.
  public init(arrayLiteral elements: TypeTag?...) {
    self = .compound(elements)
  }
}

// MARK: - Describing

extension TypeTag: CustomStringConvertible {
  /// The tag as a JSON literal: strings in quotation marks, compound tags in brackets.
  public var description: String {
    switch self {
    case .string(let string): string.quoted
    case .integer(let integer): "\(integer)"
    case .boolean(let boolean): "\(boolean)"
    case .compound(let parts):
      "[\(parts.map { $0?.description ?? "null" }.joined(separator: ", "))]"
    }
  }
}

// MARK: - Spelling as text

extension TypeTag {
  /// The parts of a compound tag, of which nil are absent, or the tag itself.
  @inline(never) package var parts: [TypeTag?] {
    if case .compound(let parts) = self { parts } else { [self] }
  }

  /// The string, or the parts of a compound tag, each with a zero behind it; nil for other scalars, an
  /// empty tag, and strings with a zero.
  @inline(never) package var text: String? {
    let texts = parts.compactMap { $0?.string }
    guard !texts.isEmpty, texts.count == parts.count,
      !texts.contains(where: { $0.utf8.contains(0) })
    else { return nil }
    return if case .compound = self { texts.map { $0 + "\0" }.joined() } else { texts[0] }
  }

  /// The tag as the key of an object; nil for a compound tag.
  @inline(never) package var keyText: String? {
    switch self {
    case .string(let string): string
    case .integer(let integer): String(integer)
    case .boolean(let boolean): String(boolean)
    case .compound: nil
    }
  }

  /// The tag with its string in a form that compares fast.
  var compacted: TypeTag {
    if case .string(let string) = self { .string(string.compacted) } else { self }
  }

  /// The tag in lowercase.
  var folded: TypeTag {
    switch self {
    case .string(let string): .string(string.lowercased())
    case .compound(let parts): .compound(parts.map { $0?.folded })
    case .integer, .boolean: self
    }
  }

  /// Returns every tag that a key can stand for, the string first.
  ///
  /// A key is text in every format, so `"4"` can stand for the tag `4`.
  static func spelled(_ key: String) -> [TypeTag] {
    var tags: [TypeTag] = [.string(key)]
    if let integer = WholeNumber(key[...])?.integer(Int64.self), String(integer) == key {
      tags.append(.integer(integer))
    }
    if let boolean = Bool(key) { tags.append(.boolean(boolean)) }
    return tags
  }
}

// MARK: - Reading integers

extension Int64 {
  /// Reads an integer tag in any notation: `4`, `4.0`, `4e0` and `40e-1` are the tag 4.
  ///
  /// JSON has one kind of number (RFC 8259 §6), and servers write whole numbers with a fraction.
  /// Decoders accept different notations as `Int64`: near its limits, `JSONDecoder` refuses
  /// `9223372036854775807.0`, which rounds to a double beyond them.
  ///
  /// - Returns: Nil for another value.
  @inline(never) static func tag(in decoder: any Decoder) -> Int64? {
    guard let container = try? decoder.singleValueContainer() else { return nil }
    if let integer = try? container.decode(Int64.self) { return integer }
    // Only a number has a double.
    guard let double = try? container.decode(Double.self) else { return nil }
    // Below 2^53, a whole double is exactly the number.
    if double.magnitude < 0x1p53 { return Int64(exactly: double) }
    // Some decoders trap on an integer that doesn't fit, so only strict ones are used.
    guard double.magnitude <= 0x1p63, DecoderTraits(decoder) == .strict,
      #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
      let integer = try? container.decode(Int128.self)
    else { return nil }
    return Int64(exactly: integer)
  }
}
