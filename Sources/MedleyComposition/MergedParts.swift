import Medley
import MedleyBase

/// The parts of a composition, which write their members to one object.
///
/// A class, because the writers of all parts note what they wrote.
final class MergedParts: MergedObject {
  private let encoder: any Encoder
  // Sound without run-time checks, which take 4,000 instructions for an object of five members: an
  // encoder is used on one thread at a time, and no function here runs code of others while it
  // changes a variable.
  /// The container of the object, made when it is first needed.
  @safe @exclusivity(unchecked) private var made: KeyedEncodingContainer<WireKey>?
  @safe @exclusivity(unchecked) private var members = WrittenMembers()
  /// All parts, and the unknown elements that they have.
  @safe @exclusivity(unchecked) private var owners = MemberOwners(reservingCapacity: 4)
  /// The members of all dictionaries among the parts, until the encoder gets them as one.
  @safe @exclusivity(unchecked) private var dictionary: [String: ErasedPayload]?
  /// What a dictionary threw while a part made its container, which can't throw.
  @safe @exclusivity(unchecked) private var failure: (any Error)?
  /// The parts that wait for the dictionaries of all compositions of the object; nil where none wait.
  @safe @exclusivity(unchecked) private var waiting: [any Encodable]?
  /// The part that is being written, and the number of all that were.
  @safe @exclusivity(unchecked) private var part: WrittenMembers.Part = (0, Never.self)
  @safe @exclusivity(unchecked) private var count = 0

  /// Creates an object without members.
  init(at encoder: any Encoder) { self.encoder = encoder }

  var container: KeyedEncodingContainer<WireKey> {
    if let made { return made }
    do { try writeDictionary() } catch { failure = error }
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

  /// Writes parts with a function to an encoder that needn't look at each member.
  ///
  /// - Returns: False, with nothing written, for other encoders and parts.
  static func writeUnchecked(
    to encoder: any Encoder,
    _ write: (any Encoder) throws -> Void
  ) throws -> Bool {
    try MedleyEncoders.type(for: encoder)?
      .encodeParts(to: encoder, checkedBy: UncheckedParts.shared, write) ?? false
  }

  /// Ends a composition.
  ///
  /// Unknown elements are encoded last, after the parts of all compositions of the object: each has
  /// kept the whole object, and leaves out the members of the others.
  ///
  /// - Throws: As `writeMembersLeft`.
  func finish() throws {
    guard part.number == 0 else { return }
    try writeMembersLeft()
    // Parts without members are an empty object.
    _ = container
  }

  /// Writes what waits for the other members: unknown elements, and dictionaries alone in the object.
  ///
  /// - Throws: What they throw, and what a dictionary threw before.
  func writeMembersLeft() throws {
    try writeKept()
    try writeDictionary()
    if let failure { throw failure }
  }

  /// Writes what the unknown elements have and the other members leave to them.
  ///
  /// An unknown element has kept the whole object. What a part knows is that part's, even where it
  /// writes nothing: its owner has removed it.
  private func writeKept() throws {
    guard !owners.kept.isEmpty else { return }
    defer { owners.kept = [] }
    let members = owners.remaining(beside: members.keys)
    try PayloadValue.encode(members, into: container, of: encoder)
  }

  /// Adds what a part owns, and the unknown elements that it has.
  func add(_ owners: MemberOwners) { self.owners.add(owners) }

  /// Adds the members that the keys of a part's container name.
  func add(_ keyType: any CodingKey.Type) { owners.add(keyType) }

  /// Writes all parts of a composition, dictionaries before the others.
  ///
  /// `JSONEncoder` converts the keys of containers and not those of a whole dictionary, which it takes
  /// once, and only where nothing was encoded. So the dictionaries of all parts are joined, those of
  /// compositions inside too, and the other parts wait for them.
  ///
  /// - Throws: As `write(_:)`.
  func write(_ parts: [any Encodable]) throws {
    guard takesDictionary else {
      for part in parts { try write(part) }
      return
    }
    let isOutermost = waiting == nil
    waiting = waiting ?? []
    defer { if isOutermost { waiting = nil } }
    for part in parts.flatMap(CompositionPart.leaves) {
      if CompositionPart.hasDictionary(type(of: part)) {
        try write(part)
      } else {
        waiting?.append(part)
      }
    }
    guard isOutermost, let others = waiting else { return }
    waiting = nil
    for part in others { try write(part) }
  }

  /// Writes the members of a part, and keeps unknown elements for the end.
  ///
  /// - Throws: `EncodingError.invalidValue`, naming both, if another part has another value under one
  ///   key, or if a part isn't encoded as an object.
  func write<Part: Encodable>(_ part: Part) throws {
    let isPlain = CompositionPart.isPlain(Part.self)
    // The parts of a composed part, since unknown parts inside it are encoded last as well.
    if !isPlain, let composed = part as? any Composing {
      for part in composed.parts { try write(part) }
      return
    }
    owners.add(Part.self)
    // An absent part has no members.
    if !isPlain, (part as? any NilRepresentable)?.isNil == true { return }
    try writing(Part.self) { try $0.write(part) }
  }

  /// Writes the members that a function encodes.
  func write(envelope body: (any Encoder) throws -> Void) throws {
    try writing(Envelope.self) { writer in
      try body(writer)
      try writer.finish(Envelope())
    }
  }

  @inline(never)
  private func writing(_ owner: any Any.Type, _ write: (ObjectWriter) throws -> Void) rethrows {
    let outer = part
    defer { part = outer }
    count += 1
    part = (count, owner)
    try write(ObjectWriter(owner, of: self, in: encoder))
  }

  // MARK: - Writing dictionaries

  /// Whether the encoder takes a whole dictionary, whose keys it doesn't convert.
  private var takesDictionary: Bool {
    guard made == nil else { return false }
    return ObjectWriter.cast(encoder)?.takesDictionary ?? DecoderTraits.isFoundationJSON(encoder)
  }

  /// Adds the members of a part that is a dictionary to those that are written as a whole.
  ///
  /// - Returns: False if the encoder takes none.
  /// - Throws: `EncodingError.invalidValue` if another part has another value under one key.
  func add(_ dictionary: any StringKeyedEncodable) throws -> Bool {
    guard takesDictionary else { return false }
    var members = self.dictionary ?? [:]
    try dictionary.forEachMember { name, value in
      if try admits(.value(value), under: WireKey(data: name)) {
        members[name] = ErasedPayload(value)
      }
    }
    self.dictionary = members
    return true
  }

  private func writeDictionary() throws {
    guard let dictionary else { return }
    self.dictionary = nil
    var container = encoder.singleValueContainer()
    try container.encode(dictionary)
  }

  // MARK: - Checking members

  /// Returns whether a part's member is to be written, which no other part has written.
  func admits(_ value: consuming RecordedValue, under key: WireKey) throws -> Bool {
    guard let position = members.position(of: key.stringValue) else {
      members.append(.init(key: key.stringValue, value: value, part: part))
      return true
    }
    // Trees are made only here, where two parts have one key.
    let member = members[position]
    if let first = member.value, try tree(first, key) == tree(value, key) { return false }
    throw conflict(with: member, value, under: key)
  }

  func removeMember(under key: WireKey) { _ = members.remove(key.stringValue) }

  /// Describes the conflict of a part's container under a key; nil if no other part has the key.
  func conflict(ofContainerUnder key: WireKey) -> String? {
    // The content of a container can't be compared any more.
    let new = WrittenMembers.Member(key: key.stringValue, value: nil, part: part)
    guard let position = members.position(of: key.stringValue) else {
      members.append(new)
      return nil
    }
    let first = members[position]
    members[position] = new
    // A part may ask twice for its own container, as every encoder allows.
    let isOwn = first.part.number == part.number
    return isOwn ? nil : "a second \"\(key)\" beside that of \(first.part.owner)"
  }

  private func tree(_ value: RecordedValue, _ key: WireKey) throws -> PayloadValue {
    let recorder = ObjectRecorder(userInfo: encoder.userInfo) { [encoder] in
      encoder.codingPath + [key]
    }
    return try PayloadValue(value, in: recorder)
  }

  private func conflict(
    with first: WrittenMembers.Member,
    _ value: RecordedValue,
    under key: WireKey
  ) -> EncodingError {
    let name = TypeTag.string(key.stringValue).shortened
    let owners =
      first.part.number == part.number
      ? "One object has different values under \(name)."
      : """
      Two parts of one object write different values under \(name): \(first.part.owner) and \
      \(part.owner).
      """
    return .invalid(
      value.recorded,
      at: encoder.codingPath + [key],
      "\(owners) Give one of them another key, or make them agree."
    )
  }
}

/// The members that a function encodes, for errors.
private struct Envelope: Encodable {
  // Its members are encoded by the function.
  func encode(to encoder: any Encoder) {}
}

/// Makes the checker of parts that turn out to need one.
private final class UncheckedParts: MemberLeading, Sendable {
  static let shared = UncheckedParts()

