/// A decoder that determines whether a type uses Medley's `init(from:)` or its own.
///
/// MedleyJSON's fast paths don't call the initialiser, so they can't be used for a type with its
/// own. The probe calls it: Medley's initialiser tests for this decoder first.
package final class CustomInitProbe: Decoder {
  private struct Answer: Error {}

  /// Whether Medley's `init(from:)` was the first to use the decoder; nil while it is unused.
  private var hasReached: Bool?

  private init() {}

  /// Returns whether a type uses Medley's `init(from:)`.
  package static func reachesMedley<Value: Decodable>(_ type: Value.Type) -> Bool {
    let probe = CustomInitProbe()
    _ = try? Value(from: probe)
    return probe.hasReached == true
  }

  /// Marks the decoder and throws if it is a probe.
  @inline(__always) package static func answer(_ decoder: any Decoder) throws {
    guard type(of: decoder) == CustomInitProbe.self else { return }
    throw (decoder as? CustomInitProbe)?.use(byMedley: true) ?? Answer()
  }

  /// Notes who is the first to use the decoder, and returns the error for it.
  @discardableResult private func use(byMedley isMedley: Bool = false) -> Answer {
    hasReached = hasReached ?? isMedley
    return Answer()
  }

  package var codingPath: [any CodingKey] {
    use()
    return []
  }

  package var userInfo: [CodingUserInfoKey: Any] {
    use()
    return [:]
  }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> { throw use() }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw use() }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer { throw use() }
}

/// A decoder that shows an observer what a type asks another decoder for.
///
/// The core recognises it by its type. The decoder of an optional part of a composition is one, in
/// MedleyComposition.
package struct ObservedDecoder: Decoder, WrappingCoder {
  let base: any Decoder
  private let observer: any DecoderObserver

  package init(_ base: any Decoder, by observer: any DecoderObserver) {
    self.base = base
    self.observer = observer
  }

  package var wrapped: Any? { base }
  package var codingPath: [any CodingKey] { base.codingPath }
  package var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  package func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    observer.observed(try base.container(keyedBy: type))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try base.unkeyedContainer()
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    observer.noteWhole(base)
    return try base.singleValueContainer()
  }
}

/// What an ``ObservedDecoder`` shows what a type asks for.
package protocol DecoderObserver {
  /// Returns a container that shows which members are asked for.
  func observed<Key: CodingKey>(
    _ container: KeyedDecodingContainer<Key>
  ) -> KeyedDecodingContainer<Key>

  /// Notes that the value of a decoder is read as a whole.
  func noteWhole(_ decoder: any Decoder)
}
