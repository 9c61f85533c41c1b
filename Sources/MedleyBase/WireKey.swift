/// A coding key with any string or index.
package struct WireKey: CodingKey, Equatable, Sendable {
  /// What few keys have: an integer, a place, or that the payload states them.
  ///
  /// It is an object, so that the key is small enough for an existential. With an optional integer
  /// beside the string, encoders allocate a box for each member, 540 instructions. An enum of both is
  /// copied by a function of its own, a dozen times for each member of a payload.
  private final class Details: Sendable {
    let intValue: Int?
    let isOfDictionary: Bool
    let location: (any LocatedError)?

    init(_ intValue: Int?, isOfDictionary: Bool = false, at location: (any LocatedError)? = nil) {
      self.intValue = intValue
      self.isOfDictionary = isOfDictionary
      self.location = location
    }

    /// Those of a name that the payload states.
    static let dictionary = Details(nil, isOfDictionary: true)
    /// Those of a key that is encoded as it is, whatever the key strategy.
    static let data = Details(nil, isOfDictionary: true)
  }

  /// The key of a superclass, of no type that the compiler knows, so that no function is compiled for
  /// it alone.
  package static let superKey: any CodingKey = WireKey("super")

  package let stringValue: String
  private let details: Details?

  private init(_ stringValue: String, details: Details?) {
    self.stringValue = stringValue
    self.details = details
  }

  package init(_ stringValue: String) {
    self.init(stringValue, details: nil)
  }

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - stringValue: The string.
  ///   - intValue: The integer, if it has one.
  ///   - isOfDictionary: Whether the key is that of a dictionary, so that the payload states it.
  package init(_ stringValue: String, _ intValue: Int?, isOfDictionary: Bool = false) {
    self.stringValue = stringValue
    details =
      intValue.map { Details($0, isOfDictionary: isOfDictionary) }
      ?? (isOfDictionary ? .dictionary : nil)
  }

  /// Creates a key, or notes the string and returns nil while the keys of an object are listed.
  package init?(stringValue: String) {
    if let collected = KeyCollector.current {
      collected.withLock { $0.append(stringValue) }
      return nil
    }
    self.init(stringValue)
  }

  /// Creates the key of an element with the string value of the standard library's decoders.
  package init(index: Int) {
    self.init(IndexKey(index).stringValue, index)
  }

  /// Creates an integer key, as in formats such as CBOR and MessagePack.
  package init(intValue: Int) {
    self.init(String(intValue), intValue)
  }

  package init<Key: CodingKey>(_ key: Key) {
    if Key.self == WireKey.self {
      // Sound: the types are the same.
      self = unsafe unsafeBitCast(key, to: WireKey.self)
    } else {
      // First what is known without reading the key.
      let isOfDictionary = Key.mayHaveText && key.isFromPayload
      self.init(key.stringValue, key.intValue, isOfDictionary: isOfDictionary)
    }
  }

  /// Creates a key of a dictionary with strings as keys, which no strategy converts.
  package init(data key: String) {
    self.init(key, details: .data)
  }

  /// Creates the key with the place of its value.
  package init(_ key: any CodingKey, at location: any LocatedError) {
    let details = Details(key.intValue, isOfDictionary: key.isFromPayload, at: location)
    self.init(key.stringValue, details: details)
  }

  package var intValue: Int? { details?.intValue }

  /// The place of the value in the document, if the key has one.
  ///
  /// It is that of an error whose `underlyingError` is provided by a type and must be kept.
  package var location: (any LocatedError)? { details?.location }

  package var isData: Bool { details === Details.data }

  fileprivate var isOfDictionary: Bool { details?.isOfDictionary ?? false }

  package static func == (lhs: WireKey, rhs: WireKey) -> Bool {
    lhs.stringValue == rhs.stringValue && lhs.intValue == rhs.intValue
  }
}

/// The key of an element in a path.
///
/// The string is only made when it is read: most errors of attempts with `try?` are never read.
package struct IndexKey: CodingKey {
  private let number: Int

  package init(_ index: Int) {
    number = index
  }

  package init?(stringValue: String) { nil }

  package init(intValue: Int) {
    self.init(intValue)
  }

  /// The string of the standard library's decoders.
  package var stringValue: String { "Index \(number)" }

  package var intValue: Int? { number }

  package var description: String { stringValue }
  package var debugDescription: String { stringValue }
}

extension CodingKey {
  /// Whether a key of this type can have a text of its own, which may be the payload's.
  ///
  /// An enum without payloads has at most two bytes, unless it has more than 65,536 cases.
  package static var mayHaveText: Bool { MemoryLayout<Self>.size > 2 }

  /// Whether the key may be text from the payload.
  package var isFromPayload: Bool {
    guard Self.mayHaveText, index == nil else { return false }
    if let key = self as? WireKey { return key.isOfDictionary }
    return stringValue != "super"
  }

  /// Whether this is a key of a dictionary that is encoded among the members of an object.
  package var isDataKey: Bool {
    Self.self == WireKey.self && WireKey(self).isData
  }

  /// The index of an element; nil if this is the key of a member.
  ///
  /// In dictionaries of the standard library, the key `"10"` has an integer value as well, but not
  /// the string value of an index.
  package var index: Int? {
    intValue.flatMap { stringValue == IndexKey($0).stringValue ? $0 : nil }
  }
}

extension DecodingError {
  /// The place in the last key of the path, if that has one.
  var locatedKey: (any LocatedError)? { (context?.codingPath.last as? WireKey)?.location }
}

// MARK: - Describing

extension WireKey: CustomReflectable {
  /// The string of the key, as in `No value associated with key d ("d")`.
  package var description: String { stringValue }

  package var debugDescription: String { stringValue }

  package var customMirror: Mirror { Mirror(reflecting: stringValue) }
}

// MARK: - Converting

extension WireKey {
  /// The key as `convertFromSnakeCase` converts it, or nil if that is the key itself.
  package var convertedFromSnakeCase: WireKey? {
    let converted = SnakeCase.camelCase(stringValue)
    return converted == stringValue ? nil : WireKey(converted)
  }
}

// MARK: - Listing keys

/// The keys of an object, listed without making them.
///
/// An array of keys takes 3,000 instructions for each: it is made in generic code, converted to
/// existentials, and back. So ``WireKey`` notes the string while keys are collected, and isn't made.
package enum KeyCollector {
  @TaskLocal fileprivate static var current: Lock<[String]>?

  /// Returns the keys of a container of Foundation's decoders, which leave out a key that can't be
  /// made.
  package static func keys(of container: KeyedDecodingContainer<WireKey>) -> [String] {
    let collected = Lock([String]())
    // Growing takes 1,100 instructions for six keys.
    collected.withLock { $0.reserveCapacity(16) }
    let made = $current.withValue(collected) { container.allKeys }
    var keys = collected.exchange([])
    if !made.isEmpty { keys += made.map(\.stringValue) }
    return keys
  }
}
