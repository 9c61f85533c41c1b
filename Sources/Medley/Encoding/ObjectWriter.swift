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
final class ObjectWriter: Encoder {
  /// The other members of the object.
  enum Company {
    /// A tag with its parts under keys of the object.
    case tag(TypeTag, under: [WireKey])
    /// A tag in a nested object, which a writer writes under a key.
    ///
    /// The writer is nil if the payload doesn't have the object.
    case tagInside(WireKey, ObjectWriter?)
    case parts(MergedParts)
  }

  /// The type whose members are written.
  let owner: any Any.Type
  let base: any Encoder
  /// The path of the object, from that of `base`.
  let path: [WireKey]
  /// The only container of the encoder for the object.
  private(set) lazy var container = base.container(keyedBy: WireKey.self)
  let company: Company
  /// The containers of the value that can be those of `base`.
  let direct: DirectContainers?
  private var lessons: [KeyLesson] = []
  /// The members that the value names.
  private(set) var owned = OwnedMembers()
  /// The unknown elements that the value has encoded to this encoder, which are written last.
  private(set) var kept: [KeptElement] = []
  /// What the fields of the value are written to.
  var fieldTarget: (any FieldTarget)?
  /// The reason why the value can't share an object, found in a function that can't throw.
  private var refused: String?

  /// Creates the writer of a payload and writes the tag.
  ///
  /// The tag is written first, so that it is the first member in formats that keep the order.
  ///
  /// - Parameters:
  ///   - owner: The type of the payload.
  ///   - tag: The tag.
  ///   - keys: The keys of its parts.
  ///   - objects: The keys of the nested objects around the tag, from here on.
  ///   - record: The record of the payload, if the objects around the tag need it.
  ///   - merges: Whether the encoder writes nested containers at their place.
  ///   - container: The container of the object.
  ///   - base: The encoder of the element.
  ///   - path: The path of the object, from that of `base`.
  ///   - direct: The containers of the payload that can be those of `base`.
  /// - Throws: What the encoder throws.
  // Never inlined: it calls itself, and the compiler unrolled that into 40 KB.
  @inline(never) init(
    _ owner: any Any.Type,
    tagged tag: TypeTag,
    under keys: [WireKey],
    inside objects: ArraySlice<WireKey>,
    of record: ObjectRecorder?,
    merges: Bool,
    in container: KeyedEncodingContainer<WireKey>,
    before base: any Encoder,
    at path: [WireKey] = [],
    direct: DirectContainers? = nil
  ) throws {
    self.owner = owner
    self.base = base
    self.path = path
    self.direct = direct
    var output = container
    if let key = objects.first {
      let (path, objects) = (path + [key], objects.dropFirst())
      guard merges || record?.hasValue(at: path) == true else {
        // Nothing has to be merged, so the object is encoded as a value: TOMLKit traps on nested
        // containers, and Yams writes them last.
        try output.encode(NestedTag(tag, at: objects + keys), forKey: key)
        company = .tagInside(key, nil)
        self.container = container
        return
      }
      let inner = try ObjectWriter(
        owner,
        tagged: tag,
        under: keys,
        inside: objects,
        of: record,
        merges: merges,
        in: output.nestedContainer(keyedBy: WireKey.self, forKey: key),
        before: base,
        at: path
      )
      company = .tagInside(key, inner)
      self.container = container
      return
    }
    company = .tag(tag, under: keys)
    self.container = container
    // The usual case, which needs no list of parts.
    if case .string(let string) = tag, let key = keys.first {
      try output.encode(string, forKey: key)
    } else {
      for (key, part) in zip(keys, tag.parts) {
        if let part { try output.encodeTag(part, forKey: key) }
      }
    }
  }

  /// Creates the writer of a payload, of which an encoder of Medley has written the tag.
  init(
    _ owner: any Any.Type,
    tagged tag: TypeTag,
    under keys: [WireKey],
    writtenBy base: any Encoder,
    direct: DirectContainers
  ) {
    self.owner = owner
    self.base = base
    path = []
    company = .tag(tag, under: keys)
    self.direct = direct
  }

  /// Creates the writer of a part of a composition.
  init(_ part: any Any.Type, in parts: MergedParts) {
    owner = part
    base = parts.encoder
    path = []
    company = .parts(parts)
    direct = nil
    container = parts.container
  }

  var codingPath: [any CodingKey] { base.codingPath + path }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  /// The composition that the object belongs to, if there is one.
  var composition: MergedParts? {
    if case .parts(let parts) = company { return parts }
    return outer?.composition
  }

  /// The writer of the same object around this one, if there is one.
  var outer: ObjectWriter? {
    // A comparison of types takes a tenth of the cast.
    path.isEmpty && type(of: base) == ObjectWriter.self ? base as? ObjectWriter : nil
  }

  // MARK: - Making containers

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    owned.add(type)
    switch direct?.use(of: type) {
    case .direct?: return base.container(keyedBy: type)
    case .learning(let lesson)?:
      lessons.append(lesson)
      return KeyedEncodingContainer(CheckedContainer(writer: self, lesson: lesson))
    case .checked?, nil:
      return KeyedEncodingContainer(CheckedContainer(writer: self, lesson: nil))
    }
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    refuse("an array").unkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    InPlaceContainer(writer: self)
  }

  // MARK: - Writing

  /// Encodes a value as members of the object.
  ///
  /// - Throws: What the value throws, and `EncodingError.invalidValue` if it isn't encoded as an
  ///   object, or has a member that the object already has.
  func write(_ value: some Encodable) throws {
    try value.encode(to: self)
    try finish(value)
  }

  /// Encodes what a function encodes as members of the object.
  ///
  /// - Throws: What the function throws, and `EncodingError.invalidValue` as for a value.
  func write(envelope body: (any Encoder) throws -> Void) throws {
    try body(self)
    try finish(Envelope())
  }

  private func finish(_ value: some Encodable) throws {
    try writeKept(beside: value)
    if let refused = refusedAnywhere { throw refusal(refused, of: value) }
    if let direct { lessons.forEach(direct.keep) }
  }

  /// Records the keys of a container.
  func addOwned(_ type: any CodingKey.Type) {
    owned.add(type)
  }

  /// Keeps unknown elements, whose members are written when all others are.
  func add(_ owned: OwnedMembers, _ kept: [KeptElement]) {
    self.owned.add(owned)
    self.kept += kept
  }

  // MARK: - Refusing

  /// Records that the value can't share an object, and returns an encoder that writes nothing.
  func refuse(_ found: String) -> any Encoder {
    refused = refused ?? found
    return ObjectRecorder(before: base, at: path)
  }

  private var refusedAnywhere: String? {
    if case .tagInside(_, let inner) = company { return refused ?? inner?.refusedAnywhere }
    return refused
  }

  /// Returns the error for a value that can't share an object.
  func refusal(_ found: String, of value: Any) -> EncodingError {
    let description =
      if case .parts = company {
        """
        The part \(owner) is encoded as \(found), which can't stand in one object with the other \
        parts. Make it a member of one of them.
        """
      } else {
        """
        The payload \(owner) is encoded as \(found), which can't stand in one object with its tag. \
        Use a discriminator that keeps them apart: .adjacent, .external or .wrapperArray.
        """
      }
    return .invalidValue(
      value,
      EncodingError.Context(codingPath: codingPath, debugDescription: description)
    )
  }
}

extension ObjectWriter: WrappingCoder {
  var wrapped: Any? { base }
}
