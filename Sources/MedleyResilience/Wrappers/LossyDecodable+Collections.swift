public import Medley
import MedleyBase

// MARK: - Collections

extension Array: PartlyDecodable, LossyDecodable, AttemptingDecodable
where Element: Decodable {
  /// The empty array.
  public static var placeholder: [Element] { [] }

  /// Decodes the valid elements.
  public init(lossyFrom decoder: any Decoder) throws {
    self =
      try MedleyDecoders.cast(decoder)?.decode(own: LossyList<Element>.self)?.values
      ?? Attempt.elements(from: decoder)
  }

  /// Decodes the valid elements of a member.
  ///
  /// The container decodes the array, because XML decoders recognise arrays only by their type.
  @inlinable
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> [Element] {
    do {
      return try container.decode(LossyList<Element>.self, forKey: key).values
    } catch {
      // It isn't a list, or the format shows lists only to types of lists.
      return try decodeAttempts(from: container, forKey: key, after: error)
    }
  }

  /// Decodes the valid elements of a member as a list of attempts.
  @usableFromInline
  static func decodeAttempts<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key,
    after error: any Error
  ) throws -> [Element] {
    // An error inside an element means that the list was read: its document isn't complete yet.
    let depth = (error as? DecodingError)?.errorPath.count ?? 0
    if error.isFinal || depth > container.codingPath.count + 1 { throw error }
    return try IssueCollector.attempting(container.userInfo(at: key)) {
      try container.decode([Attempt<Element>].self, forKey: key).compactMap { $0.value }
    }
  }
}

extension Set: PartlyDecodable, LossyDecodable, AttemptingDecodable where Element: Decodable {
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

extension Optional: PartlyDecodable, LossyDecodable, AttemptingDecodable
where Wrapped: Decodable {
  /// Nil.
  public static var placeholder: Wrapped? { nil }

  /// True: an optional may be absent or null.
  public static var isOptional: Bool { true }

  /// Decodes the value, or nil for null.
  public init(lossyFrom decoder: any Decoder) throws {
    let isNull = try decoder.singleValueContainer().decodeNil()
    self = isNull ? nil : try Attempt<Wrapped>.decode(from: decoder)
  }

  /// Decodes a member, or nil if it is absent or null.
  @inlinable
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Wrapped? {
    Wrapped.self == Int.self || Wrapped.self == String.self || Wrapped.self == Double.self
      || Wrapped.self == Bool.self
      ? try container.decodeMemberIfPresent(Wrapped.self, forKey: key)
      : try decodeLossyMember(from: container, forKey: key)
  }

  /// Decodes a member of another type than those above.
  @usableFromInline
  static func decodeLossyMember<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Wrapped? {
    func lossy<Inner: LossyDecodable>(_ type: Inner.Type) throws -> Wrapped? {
      try Inner.decodeLossy(from: container, forKey: key) as? Wrapped
    }
    guard try container.contains(key) && !container.decodeNil(forKey: key) else { return nil }
    if let type = Wrapped.self as? any LossyDecodable.Type { return try lossy(type) }
    return try container.decode(Wrapped.self, forKey: key)
  }

  /// Whether decoding reports no issues, or removes them.
  static var removesIssues: Bool {
    switch Wrapped.self {
    case is Int.Type, is String.Type, is Double.Type, is Bool.Type: true
    case let type as any LossyDecodable.Type: type.failsWithoutIssues
    default: false
    }
  }
}

// MARK: - Dictionaries

extension Dictionary: PartlyDecodable, LossyDecodable where Key: Decodable, Value: Decodable {
  /// The empty dictionary.
  public static var placeholder: [Key: Value] { [:] }

