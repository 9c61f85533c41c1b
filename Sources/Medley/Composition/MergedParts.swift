/// The parts of a composition, which write their members to one object.
///
/// A class, because the writers of all parts note what they wrote.
final class MergedParts {
  private struct Member {
    /// Nil for a container, whose content can't be compared any more.
    let value: RecordedValue?
    let owner: any Any.Type
    /// The number of the part.
    let part: Int
  }

  let encoder: any Encoder
  let container: KeyedEncodingContainer<WireKey>
  private var members: [String: Member] = [:]
  private var parts: [any Encodable] = []
  /// What parts know that write to the object, whether they write it or not.
  private var known: Set<String> = []
  /// The number of the part that is being written, and of all that were.
  private var part = 0
  private var count = 0

  /// Creates an object without members.
  init(at encoder: any Encoder) {
    self.encoder = encoder
    container = encoder.container(keyedBy: WireKey.self)
  }

  // MARK: - Writing parts

  /// Writes the members of parts, and keeps those that are unknown for the end.
  ///
  /// - Throws: `EncodingError.invalidValue`, naming both, if another part has another value under one
  ///   key, or if a part isn't encoded as an object.
  func write(_ parts: [any Encodable]) throws {
    self.parts += parts
    for part in parts where !part.isUnknownPart { try write(part, isUnknown: false) }
  }

  /// Writes what the unknown parts have and the other parts leave to them.
  ///
  /// An unknown part saw the whole object. What another part knows is that part's, even where it
  /// writes nothing: its owner has removed it.
  func writeUnknown() throws {
    let unknown = parts.filter(\.isUnknownPart)
    guard !unknown.isEmpty else { return }
    known = parts.filter { !$0.isUnknownPart }.reduce(into: []) { $0.formUnion($1.fieldsOfPart) }
    for part in unknown { try write(part, isUnknown: true) }
  }

  private func write<Part: Encodable>(_ part: Part, isUnknown: Bool) throws {
    // An absent part has no members.
    guard (part as? any NilRepresentable)?.isNil != true else { return }
    let outer = self.part
    defer { self.part = outer }
    count += 1
    self.part = count
    try ObjectWriter(Part.self, in: self, isUnknown: isUnknown).write(part)
  }

  // MARK: - Checking members

  /// Returns whether a part's member is to be written, which no other part has written.
  func admits(
    _ value: RecordedValue,
    under key: WireKey,
    of owner: any Any.Type,
    isUnknown: Bool
  ) throws -> Bool {
    let new = Member(value: value, owner: owner, part: part)
    guard let member = members[key.stringValue] else {
      // A null is no less there than before.
      if isUnknown, known.contains(key.stringValue), try tree(value, key) != .null { return false }
      members[key.stringValue] = new
      return true
    }
    if isUnknown { return false }
    // Trees are made only here, where two parts have one key.
    if let first = member.value, try tree(first, key) == tree(value, key) { return false }
    throw conflict(member, new, under: key)
  }

  func removeMember(under key: WireKey) {
    members[key.stringValue] = nil
  }

  /// Describes the conflict of a part's container under a key; nil if no other part has the key.
  func conflict(ofContainerUnder key: WireKey, of owner: any Any.Type) -> String? {
    let new = Member(value: nil, owner: owner, part: part)
    // A part may ask twice for its own container, as every encoder allows.
    guard let first = members.updateValue(new, forKey: key.stringValue), first.part != part else {
      return nil
    }
    return "a second \"\(key)\" beside that of \(first.owner)"
  }

  private func tree(_ value: RecordedValue, _ key: WireKey) throws -> PayloadValue {
    let path = encoder.codingPath.map { WireKey($0) } + [key]
    return try PayloadValue(value, in: ObjectRecorder(userInfo: encoder.userInfo, at: path))
  }

  private func conflict(_ first: Member, _ second: Member, under key: WireKey) -> EncodingError {
    .invalidValue(
      second.value?.recorded as Any,
      EncodingError.Context(
        codingPath: encoder.codingPath + [key],
        debugDescription: """
          Two parts of one object write different values under "\(key)": \(first.owner) and \
          \(second.owner). Give one of them another key, or make them agree.
          """
      )
    )
  }
}

extension Encodable {
  /// Whether the part is an unknown element, which has captured the whole object.
  fileprivate var isUnknownPart: Bool {
    switch self {
    case let part as any PolymorphicElement: part.unknown != nil
    case let part as any PolymorphicEncodable: part.unknownPayload != nil
    default: false
    }
  }

  /// The members of the part, if a sample of it can be decoded.
  fileprivate var fieldsOfPart: Set<String> {
    func fields<Part: Decodable>(_ type: Part.Type) -> Set<String> {
      let fields = PayloadFields(of: type)
      return fields.required.union(fields.optional)
    }
    return (type(of: self) as? any Decodable.Type).map { fields($0) } ?? []
  }
}

/// A decoder that records whether any of the requested members is present.
///
/// It distinguishes an absent optional part from an incomplete one.
struct TrackingDecoder: Decoder, WrappingCoder {
  final class Track {
    fileprivate(set) var foundAny = false
  }

  let base: any Decoder
  let track = Track()

  var wrapped: Any? { base }
  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      TrackingContainer(base: try base.container(keyedBy: type), track: track)
    )
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try base.unkeyedContainer()
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try base.singleValueContainer()
  }
}

private struct TrackingContainer<Key: CodingKey>: GenericKeyedDecoding {
  let base: KeyedDecodingContainer<Key>
  let track: TrackingDecoder.Track

  var codingPath: [any CodingKey] { base.codingPath }
  var allKeys: [Key] { base.allKeys }

  func contains(_ key: Key) -> Bool {
    let isPresent = base.contains(key)
    if isPresent { track.foundAny = true }
    return isPresent
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    _ = contains(key)
    return try base.decodeNil(forKey: key)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    _ = contains(key)
    return try base.decode(type, forKey: key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    _ = contains(key)
    return try base.nestedContainer(keyedBy: type, forKey: key)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    _ = contains(key)
    return try base.nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder {
    try base.superDecoder()
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    _ = contains(key)
    return try base.superDecoder(forKey: key)
  }
}
