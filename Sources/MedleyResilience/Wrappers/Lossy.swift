public import Medley

/// A property that drops invalid elements of a collection and reports them.
///
/// ```swift
/// struct Feed: Codable {
///   @Lossy var items: [Polymorphic<any Media>]
/// }
/// let (feed, report) = try DecodingReport.collecting {
///   try decoder.decode(Feed.self, from: data)
/// }
/// print(report.issues[0])
/// // items[3].director: missing (in MOVIE); dropped
/// ```
///
/// The wrapper works on arrays, sets, dictionaries, optionals and any nesting of them. An invalid
/// element is dropped from the innermost collection, and an invalid key of a dictionary with its
/// value. A collection that is absent, null or of another kind decodes as empty, with an issue. An
/// optional can be absent or null without an issue.
///
/// Unknown elements aren't dropped: a registry keeps them unless its policies say otherwise. Drops
/// go unreported unless you collect a report or install an observer: see `DecodingReport`.
@propertyWrapper
public struct Lossy<Value> {
  // Not constrained, so that the compiler has a message for a property that isn't a collection.

  /// The value without the dropped elements.
  public var wrappedValue: Value

  @usableFromInline init(_ value: Value) {
    wrappedValue = value
  }

  /// Unavailable: a value that isn't a collection has no elements to drop.
  @available(
    *,
    unavailable,
    message: """
      @Lossy drops elements of an array, a set or a dictionary. For a single value take an optional, \
      @Defaulted<...> or, for a number or a string in another form, @Lossless
      """
  )
  public init(wrappedValue: Value) {
    self.init(wrappedValue)
  }
}

extension Lossy where Value: LossyDecodable {
  /// Creates a property with a value.
  @inlinable
  public init(wrappedValue: Value) {
    self.init(wrappedValue)
  }
}

extension Lossy: Sendable where Value: Sendable {}
extension Lossy: Equatable where Value: Equatable {}
extension Lossy: Hashable where Value: Hashable {}

// MARK: - Coding

extension Lossy: Decodable where Value: LossyDecodable {
  /// Decodes the valid elements.
  ///
  /// A value of another kind decodes as empty.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Value.decodeValidParts(from: decoder)
  }
}

extension Lossy: KeyedDecodable where Value: LossyDecodable {
  /// Decodes the valid elements of the member, which may be absent.
  @inlinable
  public init<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws {
    self.init(wrappedValue: try Value.decodeOrPlaceholder(from: container, forKey: key))
  }
}

extension Lossy: Encodable where Value: Encodable {
  /// Encodes the value.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.encodeStrictly(to: encoder)
  }
}

extension Lossy: KeyedEncodable where Value: Encodable {
  /// Encodes the value as the member, and omits the key for nil.
  public func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    try container.encodeMember(wrappedValue, forKey: key)
  }
}

// MARK: - Nesting

extension Lossy: PartlyDecodable, LossyDecodable where Value: LossyDecodable {
  /// A property with the placeholder of its value.
  public static var placeholder: Lossy { Lossy(wrappedValue: .placeholder) }

  /// Whether the value may be absent or null.
  public static var isOptional: Bool { Value.isOptional }

  /// Decodes the valid elements.
  public init(lossyFrom decoder: any Decoder) throws {
    wrappedValue = try Value(lossyFrom: decoder)
  }

  /// Decodes the valid elements of a member.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> Lossy {
    Lossy(wrappedValue: try Value.decodeLossy(from: container, forKey: key))
  }
}

extension Lossy: AttemptingDecodable where Value: LossyDecodable {
  static var removesIssues: Bool { Value.failsWithoutIssues }
}

extension Lossy: EmptyRepresentable where Value: LossyDecodable & EmptyRepresentable {
  /// A property with the empty value.
  public static var empty: Lossy { Lossy(wrappedValue: .empty) }

  /// Whether the value is empty.
  public var isEmpty: Bool { wrappedValue.isEmpty }
}

extension Lossy: ExpressibleByNilLiteral where Value: LossyDecodable & ExpressibleByNilLiteral {
  /// Creates a property with nil.
  public init(nilLiteral: ()) {
    wrappedValue = nil
  }
}

extension Lossy: NilRepresentable where Value: LossyDecodable & NilRepresentable {
  package var isNil: Bool { wrappedValue.isNil }
}

/// An element that can fail without failing its collection.
///
/// It doesn't throw errors in the data, so that the container of the collection advances to the
/// next element. After an error, most containers don't advance.
package struct Attempt<Value: Decodable>: Decodable {
  let value: Value?

  package init(from decoder: any Decoder) throws {
    do {
      // Without a closure, which needs metadata of generic types for each element.
      if case .inside(let mark) = IssueCollector.beginning(decoder.userInfo) {
        do {
          value = try Self.decode(from: decoder)
        } catch {
          mark.removeIssues()
          throw error
        }
      } else {
        value = try IssueCollector.attempting(decoder.userInfo) { try Self.decode(from: decoder) }
      }
    } catch let error where error.isFinal || decoder.isGrowing {
      throw error
    } catch {
      value = nil
      DecodingIssue.report(error, at: decoder.codingPath, action: .dropped, in: decoder)
    }
  }

  /// Returns the values of successful attempts.
  ///
  /// Generic code makes an object for each use of a key path: 20,000 instructions.
  static func values(in attempts: [Attempt]) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(attempts.count)
    for attempt in attempts {
      if let value = attempt.value { values.append(value) }
    }
    return values
  }

  /// Decodes a value, or the valid parts of a collection.
  package static func decode(from decoder: any Decoder) throws -> Value {
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
  package static func elements(from decoder: any Decoder) throws -> [Value] {
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
    // Sound, all of them: the types are the same.
    if Value.self == Int.self {
      return (try? decoder.list { try $0.decode(Int.self) })
        .map { unsafe unsafeBitCast($0, to: [Value].self) }
    }
    if Value.self == String.self {
      return (try? decoder.list { try $0.decode(String.self) })
        .map { unsafe unsafeBitCast($0, to: [Value].self) }
    }
    if Value.self == Double.self {
      return (try? decoder.list { try $0.decode(Double.self) })
        .map { unsafe unsafeBitCast($0, to: [Value].self) }
    }
    return nil
  }
}

extension Decoder {
  /// Returns the elements of an array, all of which a function decodes.
  @inline(__always) fileprivate func list<Element>(
    _ decode: (inout any UnkeyedDecodingContainer) throws -> Element
  ) throws -> [Element] {
    var container = try unkeyedContainer()
    var elements: [Element] = []
    while !container.isAtEnd { elements.append(try decode(&container)) }
    return elements
  }
}

/// The types that can be decoded in part.
private let lossyTypes = TypeTest { $0 is any LossyDecodable.Type }

extension Lossy: RootStandIn {
  package static var rootType: any Any.Type { Value.self }
}
