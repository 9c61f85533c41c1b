/// A member of an object that may be absent, null or a value, each of which means something else.
///
/// In a PATCH body an absent member leaves a field as it is, null clears it, and a value replaces
/// it (RFC 7396):
///
/// ```swift
/// struct ProfilePatch: Codable {
///   var name: FieldValue<String> = .absent
///   var nickname: FieldValue<String> = .absent
/// }
/// let patch = ProfilePatch(nickname: .null)
/// try JSONEncoder().encode(patch)  // {"nickname": null}
///
/// patch.name.apply(to: &profile.name, null: "")    // a stored non-optional
/// patch.nickname.apply(to: &profile.nickname)      // a stored optional
/// ```
///
/// It is a plain property of a type with synthesised `Codable`, in a file that imports Medley. A
/// value that is wrong is an error, and never null; with `@Lossy` it is reported and absent.
public enum FieldValue<Value> {
  /// There is no such member.
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
  /// The value; nil if it is absent or null.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Whether there is no such member.
  public var isAbsent: Bool {
    if case .absent = self { true } else { false }
  }

  /// Whether the member is null.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The field with its value converted.
  ///
  /// ```swift
  /// let length = patch.name.map(\.count)  // absent and null stay what they are
  /// ```
  ///
  /// - Parameter transform: Converts a value.
  /// - Returns: The converted value, or what this is if there is none.
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
  /// Changes a stored optional as this field says.
  ///
  /// ```swift
  /// patch.nickname.apply(to: &profile.nickname)
  /// ```
  ///
  /// - Parameter stored: What is left as it is if the field is absent, and nil if it is null.
  public func apply(to stored: inout Value?) {
    switch self {
    case .absent: break
    case .null: stored = nil
    case .value(let value): stored = value
    }
  }

  /// Changes a stored value as this field says.
  ///
  /// ```swift
  /// patch.name.apply(to: &profile.name, null: "")
  /// ```
  ///
  /// - Parameters:
  ///   - stored: What is left as it is if the field is absent.
  ///   - replacement: What is stored if the field is null.
  public func apply(to stored: inout Value, null replacement: @autoclosure () -> Value) {
    switch self {
    case .absent: break
    case .null: stored = replacement()
    case .value(let value): stored = value
    }
  }

  /// The field of two patches that are applied one after the other.
  ///
  /// A struct's merge is one line per field:
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
  /// - Returns: What has the effect of both.
  public func merging(_ later: FieldValue) -> FieldValue {
    later.isAbsent ? self : later
  }
}

extension FieldValue: CustomStringConvertible {
  /// The value, or the words `absent` and `null`.
  public var description: String {
    switch self {
    case .absent: "absent"
    case .null: "null"
    case .value(let value): "\(value)"
    }
  }
}

// MARK: - Coding

extension FieldValue: Decodable where Value: Decodable {
  /// Decodes null or a value; what is decoded is there.
  public init(from decoder: any Decoder) throws {
    let isNull = (try? decoder.singleValueContainer())?.decodeNil() == true
    self = isNull ? .null : .value(try Attempt.decodeStrictly(from: decoder))
  }
}

extension FieldValue: KeyedDecodable where Value: Decodable {
  /// Decodes the member: absent, null or a value.
  ///
  /// - Throws: What the value throws if it is wrong.
  public init<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws {
    if !container.contains(key) {
      self = .absent
    } else if try container.decodeNil(forKey: key) {
      self = .null
    } else {
      self = .value(try container.decodeMember(Value.self, forKey: key))
    }
  }
}

extension FieldValue: Encodable where Value: Encodable {
  /// Encodes the value or null; where there is no key to leave out, absence is null, too.
  public func encode(to encoder: any Encoder) throws {
    if let value {
      try value.encodeStrictly(to: encoder)
    } else {
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}

extension FieldValue: KeyedEncodable where Value: Encodable {
  /// Encodes the member, or leaves it out if it is absent.
  public func encode<Key: CodingKey>(
    into container: inout KeyedEncodingContainer<Key>,
    forKey key: Key
  ) throws {
    switch self {
    case .absent: break
    case .null: try container.encodeNil(forKey: key)
    case .value(let value): try container.encodeMember(value, forKey: key)
    }
  }
}

// MARK: - Nesting

extension FieldValue: LossyDecodable where Value: Decodable {
  /// Absent: what is wrong changes nothing.
  public static var standIn: FieldValue { .absent }

  /// The member may be absent or null: that is what the field tells apart.
  public static var isOptional: Bool { true }

  /// Decodes null, or what can be decoded of a value.
  public init(lossyFrom decoder: any Decoder) throws {
    let isNull = try decoder.singleValueContainer().decodeNil()
    self = isNull ? .null : .value(try Attempt.decode(from: decoder))
  }

  /// Decodes null, or what can be decoded of a member.
  public static func decodeLossy<Key: CodingKey>(
    from container: KeyedDecodingContainer<Key>,
    forKey key: Key
  ) throws -> FieldValue {
    try Value?.decodeLossy(from: container, forKey: key).map { .value($0) } ?? .null
  }
}

extension FieldValue: LosslessConvertible where Value: LosslessConvertible {
  /// The field with the kinds in which its value came.
  public typealias Storage = FieldValue<Lossless<Value>>

  /// Takes the field out of what was decoded.
  public init(_ storage: FieldValue<Lossless<Value>>) {
    self = storage.map(\.wrappedValue)
  }

  /// Whether the value came in its own kind, or isn't there.
  public static func isPlain(_ storage: FieldValue<Lossless<Value>>) -> Bool {
    storage.value?.isPlain ?? true
  }

  /// The field, with the kinds of another.
  public func storage(
    like original: FieldValue<Lossless<Value>>?
  ) -> FieldValue<Lossless<Value>> {
    map { Lossless($0, like: original?.value?.model) }
  }
}
