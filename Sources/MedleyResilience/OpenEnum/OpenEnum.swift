import Medley

/// A case of an enum, or an unknown raw value.
///
/// Servers add raw values as well. An open enum keeps them:
///
/// ```swift
/// enum Genre: String { case sciFi = "SCI_FI", drama = "DRAMA" }
///
/// struct Listing: Codable {
///   var genre: OpenEnum<Genre>
/// }
/// switch listing.genre {
/// case .known(.sciFi): showSpaceships()
/// case .known(let genre): show(genre)
/// case .unknown(let raw): show(raw)  // "WESTERN"
/// }
/// ```
///
/// An unknown raw value is encoded as it came. The enum itself needs only a raw type. Two open
/// enums are equal if their raw values are.
@dynamicMemberLookup
public enum OpenEnum<Known: RawRepresentable> {
  /// A case of the enum.
  case known(Known)
  /// A raw value without a case.
  case unknown(Known.RawValue)

  /// Creates the case with a raw value, or keeps an unknown raw value.
  ///
  /// ```swift
  /// OpenEnum<Genre>(rawValue: "DRAMA")    // .known(.drama)
  /// OpenEnum<Genre>(rawValue: "WESTERN")  // .unknown("WESTERN")
  /// ```
  public init(rawValue: Known.RawValue) {
    self = Known(rawValue: rawValue).map { .known($0) } ?? .unknown(rawValue)
  }

  /// Creates the open enum with a case.
  ///
  /// ```swift
  /// let genre = OpenEnum(Genre.drama)
  /// ```
  public init(_ known: Known) {
    self = .known(known)
  }

  /// The raw value, known or not.
  public var rawValue: Known.RawValue {
    switch self {
    case .known(let known): known.rawValue
    case .unknown(let rawValue): rawValue
    }
  }

  /// The case, or nil for an unknown raw value.
  ///
  /// ```swift
  /// listing.genre.known  // .drama, or nil
  /// ```
  public var known: Known? {
    switch self {
    case .known(let known): known
    case .unknown(let rawValue): Known(rawValue: rawValue)
    }
  }

  /// Accesses a member of the enum, or returns nil for an unknown raw value.
  ///
  /// ```swift
  /// extension Genre { var title: String { ... } }
  /// listing.genre.title ?? listing.genre.rawValue
  /// ```
  public subscript<Member>(dynamicMember path: KeyPath<Known, Member>) -> Member? {
    known.map { $0[keyPath: path] }
  }
}

extension OpenEnum: RawRepresentable {}
extension OpenEnum: Sendable where Known: Sendable, Known.RawValue: Sendable {}

// MARK: - Reading

extension OpenEnum where Known: CaseIterable {
  /// Every case of the enum, for example for menus.
  ///
  /// ```swift
  /// Picker("Genre", selection: $genre) {
  ///   ForEach(OpenEnum<Genre>.allKnown, id: \.self) {
  ///     Text($0.rawValue)
  ///   }
  /// }
  /// ```
  public static var allKnown: [OpenEnum] { Known.allCases.map { .known($0) } }
}

// MARK: - Comparing

extension OpenEnum: Equatable where Known.RawValue: Equatable {
  /// Returns whether two values have the same raw value.
  public static func == (lhs: OpenEnum, rhs: OpenEnum) -> Bool {
    lhs.rawValue == rhs.rawValue
  }

  /// Returns whether a value is a case.
  ///
  /// ```swift
  /// if listing.genre == .sciFi { ... }
  /// ```
  public static func == (lhs: OpenEnum, rhs: Known) -> Bool {
    lhs.rawValue == rhs.rawValue
  }

  /// Returns whether a value isn't a case.
  public static func != (lhs: OpenEnum, rhs: Known) -> Bool {
    lhs.rawValue != rhs.rawValue
  }

  /// Returns whether a value is a case, for patterns without `.known`.
  ///
  /// ```swift
  /// switch listing.genre {
  /// case .sciFi: showSpaceships()
  /// default: show(listing.genre.rawValue)
  /// }
  /// ```
  public static func ~= (pattern: Known, value: OpenEnum) -> Bool {
    value == pattern
  }
}

