// MARK: - Collections

extension Array: LosslessConvertible where Element: LosslessConvertible {
  /// Elements with their original kinds.
  public typealias Storage = [Lossless<Element>]

  /// Creates the elements from their storage.
  public init(_ storage: [Lossless<Element>]) {
    self = storage.map(\.wrappedValue)
  }

  /// Returns whether every element came in its own kind.
  public static func isNative(_ storage: [Lossless<Element>]) -> Bool {
    storage.allSatisfy(\.isNative)
  }

  /// Returns the elements with the original kinds at their positions.
  public func storage(like original: [Lossless<Element>]?) -> [Lossless<Element>] {
    guard let original else { return map { Lossless(wrappedValue: $0) } }
    // If all elements came in another kind, added elements get that kind as well.
    let template = original.allSatisfy { !$0.isNative } ? original.first?.template : nil
    return enumerated().map { index, element in
      Lossless(element, like: index < original.count ? original[index].template : template)
    }
  }
}

extension Dictionary: LosslessConvertible where Key: Codable, Value: LosslessConvertible {
  /// Values with their original kinds.
  public typealias Storage = [Key: Lossless<Value>]

  /// Creates the values from their storage.
  public init(_ storage: [Key: Lossless<Value>]) {
    self = storage.mapValues(\.wrappedValue)
  }

  /// Returns whether every value came in its own kind.
  public static func isNative(_ storage: [Key: Lossless<Value>]) -> Bool {
    storage.values.allSatisfy(\.isNative)
  }

  /// Returns the values with the original kinds under their keys.
  public func storage(like original: [Key: Lossless<Value>]?) -> [Key: Lossless<Value>] {
    guard let original else { return mapValues { Lossless(wrappedValue: $0) } }
    let isUniform = original.values.allSatisfy { !$0.isNative }
    // Of several kinds, that of the first key, so that every run encodes the same.
    let template = isUniform ? original.min { "\($0.key)" < "\($1.key)" }?.value.template : nil
    return [Key: Lossless<Value>](
      uniqueKeysWithValues: map { key, value in
        (key, Lossless(value, like: original[key].map(\.template) ?? template))
      }
    )
  }
}

extension Optional: LosslessConvertible where Wrapped: LosslessConvertible {
  /// The value with its original kind, or nil.
  public typealias Storage = Lossless<Wrapped>?

  /// Creates the value from its storage.
  public init(_ storage: Lossless<Wrapped>?) {
    self = storage.map(\.wrappedValue)
  }

  /// Returns whether the value came in its own kind, or is nil.
  public static func isNative(_ storage: Lossless<Wrapped>?) -> Bool {
    storage?.isNative ?? true
  }

  /// Returns the value with the original kind of another one.
  public func storage(like original: Lossless<Wrapped>??) -> Lossless<Wrapped>? {
    map { Lossless($0, like: original.flatMap { $0?.template }) }
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
  /// The value without the dropped elements, with its original kinds.
  public typealias Storage = Lossy<Value.Storage>

  /// Creates the value from its storage.
  public init(_ storage: Lossy<Value.Storage>) {
    self.init(wrappedValue: Value(storage.wrappedValue))
  }

  /// Returns whether every scalar came in its own kind.
  public static func isNative(_ storage: Lossy<Value.Storage>) -> Bool {
    Value.isNative(storage.wrappedValue)
  }

  /// Returns the value with the original kinds of another one.
  public func storage(like original: Lossy<Value.Storage>?) -> Lossy<Value.Storage> {
    Lossy<Value.Storage>(wrappedValue: wrappedValue.storage(like: original?.wrappedValue))
  }
}

extension OpenEnum: LosslessConvertible where Known.RawValue: LosslessConvertible {}
