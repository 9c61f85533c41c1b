package import Medley

/// How the tags of one registry are found in a document.
///
/// It is a class because the table that holds it hands it out for each element.
final class TagPlan: TagFinder {
  /// Kept, so that no other registry's tags get their identity.
  private let tags: IndexedTags
  fileprivate let pattern: KeyPattern?
  fileprivate let index: TagIndex
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
    let none = TaggedObject(head: position, tag: DocumentIndex.nowhere, entry: -1)
    guard let pattern, document.kind(position) == .object else { return none }
    var cursor = MemberCursor(document, position)
    let value = cursor.find(pattern, in: document)
    guard value >= 0 else { return none }
    switch document.kind(value) {
    case .ascii, .text:
      let word = document.words[value]
      let entry = unsafe document.bytes.withBytes(from: word.offset, count: word.count) {
        unsafe index.position(of: $0)
      }
      return TaggedObject(head: position, tag: value &- 1, entry: entry)
    default:
      return none
    }
  }
}

/// What the engine does for the core, which finds this conformance by itself.
extension Engine: EngineHooks {
  package static func lookUp(_ tags: IndexedTags, in decoder: some Decoder) -> TagLookup {
    guard let decoder = valueDecoder(decoder) else { return .unclear }
    let index = decoder.index
    let plan = index.tagPlan(for: tags)
    guard let pattern = plan.pattern, index.kind(decoder.position) == .object else {
      return .unclear
    }
    var cursor = MemberCursor(index, decoder.position)
    let value = cursor.find(pattern, in: index)
    guard value >= 0 else { return .unclear }
    let word = index.words[value]
    switch index.kind(value) {
    case .ascii, .text:
      let position = unsafe index.bytes.withBytes(from: word.offset, count: word.count) {
        unsafe plan.index.position(of: $0)
      }
      return position >= 0 ? .registered(position) : .unregistered(index.string(at: value))
    default:
      return .unclear
    }
  }

  package static func text(of decoder: some Decoder) -> ElementText? {
    guard let decoder = valueDecoder(decoder) else { return nil }
    return ElementText(decoder.document.source, decoder.index.range(of: decoder.position))
  }

  package static func value(of decoder: some Decoder) -> PayloadValue? {
    valueDecoder(decoder).map { $0.index.value(at: $0.position) }
  }

  package static func isWrittenAsInteger(_ decoder: some Decoder) -> Bool? {
    valueDecoder(decoder).map { $0.index.kind($0.position) != .decimal }
  }

  package static func located(
    _ error: DecodingError,
    in decoder: some Decoder
  ) -> DecodingError {
    valueDecoder(decoder)?.document.located(error) as? DecodingError ?? error
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
