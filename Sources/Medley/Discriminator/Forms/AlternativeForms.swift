/// A wire form of several forms, which reads the first with a tag and writes the first that can.
final class AlternativeForms: WireForm {
  let first: any WireForm
  let others: [any WireForm]
  let all: [any WireForm]
  /// The forms of objects among all; nil for others.
  private let objectForms: [(any ObjectForm)?]
  let isPayloadWhole: Bool

  init(_ earlier: any WireForm, _ later: any WireForm) {
    all = [earlier, later].flatMap { ($0 as? AlternativeForms)?.all ?? [$0] }
    first = (earlier as? AlternativeForms)?.first ?? earlier
    others = Array(all.dropFirst())
    objectForms = all.map { $0 as? any ObjectForm }
    isPayloadWhole = all.allSatisfy(\.isPayloadWhole)
  }

  var place: String {
    all.map(\.place).joined(separator: " or ")
  }

  /// Returns a key that one alternative reads as a tag and another as content.
  var members: [MemberUse] {
    var members: [MemberUse] = []
    for member in all.flatMap(\.members) where !members.contains(where: { $0 == member }) {
      members.append(member)
    }
    return members.map { $0.path.joined() }.sortedOrder.map { members[$0] }
  }

  /// Empty, because several forms have no common place.
  var tagPaths: [[String]] { [] }

  var clashingKey: String? {
    all.lazy.compactMap(\.clashingKey).first ?? clashAcrossForms
  }

  var isComplete: Bool { all.allSatisfy(\.isComplete) }

  var usesCandidates: Bool { all.contains(where: \.usesCandidates) }

  private var clashAcrossForms: String? {
    let members = members
    for (index, member) in members.enumerated()
    where members[..<index].contains(where: { $0.path == member.path && $0 != member }) {
      return member.path.joined(separator: ".")
    }
    return nil
  }

  func source(assuming tag: TypeTag, in decoder: any Decoder) -> PayloadSource? {
    (all.first { $0.accepts(tag) } ?? first).source(assuming: tag, in: decoder)
  }

  func clashingKey(with tag: TypeTag) -> String? {
    first.clashingKey(with: tag)
  }

  func accepts(_ tag: TypeTag) -> Bool {
    all.contains { $0.accepts(tag) }
  }

  func isShadowed(by earlier: any WireForm) -> Bool { false }

  func isEqual(to other: any WireForm) -> Bool {
    guard let other = other as? AlternativeForms else { return false }
    return all.count == other.all.count
      && zip(all, other.all).allSatisfy { $0.isEqual(to: $1) }
  }

  func locate(in decoder: any Decoder, among tags: TagTable) throws -> LocatedTag {
    // A decoder throws for another kind of element, and each error needs a path.
    let shape = MedleyDecoders.cast(decoder)?.shape
    var refused: [ElementShape] = []
    var firstFinding: LocatedTag?
    var tentative: LocatedTag?
    // A tag that is registered for another alternative than the one that found it.
    var foreign: LocatedTag?
    // One for all forms, because a decoder may convert all keys for each.
    var object: ObjectReader?
    for (index, form) in all.enumerated() where form.mayRead(shape) {
      var bareTag: LocatedTag?
      if let needed = form.shape, refused.contains(needed) {
        bareTag = try form.bareTag(in: decoder, among: tags.tags(of: index))
        if bareTag == nil { continue }
      }
      let finding =
        try bareTag
        ?? (tags.alternatives.isEmpty
          ? locate(index, in: decoder, &object, among: tags)
          : locate(index, in: decoder, &object, among: tags.alternatives[index]))
      finding.alternative = index
      if !tags.alternatives.isEmpty, case .tag(let tag) = finding.finding,
        !tags.alternatives[index].contains(tag)
      {
        if let foreign { return foreign }
        if tags.contains(tag) {
          foreign = finding
          continue
        }
      }
      guard finding.yields else { return finding }
      if index == 0 { firstFinding = finding }
      if finding.isTentative { tentative = tentative ?? finding }
      if finding.isOfOtherShape, let needed = form.shape { refused.append(needed) }
    }
    return try foreign ?? tentative ?? firstFinding
      ?? first.locate(in: decoder, among: tags.tags(of: 0))
  }

  /// Finds the tag in one alternative.
  @inline(never) private func locate(
    _ index: Int,
    in decoder: any Decoder,
    _ object: inout ObjectReader?,
    among tags: TagTable
  ) throws -> LocatedTag {
    guard let form = objectForms[index] else {
      return try all[index].locate(in: decoder, among: tags)
    }
    if object == nil {
      do {
        object = try ObjectReader(decoder)
      } catch {
        return try form.locate(outsideObjects: error, in: decoder, among: tags)
      }
    }
    guard let object else { return try form.locate(in: decoder, among: tags) }
    // Where the payload is a part of the element in other alternatives, the container isn't shared
    // from the beginning.
    let decoder = form.isPayloadWhole && !isPayloadWhole ? object.shared : decoder
    return try form.locate(in: object, of: decoder, among: tags)
  }

  /// Returns the search in the first alternatives, up to one that can't state where its tags are.
  func search(among tags: TagTable) -> TagSearch? {
    var searches: [TagSearch] = []
    for (index, form) in all.enumerated() {
      // A function of the app is called once for each element, so it isn't part of a first search.
      guard !(form is CustomForm), let search = form.search(among: tags.tags(of: index)) else {
        break
      }
      searches.append(search)
    }
    return searches.isEmpty ? nil : TagSearch(.alternatives(searches), tags)
  }

  // MARK: - Writing

  func encode(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    let form = try form(of: payload, tagged: tag, to: encoder)
    try form.encode(payload, tagged: tag.restricted(to: form), to: encoder)
  }

  func encodeContent(
    _ payload: some Encodable,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws {
    let form = try form(of: payload, tagged: tag, to: encoder)
    try form.encodeContent(payload, tagged: tag.restricted(to: form), to: encoder)
  }

  func encode(tagged tag: PayloadTag, to encoder: any Encoder) throws {
    let form = try form(of: NoContent(), tagged: tag, to: encoder)
    try form.encode(tagged: tag.restricted(to: form), to: encoder)
  }

  /// Returns the form in which a payload is written.
  ///
  /// It is the first that can write the canonical tag, or an alias. If the forms can't all write
  /// the same tags, the tag that a payload stores decides.
  private func form<Payload: Encodable>(
    of payload: Payload,
    tagged tag: PayloadTag,
    to encoder: any Encoder
  ) throws -> any WireForm {
    let canWriteAny = all.allSatisfy { form in tag.tags.allSatisfy(form.accepts) }
    if tag.tags.isEmpty || tag.tags.count > 1 && !canWriteAny {
      for form in all {
        if try tag.isStored(in: payload, of: Payload.self, as: form, for: encoder) { return form }
      }
    }
    return writer(of: tag.tags)
  }

  /// Returns the first form that can write the first tag that any can write.
  func writer(of tags: [TypeTag]) -> any WireForm {
    for tag in tags {
      if let form = all.first(where: { $0.accepts(tag) }) { return form }
    }
    return first
  }
}

extension WireForm {
  /// Returns whether the form may find a tag in an element of a kind, or nil if that isn't known.
  fileprivate func mayRead(_ shape: ElementShape?) -> Bool {
    guard let shape, let needed = self.shape else { return true }
    return shape == needed
  }
}

extension LocatedTag {
  /// Whether the next form is tried.
  fileprivate var yields: Bool {
    switch finding {
    case .missing, .null, .malformedWrapper: true
    case .tag, .candidates, .oversizedInteger, .wrongKind: isTentative
    }
  }
}
