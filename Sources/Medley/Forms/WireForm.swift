/// A form in which a tag and its payload are written.
///
/// Reading has two steps: `locate` finds the tag and the place of the payload, and the registry
/// then decodes the payload.
///
/// Forms are classes, so that the code that passes one on copies a reference.
package protocol WireForm: AnyObject, Sendable {
  /// Finds the tag of the element of a decoder.
  ///
  /// - Throws: What the decoder throws if the document is invalid. An absent tag, and one of a
  ///   wrong kind, are findings.
  func locate(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag

  /// The kind of element in which the form can find a tag; nil for any kind.
  var shape: ElementShape? { get }

  /// Returns the place of the payload for an assumed tag, if the tag decides it.
  func source(assuming tag: TypeTag, in decoder: any Decoder) -> PayloadSource?

  /// Where `locate` finds the tag; nil if that can't be stated, so that only `locate` finds it.
  var tagPlace: TagPlace? { get }

  /// Returns the finding for what the function of a place `anywhere` has returned or thrown.
  func located(
    _ reading: Result<TypeTag?, any Error>,
    in decoder: any Decoder,
    among tags: TagTable
  ) throws -> LocatedTag

  /// Encodes a payload so that `locate` finds its tag.
  func encode(_ payload: some Encodable, tagged tag: PayloadTag, to encoder: any Encoder) throws

  /// Encodes a tag without content so that `locate` finds it.
  func encode(tagged tag: PayloadTag, to encoder: any Encoder) throws

  /// Encodes a payload as `encode` does, without its tag.
  func encodeContent(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws

  /// Returns whether `locate` finds no tag in an element that was recorded.
  ///
  /// False if that can't be known.
  func findsNothing(in element: ObjectRecorder) throws -> Bool

  /// Finds a tag that is the whole element, in a form that has such beside its `shape`.
  func bareTag(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag?

  /// Whether the payload is the element itself, rather than a part of it.
  var isPayloadWhole: Bool { get }

  /// The place of the tag, for messages: `under "type"`.
  var place: String { get }

  /// The keys of the element that the form uses.
  var members: [MemberUse] { get }

  /// The paths of the tag, or of its parts, among the members of the element.
  var tagPaths: [[String]] { get }

  /// A key that has two uses, or nil.
  var clashingKey: String? { get }

  /// Whether the form selects types by their fields or by trying them.
  var usesCandidates: Bool { get }

  /// Whether every two types must differ in their fields.
  var deducesTypes: Bool { get }

  /// Whether every value except null has a tag, so that no form after this one is reached.
  var readsEveryValue: Bool { get }

  /// Whether an object with one member may be a tag and its content.
  var readsLoneMembers: Bool { get }

  /// The forms of which this one consists: itself, unless it has alternatives.
  var alternatives: [any WireForm] { get }

  /// Whether the form has the keys that it needs.
  var isComplete: Bool { get }

  /// Returns whether `earlier` finds a tag in every element in which this form does.
  func isShadowed(by earlier: any WireForm) -> Bool

  /// Returns the key that would have two uses if `tag` were registered, or nil.
  func clashingKey(with tag: TypeTag) -> String?

  /// Returns whether this form can read `tag`.
  func accepts(_ tag: TypeTag) -> Bool

  /// Returns whether two forms read and write the same.
  func isEqual(to other: any WireForm) -> Bool
}

/// A wire form whose tags are in objects.
protocol ObjectForm: WireForm {
  /// The path of the tag, which is absent in an element of another kind.
  var absentPlace: [WireKey] { get }

  /// Finds the tag of an object.
  func locate(
    in object: ObjectReader,
    of decoder: any Decoder,
    among tags: TagTable
  ) throws -> LocatedTag

  /// Returns the finding for an element that isn't an object, for which a decoder threw an error.
  func locate(
    outsideObjects error: any Error,
    in decoder: any Decoder,
    among tags: TagTable
  ) throws -> LocatedTag
}

extension ObjectForm {
  var shape: ElementShape? { .object }

  var absentPlace: [WireKey] { [] }

  func locate(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag {
    let object: ObjectReader
    do {
      object = try ObjectReader(decoder)
    } catch {
      return try locate(outsideObjects: error, in: decoder, among: tags)
    }
    return try locate(in: object, of: decoder, among: tags)
  }

  func locate(
    outsideObjects error: any Error,
    in decoder: any Decoder,
    among tags: TagTable
  ) throws -> LocatedTag {
    try absent(error, in: decoder, among: tags, at: absentPlace)
  }
}

/// A key that a form uses.
package struct MemberUse: Equatable {
  package enum Role {
    case tag
    case content
  }

  package let path: [String]
  package let role: Role
}

extension WireForm {
  var shape: ElementShape? { nil }

  var members: [MemberUse] { [] }

  var isComplete: Bool { true }

  var usesCandidates: Bool { false }

  var deducesTypes: Bool { false }

  var readsEveryValue: Bool { false }

  var readsLoneMembers: Bool { false }

  var alternatives: [any WireForm] { [self] }

  /// Whether the tag is among the members of the payload.
  package var isTagInPayload: Bool { isPayloadWhole && !tagPaths.isEmpty }

  var isPayloadWhole: Bool { true }

  func bareTag(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag? { nil }

  var tagPlace: TagPlace? { nil }

  func located(
    _ reading: Result<TypeTag?, any Error>,
    in decoder: any Decoder,
    among tags: TagTable
  ) throws -> LocatedTag {
    try locate(in: decoder, among: tags)
  }

  func encode(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    try encodeAlone(payload, to: encoder)
  }

  func encodeContent(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    try encodeAlone(payload, to: encoder)
  }

  func encode(tagged tag: PayloadTag, to encoder: any Encoder) throws {
    try encode(NoContent(), tagged: tag, to: encoder)
  }

  func source(assuming tag: TypeTag, in decoder: any Decoder) -> PayloadSource? { nil }

  func clashingKey(with tag: TypeTag) -> String? { nil }

  func findsNothing(in element: ObjectRecorder) throws -> Bool {
    let paths = tagPaths
    return !paths.isEmpty && paths.allSatisfy { !element.hasMember(at: $0.map { WireKey($0) }) }
  }

  /// Returns whether the earlier form looks under some of the same keys.
  func isShadowed(by earlier: any WireForm) -> Bool {
    earlier.tagPaths.isEmpty
      ? isEqual(to: earlier) : MemberUse.contains(earlier.tagPaths, in: tagPaths)
  }

  var tagPaths: [[String]] { MemberUse.tagPaths(of: members) }

  var clashingKey: String? { MemberUse.clashingKey(of: members) }
}

// Compiled once, and not for each form. A form has few keys, so lists do.
extension MemberUse {
  @inline(never) fileprivate static func tagPaths(of members: [MemberUse]) -> [[String]] {
    members.filter { $0.role == .tag }.map(\.path)
  }

  @inline(never) fileprivate static func clashingKey(of members: [MemberUse]) -> String? {
    for (index, member) in members.enumerated()
    where members[..<index].contains(where: { $0.path == member.path }) {
      return member.path.joined(separator: ".")
    }
    return nil
  }

  @inline(never) fileprivate static func contains(
    _ paths: [[String]],
    in others: [[String]]
  ) -> Bool {
    paths.allSatisfy { path in others.contains { $0 == path } }
  }
}

extension WireForm {
  /// Returns whether the other form is of the same type, for forms without properties.
  func isEqual(to other: any WireForm) -> Bool {
    type(of: other) == Self.self
  }
}

// MARK: - Reading elements of another kind

extension WireForm {
  /// Returns the finding for an element of another kind than the form needs.
  ///
  /// - Throws: `error`, unless it says that the value is null or of another kind.
  func absent(
    _ error: any Error,
    in decoder: any Decoder,
    among tags: TagTable,
    at place: [WireKey] = []
  ) throws -> LocatedTag {
    try LocatedTag(absent: error, in: decoder, among: tags, at: place, formPlace: self.place)
  }
}

extension LocatedTag {
  /// Does the same for any form, compiled once and not for each form.
  @inline(never) fileprivate convenience init(
    absent error: any Error,
    in decoder: any Decoder,
    among tags: TagTable,
    at place: [WireKey],
    formPlace: String
  ) throws {
    let source = PayloadSource.whole(decoder)
    if (try? decoder.singleValueContainer())?.decodeNil() == true {
      let cause = DiscriminatorError(missing: formPlace, tags: tags, found: "null")
      let null = DecodingError.valueNotFound(TypeTag.self, cause.context(at: decoder.codingPath))
      self.init(finding: .missing(null), source: source, isOfOtherShape: true)
      return
    }
    if case .dataCorrupted? = error as? DecodingError { throw error }
    self.init(finding: .missing(error), place: place, source: source, isOfOtherShape: true)
  }
}

// MARK: - Writing without a tag

extension WireForm {
  /// Encodes a payload for a form that writes no tag.
  func encodeAlone(_ payload: some Encodable, to encoder: any Encoder) throws {
    try payload.encodeStrictly(to: encoder)
  }
}

// MARK: - Writing a tag among the members

/// A form whose tag is among the members of the payload, or in an object among them.
protocol InlineTagForm: ObjectForm {
  var places: TagPlaces { get }
}

extension InlineTagForm {
  func encode(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    try ObjectWriter.encode(payload, tagged: tag, at: places, to: encoder)
  }

  func encodeContent<Payload: Encodable>(
    _ payload: Payload,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    try tag.check(payload, of: Payload.self, at: places, encoder)
    try encodeAlone(payload, to: encoder)
  }
}
