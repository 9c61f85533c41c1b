// MARK: - Writing

extension JSONTree: CustomStringConvertible {
  package var description: String { text }

  /// The tree as JSON in one line, with the numbers as they were spelled and every member.
  package var text: String {
    switch self {
    case .null: "null"
    case .boolean(let boolean): boolean ? "true" : "false"
    case .number(let number): number.spelling
    case .string(let string): Self.quoted(string)
    case .array(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.key)):\($0.value.text)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ string: String) -> String {
    var text = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
