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
