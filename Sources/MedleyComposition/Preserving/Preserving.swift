package import Medley
import MedleyBase

/// A value that keeps the parts of its JSON that its type doesn't know.
///
/// A program that fetches a value, changes it and saves it removes every member that was added to the
/// format after the program was written. This type writes them as they came:
///
/// ```swift
/// // {"title": "Old", "rating": 4.0, "addedIn2031": {"a": 1}}
/// var page = try decoder.decode(Preserving<Page>.self, from: data)
/// page.title = "New"
/// let again = try encoder.encode(page)
/// // {"title": "New", "rating": 4.0, "addedIn2031": {"a": 1}}
/// ```
///
/// The members of the value are members of this type. ``value`` is the value itself.
///
/// What is kept reaches as far as the types of the value do: an object that a nested type encodes
/// where an object came keeps its unknown members as well, and elements of an array are matched with
/// those that came. What the type writes differently than before is always written. <doc:FetchChangeSave>
/// has the rules.
///
/// With `PolymorphicJSONDecoder` and `PolymorphicJSONEncoder` the bytes of everything that didn't
/// change stay. Other coders keep values: unknown members, nulls, and defaults that are absent.
///
/// Equality and hashing compare the values alone.
@dynamicMemberLookup
public struct Preserving<Value> {
  /// The value.
  public var value: Value

  /// What came; nil for a value that wasn't decoded.
  let original: PreservedOriginal?

  /// Creates a value that has nothing to keep.
  public init(_ value: Value) {
    self.value = value
    original = nil
  }

  // MARK: - Accessing members

  /// Accesses a member of the value.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
    value[keyPath: path]
  }

  /// Accesses a member of the value.
  public subscript<Member>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: path] }
    _modify { yield &value[keyPath: path] }
  }

  /// Accesses a member of an object, which can be changed through a constant.
  public subscript<Member>(dynamicMember path: ReferenceWritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: path] }
    nonmutating _modify { yield &value[keyPath: path] }
  }
}

extension Preserving: Sendable where Value: Sendable {}

extension Preserving: CustomReflectable {
  /// A mirror of the value.
  public var customMirror: Mirror {
    Mirror(self, children: ["value": value], displayStyle: .struct)
  }
}

// MARK: - Comparing

extension Preserving: Equatable where Value: Equatable {
  /// Returns whether two values are equal, whatever they keep.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.value == rhs.value }
}

extension Preserving: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

// MARK: - Coding

extension Preserving: Decodable where Value: Decodable {
  /// Decodes the value, and keeps what it was decoded from.
  ///
  /// - Throws: What the value throws, and `DecodingError.dataCorrupted` if another decoder than
  ///   `PolymorphicJSONDecoder` has a value that is too deep to be kept; see
  ///   ``/Medley/PayloadValue/init(from:)``.
  @inline(__always)
  public init(from decoder: any Decoder) throws {
    if let own = MedleyDecoders.cast(decoder), own.takes(Self.self, listing: nil) {
      self = try own.decodeStrictly(Self.self)
      return
    }
    let value: Value
    do {
      value = try Value.decodeStrictly(from: decoder)
    } catch let error as DecodingError {
      throw error.bounded
    }
    try self.init(value, keeping: nil, from: decoder)
  }
}

extension Preserving: PreservingDecodable where Value: Decodable {
  // Inlined into the witness, which has the metadata.
  @inline(__always) package init(
    _ value: consuming Value,
    keeping text: PreservedText?,
    from decoder: @autoclosure () -> any Decoder
  ) throws {
    self.value = value
    if let text {
      original = PreservedOriginal(.text(text))
    } else {
      original = try PreservedOriginal.make(of: self.value, from: decoder())
    }
    if UnknownMembers.areSought { original?.reportUnknownMembers(of: self.value, from: decoder()) }
  }
}

