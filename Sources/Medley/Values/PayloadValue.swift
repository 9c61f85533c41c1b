/// A JSON-like value whose type isn't known.
///
/// Integers are distinct from doubles, with the whole range of `Int64` and `UInt64`. Objects keep
/// the order of their members if the decoder provides it, which Foundation's decoders don't.
/// Equality ignores the order.
///
/// A value takes 24 bytes, and a member of an object 40. Strings of more than 15 bytes, arrays and
/// objects have memory of their own besides. So an array of numbers with one digit takes twelve times
/// the memory of its text.
///
/// ```swift
/// if case .unknown(let payload) = element {
///   print(payload.content["title"] ?? .null)  // "Tosca"
/// }
/// let value: PayloadValue = [
///   "title": "Tosca", "acts": 3, "live": true, "cast": ["Maria"],
/// ]
/// ```
public enum PayloadValue: Sendable {
  /// Null.
  case null
  /// A Boolean.
  case boolean(Bool)
  /// An integer in the range of `Int64`.
  case integer(Int64)
  /// An integer beyond the range of `Int64`.
  case unsigned(UInt64)
  /// A number with a fraction or an exponent, or beyond 64-bit integers.
  case double(Double)
  /// A number beyond all of these as its text in JSON: `1e400`. No decoder but MedleyJSON's provides it.
  ///
  /// Encoders that can't encode the text encode a double, if it is finite.
  case number(String)
  /// A string.
  case string(String)
  /// An array.
  case array([PayloadValue])
  /// An object with its members in order.
  case object([Member])
  /// A value of a type that only its format has, such as the dates of property lists.
  ///
  /// It is encoded as its own type. MedleyFoundation and MedleyJSON add `Date` and `Data`.
  indirect case other(any Codable & Hashable & Sendable)

  /// A member of an object: the key as it came, which no key strategy converts, and the value.
  public typealias Member = (key: String, value: PayloadValue)
}

// MARK: - Comparing

extension PayloadValue: Hashable {
  /// Returns whether two values are equal.
  ///
  /// The order of an object's members doesn't matter.
  public static func == (lhs: PayloadValue, rhs: PayloadValue) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.boolean(let lhs), .boolean(let rhs)): lhs == rhs
    case (.integer(let lhs), .integer(let rhs)): lhs == rhs
    case (.unsigned(let lhs), .unsigned(let rhs)): lhs == rhs
    case (.integer(let signed), .unsigned(let unsigned)),
      (.unsigned(let unsigned), .integer(let signed)):
      UInt64(exactly: signed) == unsigned
    case (.double(let lhs), .double(let rhs)): lhs == rhs
    case (.number(let lhs), .number(let rhs)): lhs == rhs
    case (.string(let lhs), .string(let rhs)): TypeTag.string(lhs) == .string(rhs)
    case (.array(let lhs), .array(let rhs)): lhs == rhs
    case (.object(let lhs), .object(let rhs)): lhs.equals(rhs)
    case (.other(let lhs), .other(let rhs)): AnyHashable(lhs) == AnyHashable(rhs)
    default: false
    }
  }

  /// Hashes the kind and the value, ignoring the order of an object's members.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0 as UInt8)
    case .boolean(let boolean): hasher.combine(boolean)
    case .integer(let integer): hasher.combine(integer)
    // The same for an equal signed one.
    case .unsigned(let unsigned): hasher.combine(Int64(truncatingIfNeeded: unsigned))
    case .double(let double): hasher.combine(double)
    case .number(let number): hasher.combine(number)
    case .string(let string): hasher.combine(string)
    case .array(let elements): hasher.combine(elements)
    case .object(let members):
      hasher.combine(members.count)
      // Commutative, so that the order doesn't matter.
      hasher.combine(
        members.reduce(0) { hashes, member in
          var hasher = Hasher()
          hasher.combine(member.key)
          hasher.combine(member.value)
          return hashes ^ hasher.finalize()
        }
      )
    case .other(let scalar): hasher.combine(AnyHashable(scalar))
    }
  }
}

extension [PayloadValue.Member] {
  /// Calls a function with each member, of those with the same key with the first.
  package func forEachFirst(_ body: (PayloadValue.Member) throws -> Void) rethrows {
    // Comparing few keys takes less than a table.
    var known: Set<String>? = count > 8 ? [] : nil
    for (index, member) in enumerated() {
      let isFirst =
        known?.insert(member.key).inserted ?? !self[..<index].contains { $0.key == member.key }
      if isFirst { try body(member) }
    }
  }