  /// Decodes the members with a valid key and a valid value.
  ///
  /// The standard library encodes a dictionary as an object if a key is a string, an integer or
  /// representable as one, and as an array of alternating keys and values otherwise.
  public init(lossyFrom decoder: any Decoder) throws {
    self = [:]
    if Key.self == String.self {
      // With key strategies, the decoder has to see that this is a dictionary.
      let isUnordered = DecoderTraits.isUnordered(decoder)
      self = try IssueCollector.sorting(at: decoder.codingPath.count, isUnordered) {
        try [Key: Attempt<Value>](contentOf: decoder).compactMapValues { $0.value }
      }
    } else if let makeKey = Self.makeKey {
      try readObject(decoder, makeKey)
    } else {
      try readArray(decoder)
    }
  }

  /// Decodes the dictionary of a member, keeping members with a valid key and a valid value.
  public static func decodeLossy<MemberKey: CodingKey>(
    from container: KeyedDecodingContainer<MemberKey>,
    forKey key: MemberKey
  ) throws -> [Key: Value] {
    // The container decodes the dictionary, so that no key strategy converts its keys.
    guard Key.self == String.self else {
      return try container.decode(LossyMember<Self>.self, forKey: key).value
    }
    return try IssueCollector.sorting(at: container.codingPath.count + 1, container.isUnordered) {
      try container.decode([Key: Attempt<Value>].self, forKey: key).compactMapValues { $0.value }
    }
  }

  /// Returns the key of this type for a key of the payload; nil if the dictionary is encoded as an
  /// array.
  ///
  /// Older systems have no `CodingKeyRepresentable`, and encode others as arrays.
  private static var makeKey: ((WireKey) -> Key?)? {
    if Key.self == Int.self { return { $0.intValue as? Key } }
    if let type = Key.self as? any ForwardCompatibleCases.Type {
      return { type.init(codingKey: $0) as? Key }
    }
    guard #available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *) else { return nil }
    return (Key.self as? any CodingKeyRepresentable.Type).map { type in
      { type.init(codingKey: $0) as? Key }
    }
  }

  private mutating func readObject(_ decoder: any Decoder, _ makeKey: (WireKey) -> Key?) throws {
    let container = try decoder.container(keyedBy: DictionaryKey.self)
    var keys = container.allKeys
    // A format without an order of its own gets one.
    if DecoderTraits.isUnordered(decoder) {
      keys = keys.map(\.stringValue).sortedOrder.map { keys[$0] }
    }
    for wireKey in keys {
      let key = makeKey(WireKey(dictionary: wireKey))
      if let key, index(forKey: key) == nil {
        self[key] = try container.decode(Attempt<Value>.self, forKey: wireKey).value
      } else {
        let path = container.codingPath + [wireKey]
        let error =
          key == nil
          ? DecodingError.invalid(wireKey, as: Key.self, at: path)
          : .invalid(at: path, repetition)
        // That of the decoder, because the `userInfo` of the container needs its keys.
        DecodingIssue.report(error, at: path, action: .dropped, for: decoder.userInfo) {
          try container.decode(OriginalJSON.self, forKey: wireKey)
        }
      }
    }
  }

  private mutating func readArray(_ decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let index = container.currentIndex
      let key = try container.decode(Attempt<Key>.self).value
      guard !container.isAtEnd else {
        if key != nil {
          container.drop(index, "The last key has no value: keys and values alternate.", decoder)
        }
        return
      }
      let valueIndex = container.currentIndex
      let value = try container.decode(Attempt<Value>.self).value
      if let key, let value {
        if self.index(forKey: key) == nil {
          self[key] = value
        } else {
          container.drop(valueIndex, repetition, decoder)
        }
      }
      // Prevents an endless loop with a decoder that doesn't advance.
      guard container.currentIndex > index else { return }
    }
  }
}

// MARK: - Reporting members without a key

/// What is wrong with a key that equals that of an earlier member.
private let repetition = "The same key is there already; its first value is kept."