extension OpenEnum: Hashable where Known.RawValue: Hashable {
  /// Hashes the raw value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue)
  }
}

extension OpenEnum: CustomStringConvertible {
  /// The case, or the raw value in parentheses.
  public var description: String {
    switch self {
    case .known(let known): "\(known)"
    case .unknown(let rawValue): "unknown(\(rawValue))"
    }
  }
}

// MARK: - Coding

extension OpenEnum: Decodable where Known.RawValue: Decodable {
  /// Decodes the raw value, which may be unknown.
  ///
  /// - Throws: `DecodingError` if the value is of another kind than the raw values, or null.
  @inline(__always) public init(from decoder: any Decoder) throws {
    // Inlined into the witness, which has the metadata of this type: looking it up takes 330
    // instructions.
    let rawValue = try decoder.singleValueContainer().decodeRawValue(Known.RawValue.self)
    let listed = Self.listedValues
    guard let position = listed.position(of: rawValue) else {
      self = Self.counting(rawValue, decoder)
      return
    }
    self = listed.value(at: position)
  }
}

extension OpenEnum {
  // Never inlined: a function with an optional or a case of this type looks up the metadata of both
  // on entry, 780 instructions.

  /// Returns the value for a raw value that may be that of a case, and counts another.
  @inline(never) static func counting(
    _ rawValue: Known.RawValue,
    _ decoder: (any Decoder)?
  ) -> OpenEnum {
    if let known = Known(rawValue: rawValue) { return .known(known) }
    let collector = IssueCollector.listening(decoder?.userInfo ?? [:])
    collector?.count(TypeTag(rawValue: rawValue), of: Known.self)
    return .unknown(rawValue)
  }
}

extension OpenEnum: Encodable where Known.RawValue: Encodable {
  /// Encodes the raw value, known or not.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encodeRawValue(rawValue)
  }
}

@available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *)
extension OpenEnum: CodingKeyRepresentable where Known.RawValue: CodingKeyRepresentable {
  /// The raw value as a key.
  ///
  /// A dictionary with such keys is encoded as an object.
  public var codingKey: any CodingKey { rawValue.codingKey }

  /// Creates the case with a key, or keeps an unknown key.
  ///
  /// It returns nil if the key can't be a raw value, such as a word instead of a number.
  public init?<Key: CodingKey>(codingKey: Key) {
    guard let rawValue = Known.RawValue(codingKey: codingKey) else { return nil }
    self = Self.counting(rawValue, nil)
  }
}

// MARK: - Writing as literals

extension OpenEnum: ExpressibleByUnicodeScalarLiteral
where Known.RawValue: ExpressibleByUnicodeScalarLiteral {
  /// Creates an open enum from a raw value.
  public init(unicodeScalarLiteral value: Known.RawValue.UnicodeScalarLiteralType) {
    self.init(rawValue: Known.RawValue(unicodeScalarLiteral: value))
  }
}

extension OpenEnum: ExpressibleByExtendedGraphemeClusterLiteral
where Known.RawValue: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Creates an open enum from a raw value.
  public init(
    extendedGraphemeClusterLiteral value: Known.RawValue.ExtendedGraphemeClusterLiteralType
  ) {
    self.init(rawValue: Known.RawValue(extendedGraphemeClusterLiteral: value))
  }
}

extension OpenEnum: ExpressibleByStringLiteral
where Known.RawValue: ExpressibleByStringLiteral {
  /// Creates an open enum from a raw value.
  ///
  /// ```swift
  /// let genre: OpenEnum<Genre> = "WESTERN"  // .unknown("WESTERN")
  /// ```
  public init(stringLiteral value: Known.RawValue.StringLiteralType) {
    self.init(rawValue: Known.RawValue(stringLiteral: value))
  }
}

extension OpenEnum: ExpressibleByIntegerLiteral
where Known.RawValue: ExpressibleByIntegerLiteral {
  /// Creates an open enum from a raw value.
  public init(integerLiteral value: Known.RawValue.IntegerLiteralType) {
    self.init(rawValue: Known.RawValue(integerLiteral: value))
  }
}
