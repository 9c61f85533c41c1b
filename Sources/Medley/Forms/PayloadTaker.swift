/// An encoder that takes the payload of an element from its registry, before that writes the tag.
///
///     element ── encode(to:) ──▶ registry ── payload, tag ──▶ taking
///
/// What the element encodes beside the payload is recorded and dropped. It is a class, so that a
/// comparison of types finds it.
package final class PayloadTaker: Encoder {
  /// What an element encodes.
  package enum Taken {
    /// A payload with its tags, and whether it needs no more than its tag.
    case payload(any Encodable, PayloadTag, isDirect: Bool)
    case unknown(UnknownPayload)
  }

  let base: any Encoder
  private let taking: (Taken) throws -> Void
  private lazy var recorder = ObjectRecorder(before: base)

  /// - Parameters:
  ///   - base: The encoder of the element.
  ///   - taking: A function that is called with what the element encodes.
  package init(before base: any Encoder, _ taking: @escaping (Taken) throws -> Void) {
    (self.base, self.taking) = (base, taking)
  }

  package var codingPath: [any CodingKey] { base.codingPath }
  package var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    recorder.container(keyedBy: type)
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer { recorder.unkeyedContainer() }

  package func singleValueContainer() -> any SingleValueEncodingContainer {
    recorder.singleValueContainer()
  }

  // MARK: - Taking

  /// Hands what an element encodes to an encoder that takes it.
  ///
  /// - Returns: False if the encoder takes nothing.
  /// - Throws: What encoding it throws.
  static func take(_ taken: @autoclosure () -> Taken, by encoder: some Encoder) throws -> Bool {
    guard let taker = cast(encoder) else { return false }
    try taker.taking(taken())
    return true
  }

  /// Returns whether an encoder takes payloads.
  @inline(__always) static func isOne<Other: Encoder>(_: Other) -> Bool {
    Other.self == PayloadTaker.self
  }

  /// Returns an encoder that takes payloads.
  static func cast<Other: Encoder>(_ encoder: Other) -> PayloadTaker? {
    // A comparison of types takes a tenth of a cast.
    isOne(encoder) ? encoder as? PayloadTaker : nil
  }
}
