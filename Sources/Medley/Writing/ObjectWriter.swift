package import MedleyBase

/// An encoder for a value whose members share one object with its tag, or with other parts of a
/// composition.
///
///     tag ─────────────────────────────────────── type: MOVIE ──┐
///                                                               ├──▶ one container of the encoder
///     payload ── encode(to:) ──▶ check ─── title, year, type ───┘
///                                              agrees, left out ┘
///
/// A second container of the encoder would be simpler, but loses data: some formats keep only the
/// members of the last container, some write a member twice, and all of them trap if the payload is
/// a scalar.
///
/// A member is checked and written when the value encodes it, so that errors are thrown there, as
/// with any encoder. It is a class, because all containers of one encoder write to the same object.
package final class ObjectWriter: Encoder {
  /// The other members of the object.
  enum Company {
    /// The parts of a tag, under keys of the object.
    case tag([TagPart])
    /// A tag in a nested object, which a writer writes under a key.
    ///
    /// The writer is nil if the payload doesn't have the object.
    case tagInside(WireKey, ObjectWriter?)
    case parts(any MergedObject)
  }

  enum Object {
    /// The tag is written, and the value has made containers of one known type at most.
    case tagged(PlainTag)
    /// The same, but the tag isn't known yet: its place, and what finds it.
    case awaiting(TagMembers, (Finding) throws -> PlainTag)
    /// A part of a composition, whose containers note what is written.
    case part(any MergedObject)
    case checked(State)
  }

  /// What a payload has written of a tag that isn't known yet.
  ///
  ///     payload ─────── title ───────────────────▶ a container of the encoder
  ///                     type: video.created ─────▶ is this one of its tags? then it is the tag
  ///                     nothing more, no type ───▶ the canonical tag
  ///
  /// So the payload is encoded once, if others of its type were written to one container. Where its
  /// members don't tell the tag even so, it is found in a record.
  enum Finding {
    case text(String)
    /// Nothing, and the payload is finished.
    case nothing
    /// Something else, or the payload isn't written member by member.
    case elsewhere
  }

  /// The type whose members are written.
  package let owner: any Any.Type
  let base: any Encoder
  private(set) var object: Object
  /// The type of the keys of the last container that a value without state has made.
  private(set) var keyType: (any CodingKey.Type)?
  /// Whether the tag is still to be written, so that the payload may write it.
  private(set) var lacksTag = false
  /// Whether the tag stands beside the object, so that only the payload writes it.
  let isBeside: Bool
  /// The error for a tag that wasn't found in a function that can't throw.
  private var failure: (any Error)?
  /// The tag, if it wasn't known before the payload was written.
  private(set) var found: PlainTag?

  /// Creates the writer of a payload and writes the tag, first in formats that keep the order.
  ///
  /// - Parameters:
  ///   - owner: The type of the payload.
  ///   - tag: The tag.
  ///   - places: The places of its parts among the payload's members.
  ///   - record: The record of the payload, if the objects around the tag need it.
  ///   - base: The encoder of the element.
  /// - Throws: What the encoder throws.
  @inline(never) convenience init(
    _ owner: any Any.Type,
    tagged tag: TypeTag,
    at places: TagMembers,
    of record: ObjectRecorder?,
    before base: any Encoder
  ) throws {
    let objects = places.objects
    // The first object that the payload doesn't have.
    let added = objects.indices.first { record?.hasValue(at: Array(objects[...$0])) != true }
    let parts = places.parts(of: tag)
    let company = added.map { Company.tagInside(objects[$0], nil) } ?? .tag(parts)
    let state = State(company, inside: objects[..<(added ?? objects.count)], of: owner, in: base)
    self.init(owner, .checked(state), in: base)
    var container = state.innermost.container ?? container
    if let added {
      // Nothing has to be merged, so the object is encoded as a value: TOMLKit traps on nested
      // containers, and Yams writes them last.
      let nested = NestedTag(tag: tag, path: Array(objects[(added + 1)...]) + places.keys)
      try container.encode(nested, forKey: objects[added])
    } else {
      for case (let key, let part?) in parts { try container.encodeTag(part, forKey: key) }
    }
  }

  /// Creates the writer of a part of a composition.
  package convenience init(_ part: any Any.Type, of parts: any MergedObject, in base: any Encoder) {
    self.init(part, .part(parts), in: base)
  }

  /// Creates the writer of an object of which something is known.
  ///
  /// - Parameters:
  ///   - owner: The type whose members are written.
  ///   - object: What is known.
  ///   - base: The encoder of the object.
  ///   - keyType: The keys of the containers of `base` that the value has made.
  ///   - isBeside: Whether the tag isn't written, but stands beside the object.
  init(
    _ owner: any Any.Type,
    _ object: Object,
    in base: any Encoder,
    keyedBy keyType: (any CodingKey.Type)? = nil,
    isBeside: Bool = false
  ) {
    self.owner = owner
    self.base = base
    self.object = object
    self.keyType = keyType
    self.isBeside = isBeside
  }

  /// Returns the writer that an encoder is or has behind it, or nil.
  package static func cast<Other: Encoder>(_ encoder: Other) -> ObjectWriter? {
    if Other.self == ObjectWriter.self { return same(encoder) as ObjectWriter }
    return MedleyEncoders.type(for: encoder)?.checker(of: encoder) as? ObjectWriter
  }

  package var codingPath: [any CodingKey] { base.codingPath + path }
  package var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  /// The composition that the object belongs to, if there is one.
  package var composition: (any MergedObject)? { parts ?? outer?.composition }

  /// The parts of a composition, if the value is one of them.
  var parts: (any MergedObject)? {
    switch object {
    case .part(let parts): parts
    case .checked(let state): if case .parts(let parts) = state.company { parts } else { nil }
    case .tagged, .awaiting: nil
    }
  }

  /// The writer of the same object around this one, if there is one.
  var outer: ObjectWriter? { path.isEmpty ? Self.cast(base) : nil }

  // MARK: - Checking

  /// What the checks need, made when it is first needed.
  var state: State {
    findTag()
    let state: State
    switch object {
    case .checked(let state): return state
    case .tagged(let tag):
      // The encoder merges the containers of one object, those of nested objects as well.
      let objects = tag.places.objects[...]
      state = State(.tag(tag.parts), inside: objects, of: owner, in: base, direct: tag.direct)
    case .part(let parts): state = State(.parts(parts))
    // It wasn't found, so the payload fails, whatever it writes.
    case .awaiting(let places, _): state = State(.tag([]), direct: places.direct)
    }
    if let keyType { state.owners.add(keyType) }
    object = .checked(state)
    return state
  }

  /// The path of the object, from that of `base`.
  var path: [WireKey] {
    if case .checked(let state) = object { state.path } else { [] }
  }

  var company: Company { state.company }

  /// The only container of the encoder for the object.
  var container: KeyedEncodingContainer<WireKey> {
    if let parts { return parts.container }
    if let made = state.container { return made }
    let made = base.container(keyedBy: WireKey.self)
    state.container = made
    return made
  }

  /// Whether the value has made one container, and no member needed a check.
  var isDirect: Bool {
    if case .tagged = object { keyType != nil } else { false }
  }

  /// The containers of the value that can be those of `base`, and which keys are reserved.
  var direct: DirectContainers? {
    switch object {
    case .tagged(let tag): tag.direct
    case .awaiting(let places, _): places.direct
    case .part: nil
    case .checked(let state): state.direct
    }
  }

  // MARK: - Finding the tag

  /// Finds a tag that isn't known yet, where the payload's members don't tell it.
  ///
  /// If there is none, the error is thrown when the payload is finished.
  private func findTag() {
    guard case .awaiting = object, failure == nil else { return }
    do { try findTag(.elsewhere) } catch { failure = error }
  }

  /// Finds a tag that isn't known yet, by what the payload has written.
  ///
  /// - Throws: `EncodingError` if the payload can't have the tag.
  func findTag(_ finding: Finding) throws {
    guard case .awaiting(_, let find) = object else { return }
    let tag = try find(finding)
    found = tag
    object = .tagged(tag)
  }

  // MARK: - Making containers

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .part(let parts) = object {
      if keyType != type {
        parts.add(type)
        keyType = type
      }
      return partContainer(keyedBy: type)
    }
    guard let direct, let use = direct.use(of: ObjectIdentifier(type)) else {
      return checkedContainer(keyedBy: type)
    }
    var isOnlyType = keyType == nil || keyType == type
    if case .checked = object { isOnlyType = false }
    if isOnlyType { keyType = type } else { state.owners.add(type) }
    switch use {
    case .direct: return base.container(keyedBy: type)
    case .guarded: return guardedContainer(keyedBy: type, direct)
    }
  }

  // Never inlined: a function with the container looks up its metadata on entry, 420 instructions.
  @inline(never) private func partContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(CheckedContainer(of: self))
  }

  @inline(never) private func checkedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    state.owners.add(type)
    let lesson = direct?.lesson(about: type)
    if let lesson { state.lessons.append(lesson) }
    return KeyedEncodingContainer(CheckedContainer(of: self, lesson: lesson))
  }

  @inline(never) private func guardedContainer<Key: CodingKey>(
    keyedBy type: Key.Type,
    _ direct: DirectContainers
  ) -> KeyedEncodingContainer<Key> {
    let container = base.container(keyedBy: type)
    return KeyedEncodingContainer(
      GuardedContainer(container, of: self, reserving: direct.reservedKeys)
    )
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    refuse("an array").unkeyedContainer()
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer {
    isBeside
      ? refuse("a single value").singleValueContainer() : SingleContainer(target: self)
  }

  // MARK: - Writing

  /// Encodes a value as members of the object.
  ///
  /// - Throws: What the value throws, and `EncodingError.invalidValue` if it isn't encoded as an
  ///   object, or has a member that the object already has.
  package func write(_ value: some Encodable) throws {
    try encodeInPlace(value)
    try finish(value)
  }

  /// Writes a value that is no dictionary, before the tag.
  ///
  /// - Returns: Whether the value has written the tag.
  func write(members value: some Encodable) throws -> Bool {
    lacksTag = true
    try value.encode(to: self)
    try finish(value)
    if let failure { throw failure }
    return !lacksTag
  }

  /// Writes a value that is no dictionary, without the tag.
  ///
  /// - Returns: False, with nothing written, if the value isn't written member by member.
  func write(body value: some Encodable) throws -> Bool {
    try value.encode(to: self)
    if keyType == nil, case .checked(let state) = object, state.container == nil,
      state.refused != nil
    {
      return false
    }
    try finish(value)
    return true
  }

  /// Returns whether the tag is still to be written, which the caller does.
  func takesTag() -> Bool {
    defer { lacksTag = false }
    return lacksTag || isBeside
  }

  /// Encodes the members of a value as members of the object.
  func encodeInPlace<Value: Encodable>(_ value: Value) throws {
    guard SpecialTypes.areStringKeyed(Value.self),
      let dictionary = value as? any StringKeyedEncodable
    else { return try value.encode(to: self) }
    try encode(dictionary)
  }

  /// Whether the encoder can take a whole dictionary beside a tag: nothing was encoded to it.
  package var takesDictionary: Bool {
    guard keyType == nil else { return false }
    findTag()
    return switch object {
    case .tagged, .awaiting: DecoderTraits.isFoundationJSON(base)
    case .part, .checked: false
    }
  }

  /// Writes what was kept until a value has encoded all its members.
  ///
  /// - Throws: `EncodingError.invalidValue` as `write` does.
  package func finish(_ value: some Encodable) throws {
    if case .checked(let state) = object { try finish(value, state) }
  }

  @inline(never) private func finish(_ value: any Encodable, _ state: State) throws {
    try writeKept(beside: value, state)
    if let refused = refusedAnywhere { throw refusal(refused, of: value) }
    if let direct = state.direct { state.lessons.forEach(direct.keep) }
  }

  /// Keeps unknown elements, whose members are written when all others are.
  package func add(_ owners: MemberOwners) { state.owners.add(owners) }
}

