package import MedleyBase

/// The tags under which a payload may be encoded.
///
/// A class, because a registry hands the same one to each payload of a type.
package final class PayloadTag: MemberLeading, Sendable {
  /// What a registry says of the tags of a type; see the properties.
  typealias Rules = (
    tags: [TypeTag], ignoresCase: Bool, taken: TagTable?, patterns: [TagPattern], isStored: Bool,
    writing: Writing, writesContent: Bool
  )

  /// The tags of the payload's type, the canonical one first.
  ///
  /// Empty for a type that decodes unknown elements, whose tag is the stored one.
  package let tags: [TypeTag]
  private let ignoresCase: Bool
  /// For a type that decodes unknown elements: the tags that it can't store.
  private let taken: TagTable?
  /// The patterns of the tags that the payload may store beside those.
  private let patterns: [TagPattern]
  /// Whether the payload stores its tag, so that the canonical one isn't certain.
  private let isStored: Bool
  /// When the tag is written.
  private let writing: Writing
  /// Whether a value has an empty object as its content.
  private let writesContent: Bool
  /// The form that writes the tag, or several of which one does.
  package let form: any WireForm
  /// The tags in each of several forms that may write a payload: in one, if that is certain; empty for one
  /// form.
  private let writers: [PayloadTag]

  /// Whether only one tag can be right, so that nothing has to be found out about the payload.
  let isCertain: Bool

  /// The tag, if it is certain and stands among the members of the payload.
  package let plain: PlainTag?

  private let open: LeadingMember?
  private let refusals = Lock(0)
  /// Whether a payload wrote to one container of Foundation's encoders, with keys that were seen.
  fileprivate let isWrittenDirectly = Lock(false)

  /// The member of the tag, if payloads decide which tag they have, or whether they have one; nil if
  /// the tag is certain, is more than a member, or had to be known before for payloads that were
  /// written.
  var openMember: LeadingMember? {
    open.flatMap { refusals.withLock { $0 < 16 } ? $0 : nil }
  }

  /// Whether a payload gets the canonical tag or none, if it stores none.
  package let absence: MemberAbsence

  /// The canonical tag of a payload that may get none.
  private let leftOut: PlainTag?

  /// The canonical tag, if the form can write it.
  private let canonical: TypeTag?

  init(_ rules: Rules, in form: any WireForm) {
    (tags, ignoresCase, taken, patterns, isStored, writing, writesContent) = rules
    self.form = form
    let forms = form.alternatives
    isCertain = tags.count == 1 && !ignoresCase && taken == nil && !isStored
    canonical = tags.first.flatMap { form.tagPlace.accepts($0) ? $0 : nil }
    var mayBeAbsent = false
    if case .unlessUntagged(let reader) = writing { mayBeAbsent = reader === form }
    let isOpen = (mayBeAbsent || !isCertain && writing.isAlways) && forms.count == 1
    open = isOpen ? form.tagMembers?.openMember : nil
    let isPlain = isCertain && writing.isAlways
    var first: PlainTag?
    if isPlain || isOpen, let canonical, let places = forms.writer(of: [canonical]).tagMembers {
      first = PlainTag(canonical, at: places)
    }
    let absent = isOpen ? first : nil
    plain = isPlain ? first : nil
    absence = mayBeAbsent ? .allowed : absent.map { .replaced(by: $0.member) } ?? .refused
    leftOut = mayBeAbsent ? absent : nil
    mayBeKept = !tags.isEmpty && forms.contains { $0.tagPlace.isTagInPayload }
    guard forms.count > 1 else {
      writers = []
      return
    }
    let accepted = forms.map { rules.tags.filter($0.tagPlace.accepts) }
    let all = forms.indices.map { index in
      var own = rules
      if !accepted[index].isEmpty { own.tags = accepted[index] }
      return PayloadTag(own, in: forms[index])
    }
    let isFormCertain =
      tags.count == 1 || !tags.isEmpty && accepted.allSatisfy { $0.count == rules.tags.count }
    writers = isFormCertain ? [all[accepted.firstIndex { !$0.isEmpty } ?? 0]] : all
  }

  /// The tags in the form that writes every payload; nil if the payload decides which one does.
  private var certainWriter: PayloadTag? { writers.count < 2 ? writers.first ?? self : nil }

  /// Returns the tags in the form in which a payload is written.
  ///
  /// It is the first that can write the canonical tag, or an alias. If the forms can't all write
  /// the same tags, the tag that a payload stores decides.
  private func writer(of payload: EncodedPayload) throws -> PayloadTag {
    if let certainWriter { return certainWriter }
    if let storing = try writers.first(where: { try isStored(in: payload, as: $0.form) }) {
      return storing
    }
    let form = form.alternatives.writer(of: tags)
    return writers.first { $0.form === form } ?? self
  }

  /// The tags that payloads have stored, which learn their keys.
  // A dictionary of plain tags would be 1.8 KB.
  private let storedTags = Lock((positions: KeyPositions<TypeTag>(), all: [PlainTag]()))

  /// Returns a tag that a payload stores; nil if it has another number of parts than its place.
  @inline(never) fileprivate func plain(_ tag: TypeTag, at places: TagMembers) -> PlainTag? {
    if let known = known(tag) { return known }
    guard let plain = PlainTag(tag, at: places) else { return nil }
    storedTags.withLock { stored in
      // A payload may store any number of tags.
      guard stored.all.count < 64, stored.positions[tag] == nil else { return }
      stored.positions.insert(stored.all.count, for: tag)
      stored.all.append(plain)
    }
    return plain
  }

  /// Returns a tag that a payload has stored before, at the only place where the form writes one.
  private func known(_ tag: TypeTag) -> PlainTag? {
    storedTags.withLock { stored in stored.positions[tag].map { stored.all[$0] } }
  }

  private var place: String { form.tagPlace.description }

  /// The canonical tag.
  ///
  /// - Throws: `EncodingError.invalidValue` if there is none.
  package func canonical(for payload: some Encodable, _ encoder: any Encoder) throws -> TypeTag {
    guard let canonical else { throw unwritable(EncodedPayload(payload, to: encoder)) }
    return canonical
  }

  /// The canonical tag as a key.
  ///
  /// - Throws: `EncodingError.invalidValue` if there is none.
  func key(for payload: some Encodable, _ encoder: any Encoder) throws -> String {
    guard let key = try canonical(for: payload, encoder).keyText else {
      throw unwritable(EncodedPayload(payload, to: encoder))
    }
    return key
  }

  /// Returns the tag to write for a payload, by what it has written.
  @inline(never) fileprivate func found(
    _ finding: ObjectWriter.Finding,
    in payload: () -> EncodedPayload,
    at places: TagMembers
  ) throws -> PlainTag {
    let stored: [TypeTag?]
    switch finding {
    case .text(let text):
      let tag = TypeTag.string(text)
      if let known = known(tag) { return known }
      stored = [tag]
    case .nothing:
      stored = [nil]
    case .elsewhere:
      stored = try payload().storedTags(at: places)
    }
    let tag = try written(for: payload(), storing: stored, at: places)
    guard let plain = plain(tag, at: places) else { throw unwritable(payload()) }
    return plain
  }

  /// Returns the tag to write for a payload that may store one among its members.
  ///
  /// A stored alias of the same type is written as stored.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - stored: The parts of the tag that it stores.
  ///   - places: The places of the tag's parts among the payload's members.
  /// - Returns: The tag that the payload stores, or otherwise the canonical one.
  /// - Throws: `EncodingError.invalidValue` if the payload stores a tag of another type.
  package func written(
    for payload: EncodedPayload,
    storing stored: [TypeTag?],
    at places: TagMembers
  ) throws -> TypeTag {
    if let tag = tag(agreeingWith: stored) {
      let parts = tag.parts
      return places.tag(of: parts.indices.map { stored[$0] ?? parts[$0] }) ?? tag
    }
    // A type for unknown elements may have been decoded from one without all parts.
    let isComplete = stored.indices.allSatisfy {
      stored[$0] != nil || taken?.mayLack(part: $0) == true
    }
    guard isComplete, stored.contains(where: { $0 != nil }), let tag = places.tag(of: stored) else {
      throw unwritable(payload)
    }
    if takes(tag) { return tag }
    throw DiscriminatorError(stored: tag, of: payload.type, expected: tags, place: place)
      .encoding(payload.value, at: payload.encoder.codingPath + places.path)
  }

  /// Encodes a payload with its tag, or without if that isn't written.
  func encode<Payload: Encodable>(_ payload: Payload, to encoder: any Encoder) throws {
    guard writing.isAlways, let certainWriter else {
      return try encode(EncodedPayload(payload, to: encoder))
    }
    try certainWriter.form.encode(payload, tagged: certainWriter, to: encoder)
  }

  @inline(never) private func encode(_ payload: EncodedPayload) throws {
    let own = try writer(of: payload)
    let isValue = payload.type == NoContent.self
    if try own.isWritten(with: payload) {
      let written: any Encodable = isValue && writesContent ? EncodedFields() : payload.value
      return try own.form.encode(written, tagged: own, to: payload.encoder)
    }
    // It learns the keys, so that the next payload is encoded once.
    if let leftOut = own.leftOut, !isValue, !SpecialTypes.areStringKeyed(payload.type),
      try leftOut.encode(bodyOf: payload.value, to: payload.encoder)
    {
      return
    }
    try own.encodeContent(payload, to: payload.encoder)
  }

  /// Encodes a tag without content.
  func encode(to encoder: any Encoder) throws {
    let content = NoContent.payload
    if let plain, try plain.encode(content, to: encoder) { return }
    if try PayloadTaker.take(.payload(content, self, isDirect: true), by: encoder) { return }
    try encode(EncodedPayload(content, to: encoder))
  }

  private func isWritten(with payload: EncodedPayload) throws -> Bool {
    switch writing {
    case .always: return true
    case .never: return false
    case .unlessUntagged(let reader):
      let record = ObjectRecorder(before: payload.encoder)
      try encodeContent(payload, to: record)
      return try !reader.tagPlace.findsNothing(in: record)
    }
  }

  /// Encodes a payload where the form has it, without its tag.
  private func encodeContent(_ payload: EncodedPayload, to encoder: any Encoder) throws {
    // Checks the tag that a payload may store, where none is written.
    if case .never = writing, let places = form.tagMembers {
      let stored = try payload.storedTags(at: places)
      // Parts of a tag may be missing, as the whole tag may.
      if stored.allSatisfy({ $0 != nil }) {
        _ = try written(for: payload, storing: stored, at: places)
      }
    }
    let key: WireKey
    switch form.tagPlace {
    case .path(_, .member(let content)): key = content.key
    case .path(_, .named): key = try WireKey(self.key(for: payload.value, encoder))
    default: return try payload.value.encodeStrictly(to: encoder)
    }
    var container = encoder.container(keyedBy: WireKey.self)
    // A tag that is written nowhere leaves an empty object.
    if payload.type != NoContent.self { try container.encode(payload.value, forKey: key) }
  }

  /// Returns whether a payload may store a tag that isn't registered for its type.
  private func takes(_ tag: TypeTag) -> Bool {
    taken?.contains(tag) == false
      || patterns.contains { $0.takes(tag, ignoringCase: ignoresCase) }
  }

  /// Whether an element that a payload keeps may store one of the tags.
  let mayBeKept: Bool

  /// Returns whether a kept element stores one of the tags.
  func isStored(in kept: UnknownPayload, for encoder: any Encoder) throws -> Bool {
    guard mayBeKept, ObjectWriter.cast(encoder) == nil else { return false }
    let payload = EncodedPayload(kept, to: encoder)
    return try form.alternatives.contains { try isStored(in: payload, as: $0) }
  }

  /// Returns whether a payload stores one of the tags, or any tag if none is given, at the place of
  /// the form.
  @inline(never) private func isStored(
    in payload: EncodedPayload,
    as form: any WireForm
  ) throws -> Bool {
    guard form.tagPlace.isTagInPayload else { return false }
    let record = try payload.record()
    let stored = try form.tagPlace.wirePaths.map { try record.storedTag(at: $0, of: payload.type) }
    return tags.isEmpty
      ? stored.allSatisfy { $0 != nil } : tag(agreeingWith: stored, isWhole: true) != nil
  }

  /// Returns the first tag with the parts that a payload stores, which may lack some unless they are the
  /// whole tag.
  @inline(never) private func tag(
    agreeingWith stored: [TypeTag?],
    isWhole: Bool = false
  ) -> TypeTag? {
    tags.first { tag in
      let parts = tag.parts
      return parts.count == stored.count
        && parts.indices.allSatisfy { index in
          guard let part = parts[index], let stored = stored[index] else {
            return stored[index] == nil && (!isWhole || parts[index] == nil)
          }
          return ignoresCase ? part.folded == stored.folded : part == stored
        }
    }
  }

  /// Returns the error for a payload without a tag that can be written.
  @inline(never) func unwritable(_ payload: EncodedPayload) -> EncodingError {
    let tag = isStored ? nil : tags.first
    let error =
      tag.map { DiscriminatorError(unwritable: $0, of: payload.type, place: place) }
      ?? DiscriminatorError(untagged: payload.type, place: place)
    return error.encoding(payload.value, at: payload.encoder.codingPath)
  }
}

