// MARK: - Collections

extension Array: LosslessConvertible where Element: LosslessConvertible {
  /// Elements with the kinds in which they came.
  public typealias Storage = [Lossless<Element>]

  /// Takes the elements out of what was decoded.
  public init(_ storage: [Lossless<Element>]) {
    self = storage.map(\.wrappedValue)
  }

  /// Whether every element came in its own kind.
  public static func isPlain(_ storage: [Lossless<Element>]) -> Bool {
    storage.allSatisfy(\.isPlain)
  }

  /// The elements, with the kinds of those at their positions.
  public func storage(like original: [Lossless<Element>]?) -> [Lossless<Element>] {
    guard let original else { return map { Lossless(wrappedValue: $0) } }
    // What is added to elements that all came in another kind comes in that, too.
    let model = original.allSatisfy { !$0.isPlain } ? original.first?.model : nil
    return enumerated().map { index, element in
      Lossless(element, like: index < original.count ? original[index].model : model)
    }
  }
}

extension Dictionary: LosslessConvertible where Key: Codable, Value: LosslessConvertible {
  /// Values with the kinds in which they came.
  public typealias Storage = [Key: Lossless<Value>]

  /// Takes the values out of what was decoded.
  public init(_ storage: [Key: Lossless<Value>]) {
    self = storage.mapValues(\.wrappedValue)
  }

  /// Whether every value came in its own kind.
  public static func isPlain(_ storage: [Key: Lossless<Value>]) -> Bool {
    storage.values.allSatisfy(\.isPlain)
  }

  /// The values, with the kinds of those under their keys.
  public func storage(like original: [Key: Lossless<Value>]?) -> [Key: Lossless<Value>] {
    guard let original else { return mapValues { Lossless(wrappedValue: $0) } }
    let isUniform = original.values.allSatisfy { !$0.isPlain }
    // Of several kinds it is that of the first key, so that every run writes the same.
    let model = isUniform ? original.min { "\($0.key)" < "\($1.key)" }?.value.model : nil
    return [Key: Lossless<Value>](
      uniqueKeysWithValues: map { key, value in
        (key, Lossless(value, like: original[key].map(\.model) ?? model))
      }
    )
  }
}

extension Optional: LosslessConvertible where Wrapped: LosslessConvertible {
  /// The value with the kind in which it came, or nil.
  public typealias Storage = Lossless<Wrapped>?

  /// Takes the value out of what was decoded.
  public init(_ storage: Lossless<Wrapped>?) {
    self = storage.map(\.wrappedValue)
  }

  /// Whether the value came in its own kind, or is nil.
  public static func isPlain(_ storage: Lossless<Wrapped>?) -> Bool {
    storage?.isPlain ?? true
  }

  /// The value, with the kind of another.
  public func storage(like original: Lossless<Wrapped>??) -> Lossless<Wrapped>? {
    map { Lossless($0, like: original.flatMap { $0?.model }) }
  }

  /// Decodes the member; nil if it is absent or null.
  public static func decodeStorage<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Lossless<Wrapped>? {
    try container.decodeIfPresent(Lossless<Wrapped>.self, forKey: key)
  }
}

// MARK: - Wrappers

extension Lossy: LosslessConvertible
where Value: LosslessConvertible, Value.Storage: LossyDecodable {
  /// What is left, with the kinds in which it came.
  public typealias Storage = Lossy<Value.Storage>

  /// Takes what is left out of what was decoded.
  public init(_ storage: Lossy<Value.Storage>) {
    self.init(wrappedValue: Value(storage.wrappedValue))
  }

  /// Whether all that is left came in its own kind.
  public static func isPlain(_ storage: Lossy<Value.Storage>) -> Bool {
    Value.isPlain(storage.wrappedValue)
  }

  /// What is left, with the kinds of another.
  public func storage(like original: Lossy<Value.Storage>?) -> Lossy<Value.Storage> {
    Lossy<Value.Storage>(wrappedValue: wrappedValue.storage(like: original?.wrappedValue))
  }
}

extension OpenEnum: LosslessConvertible where Known.RawValue: LosslessConvertible {}
