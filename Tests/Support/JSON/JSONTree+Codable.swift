// MARK: - Coding

/// An object's members are coded under their own keys, everything else as the one value it is.
extension JSONTree: Codable {
  package init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      self = .object(
        try container.allKeys.map {
          Member(key: $0.stringValue, value: try container.decode(JSONTree.self, forKey: $0))
        }
      )
      return
    }
    if var container = try? decoder.unkeyedContainer() {
      var elements: [JSONTree] = []
      while !container.isAtEnd { elements.append(try container.decode(JSONTree.self)) }
      self = .array(elements)
      return
    }
    self = try Self.scalar(in: try decoder.singleValueContainer())
  }

  private static func scalar(in container: some SingleValueDecodingContainer) throws -> JSONTree {
    if container.decodeNil() { return .null }
    if let boolean = try? container.decode(Bool.self) { return .boolean(boolean) }
    if let integer = try? container.decode(Int64.self) { return .number(JSONNumber(integer)) }
    if let integer = try? container.decode(UInt64.self) { return .number(JSONNumber(integer)) }
    if let double = try? container.decode(Double.self), let number = JSONNumber(double) {
      return .number(number)
    }
    if let string = try? container.decode(String.self) { return .string(string) }
    throw DecodingError.dataCorruptedError(
      in: container,
      debugDescription: "JSON has no value of this kind."
    )
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for member in members {
        try container.encode(member.value, forKey: Key(stringValue: member.key))
      }
    case .null, .boolean, .number, .string:
      var container = encoder.singleValueContainer()
      try encodeScalar(to: &container)
    }
  }

  private func encodeScalar(to container: inout some SingleValueEncodingContainer) throws {
    switch self {
    case .boolean(let boolean): try container.encode(boolean)
    case .string(let string): try container.encode(string)
    case .number(let number):
      if number.isWrittenAsInteger, let integer = number.int64 {
        try container.encode(integer)
      } else if number.isWrittenAsInteger, let integer = number.uint64 {
        try container.encode(integer)
      } else if let double = number.double {
        try container.encode(double)
      } else {
        let context = EncodingError.Context(
          codingPath: container.codingPath,
          debugDescription: "No type of the standard library holds \(number.spelling)."
        )
        throw EncodingError.invalidValue(number, context)
      }
    case .null, .array, .object: try container.encodeNil()
    }
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }
}
