/// Overrides as tutorials on the web recommend them.
///
/// A module's functions take precedence over the standard library's with the same signature, so
/// synthesised `Codable` calls these in every type of this module.
extension KeyedDecodingContainer {
  func decodeIfPresent<T>(_ type: T.Type, forKey key: Key) throws -> T? where T: Decodable {
    try? decode(type, forKey: key)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try? decode(type, forKey: key)
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let container = try superDecoder(forKey: key).singleValueContainer()
    if let integer = try? container.decode(Int.self) { return String(integer) }
    return try container.decode(type)
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let container = try superDecoder(forKey: key).singleValueContainer()
    if let integer = try? container.decode(Int.self) { return integer != 0 }
    if let string = try? container.decode(String.self) { return string == "true" }
    return try container.decode(type)
  }

  func decode<T>(_ type: [T].Type, forKey key: Key) throws -> [T] where T: Decodable {
    var container = try nestedUnkeyedContainer(forKey: key)
    var elements: [T] = []
    while !container.isAtEnd {
      if let element = try? container.decode(T.self) {
        elements.append(element)
      } else {
        _ = try container.decode(Anything.self)
      }
    }
    return elements
  }
}

/// What is skipped.
private struct Anything: Decodable {
  init(from decoder: any Decoder) {}
}
