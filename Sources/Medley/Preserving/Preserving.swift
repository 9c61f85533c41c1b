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

  init(_ value: Value, original: PreservedOriginal?) {
    self.value = value
    self.original = original
  }

  // MARK: - Accessing members

  /// Accesses a member of the value.
  public subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member {
    value[keyPath: path]
  }

  /// Accesses a member of the value.
  public subscript<Member>(dynamicMember path: WritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: path] }
    set { value[keyPath: path] = newValue }
  }

  /// Accesses a member of an object, which can be changed through a constant.
  public subscript<Member>(dynamicMember path: ReferenceWritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: path] }
    nonmutating set { value[keyPath: path] = newValue }
  }
}

extension Preserving: Sendable where Value: Sendable {}

// MARK: - Comparing

extension Preserving: Equatable where Value: Equatable {
  /// Returns whether two values are equal, whatever they keep.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.value == rhs.value
  }
}

extension Preserving: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(value)
  }
}

// MARK: - Coding

extension Preserving: Decodable where Value: Decodable {
  /// Decodes the value, and keeps what it was decoded from.
  ///
  /// - Throws: What the value throws, and `DecodingError.dataCorrupted` if another decoder than
  ///   `PolymorphicJSONDecoder` has a value that is too deep to be kept; see
  ///   ``PayloadValue/init(from:)``.
  @inline(__always)
  public init(from decoder: any Decoder) throws {
    // Without calling another initialiser, which looks up the metadata of this type.
    if let own = MedleyDecoders.cast(decoder) {
      value = try own.decodeStrictly(Value.self)
      original = try own.original ?? .make(of: value, from: decoder)
    } else {
      value = try Attempt<Value>.decodeStrictly(from: decoder)
      original = try PreservedOriginal.make(of: value, from: decoder)
    }
    if UnknownMembers.areSought { original?.reportUnknownMembers(of: value, from: decoder) }
  }
}

extension Preserving: Encodable where Value: Encodable {
  /// Encodes the value with everything that was kept.
  ///
  /// - Throws: What the value throws, and `EncodingError.invalidValue` if it can't be decoded again
  ///   from what came.
  public func encode(to encoder: any Encoder) throws {
    if let original {
      try original.encode(value, to: encoder) { try $0.encodeStrictly(to: $1) }
    } else {
      try value.encodeStrictly(to: encoder)
    }
  }
}

/// A protocol for elements whose original includes their tag.
///
/// `Preserving` conforms alone: a cast finds it without knowing the value.
protocol PreservingElement {
  /// Whether there is something to keep.
  var hasOriginal: Bool { get }

  /// Encodes the element, whose value a function encodes with its tag.
  func encodeElement(
    to encoder: any Encoder,
    _ write: (any Encodable, any Encoder) throws -> Void
  ) throws
}

extension Preserving: PreservingElement where Value: Encodable {
  var hasOriginal: Bool { original != nil }

  func encodeElement(
    to encoder: any Encoder,
    _ write: (any Encodable, any Encoder) throws -> Void
  ) throws {
    if let original {
      try original.encode(value, to: encoder) { try write($0, $1) }
    } else {
      try write(value, encoder)
    }
  }
}

/// What a ``Preserving`` value was decoded from.
///
/// It is a class, so that such a value has one reference more than its type needs.
package final class PreservedOriginal: Sendable {
  enum Content {
    /// The text, and what decodes it again.
    case text(SourceText, any TextDecoding)
    /// The value, and what the type wrote when it was decoded.
    ///
    /// Decoders that provide a scalar as several kinds don't tell what came.
    case value(PayloadValue, baseline: PayloadValue, isExact: Bool)
  }

  let content: Content
  /// Whether the value was decoded again to be compared, so that it has no changes.
  ///
  /// Without this, a recursive type would be decoded twice for each level.
  let isUnchanged: Bool

  /// Keeps a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - decoding: Decodes it again.
  ///   - isUnchanged: Whether this is the value that was decoded again.
  package init(_ text: SourceText, _ decoding: any TextDecoding, isUnchanged: Bool) {
    content = .text(text, decoding)
    self.isUnchanged = isUnchanged
  }

  private init(_ value: PayloadValue, baseline: PayloadValue, isExact: Bool) {
    content = .value(value, baseline: baseline, isExact: isExact)
    isUnchanged = false
  }

  /// Keeps what a value was decoded from.
  ///
  /// - Returns: Nil if the value can't be encoded, or is a placeholder.
  /// - Throws: What capturing throws.
  static func make<Value>(of value: Value, from decoder: any Decoder) throws -> PreservedOriginal? {
    guard let value = value as? any Encodable, !decoder.isSample else { return nil }
    let captured = try PayloadValue(from: decoder)
    let path = decoder.codingPath.map { WireKey($0) }
    // A type that can't be encoded throws again when it is encoded.
    let baseline = try? WrittenValue(at: path, userInfo: decoder.userInfo) {
      try value.encodeStrictly(to: $0)
    }
    guard let baseline else { return nil }
    return PreservedOriginal(
      captured,
      baseline: baseline.value,
      isExact: DecoderTraits(decoder) == .strict
    )
  }
}

/// A protocol for what decodes a text as it was decoded before.
///
/// MedleyJSON's settings of a call conform, because the core has no JSON parser.
package protocol TextDecoding: AnyObject, Sendable {
  /// Decodes a value from a text with the same settings.
  ///
  /// - Throws: What decoding throws, with a path that begins at the text.
  func decode<Value: Decodable>(_ type: Value.Type, from text: SourceText) throws -> Value
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
    let merged: MergedValue
    switch content {
    case .text(let text, let decoding):
      if let own = MedleyEncoders.cast(encoder) {
        let isEncoded =
          try isUnchanged
          ? own.write(text, sharesObject: true)
          : own.write(
            text,
            changedFrom: { try write(Self.decodeAgain(text, decoding, as: value, $0), $0) },
            to: { try write(value, $0) }
          )
        if isEncoded { return }
      }
      if isUnchanged || UnknownMembers.areSought && UnknownMembers.areSought(while: encoder) {
        merged = .kept(text.value)
      } else {
        let baseline = try WrittenValue(before: encoder) {
          try write(Self.decodeAgain(text, decoding, as: value, encoder), $0)
        }
        let new = try WrittenValue(before: encoder) { try write(value, $0) }
        merged = ValueMerge(isExact: true).merged(text.value, baseline.value, new)
      }
    case .value(let original, let baseline, let isExact):
      let new = try WrittenValue(before: encoder) { try write(value, $0) }
      merged = ValueMerge(isExact: isExact).merged(original, baseline, new)
    }
    try merged.encode(to: encoder)
  }

  /// Decodes the value as it was decoded before, without reporting its issues again.
  private static func decodeAgain<Value>(
    _ text: SourceText,
    _ decoding: any TextDecoding,
    as value: Value,
    _ encoder: any Encoder
  ) throws -> Value {
    func decode<Type: Decodable>(_ type: Type.Type) throws -> Value? {
      try decoding.decode(type, from: text) as? Value
    }
    do {
      let type = Value.self as? any Decodable.Type
      if let again = try IssueCollector.muting({ try type.flatMap { try decode($0) } }) {
        return again
      }
      throw UndecodableAgain()
    } catch {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: """
            \(Value.self) can't be decoded again from what came, so it isn't known which members it \
            doesn't know. Encode `value` to write only those that it knows.
            """,
          underlyingError: error
        )
      )
    }
  }

  private struct UndecodableAgain: Error {}
}