  /// Whether two objects are equal, whatever the order of their members.
  ///
  /// Keys are compared by code unit. Each member is compared once: trying both orders would double the
  /// time at each level.
  fileprivate func equals(_ other: Self) -> Bool {
    guard count == other.count else { return false }
    func haveSameKeys(_ first: Element, _ second: Element) -> Bool {
      TypeTag.string(first.key) == .string(second.key)
    }
    let isInOrder = zip(self, other).allSatisfy { haveSameKeys($0, $1) }
    let pairs = isInOrder ? zip(self, other) : zip(sortedByKey, other.sortedByKey)
    return pairs.allSatisfy { haveSameKeys($0, $1) && $0.value == $1.value }
  }

  /// The members by key; those that share one stay in order.
  var sortedByKey: [PayloadValue.Member] { map(\.key).sortedOrder.map { self[$0] } }
}

// MARK: - Creating from literals

extension PayloadValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates null.
  public init(nilLiteral: ()) { self = .null }

  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Creates a double.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates an array.
  public init(arrayLiteral elements: PayloadValue...) { self = .array(elements) }

  /// Creates an object, in the order of the literal.
  public init(dictionaryLiteral elements: (String, PayloadValue)...) {
    self = .object(elements.map { ($0, $1) })
  }
}

// MARK: - Reading

extension PayloadValue {
  /// Accesses the first member with a key, or returns nil if there is none or this isn't an object.
  ///
  /// - Complexity: O(*n*), where *n* is the number of members.
  public subscript(key: String) -> PayloadValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key && $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// Accesses the element at an index, or returns nil if there is none or this isn't an array.
  public subscript(index: Int) -> PayloadValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

// MARK: - Reading as a type

extension PayloadValue {
  /// Whether the value is null.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The Boolean, or nil for a value of another kind.
  public var bool: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }

  /// The string, or nil for a value of another kind.
  ///
  /// ```swift
  /// let title = payload.content["title"]?.string ?? "Untitled"
  /// ```
  public var string: String? { if case .string(let string) = self { string } else { nil } }

  /// The whole number, or nil for another value.
  ///
  /// A double counts if it is whole. A number that `Int` can't represent is nil.
  ///
  /// ```swift
  /// let pages = payload.content["pages"]?.int  // 304
  /// ```
  public var int: Int? {
    switch self {
    case .integer(let integer): Int(exactly: integer)
    case .unsigned(let unsigned): Int(exactly: unsigned)
    case .double(let double): Int(exactly: double)
    default: nil
    }
  }

  /// The number as the nearest double, or nil for a value of another kind.
  ///
  /// A number that is too large for a finite double is nil.
  public var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .unsigned(let unsigned): Double(unsigned)
    case .double(let double): double
    case .number(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// The elements of an array, or nil for a value of another kind.
  public var array: [PayloadValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object by key, or nil for a value of another kind.
  ///
  /// Of members with the same key, it has the first.
  ///
  /// ```swift
  /// for (key, value) in payload.content.dictionary ?? [:] {
  ///   print(key, value)
  /// }
  /// ```
  ///
  /// - Complexity: O(*n*), where *n* is the number of members.
  public var dictionary: [String: PayloadValue]? {
    guard case .object(let members) = self else { return nil }
    return Dictionary(members.lazy.map { ($0.key, $0.value) }) { first, _ in first }
  }
}

// MARK: - Describing

extension PayloadValue: CustomStringConvertible {
  /// The value as JSON in one line; a scalar of another format is its own description.
  public var description: String {
    switch self {
    case .null: "null"
    case .boolean(let boolean): "\(boolean)"
    case .integer(let integer): "\(integer)"
    case .unsigned(let unsigned): "\(unsigned)"
    case .double(let double): "\(double)"
    case .number(let text): text
    case .string(let string): string.quoted
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\($0.key.quoted):\($0.value)" }.joined(separator: ","))}"
    case .other(let scalar): "\(scalar)"
    }
  }
}

extension String {
  /// The string as a JSON literal, with the escapes of RFC 8259 §7.
  package var quoted: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case ..<" ":
        quoted += scalar.value < 16 ? "\\u000" : "\\u00"
        quoted += String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
