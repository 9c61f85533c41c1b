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
    case .number(let number): number.text
    case .string(let string): string.quoted
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\($0.key.quoted):\($0.value)" }.joined(separator: ","))}"
    case .other(let scalar): "\(scalar.value)"
    }
  }
}

extension String {
  /// The string as a JSON literal, with the escapes of RFC 8259 §7.
  var quoted: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension UnknownPayload: CustomStringConvertible {
  /// The tag, the reason and the content, for logs.
  public var description: String {
    "\(tag.map(\.shortened) ?? "no tag") (\(reason)): \(content)"
  }
}