extension PayloadTag {
  /// When a tag is written.
  package enum Writing {
    case always
    /// Unless a form finds nothing in the element without it, so that the tag is assumed.
    case unlessUntagged(any WireForm)
    case never

    fileprivate var isAlways: Bool { if case .always = self { true } else { false } }
  }
}

// MARK: - Finding the tag in the payload

extension PayloadTag {
  package func admits(_ text: String) -> Bool {
    let tag = TypeTag.string(text)
    return tags.contains { $0 == tag || ignoresCase && $0.folded == tag.folded } || takes(tag)
  }

  package func noteRefusal() { refusals.withLock { $0 = min($0 + 1, 16) } }

  package func makeChecker(of value: CheckedValue) -> any MemberChecker {
    guard let found = value.found, let places = form.tagMembers,
      let plain = plain(.string(found), at: places)
    else {
      // Members are checked only beside a tag that was found.
      return ObjectWriter(value.owner, .checked(.init(.tag([]))), in: value.base)
    }
    return plain.makeChecker(of: value)
  }
}

// MARK: - Recording a payload

/// A payload, whose tag depends on what it encodes.
package struct EncodedPayload {
  let value: any Encodable
  let type: any Any.Type
  let encoder: any Encoder

  @inline(never) package init<Payload: Encodable>(_ payload: Payload, to encoder: any Encoder) {
    value = payload
    type = Payload.self
    self.encoder = encoder
  }

  func record() throws -> ObjectRecorder { try ObjectRecorder(of: value, before: encoder) }

  /// Returns the parts of a tag that it stores, of which nil are absent or null.
  ///
  /// - Throws: `EncodingError.invalidValue` if a value there isn't a tag.
  package func storedTags(at places: TagMembers) throws -> [TypeTag?] {
    try record().storedTags(at: places, of: type)
  }
}