extension UnkeyedDecodingContainer {
  /// Reports a key or a value of an array of alternating keys and values.
  @inline(never) fileprivate func drop(_ index: Int, _ fact: String, _ decoder: any Decoder) {
    let path = codingPath + [WireKey(index: index)]
    let error = DecodingError.invalid(at: path, fact)
    DecodingIssue.report(error, at: path, action: .dropped, for: decoder.userInfo) { nil }
  }
}

/// An element that can fail without failing its collection.
///
/// It doesn't throw errors in the data, so that the container of the collection advances to the
/// next element. After an error, most containers don't advance.
struct Attempt<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    do {
      value = try IssueCollector.attempting(decoder.userInfo) { try Self.decode(from: decoder) }
    } catch let error where error.isFinal || decoder.isGrowing {
      throw error
    } catch {
      value = nil
      DecodingIssue.report(error, at: decoder.codingPath, action: .dropped, in: decoder)
    }
  }

  /// Decodes a value, or the valid parts of a collection.
  static func decode(from decoder: any Decoder) throws -> Value {
    lossyTypes.passes(Value.self)
      ? try decodeParts(from: decoder) : try Value.decodeStrictly(from: decoder)
  }

  // Never inlined: a function with an optional value looks up its metadata on entry.
  @inline(never) private static func decodeParts(from decoder: any Decoder) throws -> Value {
    func lossy<Inner: LossyDecodable>(_ type: Inner.Type) throws -> Value? {
      try Inner(lossyFrom: decoder) as? Value
    }
    if let type = Value.self as? any LossyDecodable.Type, let value = try lossy(type) {
      return value
    }
    return try Value.decodeStrictly(from: decoder)
  }

  /// Decodes those elements of an array that can be decoded.
  static func elements(from decoder: any Decoder) throws -> [Value] {
    var values: [Value] = []
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      if let value = try container.decode(Attempt.self).value { values.append(value) }
    }
    return values
  }

  /// Decodes the elements of a list that are all valid scalars; nil for other types and lists.
  ///
  /// In formats whose values are of one kind, it takes half of the instructions of attempts.
  static func scalars(from decoder: any Decoder) -> [Value]? {
    if Value.self == Int.self { return decoder.list { try $0.decode(Int.self) } }
    if Value.self == String.self { return decoder.list { try $0.decode(String.self) } }
    if Value.self == Double.self { return decoder.list { try $0.decode(Double.self) } }
    return nil
  }
}

extension Decoder {
  /// Returns the elements of an array, all of which a function decodes; nil if one can't be decoded.
  @inline(__always) fileprivate func list<Element, Value>(
    _ decode: (inout any UnkeyedDecodingContainer) throws -> Element
  ) -> [Value]? {
    guard var container = try? unkeyedContainer() else { return nil }
    var elements: [Element] = []
    while !container.isAtEnd {
      guard let element = try? decode(&container) else { return nil }
      elements.append(element)
    }
    // Sound: callers have compared the types.
    return unsafe unsafeBitCast(elements, to: [Value].self)
  }
}

/// The types that can be decoded in part.
private let lossyTypes = TypeTest { $0 is any LossyDecodable.Type }

// MARK: - Reading lists in one loop

/// The valid elements of a list, read without a list of attempts.
@usableFromInline package struct LossyList<Element: Decodable>: LossyElements {
  @usableFromInline let values: [Element]

  package init(_ values: [Element]) { self.values = values }

  @usableFromInline package init(from decoder: any Decoder) throws {
    if let list = try MedleyDecoders.cast(decoder)?.decode(own: Self.self) {
      self = list
      return
    }
    guard DecoderTraits(decoder) == .strict else { throw UnreadList() }
    values =
      try Attempt.scalars(from: decoder)
      ?? IssueCollector.attempting(decoder.userInfo) { try Attempt.elements(from: decoder) }
  }

  package static func decodeParts(from decoder: any Decoder) throws -> Element {
    try Attempt.decode(from: decoder)
  }
}

/// A list in a format whose containers have to decode an array.
private struct UnreadList: Error {}
