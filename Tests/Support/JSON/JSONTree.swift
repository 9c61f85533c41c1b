/// A JSON value exactly as its text has it.
///
/// Numbers keep their spelling, objects the order of their members and every duplicate, and strings
/// their code units. Two trees are equal if they mean the same; see ``difference(from:)``.
package enum JSONTree: Sendable {
  case null
  case boolean(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONTree])
  case object([Member])

  /// One member of an object.
  package struct Member: Sendable {
    package var key: String
    package var value: JSONTree

    package init(key: String, value: JSONTree) {
      self.key = key
      self.value = value
    }
  }

  /// Reads `text`, which must be JSON as RFC 8259 has it.
  ///
  /// - Parameters:
  ///   - text: One JSON value.
  ///   - depthLimit: How many arrays and objects may be open at once.
  /// - Throws: ``JSONSyntaxError`` if `text` is no JSON, or is nested more deeply.
  package init(
    parsing text: String,
    depthLimit: Int = JSONParser.defaultDepthLimit
  ) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8), depthLimit: depthLimit)
  }

  /// Reads `bytes`, which must be JSON in UTF-8 as RFC 8259 has it.
  ///
  /// - Parameters:
  ///   - bytes: One JSON value.
  ///   - depthLimit: How many arrays and objects may be open at once.
  /// - Throws: ``JSONSyntaxError`` if `bytes` are no JSON, or are nested more deeply.
  package init(
    parsing bytes: [UInt8],
    depthLimit: Int = JSONParser.defaultDepthLimit
  ) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes, depthLimit: depthLimit)
    self = try parser.parse()
  }
}

// MARK: - Making

extension JSONTree {
  /// An object of `members`, in their order.
  package static func object(_ members: KeyValuePairs<String, JSONTree>) -> JSONTree {
    .object(members.map { Member(key: $0.key, value: $0.value) })
  }
}

extension JSONTree: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  package init(stringLiteral value: String) {
    self = .string(value)
  }

  package init(integerLiteral value: Int64) {
    self = .number(JSONNumber(value))
  }

  package init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }

  package init(nilLiteral: ()) {
    self = .null
  }
}

// MARK: - Asking

extension JSONTree {
  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  package var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  package var boolean: Bool? {
    if case .boolean(let boolean) = self { boolean } else { nil }
  }

  package var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  package var elements: [JSONTree]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  package var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// Whether this is neither an array nor an object.
  package var isScalar: Bool {
    elements == nil && members == nil
  }

  /// The value of the first member under `key`, compared by code unit.
  package subscript(key: String) -> JSONTree? {
    members?.first { $0.key.hasSameCodeUnits(as: key) }?.value
  }
}

extension String {
  /// Whether both are spelled alike: `==` also holds for canonically equivalent spellings.
  package func hasSameCodeUnits(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
