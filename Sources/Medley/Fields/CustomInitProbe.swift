/// A decoder that tells whether a type decodes itself with the `init(from:)` that Medley gives it.
///
/// The engine passes by that initialiser, which a type may nevertheless replace by one of its own.
/// Such a type is found out by calling it: Medley's looks for this decoder before all else.
package final class CustomInitProbe: Decoder {
  private struct Answer: Error {}

  private var isUntouched = true
  private var hasReached = false

  private init() {}

  /// Whether a type leaves `init(from:)` to Medley.
  package static func reachesMedley<Value: Decodable>(_ type: Value.Type) -> Bool {
    let probe = CustomInitProbe()
    _ = try? Value(from: probe)
    return probe.hasReached
  }

  /// Throws if the decoder is a probe, which then has its answer.
  @inline(__always) static func answer(_ decoder: any Decoder) throws {
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
