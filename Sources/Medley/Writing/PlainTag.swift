package import MedleyBase

/// The tag of a payload that can have no other one, as members beside those of the payload.
///
///     tag ─────────── type: MOVIE ──▶ a container of the encoder
///     payload ─────── title, year ──▶ another container of the encoder
///                        │
///                        └ keys of a type that was seen; the value of "type" must be the tag
///
/// It is for encoders that merge the containers of one object, and takes what a second container
/// takes. `ObjectWriter.encode` writes all other tags, and those for other encoders. MedleyJSON writes
/// the tag to its document and hands the payload an encoder, which makes an `ObjectWriter` only where
/// members must be checked.
///
/// It is a class, so that a registry passes one reference to each payload of a type.
package final class PlainTag: MemberLeading, Sendable {
  package let tag: TypeTag
  let places: TagMembers
  package let member: LeadingMember
  /// Whether the tag is one member, beside those of the payload.
  let isMember: Bool
  let parts: [TagPart]

  /// Creates the tag, or nil if it has another number of parts.
  ///
  /// - Parameters:
  ///   - tag: The tag.
  ///   - places: The places of its parts among the members of the payload.
  init?(_ tag: TypeTag, at places: TagMembers) {
    guard tag.parts.count == places.keys.count, let key = places.keys.first else { return nil }
    self.tag = tag
    self.places = places
    parts = places.parts(of: tag)
    var (text, literal): (String?, String?)
    if places.objects.isEmpty {
      switch tag {
      case .string(let string): text = string
      case .integer, .boolean: literal = tag.description
      case .compound: break
      }
    }
    isMember = text != nil || literal != nil
    let value = literal ?? text.flatMap { Self.isPlain($0) ? "\"\($0)\"" : nil }
    let name = key.stringValue
    member = LeadingMember(
      name: name,
      text: text,
      literal: literal.map { Array($0.utf8) },
      json: Self.isPlain(name) ? value.map { Array("\"\(name)\":\($0)".utf8) } : nil,
      reserved: places.direct.reservedKeys,
      use: { [direct = places.direct] in direct.use(of: $0) }
    )
  }

  var direct: DirectContainers { places.direct }

  /// Returns whether a text surely needs no escapes.
  private static func isPlain(_ text: String) -> Bool {
    Array(text.utf8).allSatisfy { $0.isLetterOrDigit || "_-.".utf8.contains($0) }
  }

  // MARK: - Encoding

  /// Encodes the tag and a payload, which is no dictionary, as one object.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - encoder: The encoder of the element.
  /// - Returns: False, with nothing encoded, if the encoder needs `ObjectWriter.encode`.
  /// - Throws: As `ObjectWriter.encode`.
  func encode<Payload: Encodable>(_ payload: Payload, to encoder: any Encoder) throws -> Bool {
    if isMember, try MedleyEncoders.write(payload, after: member, of: self, to: encoder) {
      return true
    }
    guard direct.mergesAsFoundation(encoder) else {
      guard direct.merges(encoder) else { return false }
      try encode(merging: payload, to: encoder)
      return true
    }
    if Payload.self == EncodedFields.self, let fields = payload as? EncodedFields,
      try encode(fields, into: encoder)
    {
      return true
    }
    let writer = ObjectWriter(Payload.self, .tagged(self), in: encoder)
    if try !writer.write(members: payload) { try write(to: encoder) }
    return true
  }

  /// Encodes the tag and fields in one container of Foundation's encoders.
  ///
  /// A third faster than fields that check themselves, because their keys are known.
  ///
  /// - Returns: False if a field may be the tag, so that all fields must be checked. It doesn't matter
  ///   that some are written then: they are written again.
  private func encode(_ fields: EncodedFields, into encoder: any Encoder) throws -> Bool {
    guard places.objects.isEmpty else { return false }
    var container = encoder.container(keyedBy: WireKey.self)
    for case (let key, let value?) in fields.fields {
      guard !direct.reservedKeys.contains(key) else { return false }
      try container.encodeField(value, forKey: WireKey(key), mayOmit: true)
    }
    try write(to: &container)
    return true
  }

  /// Encodes the tag and a payload as one object of an encoder that merges containers.
  func encode<Payload: Encodable>(merging payload: Payload, to encoder: any Encoder) throws {
    // Foundation's encoders keep no order, and the one for JSON takes a whole dictionary, whose keys it
    // doesn't convert, only where nothing was encoded.
    let isLast = direct.mergesAsFoundation(encoder)
    if !isLast { try write(to: encoder) }
    try ObjectWriter(Payload.self, .tagged(self), in: encoder).write(payload)
    if isLast { try write(to: encoder) }
  }

  /// Encodes a payload, which is no dictionary, without the tag, which stands beside it.
  ///
  /// A payload that stores the tag writes it.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - encoder: The encoder of the body.
  /// - Returns: False, with nothing encoded, if it takes a record to find the tag that the payload
  ///   stores.
  /// - Throws: What the payload throws; `EncodingError.invalidValue` if it stores another tag.
  package func encode<Payload: Encodable>(
    bodyOf payload: Payload,
    to encoder: any Encoder
  ) throws -> Bool {
    guard isMember else { return false }
    guard direct.mergesAsFoundation(encoder) else {
      return try MedleyEncoders.write(payload, after: member, of: self, isBeside: true, to: encoder)
    }
    return try ObjectWriter(Payload.self, .tagged(self), in: encoder, isBeside: true)
      .write(body: payload)
  }

  func write(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WireKey.self)
    for key in places.objects {
      container = container.nestedContainer(keyedBy: WireKey.self, forKey: key)
    }
    try write(to: &container)
  }

  private func write(to container: inout KeyedEncodingContainer<WireKey>) throws {
    for case (let key, let part?) in parts { try container.encodeTag(part, forKey: key) }
  }

  package func makeChecker(of value: CheckedValue) -> any MemberChecker {
    let (owner, base, keyType, isBeside, _) = value
    return ObjectWriter(owner, .tagged(self), in: base, keyedBy: keyType, isBeside: isBeside)
  }
}

