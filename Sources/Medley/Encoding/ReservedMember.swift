/// A member that an object already has before a payload is encoded into it: a tag.
struct ReservedMember {
  let path: [String]
  let tag: TypeTag

  init(_ path: [String], _ tag: TypeTag) {
    self.path = path
    self.tag = tag
  }
}

extension KeyedEncodingContainer {
  /// Encodes a tag directly as what it is, which spares the encoder a value of its own.
  mutating func encode(_ tag: TypeTag, forKey key: Key) throws {
    switch tag {
    case .string(let string): try encode(string, forKey: key)
    case .integer(let integer): try encode(integer, forKey: key)
    case .boolean(let boolean): try encode(boolean, forKey: key)
    case .compound(let parts): try encode(parts, forKey: key)
    }
  }
}
