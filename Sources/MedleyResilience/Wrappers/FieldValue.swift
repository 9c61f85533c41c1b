public import Medley

/// A member of an object that is absent, null or a value, with a different meaning for each.
///
/// In a PATCH body, an absent member leaves a field unchanged, null removes it, and a value
/// replaces it (RFC 7396):
///
/// ```swift
/// struct ProfilePatch: Codable {
///   var name: FieldValue<String> = .absent
///   var nickname: FieldValue<String> = .absent
/// }
/// let patch = ProfilePatch(nickname: .null)
/// try JSONEncoder().encode(patch)  // {"nickname": null}
///
/// // a stored value that isn't optional
/// patch.name.apply(to: &profile.name, null: "")
/// // a stored optional
/// patch.nickname.apply(to: &profile.nickname)
/// ```
///
/// It is a plain property of a type with synthesised `Codable`, in a file that imports Medley and
/// MedleyResilience. An invalid value throws. With `@Lossy` it is absent and reported.
public enum FieldValue<Value> {
  /// The object doesn't have the member.
  case absent
  /// The member is null.
  case null
  /// The member has a value.
  case value(Value)
}

extension FieldValue: Sendable where Value: Sendable {}
extension FieldValue: Equatable where Value: Equatable {}
extension FieldValue: Hashable where Value: Hashable {}

// MARK: - Reading

extension FieldValue {
  /// The value, or nil if the member is absent or null.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Whether the member is absent.
  public var isAbsent: Bool {
    if case .absent = self { true } else { false }
  }

  /// Whether the member is null.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// Returns the field with its value converted.
  ///
  /// ```swift
  /// let length = patch.name.map(\.count)
  /// ```
  ///
  /// - Parameter transform: A function that converts a value.
  /// - Returns: The converted value, or absent or null if there is no value.
  /// - Throws: What `transform` throws.
  public func map<Converted, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Converted
  ) throws(Failure) -> FieldValue<Converted> {
    switch self {
    case .absent: .absent
    case .null: .null
    case .value(let value): .value(try transform(value))
    }
  }
}

// MARK: - Patching

extension FieldValue {
  /// Applies this field to a stored optional.
  ///
  /// ```swift
  /// patch.nickname.apply(to: &profile.nickname)
  /// ```
  ///
  /// - Parameter stored: The value to change. It stays if the field is absent, and becomes nil if
  ///   the field is null.
  public func apply(to stored: inout Value?) {
    switch self {
    case .absent: break
    case .null: stored = nil
    case .value(let value): stored = value
    }
  }

  /// Applies this field to a stored value.
  ///
  /// ```swift
  /// patch.name.apply(to: &profile.name, null: "")
  /// ```
  ///
  /// - Parameters:
  ///   - stored: The value to change. It stays if the field is absent.
  ///   - replacement: The value to store if the field is null.
  public func apply(to stored: inout Value, null replacement: @autoclosure () -> Value) {
    switch self {
    case .absent: break
    case .null: stored = replacement()
    case .value(let value): stored = value
    }
  }

  /// Returns the field of two patches combined.
  ///
  /// Merge a struct with one line per field:
  ///
  /// ```swift
  /// extension ProfilePatch {
  ///   func merging(_ later: ProfilePatch) -> ProfilePatch {
  ///     ProfilePatch(
  ///       name: name.merging(later.name),
  ///       nickname: nickname.merging(later.nickname))
  ///   }
  /// }
  /// ```
  ///
  /// Merging is associative, and an absent field changes nothing.
  ///
  /// - Parameter later: The field of the later patch, which wins unless it is absent.
  /// - Returns: A field with the effect of both.
  public func merging(_ later: FieldValue) -> FieldValue {
    later.isAbsent ? self : later
  }
}

extension FieldValue: CustomStringConvertible {
  /// The value, `absent` or `null`.
  public var description: String {
    switch self {
    case .absent: "absent"
    case .null: "null"
    case .value(let value): "\(value)"
    }
  }
}

// MARK: - Coding

extension FieldValue: Decodable, KeyedDecodable where Value: Decodable {
  /// Decodes null or a value.
  public init(from decoder: any Decoder) throws {
    let isNull = (try? decoder.singleValueContainer())?.decodeNil() == true
    self = isNull ? .null : .value(try Value.decodeStrictly(from: decoder))
  }

  /// Decodes the member: absent, null or a value.
  ///
  /// - Throws: What the value throws if it is invalid.
  @inlinable
  public init<Key: CodingKey>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    if let value = try container.decodeMemberIfPresent(Value.self, forKey: key) {
      self = .value(value)
    } else {
      self = container.contains(key) ? .null : .absent
    }
  }
}

extension FieldValue: Encodable, KeyedEncodable where Value: Encodable {
  /// Encodes the value or null.
  ///
  /// In places without a key, an absent field is encoded as null.
  public func encode(to encoder: any Encoder) throws {
    if let value {
      try value.encodeStrictly(to: encoder)
    } else {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }

  /// Encodes the member, or omits it if it is absent.
  public func encode<Key>(into object: inout KeyedEncodingContainer<Key>, forKey key: Key) throws {
    switch self {
    case .absent: break
    case .null: try object.encodeNil(forKey: key)
    case .value(let value): try object.encodeMember(value, forKey: key)
    }
  }
}

// MARK: - Nesting

extension FieldValue: PartlyDecodable, LossyDecodable where Value: Decodable {
  /// Absent, so that an invalid value changes nothing.
  public static var placeholder: FieldValue { .absent }

  /// True: the field distinguishes absent and null members.
  public static var isOptional: Bool { true }

  /// Decodes null, or the valid parts of a value.
  public init(lossyFrom decoder: any Decoder) throws {
    let isNull = try decoder.singleValueContainer().decodeNil()
    self = isNull ? .null : .value(try Attempt.decode(from: decoder))
  }

  /// Decodes null, or the valid parts of a member.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> FieldValue {
    guard let value = try Value?.decodeLossy(from: container, forKey: key) else { return .null }
    return .value(value)
  }
}

extension FieldValue: LosslessConvertible, LosslessContainer where Value: LosslessConvertible {
  static func joined(_ parts: FieldValue<Lossless<Value>>) -> Lossless<FieldValue> {
    Lossless(parts.map { $0.wrappedValue }, like: parts.value?.original)
  }

  func parts(like original: OriginalKind?) -> FieldValue<Lossless<Value>> {
    map { Lossless($0, like: original) }
  }
}