/// The containers of a payload that can write to the encoder directly.
///
/// Foundation's encoders merge the containers of one object. So a payload writes to them directly, but
/// for a member with the key of the tag. `init(stringValue:)` of the key type shows whether it has
/// that key. This is trusted only after keys of the type were seen, and all of them could be made from
/// their names.
///
/// It is a class, because the result for a type is used for all later values.
final class DirectContainers: Sendable {
  /// How containers with keys of a type are used, which were seen.
  private final class Known: Sendable {
    /// How one can be the encoder's own; nil if all members must be checked.
    let use: LeadingMember.KeyUse?

    init(_ use: LeadingMember.KeyUse?) { self.use = use }
  }

  let reservedKeys: ReservedKeys
  private let reservesSuper: Bool
  private let known = TypeCache()

  /// - Parameter reserved: The keys that the payload must not write.
  init(reserved: [String]) {
    // An encoder may convert another key to one of them.
    var all = reserved
    for name in reserved {
      for key in [SnakeCase.camelCase(name), SnakeCase.snakeCase(name)] where !all.contains(key) {
        all.append(key)
      }
    }
    reservedKeys = ReservedKeys(all)
    reservesSuper = reserved.contains("super")
  }

  /// Returns whether an encoder merges the containers of one object, as those of Foundation and
  /// MedleyJSON do.
  func merges(_ encoder: some Encoder) -> Bool {
    mergesAsFoundation(encoder) || !reservesSuper && MedleyEncoders.isPlain(encoder)
  }

  /// Returns whether an encoder is Foundation's, which merges the containers of one object.
  @inline(__always) func mergesAsFoundation<Other: Encoder>(_ encoder: Other) -> Bool {
    // A super encoder has a key that no key type declares.
    !reservesSuper && Self.foundation.passes(Other.self)
  }

