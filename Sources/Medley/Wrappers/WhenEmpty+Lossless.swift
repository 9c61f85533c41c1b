// MARK: - Converting without loss

extension WhenEmpty: LosslessConvertible where Rule.Value: LosslessConvertible {
  /// The value with its original kinds; nil for an empty one.
  public struct Storage: Codable, KeyedEncodable {
    let value: Rule.Value.Storage?
  }

  /// Creates the property from its storage.
  public init(_ storage: Storage) {
    self.init(wrappedValue: storage.value.map { Rule.Value($0) } ?? Rule.empty)
  }

  /// Returns whether every scalar came in its own kind.
  public static func isNative(_ storage: Storage) -> Bool {
    storage.value.map { Rule.Value.isNative($0) } ?? true
  }

  /// Returns the value with the original kinds of another one.
  public func storage(like original: Storage?) -> Storage {
    let isEmpty = Rule.isEmpty(wrappedValue)
    return Storage(value: isEmpty ? nil : wrappedValue.storage(like: original?.value))
  }

  /// Decodes the member, or the empty value if it is absent or null.
  public static func decodeStorage<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Storage {
    let isPresent = try container.contains(key) && !container.decodeNil(forKey: key)
    return Storage(
      value: isPresent ? try Rule.Value.decodeStorage(from: container, forKey: key) : nil
    )
  }
}

extension WhenEmpty.Storage: Sendable where Rule.Value.Storage: Sendable {}

extension WhenEmpty.Storage {
  /// Decodes the value, or the empty value for null.
  public init(from decoder: any Decoder) throws {
    let isNull = (try? decoder.singleValueContainer())?.decodeNil() == true
    value = isNull ? nil : try Rule.Value.Storage(from: decoder)
  }

  /// Encodes the value.
  ///
  /// In places without a key, an omitted value is encoded as it is.
  public func encode(to encoder: any Encoder) throws {
    if let value {
      try value.encode(to: encoder)
    } else {
      try WhenEmpty(wrappedValue: Rule.empty).encode(to: encoder)
    }
  }

  /// Encodes the value as the member; the rule decides for an empty one.
  public func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    if let value {
      try container.encodeMember(value, forKey: key)
    } else if Rule.encoding == .null {
      try container.encodeNil(forKey: key)
    }
  }
}
