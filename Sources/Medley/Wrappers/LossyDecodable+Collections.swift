// MARK: - Collections

extension Array: LossyDecodable where Element: Decodable {
  /// The empty array.
  public static var placeholder: [Element] { [] }

  /// Decodes the valid elements.
  public init(lossyFrom decoder: any Decoder) throws {
    self =
      try MedleyDecoders.cast(decoder)?.lossyElements(of: Element.self)
      ?? Attempt.elements(from: decoder)
  }

  /// Decodes the valid elements of a member.
  ///
  /// The container decodes the array, because XML decoders recognise arrays only by their type.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> [Element] {
    try MedleyDecoders.cast(container, key)?.lossyElements(of: Element.self)
      ?? container.decode([Attempt<Element>].self, forKey: key).compactMap(\.value)
  }
}

extension Set: LossyDecodable where Element: Decodable {
  /// The empty set.
  public static var placeholder: Set<Element> { [] }

  /// Decodes the valid elements.
  public init(lossyFrom decoder: any Decoder) throws {
    self = Set(try [Element](lossyFrom: decoder))
  }

  /// Decodes the valid elements of a member.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Set<Element> {
    Set(try [Element].decodeLossy(from: container, forKey: key))
  }
}

extension Optional: LossyDecodable where Wrapped: Decodable {
  /// Nil.
  public static var placeholder: Wrapped? { nil }

  /// True: an optional may be absent or null.
  public static var isOptional: Bool { true }

  /// Decodes the value, or nil for null.
  public init(lossyFrom decoder: any Decoder) throws {
    let isNull = try decoder.singleValueContainer().decodeNil()
    self = isNull ? nil : try Attempt<Wrapped>.decode(from: decoder)
  }

  /// Decodes a member, or nil for null.
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
