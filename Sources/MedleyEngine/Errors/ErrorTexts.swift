/// A cache of the descriptions of errors.
///
/// The name of a type takes long to make, and types that try several kinds in turn throw the same few
/// errors for each value. It has a fixed size; a text may replace another.
struct ErrorTexts {
  private struct Entry {
    let type: ObjectIdentifier
    let found: Kind?
    let text: String
  }

  private static let count = 128
  /// How many places beginning with that of its hash a text may have.
  private static let reach = 4
  private var entries: [Entry?] = []

  /// Returns the description for a value of another kind than its type's.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - found: The kind of the value; nil for a number that doesn't fit, whose text precedes this one.
  /// - Returns: The description.
  @inline(never) mutating func text(_ type: any Any.Type, _ found: Kind?) -> String {
    if entries.isEmpty { entries = Array(repeating: nil, count: Self.count + Self.reach) }
    let key = ObjectIdentifier(type)
    let bits =
      (UInt64(UInt(bitPattern: key)) &+ UInt64(found?.rawValue ?? .max)) &* 0x9e37_79b9_7f4a_7c15
    let first = Int(truncatingIfNeeded: bits &>> 57)
    let places = first..<first + Self.reach
    for place in places {
      guard let entry = entries[place] else { break }
      if entry.type == key, entry.found == found { return entry.text }
    }
    let text = Self.describe(type, found)
    entries[places.first { entries[$0] == nil } ?? first] = Entry(
      type: key,
      found: found,
      text: text
    )
    return text
  }

  private static func describe(_ type: any Any.Type, _ found: Kind?) -> String {
    guard let found else { return "> does not fit in \(type)." }
    let name: String
    switch found {
    case .null: return "Cannot get value of type \(type) -- found null value instead"
    case .true, .false: name = "bool"
    case .integer, .decimal: name = "number"
    case .ascii, .text, .escaped: name = "a string"
    case .object: name = "a dictionary"
    case .array: name = "an array"
    }
    return "Expected to decode \(type) but found \(name) instead."
  }
}
