import Medley

/// An encoder that finds keys that are written twice into one object.
///
/// Encoders of JSON keep the last of such values, so that their output doesn't show it.
struct KeyAudit: Encoder {
  /// What the audit found.
  final class Findings {
    var repeated: [[any CodingKey]] = []
  }

  /// An object, into which several containers may write.
  fileprivate final class Object {
    var keys: Set<String> = []
    /// The objects of nested containers, which may be asked for again.
    var nested: [String: Object] = [:]
  }

  let findings: Findings
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]
  private var object = Object()

  /// Returns the paths of keys that a value writes twice.
  static func repeatedKeys(
    of value: any Encodable,
    userInfo: [CodingUserInfoKey: Any]
  ) throws -> [[any CodingKey]] {
    let findings = Findings()
    try value.encode(to: KeyAudit(findings, [], userInfo))
    return findings.repeated
  }

  private init(_ findings: Findings, _ path: [any CodingKey], _ userInfo: [CodingUserInfoKey: Any])
  {
    self.findings = findings
    codingPath = path
    self.userInfo = userInfo
  }

  fileprivate func child(_ key: any CodingKey) -> KeyAudit {
    KeyAudit(findings, codingPath + [key], userInfo)
  }

  /// The encoder of a nested container, which is the same one for a key.
  fileprivate func nested(_ key: any CodingKey) -> KeyAudit {
    var child = child(key)
    if let object = object.nested[key.stringValue] {
      child.object = object
    } else {
      note(key)
      object.nested[key.stringValue] = child.object
    }
    return child
  }

  fileprivate func note(_ key: any CodingKey) {
    guard !object.keys.insert(key.stringValue).inserted else { return }
    findings.repeated.append(codingPath + [key])
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed(encoder: self) }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  // MARK: - Containers

  private struct Keyed<Key: CodingKey>: GenericKeyedEncoding {
    let encoder: KeyAudit
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { encoder.note(key) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
      encoder.note(key)
      try encoder.child(key).encode(value)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder.nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.nested(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.child(WireKey("super")) }

    func superEncoder(forKey key: Key) -> any Encoder {
      encoder.note(key)
      return encoder.child(key)
    }
  }

  private struct Unkeyed: UnkeyedEncodingContainer {
    let encoder: KeyAudit
    var count = 0
    var codingPath: [any CodingKey] { encoder.codingPath }

    private mutating func next() -> KeyAudit {
      defer { count += 1 }
      return encoder.child(WireKey(index: count))
    }

    mutating func encodeNil() { _ = next() }

    mutating func encode(_ value: some Encodable) throws { try next().encode(value) }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      next().unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { next() }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoder: KeyAudit
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() {}

    func encode(_ value: some Encodable) throws { try encoder.encode(value) }
  }

  /// Encodes a value that may have keys.
  private func encode(_ value: some Encodable) throws {
    // Scalars would encode themselves without an end.
    if Self.isScalar(value) { return }
    try value.encode(to: self)
  }

  private static func isScalar(_ value: any Encodable) -> Bool {
    value is String || value is Bool || value is any BinaryInteger
      || value is any BinaryFloatingPoint
  }
}
