import Medley

/// The parts of a composition, which write their members to one object.
///
/// A class, because the writers of all parts note what they wrote.
final class MergedParts: MergedObject {
  let encoder: any Encoder
  // Sound without run-time checks, which take 4,000 instructions for an object of five members: an
  // encoder is used on one thread at a time, and no function here runs code of others while it
  // changes a variable.
  /// The container of the object, made when it is first needed.
  @safe @exclusivity(unchecked) private var made: KeyedEncodingContainer<WireKey>?
  @safe @exclusivity(unchecked) private var members = WrittenMembers()
  @safe @exclusivity(unchecked) private var owned = OwnedMembers(reservingCapacity: 4)
  /// The unknown elements of all parts, which are written last.
  @safe @exclusivity(unchecked) private var kept: [KeptElement] = []
  /// The number of the part that is being written, and of all that were.
  @safe @exclusivity(unchecked) private var part = 0
  @safe @exclusivity(unchecked) private var count = 0

  /// Creates an object without members.
  init(at encoder: any Encoder) {
    self.encoder = encoder
  }

  var hasContainer: Bool { made != nil }

  var container: KeyedEncodingContainer<WireKey> {
    if let made { return made }
    let container = encoder.container(keyedBy: WireKey.self)
    made = container
    return container
  }

  /// Returns the object that an encoder belongs to, or a new one.
  static func of(_ encoder: any Encoder) -> MergedParts {
    // No other type conforms.
    ObjectWriter.cast(encoder)?.composition as? MergedParts ?? MergedParts(at: encoder)
  }

  // MARK: - Writing parts

  /// Ends a composition.
  ///
  /// Unknown elements are encoded last, after the parts of all compositions of the object: each has
  /// kept the whole object, and leaves out the members of the others.
  ///
  /// - Throws: As `writeKept`.
  func finish() throws {
    guard part == 0 else { return }
    try writeKept()
    // Parts without members are an empty object.
    _ = container
  }

  /// Writes what the unknown elements have and the other members leave to them.
  ///
  /// An unknown element has kept the whole object. What a part knows is that part's, even where it
  /// writes nothing: its owner has removed it.
  func writeKept() throws {
    guard !kept.isEmpty else { return }
    defer { kept = [] }
    let members = owned.remaining(of: kept, beside: members.keys)
    try PayloadValue.encode(members, into: container, of: encoder)
  }

  /// Adds what a part owns, and the unknown elements that it has.
  func add(_ owned: OwnedMembers, _ kept: [KeptElement]) {
    self.owned.add(owned)
    if !kept.isEmpty { self.kept += kept }
  }

  /// Adds the members that the keys of a part's container name.
  func add(_ keyType: any CodingKey.Type) {
    owned.add(keyType)
  }

  /// Returns whether a part is written before the others: as a whole dictionary, which the encoder only
  /// takes where nothing was encoded.
  func isFirst(_ part: any Any.Type) -> Bool {
    CompositionPart.isDictionary(part) && DecoderTraits.isFoundationJSON(encoder)
  }

  /// Writes the members of a part, and keeps unknown elements for the end.
  ///
  /// - Throws: `EncodingError.invalidValue`, naming both, if another part has another value under one
  ///   key, or if a part isn't encoded as an object.
  func write<Part: Encodable>(_ part: Part) throws {
    if CompositionPart.isPlain(Part.self) {
      owned.add(part: Part.self)
      try numbered { try ObjectWriter(Part.self, in: self).write(part) }
    } else {
      try writeDynamic(part)
    }
  }

  @inline(never) private func writeDynamic<Part: Encodable>(_ part: Part) throws {
    // The parts of a composed part, since unknown parts inside it are encoded last as well.
    if let composed = part as? any Composing {
      for part in composed.parts { try write(part) }
      return
    }
    owned.add(part: Part.self)
    // An absent part has no members.
    if (part as? any NilRepresentable)?.isNil == true { return }
    try numbered { try ObjectWriter(Part.self, in: self).write(part) }
  }

  /// Writes the members that a function encodes.
  func write(envelope body: (any Encoder) throws -> Void) throws {
    try numbered {
      let writer = ObjectWriter(Envelope.self, in: self)
      try body(writer)
      try writer.finish(Envelope())
    }
  }

  @inline(never) private func numbered(_ write: () throws -> Void) rethrows {
    let outer = part
    defer { part = outer }
    count += 1
    part = count
    try write()
  }

  // MARK: - Checking members

  // Never inlined: a function with the container looks up its metadata on entry, 420 instructions.
  @inline(never) func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    of writer: ObjectWriter
  ) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(PartContainer(of: writer, in: self))
  }

  /// Returns whether a part's member is to be written, which no other part has written.
  func admits(
    _ value: RecordedValue,
    under key: WireKey,
    of owner: any Any.Type
  ) throws -> Bool {
    let name = key.stringValue
    guard let position = members.position(of: name) else {
      members.append(WrittenMembers.Member(name, value, owner, part))
      return true
    }
    // Trees are made only here, where two parts have one key.
    let member = members[position]
    if let first = member.value, try tree(first, key) == tree(value, key) { return false }
    throw conflict(member, .init(name, value, owner, part), under: key)
  }

  func removeMember(under key: WireKey) {
    _ = members.remove(key.stringValue)
  }

  /// Describes the conflict of a part's container under a key; nil if no other part has the key.
  func conflict(ofContainerUnder key: WireKey, of owner: any Any.Type) -> String? {
    let name = key.stringValue
    // The content of a container can't be compared any more.
    let new = WrittenMembers.Member(name, nil, owner, part)
    guard let position = members.position(of: name) else {
      members.append(new)
      return nil
    }
    let first = members[position]
    members[position] = new
    // A part may ask twice for its own container, as every encoder allows.
    return first.part == part ? nil : "a second \"\(key)\" beside that of \(first.owner)"
  }

  private func tree(_ value: RecordedValue, _ key: WireKey) throws -> PayloadValue {
    let path = encoder.codingPath.map { WireKey($0) } + [key]
    return try PayloadValue(value, in: ObjectRecorder(userInfo: encoder.userInfo, at: path))
  }

  private func conflict(
    _ first: WrittenMembers.Member,
    _ second: WrittenMembers.Member,
    under key: WireKey
  ) -> EncodingError {
    let owners =
      first.part == second.part
      ? "One object has different values under \(TypeTag.string(key.stringValue).shortened)."
      : """
      Two parts of one object write different values under \(TypeTag.string(key.stringValue).shortened): \
      \(first.owner) and \(second.owner).
      """
    return .invalidValue(
      second.value?.recorded as Any,
      EncodingError.Context(
        codingPath: encoder.codingPath + [key],
        debugDescription: "\(owners) Give one of them another key, or make them agree.".bounded()
      )
    )
  }
}