/// An object whose members come from several parts, as `ObjectWriter` sees it.
///
/// The parts of a composition conform, in MedleyComposition.
package protocol MergedObject: AnyObject {
  /// Adds the members of a part that is a dictionary to those that are written as a whole.
  ///
  /// - Returns: False if the encoder takes no whole dictionary, whose keys it doesn't convert.
  /// - Throws: `EncodingError.invalidValue` if another part has another value under one key.
  func add(_ dictionary: any StringKeyedEncodable) throws -> Bool

  /// The only container of the encoder, made when it is first needed.
  var container: KeyedEncodingContainer<WireKey> { get }

  /// Returns whether a member of the part is to be written, which no other part has written.
  ///
  /// - Throws: `EncodingError.invalidValue` if another part has another value under the key.
  func admits(_ value: consuming RecordedValue, under key: WireKey) throws -> Bool

  /// Removes a member, because its value threw an error.
  func removeMember(under key: WireKey)

  /// Describes the conflict of a part's container under a key; nil if no other part has the key.
  func conflict(ofContainerUnder key: WireKey) -> String?

  /// Adds the members that the keys of a part's container name.
  func add(_ keyType: any CodingKey.Type)

  /// Adds what a part owns, and the unknown elements that it has.
  func add(_ owners: MemberOwners)
}
