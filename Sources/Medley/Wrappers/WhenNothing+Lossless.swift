// MARK: - Converting without loss

extension WhenNothing: LosslessConvertible where Rule.Value: LosslessConvertible {
  /// The value with the kinds in which it came, or nil where there is nothing.
  public struct Storage: Codable, KeyedEncodable {
    let value: Rule.Value.Storage?
  }

  /// Takes the value out of what was decoded.
  public init(_ storage: Storage) {
    self.init(wrappedValue: storage.value.map { Rule.Value($0) } ?? Rule.nothing)
  }

  /// Whether everything came in its own kind.
  public static func isPlain(_ storage: Storage) -> Bool {
    storage.value.map { Rule.Value.isPlain($0) } ?? true
  }

  /// The value, with the kinds of another.
  public func storage(like original: Storage?) -> Storage {
    let isNothing = Rule.isNothing(wrappedValue)
    return Storage(value: isNothing ? nil : wrappedValue.storage(like: original?.value))
  }

  /// Decodes the member; absence and null are nothing.
  public static func decodeStorage<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Storage {
    let isThere = try container.contains(key) && !container.decodeNil(forKey: key)
    return Storage(
      value: isThere ? try Rule.Value.decodeStorage(from: container, forKey: key) : nil
    )
  }
}

extension WhenNothing.Storage: Sendable where Rule.Value.Storage: Sendable {}

extension WhenNothing.Storage {
  /// Decodes the value; null is nothing.
  public init(from decoder: any Decoder) throws {
    let isNull = (try? decoder.singleValueContainer())?.decodeNil() == true
    value = isNull ? nil : try Rule.Value.Storage(from: decoder)
  }

  /// Encodes the value; where there is no key to leave out, nothing is null or empty.
  public func encode(to encoder: any Encoder) throws {
    if let value {
      try value.encode(to: encoder)
    } else {
      try WhenNothing(wrappedValue: Rule.nothing).encode(to: encoder)
    }
  }

  /// Encodes the value as the member, or nothing as the type says.
  public func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    if let value {
      try container.encodeMember(value, forKey: key)
    } else if Rule.writesNull {
      try container.encodeNil(forKey: key)
    }
  }
}
