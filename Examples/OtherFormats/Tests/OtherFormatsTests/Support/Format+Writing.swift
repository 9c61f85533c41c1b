import Formats
import Medley

// MARK: - Writing documents

/// Writes a tree in each format by hand, so that tests need one input and don't depend on the
/// packages' encoders.
extension Format {
  /// The document for `tree`.
  func document(_ tree: PayloadValue) -> String {
    switch self {
    case .yaml: "\(tree)"  // YAML reads JSON
    case .toml: Self.table(tree)
    case .xml: Self.element("feed", tree)
    }
  }

  private static func table(_ tree: PayloadValue) -> String {
    guard case .object(let members) = tree else { return "" }
    return members.map { "\(quoted($0.key)) = \(inline($0.value))\n" }.joined()
  }

  private static func inline(_ value: PayloadValue) -> String {
    switch value {
    case .array(let elements):
      return "[\(elements.map(inline).joined(separator: ", "))]"
    case .object(let members):
      let pairs = members.filter { $0.value != .null }
      return "{\(pairs.map { "\(quoted($0.key)) = \(inline($0.value))" }.joined(separator: ", "))}"
    default:
      return "\(value)"  // scalars are spelled as in JSON
    }
  }

  private static func quoted(_ key: String) -> String { "\(PayloadValue.string(key))" }

  /// An array under a key is its elements, each under the key.
  private static func element(_ name: String, _ value: PayloadValue) -> String {
    switch value {
    case .array(let elements):
      return elements.map { element(name, wrapped($0)) }.joined()
    case .object(let members):
      return "<\(name)>\(members.map { element($0.key, $0.value) }.joined())</\(name)>"
    case .null: return "<\(name)/>"
    case .string(let string): return "<\(name)>\(escaped(string))</\(name)>"
    default: return "<\(name)>\(value)</\(name)>"
    }
  }

  /// XML has no arrays in arrays: their elements need a name.
  private static func wrapped(_ element: PayloadValue) -> PayloadValue {
    guard case .array = element else { return element }
    return .object([(key: "items", value: element)])
  }

  private static func escaped(_ string: String) -> String {
    string.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      default: escaped.append(character)
      }
    }
  }
}

// MARK: - Knowing what a format can say

extension Format {
  /// The part of `tree` that this format can hold.
  ///
  /// TOML has no null. XML has text only, no empty arrays, and an element is like an array of one.
  func image(of tree: PayloadValue) -> PayloadValue {
    switch (self, tree) {
    case (.yaml, _): tree
    case (_, .object(let members)):
      .object(members.compactMap { member($0.key, $0.value) })
    case (.xml, .array(let elements)) where elements.count == 1: image(of: elements[0])
    case (_, .array(let elements)): .array(elements.map(image))
    case (.toml, _): tree
    case (.xml, .string(let string)): .string(string)
    case (.xml, .null): ""
    case (.xml, _): .string("\(tree)")
    }
  }

  private func member(_ key: String, _ value: PayloadValue) -> PayloadValue.Member? {
    if self == .toml, value == .null { return nil }
    if self == .xml, value == [] { return nil }
    return (key: key, value: image(of: value))
  }
}
