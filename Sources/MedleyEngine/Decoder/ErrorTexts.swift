/// A cache of the descriptions of errors.
///
/// The name of a type takes long to make, and types that try several kinds in turn throw the same few
/// errors for each value.
struct ErrorTexts {
  /// What is wrong with a value.
  enum Reason: Int {
    case absent
    case boolean, number, string, object, array
    /// A number that doesn't fit; its text precedes this one.
    case unrepresentable

    static var count: Int { unrepresentable.rawValue + 1 }
  }

  /// The places of the first text of each type; nil before there is one.
  private var places: PointerTable<Int>?
  /// The texts of one type after the other, by reason; empty ones aren't made yet.
  private var texts = MemoryStack<String>(capacity: 8)

  func deallocate() {
    places?.deallocate()
    texts.deallocate()
  }

  /// Returns the description for a value that isn't of a type.
  @inline(__always) mutating func text(_ type: any Any.Type, _ reason: Reason) -> String {
    Self.literal(type, reason) ?? cachedText(type, reason)
  }

  @inline(never) private mutating func cachedText(
    _ type: any Any.Type,
    _ reason: Reason
  ) -> String {
    let first = places?[ObjectIdentifier(type)] ?? place(of: type)
    let place = first + reason.rawValue
    if texts[place].isEmpty { texts[place] = Self.text("\(type)", reason) }
    return texts[place]
  }

  private mutating func place(of type: any Any.Type) -> Int {
    let first = texts.count
    var places = places ?? PointerTable()
    places.insert(first, for: ObjectIdentifier(type))
    self.places = places
    for _ in 0..<Reason.count { texts.push("") }
    return first
  }

  /// Returns the description for a usual type; nil for others.
  ///
  /// It isn't searched for, and literals aren't counted: 9 % of an attempt that fails.
  @inline(__always)
  private static func literal(_ type: any Any.Type, _ reason: Reason) -> String? {
    if type == Bool.self {
      switch reason {
      case .number: return "Expected to decode Bool but found number instead."
      case .string: return "Expected to decode Bool but found a string instead."
      case .object: return "Expected to decode Bool but found a dictionary instead."
      case .array: return "Expected to decode Bool but found an array instead."
      default: return nil
      }
    }
    if type == Int.self {
      switch reason {
      case .boolean: return "Expected to decode Int but found bool instead."
      case .string: return "Expected to decode Int but found a string instead."
      case .object: return "Expected to decode Int but found a dictionary instead."
      case .array: return "Expected to decode Int but found an array instead."
      default: return nil
      }
    }
    if type == Double.self {
      switch reason {
      case .boolean: return "Expected to decode Double but found bool instead."
      case .string: return "Expected to decode Double but found a string instead."
      case .object: return "Expected to decode Double but found a dictionary instead."
      case .array: return "Expected to decode Double but found an array instead."
      default: return nil
      }
    }
    if type == String.self {
      switch reason {
      case .boolean: return "Expected to decode String but found bool instead."
      case .number: return "Expected to decode String but found number instead."
      case .object: return "Expected to decode String but found a dictionary instead."
      case .array: return "Expected to decode String but found an array instead."
      default: return nil
      }
    }
    return nil
  }

  private static func text(_ type: String, _ reason: Reason) -> String {
    let found: String
    switch reason {
    case .absent: return "Cannot get value of type \(type) -- found null value instead"
    case .unrepresentable: return "> does not fit in \(type)."
    case .boolean: found = "bool"
    case .number: found = "number"
    case .string: found = "a string"
    case .object: found = "a dictionary"
    case .array: found = "an array"
    }
    return "Expected to decode \(type) but found \(found) instead."
  }
}
