/// An object that several values are encoded into, through one container.
///
/// A second container of the same encoder would be simpler, and loses data: some formats keep only
/// the members of the last container, some write a member twice, and all of them trap when a value
/// turns out to be a scalar.
final class MergedObject {
  var container: KeyedEncodingContainer<WireKey>
  /// What is wrong with a value that can't be a part of an object, found where nothing can throw.
  private var refused: String?
  private let reserved: [ReservedMember]
  /// The path of the object, from the element's own.
  private let path: [WireKey]
  /// The objects on the way to tags that stand deeper down.
  private var objects: [(key: String, object: MergedObject)] = []
  private var owner: any Any.Type
  /// The members that the parts of a composition wrote, if there are parts.
  private var parts: WrittenMembers?

  init(
    _ container: KeyedEncodingContainer<WireKey>,
    reserved: [ReservedMember],
    owner: any Any.Type,
    path: [WireKey] = []
  ) throws {
    self.container = container
    self.path = path
    self.reserved = reserved
    self.owner = owner
    for member in reserved {
      guard let key = member.path.first else { continue }
      if member.path.count == 1 {
        try self.container.encode(member.tag, forKey: WireKey(key))
      } else {
        let inner = self.container.nestedContainer(keyedBy: WireKey.self, forKey: WireKey(key))
        let rest = ReservedMember(Array(member.path.dropFirst()), member.tag)
        let object = try MergedObject(
          inner,
          reserved: [rest],
          owner: owner,
          path: path + [WireKey(key)]
        )
        objects.append((key, object))
      }
    }
  }

  func codingPath(_ encoder: any Encoder) -> [any CodingKey] {
    encoder.codingPath + path
  }

  // MARK: - Writing members

  func encodeNil(forKey key: some CodingKey, to encoder: any Encoder) throws {
    // A payload's null under a tag's key says nothing that the tag doesn't say better.
    guard !isReserved(key), tag(convertedFrom: key) == nil,
      try isUnwritten(Bool?.none, key, encoder)
    else { return }
    try container.encodeNil(forKey: WireKey(key))
  }

  /// Encodes a member, unless it is a tag that is there already.
  func encode<Value: Encodable>(
    _ value: Value,
    forKey key: some CodingKey,
    to encoder: any Encoder
  ) throws {
    if let object = object(at: key) {
      try MergingEncoder(object: object, base: encoder).encode(value)
    } else if let tag = tag(at: key) ?? tag(convertedFrom: key) {
      switch try TagProbe.look(at: value, path: [], encoder: encoder) {
      case .null, .nothing: break
      case .tag(tag):
        // A member that may only look like the tag is written all the same.
        if self.tag(at: key) == nil { try container.encode(value, forKey: WireKey(key)) }
      case .tag(let stored):
        throw disagreement(value, found: stored.shortened, tag: tag, key: key, encoder)
      case .other(let found): throw disagreement(value, found: found, tag: tag, key: key, encoder)
      }
    } else if try isUnwritten(value, key, encoder) {
      try container.encode(value, forKey: WireKey(key))
    }
  }

  /// Whether a scalar is to be written as a member: it isn't where it is the tag itself.
  ///
  /// - Throws: `EncodingError.invalidValue` if something else is reserved under the key.
  func admits<Value: Encodable>(
    _ value: Value,
    as tag: @autoclosure () -> TypeTag?,
    forKey key: some CodingKey,
    to encoder: any Encoder
  ) throws -> Bool {
    guard let reserved = self.tag(at: key) else {
      if let converted = self.tag(convertedFrom: key), tag() != converted {
        throw disagreement(
          value,
          found: tag()?.shortened ?? "\(value)",
          tag: converted,
          key: key,
          encoder
        )
      }
      if object(at: key) == nil { return try isUnwritten(value, key, encoder) }
      throw refusal(of: value, "a scalar under \"\(key.stringValue)\"", encoder)
    }
    let stored = tag()
    if stored == reserved { return false }
    throw disagreement(
      value,
      found: stored?.shortened ?? "\(value)",
      tag: reserved,
      key: key,
      encoder
    )
  }

  private func disagreement(
    _ value: Any,
    found: String,
    tag: TypeTag,
    key: some CodingKey,
    _ encoder: any Encoder
  ) -> EncodingError {
    DiscriminatorError(
      noTagStoredBy: owner,
      found: found,
      expected: tag,
      place: "under \"\(key.stringValue)\""
    ).encoding(value, at: codingPath(encoder) + [WireKey(key)])
  }

  // MARK: - Encoding parts

  /// Whether the object is shared by the parts of a composition.
  var isShared: Bool { parts != nil }