extension ObjectRecorder {
  /// Creates the record of a payload.
  @inline(never) convenience init(of payload: any Encodable, before encoder: any Encoder) throws {
    self.init(before: encoder)
    try payload.encodeStrictly(to: self)
  }

  /// Returns the recorded parts of a tag, of which nil are absent or null.
  ///
  /// - Throws: `EncodingError.invalidValue` if a value there isn't a tag.
  func storedTags(at places: TagMembers, of owner: any Any.Type) throws -> [TypeTag?] {
    try places.keys.map { try storedTag(at: places.objects + [$0], of: owner) }
  }
}

// MARK: - Writing a payload with its tag

extension ObjectWriter {
  /// Encodes a payload and its tag as one object.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - tag: The tags that the payload may have.
  ///   - places: The places of the tag's parts among the payload's members.
  ///   - encoder: The encoder of the element.
  /// - Throws: `EncodingError.invalidValue` if the payload isn't encoded as an object, or stores
  ///   another tag.
  static func encode<Payload: Encodable>(
    _ payload: Payload,
    tagged tag: PayloadTag,
    at places: TagMembers,
    to encoder: any Encoder
  ) throws {
    let isOpen =
      !tag.isCertain && places.openMember != nil && places.direct.mergesAsFoundation(encoder)
      && !SpecialTypes.areStringKeyed(Payload.self)
    // Not a payload that may need a record: it would be encoded to that by its own `encode(to:)`.
    if isOpen, tag.isWrittenDirectly.withLock({ $0 }) {
      let find: (Finding) throws -> PlainTag = {
        try tag.found($0, in: { EncodedPayload(payload, to: encoder) }, at: places)
      }
      let writer = ObjectWriter(Payload.self, .awaiting(places, find), in: encoder)
      if try !writer.write(members: payload) {
        try writer.findTag(.nothing)
        try writer.found?.write(to: encoder)
      }
      return
    }
    let merges = places.direct.merges(encoder)
    var record: ObjectRecorder?
    if !tag.isCertain || !places.objects.isEmpty && !merges {
      record = try ObjectRecorder(of: payload, before: encoder)
    }
    let written: TypeTag
    if !tag.isCertain, let stored = try record?.storedTags(at: places, of: Payload.self) {
      let payload = EncodedPayload(payload, to: encoder)
      written = try tag.written(for: payload, storing: stored, at: places)
    } else {
      written = try tag.canonical(for: payload, encoder)
    }
    if merges, let plain = tag.plain(written, at: places) {
      if isOpen {
        let writer = ObjectWriter(Payload.self, .tagged(plain), in: encoder)
        if try !writer.write(members: payload) { try plain.write(to: encoder) }
        if writer.isDirect { tag.isWrittenDirectly.withLock { $0 = true } }
        return
      }
      if !SpecialTypes.areStringKeyed(Payload.self), try plain.encode(payload, to: encoder) {
        return
      }
      return try plain.encode(merging: payload, to: encoder)
    }
    try ObjectWriter(Payload.self, tagged: written, at: places, of: record, before: encoder)
      .write(payload)
  }
}
