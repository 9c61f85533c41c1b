/// A coding key made of any string or index.
struct WireKey: CodingKey, Hashable, Sendable {
  let stringValue: String
  let intValue: Int?

  init(_ stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(stringValue: String) {
    self.init(stringValue)
  }

  /// Creates the key of an element, spelled as the standard library's decoders spell it.
  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  /// Creates an integer key, as formats such as CBOR and MessagePack have them.
  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  /// Creates a key as the standard library's dictionaries pass it to their keys: with an integer
  /// value, which types with integer raw values need.
  init(dictionary key: WireKey) {
    stringValue = key.stringValue
    intValue = key.intValue ?? WholeNumber(key.stringValue[...])?.integer()
  }

  init(_ key: some CodingKey) {
    stringValue = key.stringValue
    intValue = key.intValue
  }
}

// MARK: - Describing

extension WireKey {
  /// The key alone.
  ///
  /// Decoders show it to people: `No value associated with key d ("d")`.
  var description: String { stringValue }

  var debugDescription: String { stringValue }
}

// MARK: - Writing as literals

extension WireKey: ExpressibleByStringLiteral {
  init(stringLiteral value: String) {
    self.init(value)
  }
}

// MARK: - Converting

extension WireKey {
  /// The key as `convertFromSnakeCase` shows it to a type, or nil if that is the key itself.
  var convertedFromSnakeCase: WireKey? {
    let converted = SnakeCase.camelCase(stringValue)
    return converted == stringValue ? nil : WireKey(converted)
  }
}