  /// Encodes one of several parts.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - claimed: The members of other parts that are left out, written or not; nil: none.
  ///   - encoder: The encoder of the object.
  /// - Throws: `EncodingError.invalidValue`, naming both, if another part wrote another value under
  ///   one key, or if the part isn't encoded as an object.
  func encode(
    part: some Encodable,
    yielding claimed: Set<String>?,
    to encoder: any Encoder
  ) throws {
    let outerOwner = owner
    let outerPart = parts?.part ?? 0
    let outerClaimed = parts?.claimed
    parts = parts ?? WrittenMembers()
    owner = type(of: part)
    parts?.begin(yielding: claimed ?? outerClaimed)
    defer {
      owner = outerOwner
      parts?.end(part: outerPart, yielding: outerClaimed)
    }
    try MergingEncoder(object: self, base: encoder).encode(part)
  }

  /// Whether no other part wrote the member; if one did, it must have been the same.
  private func isUnwritten(
    _ value: some Encodable,
    _ key: some CodingKey,
    _ encoder: any Encoder
  ) throws -> Bool {
    guard parts != nil else { return true }
    return try parts?.insert(value, for: key.stringValue, by: owner, encoder) ?? true
  }

  // MARK: - Finding what is reserved

  private func isReserved(_ key: some CodingKey) -> Bool {
    tag(at: key) != nil || object(at: key) != nil
  }

  private func tag(at key: some CodingKey) -> TypeTag? {
    let name = key.stringValue
    for member in reserved where member.path.count == 1 && member.path[0] == name {
      return member.tag
    }
    return nil
  }

  /// The tag that `key` would collide with where the encoder converts keys to snake case.
  ///
  /// Whether it does can't be known, so a member that agrees is written all the same.
  private func tag(convertedFrom key: some CodingKey) -> TypeTag? {
    for member in reserved where member.path.count == 1 && member.path[0].utf8.contains(0x5F) {
      if SnakeCase.camelCase(member.path[0]) == key.stringValue { return member.tag }
    }
    return nil
  }

  private func object(at key: some CodingKey) -> MergedObject? {
    guard !objects.isEmpty else { return nil }
    return objects.first { $0.key == key.stringValue }?.object
  }

  // MARK: - Nesting

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type,
    forKey key: some CodingKey,
    encoder: any Encoder
  ) -> KeyedEncodingContainer<Nested> {
    if let object = object(at: key) {
      return MergingEncoder(object: object, base: encoder).container(keyedBy: type)
    }
    if tag(at: key) != nil {
      return refuse("an object under \"\(key.stringValue)\"", encoder).container(keyedBy: type)
    }
    if let conflict = parts?.insertContainer(for: key.stringValue, by: owner) {
      return refuse(conflict, encoder).container(keyedBy: type)
    }
    return container.nestedContainer(keyedBy: type, forKey: WireKey(key))
  }

  func nestedUnkeyedContainer(
    forKey key: some CodingKey,
    encoder: any Encoder
  ) -> any UnkeyedEncodingContainer {
    if isReserved(key) {
      return refuse("an array under \"\(key.stringValue)\"", encoder).unkeyedContainer()
    }
    if let conflict = parts?.insertContainer(for: key.stringValue, by: owner) {
      return refuse(conflict, encoder).unkeyedContainer()
    }
    return container.nestedUnkeyedContainer(forKey: WireKey(key))
  }

  func superEncoder(encoder: any Encoder) -> any Encoder {
    if let conflict = parts?.insertContainer(for: "super", by: owner) {
      return refuse(conflict, encoder)
    }
    return container.superEncoder()
  }

  func superEncoder(forKey key: some CodingKey, encoder: any Encoder) -> any Encoder {
    if isReserved(key) { return refuse("an object under \"\(key.stringValue)\"", encoder) }
    if let conflict = parts?.insertContainer(for: key.stringValue, by: owner) {
      return refuse(conflict, encoder)
    }
    return container.superEncoder(forKey: WireKey(key))
  }

  /// Notes that a value can't be a part of an object, and returns an encoder that ignores it.
  func refuse(_ found: String, _ encoder: any Encoder) -> any Encoder {
    refused = refused ?? found
    return TagProbe.ignoring(like: encoder)
  }

  /// The error for a value that can't be a part of an object.
  func refusal(of value: Any, _ found: String, _ encoder: any Encoder) -> EncodingError {
    let advice =
      isShared
      ? "the other parts. Make it a member of one of them."
      : """
      its tag. Use a discriminator that keeps them apart: .adjacent, .external or .wrapperArray.
      """
    return .invalidValue(
      value,
      EncodingError.Context(
        codingPath: codingPath(encoder),
        debugDescription: """
          The \(isShared ? "part" : "payload") \(owner) is encoded as \(found), which can't stand \
          in one object with \(advice)
          """
      )
    )
  }

  /// What is wrong with this object or one inside it.
  var refusalAnywhere: String? {
    refused ?? objects.lazy.compactMap(\.object.refusalAnywhere).first
  }
}
