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
  ///   ``/Medley/PayloadValue/init(from:)``.
  @inline(__always)
  public init(from decoder: any Decoder) throws {
    // Without calling another initialiser, which looks up the metadata of this type.
    if let own = MedleyDecoders.cast(decoder) {
      _ = own.takes(PreservingWay(Self.self))
      value = try own.decodeStrictly(Value.self)
      original =
        try own.original.map { PreservedOriginal($0) } ?? .make(of: value, from: decoder)
    } else {
      do {
        value = try Value.decodeStrictly(from: decoder)
      } catch let error as DecodingError {
        throw error.bounded
      }
      original = try PreservedOriginal.make(of: value, from: decoder)
    }
    if UnknownMembers.areSought { original?.reportUnknownMembers(of: value, from: decoder) }
  }
}

extension Preserving: PreservingDecodable where Value: Decodable {
  // Inlined into the witness, which has the metadata.
  @inline(__always) package init(_ value: consuming Value, keeping text: PreservedText) {
    self.value = value
    original = PreservedOriginal(text)
  }

  package init(_ value: Value, keptFrom decoder: any Decoder) throws {
    self.value = value
    original = try PreservedOriginal.make(of: value, from: decoder)
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

extension Preserving: PreservingElement where Value: Encodable {
  package func encodeElement(
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
