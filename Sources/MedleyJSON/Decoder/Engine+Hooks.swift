package import Medley

/// How the tags of one registry are found in a document.
///
/// It is a class because the table that holds it hands it out for each element.
final class TagPlan: TagFinder {
  /// Kept, so that no other registry's tags get their identity.
  private let tags: IndexedTags
  private let pattern: KeyPattern?
  private let index: TagIndex
  private let document: DocumentIndex

  init(_ tags: IndexedTags, _ index: TagIndex, for document: Document) {
    self.tags = tags
    // Where keys are converted, the general way knows in which of two spellings the key is meant.
    pattern = document.options.convertsKeys ? nil : tags.key.map { KeyPattern($0) }
    self.index = index
    self.document = document.index
  }

  deinit {
    pattern?.deallocate()
  }

  /// Whether it finds any tags.
  var isUseful: Bool { pattern != nil }

  package func object(at position: Int) -> TaggedObject {
    let value = tag(of: position)
    guard value >= 0 else {
      return TaggedObject(head: position, tag: DocumentIndex.nowhere, entry: -1)
    }
    return TaggedObject(head: position, tag: value &- 1, entry: entry(of: value))
  }

  /// The tag of the value at a position, if it is a string; or `DocumentIndex.nowhere`.
  ///
  /// The tag may be any of the members, which are compared from the first.
  @inline(__always) func tag(of position: Int) -> Int {
    guard let pattern, document.kind(position) == .object else { return DocumentIndex.nowhere }
    let words = document.words
    let head = words[position]
    var member = position &+ IndexWord.headCount
    guard head.flags == 0 else { return careful(document.findCarefully(pattern, in: position)) }
    while member < head.end, !document.matches(member, pattern) {
      member = words.next(member &+ 1)
    }
    guard member < head.end else { return careful(document.findEquivalent(pattern, in: position)) }
    guard isString(member &+ 1) else { return DocumentIndex.nowhere }
    document.keepTag(member, of: position)
    return member &+ 1
  }

  @inline(never) private func careful(_ value: Int) -> Int {
    value >= 0 && isString(value) ? value : DocumentIndex.nowhere
  }

  @inline(__always) private func isString(_ value: Int) -> Bool {
    let kind = document.kind(value)
    return kind == .ascii || kind == .text
  }

  /// The position of the entry for a tag; -1 if there is none.
  @inline(__always) func entry(of value: Int) -> Int {
    let word = document.words[value]
    let count = word.count
    if count <= 8, word.offset &+ 8 <= document.bytes.count {
      let bytes = document.bytes.word(at: word.offset)
      return index.position(of: count == 8 ? bytes : bytes & .first(count), count: count)
    }
    return unsafe document.bytes.withBytes(from: word.offset, count: count) {
      unsafe index.position(of: $0)
    }
  }
}

/// What the engine does for the core, which finds this conformance by itself.
extension Engine: EngineHooks {
  package static func lookUp(_ tags: IndexedTags, in decoder: some Decoder) -> TagLookup {
    guard let decoder = valueDecoder(decoder) else { return .unclear }
    let plan = decoder.index.tagPlan(for: tags)
    let value = plan.tag(of: decoder.position)
    guard value >= 0 else { return .unclear }
    let entry = plan.entry(of: value)
    return entry >= 0 ? .registered(entry) : .unregistered(decoder.index.string(at: value))
  }

  package static func text(of decoder: some Decoder) -> ElementText? {
    guard let decoder = valueDecoder(decoder) else { return nil }
    return ElementText(decoder.document.source, decoder.index.range(of: decoder.position))
  }

  package static func value(of decoder: some Decoder) -> PayloadValue? {
    valueDecoder(decoder).map { $0.index.value(at: $0.position) }
  }

  package static func shape(of decoder: some Decoder) -> ElementShape? {
    guard let decoder = valueDecoder(decoder) else { return nil }
    switch decoder.index.kind(decoder.position) {
    case .object: return .object
    case .array: return .array
    default: return nil
    }
  }

  package static func owns(_ decoder: some Decoder) -> Bool {
    valueDecoder(decoder) != nil
  }

  package static func located(
    _ error: DecodingError,
    in decoder: some Decoder
  ) -> DecodingError {
    guard let decoder = valueDecoder(decoder) else { return error }
    return decoder.document.located(error, in: decoder.position)
  }

  package static func fields(in decoder: some Decoder) throws -> (any FieldSource)? {
    guard let decoder = valueDecoder(decoder) else { return nil }
    return try decoder.document.elements.fields(at: decoder.position)
  }

  package static func registry(
    for base: ObjectIdentifier,
    _ origin: RegistryOrigin,
    in decoder: some Decoder
  ) -> AnyObject? {
    valueDecoder(decoder)?.index.withRegistries(origin) { $0[base] }
  }

  package static func keep(
    _ registry: @autoclosure () -> AnyObject,
    for base: ObjectIdentifier,
    _ origin: RegistryOrigin,
    in decoder: some Decoder
  ) {
    guard let decoder = valueDecoder(decoder) else { return }
    let registry = registry()
    decoder.index.withRegistries(origin) { $0.insert(registry, for: base) }
  }

  /// The engine's own decoder; nil for any other.
  @inline(__always) private static func valueDecoder<Other: Decoder>(
    _ decoder: Other
  ) -> ValueDecoder? {
    guard Other.self == ValueDecoder.self else { return nil }
    // Sound: the types are the same.
    return unsafe unsafeBitCast(decoder, to: ValueDecoder.self)
  }
}

extension DocumentIndex {
  @inline(__always) func tagPlan(for tags: IndexedTags) -> TagPlan {
    withTagPlans { $0[ObjectIdentifier(tags)] } ?? makeTagPlan(tags)
  }

  @inline(never) private func makeTagPlan(_ tags: IndexedTags) -> TagPlan {
    let plan = TagPlan(tags, tags.index, for: document)
    withTagPlans { $0.insert(plan, for: ObjectIdentifier(tags)) }
    return plan
  }
}
