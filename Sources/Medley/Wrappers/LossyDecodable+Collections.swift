// MARK: - Collections

extension Array: LossyDecodable where Element: Decodable {
  /// No elements.
  public static var standIn: [Element] { [] }

  /// Decodes the elements that can be decoded.
  public init(lossyFrom decoder: any Decoder) throws {
    self =
      Engine.decodes(decoder)
      ? try decoder.singleValueContainer().decode(LossyElements<Element>.self).values
      : try LossyElements(from: decoder).values
  }

  /// Decodes the elements of a member that can be decoded.
  ///
  /// As an array that the container decodes itself: XML knows arrays by nothing else.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> [Element] {
    Engine.decodes(container, key)
      ? try container.decode(LossyElements<Element>.self, forKey: key).values
      : try container.decode([Attempt<Element>].self, forKey: key).compactMap(\.value)
  }
}

extension Set: LossyDecodable where Element: Decodable {
  /// No elements.
  public static var standIn: Set<Element> { [] }

  /// Decodes the elements that can be decoded.
  public init(lossyFrom decoder: any Decoder) throws {
    self = Set(try [Element](lossyFrom: decoder))
  }

  /// Decodes the elements of a member that can be decoded.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Set<Element> {
    Set(try [Element].decodeLossy(from: container, forKey: key))
  }
}

extension Optional: LossyDecodable where Wrapped: Decodable {
  /// Nil.
  public static var standIn: Wrapped? { nil }

  /// An optional may be absent or null.
  public static var isOptional: Bool { true }

  /// Decodes the value if it can be decoded.
  public init(lossyFrom decoder: any Decoder) throws {
    let isNull = try decoder.singleValueContainer().decodeNil()
    self = isNull ? nil : try Attempt<Wrapped>.decode(from: decoder)
  }

  /// Decodes a member if it can be decoded.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Wrapped? {
    func lossy<Inner: LossyDecodable>(_ type: Inner.Type) throws -> Wrapped? {
      try Inner.decodeLossy(from: container, forKey: key) as? Wrapped
    }
    if try container.decodeNil(forKey: key) { return nil }
    if let type = Wrapped.self as? any LossyDecodable.Type { return try lossy(type) }
    return try container.decode(Wrapped.self, forKey: key)
  }
}
