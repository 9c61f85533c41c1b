import Medley

/// What a ``Preserving`` value was decoded from.
///
/// It is a class, so that such a value has one reference more than its type needs.
final class PreservedOriginal: Sendable {
  // Small: one for each element is half of what an element takes beside a plain one.
  enum Content {
    /// A part of a document.
    case text(PreservedText)
    /// The value, and what the type wrote when it was decoded.
    ///
    /// Decoders that provide a scalar as several kinds don't tell what came.
    indirect case value(PayloadValue, baseline: WrittenValue, isExact: Bool)
  }

  let content: Content

  /// Keeps a part of a document.
  init(_ text: PreservedText) {
    content = .text(text)
  }

  private init(_ content: Content) {
    self.content = content
  }

  /// Whether the value was decoded again to be compared, so that it has no changes.
  var isUnchanged: Bool {
    if case .text(let text) = content { text.document.isUnchanged } else { false }
  }

  /// Keeps what a value was decoded from.
  ///
  /// - Returns: Nil if the value can't be encoded, or is a placeholder.
  /// - Throws: What capturing throws.
  static func make<Value>(
    of value: Value,
    from decoder: any Decoder
  ) throws -> PreservedOriginal? {
    guard let value = value as? any Encodable, !decoder.isSample else { return nil }
    let captured = try PayloadValue(from: decoder)
    // A type that can't be encoded throws again when it is encoded.
    return written(value, decodedFrom: decoder).map {
      let isExact = DecoderTraits(decoder) == .strict
      return PreservedOriginal(.value(captured, baseline: $0, isExact: isExact))
    }
  }
}

// MARK: - Writing values that were just decoded

extension PreservedOriginal {
  private static let justDecoded = CodingUserInfoKey(rawValue: "Medley.justDecoded")

  /// Returns what a value writes that was just decoded; nil if it can't be encoded.
  ///
  /// Values inside that preserve their own JSON have just been decoded as well. So they write what they
  /// wrote then: encoding them again would take a time that is quadratic in the number of levels for
  /// each level.
  static func written(_ value: any Encodable, decodedFrom decoder: any Decoder) -> WrittenValue? {
    var userInfo = decoder.userInfo
    if let justDecoded { userInfo.set(true, for: justDecoded) }
    let path = { decoder.codingPath }
    return try? .recorded(at: path, userInfo: userInfo) { try value.encodeStrictly(to: $0) }
  }

  /// Whether an encoder writes values that were just decoded.
  private static func areJustDecoded(by encoder: any Encoder) -> Bool {
    justDecoded.map { encoder.userInfo[$0] != nil } ?? false
  }
}

// MARK: - Encoding

extension PreservedOriginal {
  /// Encodes a value with everything that was kept.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: The encoder.
  ///   - write: Encodes a value alone.
  /// - Throws: What `write` throws, and `EncodingError.invalidValue` if the value can't be decoded
  ///   again.
  func encode<Value: Encodable>(
    _ value: Value,
    to encoder: any Encoder,
    _ write: (Value, any Encoder) throws -> Void
  ) throws {
    let merged: WrittenValue
    switch content {
    case .text(let preserved):
      let document = preserved.document
      let text = SourceText(document.source, preserved.range)
      if let own = MedleyEncoders.cast(encoder) {
        let isEncoded =
          try isUnchanged
          ? own.write(.text(text), sharesObject: true)
          : own.write(
            text,
            decodedBy: { try write(Self.decodeAgain($0, of: document, as: value, $1), $1) },
            changedTo: { try write(value, $0) },
            matching: ElementMatching.matches
          )
        if isEncoded { return }
      }
      let isUnchanged = isUnchanged || Self.areJustDecoded(by: encoder)
      if isUnchanged, let recorder = encoder as? ObjectRecorder,
        recorder.record(
          whole: RecordedTree(
            WrittenValue(.object([], convertsKeys: false)).whole(unchangedFrom: text)
          ),
          unread: UnreadText(text: text)
        )
      {
        return
      }
      let new = try WrittenValue.recorded(before: encoder) { try write(value, $0) }
      let baseline =
        try isUnchanged
        ? new
        : WrittenValue.recorded(before: encoder) {
          try write(Self.decodeAgain(text, of: document, as: value, encoder), $0)
        }
      let isSame = isUnchanged || baseline == new
      merged = ValueMerge(isExact: true)
        .merged(text.value, baseline, new, isUnchanged: isSame)
        .whole(unchangedFrom: isSame ? text : nil)
    case .value(let original, let baseline, let isExact):
      let isUnchanged = Self.areJustDecoded(by: encoder)
      let new =
        try isUnchanged
        ? baseline : WrittenValue.recorded(before: encoder) { try write(value, $0) }
      merged = ValueMerge(isExact: isExact)
        .merged(original, baseline, new, isUnchanged: isUnchanged)
        .whole()
    }
    try merged.encode(to: encoder)
  }

  /// Decodes the value as it was decoded before, without reporting its issues again.
  private static func decodeAgain<Value>(
    _ text: SourceText,
    of document: PreservedDocument,
    as value: Value,
    _ encoder: any Encoder
  ) throws -> Value {
    do {
      let type = Value.self as? any Decodable.Type
      let again = try IssueCollector.muting { try type.map { try document.decode($0, text) } }
      if let again = again as? Value {
        return again
      }
      throw UndecodableAgain()
    } catch {
      throw EncodingError.invalid(
        value,
        at: encoder.codingPath,
        """
        \(Value.self) can't be decoded again from what came, so it isn't known which members it \
        doesn't know. Encode `value` to write only those that it knows.
        """,
        because: error
      )
    }
  }

  private struct UndecodableAgain: Error {}
}

/// The values of a text, which is parsed when they are encoded.
private struct UnreadText: Encodable {
  let text: SourceText

  func encode(to encoder: any Encoder) throws {
    try WrittenValue(text.value).encode(to: encoder)
  }
}