extension Preserving: Encodable where Value: Encodable {
  /// Encodes the value with everything that was kept.
  ///
  /// - Throws: What the value throws, and `EncodingError.invalidValue` if it can't be decoded again
  ///   from what came.
  public func encode(to encoder: any Encoder) throws {
    guard let original else { return try value.encodeStrictly(to: encoder) }
    try original.encode(value, to: encoder) { try $0.encodeStrictly(to: $1) }
  }
}

extension Preserving: PreservingElement where Value: Encodable {
  package func encodeElement(
    to encoder: any Encoder,
    _ write: (any Encodable, any Encoder) throws -> Void
  ) throws {
    guard let original else { return try write(value, encoder) }
    try original.encode(value, to: encoder) { try write($0, $1) }
  }
}

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

  init(_ content: Content) { self.content = content }

  /// Whether the value was decoded again to be compared, so that it has no changes.
  var isUnchanged: Bool {
    if case .text(let text) = content { text.document.isUnchanged } else { false }
  }

  /// Keeps what a value was decoded from.
  ///
  /// - Returns: Nil if the value can't be encoded, or is a placeholder.
  /// - Throws: What capturing throws.
  static func make<Value>(of value: Value, from decoder: any Decoder) throws -> PreservedOriginal? {
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
  private static let justDecoded = CodingUserInfoKey(own: "Medley.justDecoded")

  /// Returns what a value writes that was just decoded; nil if it can't be encoded.
  ///
  /// Values inside that preserve their own JSON have just been decoded as well. So they write what they
  /// wrote then: encoding them again would take a time that is quadratic in the number of levels for
  /// each level.
  static func written(_ value: any Encodable, decodedFrom decoder: any Decoder) -> WrittenValue? {
    var userInfo = decoder.userInfo
    userInfo.set(true, for: justDecoded)
    let path = { decoder.codingPath }
    return try? .recorded(at: path, userInfo: userInfo) { try value.encodeStrictly(to: $0) }
  }

  /// Whether an encoder writes values that were just decoded.
  private static func areJustDecoded(by encoder: any Encoder) -> Bool {
    encoder.userInfo[justDecoded] != nil
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
    func written(_ value: Value) throws -> WrittenValue {
      let path = { encoder.codingPath }
      return try .recorded(at: path, userInfo: encoder.userInfo) { try write(value, $0) }
    }
    let merged: WrittenValue
    switch content {
    case .text(let preserved):
      let document = preserved.document
      let text = SourceText(document.source, preserved.range)
      if let own = MedleyEncoders.cast(encoder) {
        let isEncoded =
          try isUnchanged
          ? own.write(.text(text), sharesObject: true)
          : document.source.write(
            preserved.range,
            decodedBy: { try write(Self.decodeAgain($0, of: document, as: value, $1), $1) },
            changedTo: { try write(value, $0) },
            matching: ElementMatching.matches,
            to: own
          )
        if isEncoded { return }
      }
      let isUnchanged = isUnchanged || Self.areJustDecoded(by: encoder)
      if isUnchanged, let recorder = encoder as? ObjectRecorder {
        let tree = WrittenValue(.object([], convertsKeys: false)).whole(unchangedFrom: text)
        let isRecorded = recorder.recordText(as: RecordedTree(tree)) {
          try WrittenValue(text.value).encode(to: $0)
        }
        if isRecorded { return }
      }
      let new = try written(value)
      let baseline =
        try isUnchanged
        ? new : written(Self.decodeAgain(text, of: document, as: value, encoder))
      let isSame = isUnchanged || baseline == new
      merged = ValueMerge(isExact: true)
        .merged(text.value, baseline, new, isUnchanged: isSame)
        .whole(unchangedFrom: isSame ? text : nil)
    case .value(let original, let baseline, let isExact):
      let isUnchanged = Self.areJustDecoded(by: encoder)
      let new = try isUnchanged ? baseline : written(value)
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
      guard let again = again as? Value else { throw UndecodableAgain() }
      return again
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
