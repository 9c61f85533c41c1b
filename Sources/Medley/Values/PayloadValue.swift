import MedleyBase

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
    case (.object(let lhs), .object(let rhs)):
      lhs.equals(rhs)
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
    case .unsigned(let unsigned):
      if let integer = Int64(exactly: unsigned) {
        hasher.combine(integer)
      } else {
        hasher.combine(unsigned)
      }
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
  var sortedByKey: [PayloadValue.Member] {
    map(\.key).sortedOrder.map { self[$0] }
  }
}

// MARK: - Creating from literals

extension PayloadValue: ExpressibleByNilLiteral {
  /// Creates null.
  public init(nilLiteral: ()) { self = .null }
}

extension PayloadValue: ExpressibleByBooleanLiteral {
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension PayloadValue: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension PayloadValue: ExpressibleByFloatLiteral {
  /// Creates a double.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension PayloadValue: ExpressibleByStringLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension PayloadValue: ExpressibleByArrayLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: PayloadValue...) { self = .array(elements) }
}

extension PayloadValue: ExpressibleByDictionaryLiteral {
  /// Creates an object, in the order of the literal.
  public init(dictionaryLiteral elements: (String, PayloadValue)...) {
    self = .object(elements.map { ($0, $1) })
  }
}