  private static let foundation = TypeTest { type in
    let name = DecoderTraits.name(of: type)
    return ["FoundationEssentials.", "Foundation."].contains(where: name.hasPrefix)
  }

  /// Returns how a container with keys of a type can be the encoder's own; nil if all its members must
  /// be checked, or no keys of the type were seen.
  @inline(__always) func use(of type: ObjectIdentifier) -> LeadingMember.KeyUse? {
    known.find(type, as: Known.self)?.read { $0.use } ?? nil
  }

  /// Returns a lesson about keys of a type; nil if they were seen.
  func lesson<Key: CodingKey>(about type: Key.Type) -> KeyLesson? {
    let id = ObjectIdentifier(type)
    guard known.find(id) == nil else { return nil }
    let isReserved = reservedKeys.names.contains { Key(stringValue: $0) != nil }
    let use = isReserved ? LeadingMember.KeyUse.guarded(reservedKeys.bits(keyedBy: type)) : .direct
    return KeyLesson(type: id, use: use)
  }

  /// Stores the result for a key type.
  func keep(_ lesson: KeyLesson) {
    guard let areRemade = lesson.areRemade else { return }
    known.insert(Known(areRemade ? lesson.use : nil), for: lesson.type)
  }
}

/// The result for the keys of one type.
///
/// It is a class, because copies of a container share it.
final class KeyLesson {
  fileprivate let type: ObjectIdentifier
  fileprivate let use: LeadingMember.KeyUse
  /// Whether each key can be made from its name; nil as long as none was seen.
  fileprivate private(set) var areRemade: Bool?

  fileprivate init(type: ObjectIdentifier, use: LeadingMember.KeyUse) {
    (self.type, self.use) = (type, use)
  }

  func learn<Key: CodingKey>(_ key: Key) {
    let isRemade = Key(stringValue: key.stringValue)?.stringValue == key.stringValue
    areRemade = areRemade != false && isRemade
  }
}

/// A tag in an object, with those around it.
struct NestedTag: Encodable {
  let tag: TypeTag
  /// The path from the outermost object, which has one key at least.
  let path: [WireKey]

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WireKey.self)
    guard path.count > 1 else { return try container.encodeTag(tag, forKey: path[0]) }
    try container.encode(NestedTag(tag: tag, path: Array(path[1...])), forKey: path[0])
  }
}

// MARK: - Writing tags

// Without a value's own encoder, which takes 4,000 instructions of Foundation's.

extension KeyedEncodingContainer<WireKey> {
  /// Encodes a tag as a member.
  @inline(never) mutating func encodeTag(_ tag: TypeTag, forKey key: WireKey) throws {
    switch tag {
    case .string(let string): try encode(string, forKey: key)
    case .integer(let integer): try encode(integer, forKey: key)
    case .boolean(let boolean): try encode(boolean, forKey: key)
    case .compound: try encode(tag, forKey: key)
    }
  }
}

extension UnkeyedEncodingContainer {
  /// Encodes a tag as an element.
  package mutating func encodeTag(_ tag: TypeTag) throws {
    switch tag {
    case .string(let string): try encode(string)
    case .integer(let integer): try encode(integer)
    case .boolean(let boolean): try encode(boolean)
    case .compound: try encode(tag)
    }
  }
}

extension FieldTarget {
  /// Encodes a tag as a field.
  mutating func encodeTag(_ tag: TypeTag, named name: String) throws {
    switch tag {
    case .string(let string): try encode(string, named: name, mayOmit: false)
    case .integer(let integer): try encode(integer, named: name, mayOmit: false)
    case .boolean(let boolean): try encode(boolean, named: name, mayOmit: false)
    case .compound: try encode(tag, named: name, mayOmit: false)
    }
  }
}
