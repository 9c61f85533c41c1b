/// A value of any type that knows half of the members: those whose keys begin with an odd byte.
///
/// So tests can take any document for one whose newer members a program doesn't know.
package indirect enum KnownTree: Codable, Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([KnownTree])
  case object([(key: String, value: KnownTree)])

  /// Whether the members under a key are known.
  package static func knows(_ key: String) -> Bool {
    key.utf8.first.map { $0 % 2 == 1 } ?? false
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let boolean = try? container.decode(Bool.self) {
      self = .boolean(boolean)
    } else if var elements = try? decoder.unkeyedContainer() {
      var all: [KnownTree] = []
      while !elements.isAtEnd { all.append(try elements.decode(KnownTree.self)) }
      self = .array(all)
    } else if let members = try? decoder.container(keyedBy: Key.self) {
      self = .object(
        try members.allKeys.filter { Self.knows($0.stringValue) }.map {
          ($0.stringValue, try members.decode(KnownTree.self, forKey: $0))
        }
      )
    } else {
      // A number beyond doubles.
      self = .null
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let boolean): try container.encode(boolean)
    case .number(let number): try container.encode(number)
    case .string(let string): try container.encode(string)
    case .array(let elements): try container.encode(elements)
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for member in members {
        try container.encode(member.value, forKey: Key(stringValue: member.key))
      }
    }
  }
}