  func makeChecker(of value: CheckedValue) -> any MemberChecker {
    // All parts are written once more, so what they write now goes nowhere.
    let recorder = ObjectRecorder(userInfo: value.base.userInfo)
    return ObjectWriter(value.owner, of: MergedParts(at: recorder), in: recorder)
  }
}

/// The members that the parts of a composition have written.
struct WrittenMembers {
  /// The number of a part, and its type.
  typealias Part = (number: Int, owner: any Any.Type)

  struct Member {
    let key: String
    /// Nil for a container.
    let value: RecordedValue?
    let part: Part
  }

  /// The number of members up to which comparing their keys takes less than hashing one.
  private static let fewest = 16

  private var list: [Member] = []
  /// The positions of all members if there are more.
  private var positions: [String: Int] = [:]

  init() { list.reserveCapacity(12) }

  var keys: Set<String> { Set(list.map(\.key)) }

  subscript(position: Int) -> Member {
    get { list[position] }
    set { list[position] = newValue }
  }

  func position(of key: String) -> Int? {
    if !positions.isEmpty { return positions[key] }
    for position in list.indices where list[position].key == key { return position }
    return nil
  }

  /// Appends a member with a new key.
  @inline(never) mutating func append(_ member: consuming Member) {
    if !positions.isEmpty { positions[member.key] = list.count }
    list.append(member)
    if positions.isEmpty, list.count > Self.fewest {
      for (position, member) in list.enumerated() { positions[member.key] = position }
    }
  }

  /// Removes a member.
  ///
  /// - Returns: The member, so that its value is released after the change: that may run code of others.
  @inline(never) mutating func remove(_ key: String) -> Member? {
    guard let position = position(of: key) else { return nil }
    // The last one takes its place, because the order doesn't matter.
    list.swapAt(position, list.count - 1)
    if !positions.isEmpty {
      positions[list[position].key] = position
      positions[key] = nil
    }
    return list.removeLast()
  }
}
