/// Any JSON as a type of plain `Codable` sees it, which knows nothing of a decoder's own ways.
enum PlainTree: Decodable, Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([PlainTree])
  case object([String: PlainTree])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let boolean = try? container.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let elements = try? container.decode([PlainTree].self) {
      self = .array(elements)
    } else if let members = try? container.decode([String: PlainTree].self) {
      self = .object(members)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }
}
