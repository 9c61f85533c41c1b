/// A decoder that determines whether a type uses Medley's `init(from:)` or its own.
///
/// MedleyJSON's fast paths don't call the initialiser, so they can't be used for a type with its
/// own. The probe calls it: Medley's initialiser tests for this decoder first.
package final class CustomInitProbe: Decoder {
  private struct Answer: Error {}

  private var isUntouched = true
  private var hasReached = false

  private init() {}

  /// Returns whether a type uses Medley's `init(from:)`.
  package static func reachesMedley<Value: Decodable>(_ type: Value.Type) -> Bool {
    let probe = CustomInitProbe()
    _ = try? Value(from: probe)
    return probe.hasReached
  }

  /// Marks the decoder and throws if it is a probe.
  @inline(__always) package static func answer(_ decoder: any Decoder) throws {
    guard type(of: decoder) == CustomInitProbe.self else { return }
    if let probe = decoder as? CustomInitProbe, probe.isUntouched { probe.hasReached = true }
    throw Answer()
  }

  // MARK: Being touched

  package var codingPath: [any CodingKey] {
    isUntouched = false
    return []
  }

  package var userInfo: [CodingUserInfoKey: Any] {
    isUntouched = false
    return [:]
  }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    isUntouched = false
    throw Answer()
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    isUntouched = false
    throw Answer()
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    isUntouched = false
    throw Answer()
  }
}
