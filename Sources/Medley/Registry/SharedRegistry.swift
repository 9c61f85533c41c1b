import MedleyBase

/// The immutable contents of a registry, with its base.
package struct SharedRegistry<Base>: Sendable {
  /// The contents, which are of just this base.
  package let core: RegistryCore
}

/// The immutable contents of a registry, for any base.
///
/// It isn't generic, because generic code is larger and looks up metadata. It is a class, so that a
/// copy is one reference: the static registry of an enum is copied for each element.
package final class RegistryCore: Sendable {
  /// The identity of the base.
  let base: ObjectIdentifier
  /// The ``encoders`` under the base, once they are used.
  ///
  /// An encoder tests its type for five protocols. The first test of a type searches all conformances
  /// of the process: 1,130,000 instructions for a type, half of what a first call on `JSONDecoder`
  /// takes, and many programs only decode.
  let madeEncoders = TypeCache()
  /// The case of an enum to which each entry converts its payloads, as far as reflection has shown;
  /// empty for an entry with several.
  let cases: Lock<[String?]>
  /// Whether a payload is an element of the same registry.
  let hasElements: Bool
  /// The form for Foundation's decoders, if it is faster than the wire form.
  let directForm: DirectForm?
  /// Whether the tag and the payload are members of one object.
  private let readsWholeObjects: Bool
  /// Whether only ``ElementReader`` decodes the elements: a registered tag may not be enough for that, or
  /// elements inside may fail it.
  let isGuarded: Bool
  package let contents: RegistryContents
  /// The call that made it, if the process keeps it for a generic type.
  let site: (file: StaticString, line: UInt)?

  /// - Complexity: O(*n*), where *n* is the number of registered tags.
  init(_ contents: RegistryContents, keptAt site: (file: StaticString, line: UInt)? = nil) {
    self.site = site
    base = ObjectIdentifier(contents.base)
    cases = Lock(Array(repeating: nil, count: contents.entries.count))
    hasElements = contents.entries.contains(where: \.isElement)
    let form = contents.discriminator.form
    readsWholeObjects = form.tagPlace.isPayloadWhole && form.tagPlace.mayBeInObject
    isGuarded =
      contents.policies.malformed.rule.enclosing != nil
      || contents.entries.contains { $0.options.isAvailable != nil }
    directForm = isGuarded || hasElements ? nil : DirectForm(form.tagPlace, contents.table)
    self.contents = contents
  }

  /// Returns the registry of a base; nil if the contents are of another one.
  package func registry<Base>(of base: Base.Type) -> SharedRegistry<Base>? {
    contents.base == base ? SharedRegistry(core: self) : nil
  }

  /// Returns a decoder that reads tag and payload through one container, where that is faster.
  func sharing(_ decoder: any Decoder) -> any Decoder {
    readsWholeObjects ? SharedObjectDecoder.sharing(decoder) : decoder
  }
}

/// The entries, tags and policies of a registry.
package struct RegistryContents: Sendable {
  /// The base of the values that the entries decode.
  package let base: any Any.Type
  package let discriminator: Discriminator
  package let ignoresCase: Bool
  /// The policies; what they know of the base has been left out.
  package var policies: PolymorphicRegistry<Any>.Policies
  var tagWriting = TagWriting.always
  /// An `UnknownCase` of the base; nil if nothing is made of unknown elements.
  var unknownCase: (any AnyObject & Sendable)?
  /// The kind that all tags have; nil if they may be of any.
  package var tagKind: TagKind?
  package private(set) var entries: [Registration] = []
  package var table: TagTable
  /// The positions of the entries of each type.
  private(set) var positions = TypeTable<[Int]>()
  /// The positions of the registered values of a type.
  private(set) var valuePositions = TypeTable<[Int]>()

  @inline(never) init(
    _ base: any Any.Type,
    _ discriminator: Discriminator,
    ignoringCase ignoresCase: Bool,
    policies: PolymorphicRegistry<Any>.Policies
  ) {
    self.base = base
    self.discriminator = discriminator
    self.ignoresCase = ignoresCase
    self.policies = policies
    let place = discriminator.form.tagPlace
    table = TagTable(ignoringCase: ignoresCase, takingLists: place.takesLists)
  }

  /// Appends an entry, and the types that it adds to those to try.
  package mutating func append(_ entry: Registration, _ candidate: TypeCandidate?) {
    let position = entries.count
    let alternative = alternative(of: entry)
    if alternative != nil { table.divide(into: discriminator.form.alternatives.count) }
    if let value = entry.value {
      valuePositions[ObjectIdentifier(value.type), default: []].append(position)
    } else if entry.type != EncodedFields.self {
      // All functions of fields have that type, so it says nothing about them.
      positions[ObjectIdentifier(entry.type), default: []].append(position)
    }
    if let pattern = entry.pattern {
      table.insert(.family(pattern, position: position), in: alternative)
    }
    let isDecoded = !entry.options.isOnlyEncoded
    // Inserting adds the tags, each once.
    entries.append(isDecoded ? Registration(entry, tags: []) : entry)
    if isDecoded { insert(entry.tags, at: position) }
    if let candidate { table.insert(.candidate(candidate), in: alternative) }
  }

  /// Returns the entries of each type, or the registered values of each type.
  package func entriesByType(ofValues: Bool) -> [[Registration]] {
    (ofValues ? valuePositions : positions).values.map { $0.map { entries[$0] } }
  }

  /// The alternative of the discriminator that an entry is registered for; nil for any.
  @inline(never) package func alternative(of entry: Registration) -> Int? {
    guard let form = entry.options.alternative?.form else { return nil }
    let forms = discriminator.form.alternatives
    return forms.count > 1 ? forms.firstIndex { $0.isEqual(to: form) } : nil
  }

  /// The form that writes an entry: that of its alternative, or the whole discriminator's.
  @inline(never) package func form(of entry: Registration) -> any WireForm {
    alternative(of: entry).map { discriminator.form.alternatives[$0] } ?? discriminator.form
  }

  /// The one form in which an entry is written: that of its alternative, or the first that writes
  /// the first of its tags that any can write.
  @inline(never) package func writer(of entry: Registration) -> any WireForm {
    form(of: entry).alternatives.writer(of: entry.tags)
  }

  /// Inserts tags of an entry that aren't registered yet.
  mutating func insert(_ tags: [TypeTag], at position: Int) {
    let entry = entries[position]
    let alternative = alternative(of: entry)
    var all = entry.tags
    for tag in tags where table.position(of: tag, in: alternative) == nil {
      table.insert(.tag(tag, position: position), in: alternative)
      if entry.value != nil { table.insert(.value, in: nil) }
      all.append(tag)
    }
    entries[position] = Registration(entry, tags: all)
  }
}

// MARK: - Changing

/// The contents of a registry that is being changed.
///
/// It is a class, so that a registry is two references.
final class RegistryDraft: @unchecked Sendable {
  // Sound: only a registry with the only reference changes it.
  var contents: RegistryContents {
    didSet { made.exchange(nil) }
  }
  /// The contents for readers, created when they are first needed after a change.
  private let made = Lock<RegistryCore?>(nil)

  init(_ contents: RegistryContents) {
    self.contents = contents
  }

  @inline(never) func core() -> RegistryCore {
    made.withLock { made in
      let core = made ?? RegistryCore(contents)
      made = core
      return core
    }
  }
}

// MARK: - Making tags

extension RegistryContents {
  /// The tags that the payload of an entry may store.
  ///
  /// A type that was registered several times may store any of its tags of one alternative.
  private func storedTags(of entry: Registration) -> [TypeTag] {
    guard !entry.isConverted || entry.options.storesTag,
      let own = positions[ObjectIdentifier(entry.type)], own.count > 1
    else { return entry.tags }
    let alternative = alternative(of: entry)
    return own.filter { self.alternative(of: entries[$0]) == alternative }
      .flatMap { entries[$0].tags }
  }

  /// The types that stand in for elements that can't be decoded, each once.
  package var standIns: [Registration] {
    let rules = [
      policies.unknown.rule, policies.wrongKind.rule, policies.malformed.rule,
      policies.missing.rule, policies.null?.rule ?? .unstated,
    ]
    var found: [Registration] = []
    for case .decode(let entry) in rules where !found.contains(where: { $0.type == entry.type }) {
      found.append(entry)
    }
    return found
  }

  /// The tags that a value of such a type can't store; nil if the type is none.
  @inline(never) private func tagsTaken(from type: any Any.Type) -> TagTable? {
    // What stands in for a malformed payload stores a registered tag.
    if policies.wrongKind.rule.decodes(type) || policies.malformed.rule.decodes(type) {
      return TagTable(ignoringCase: ignoresCase, takingLists: table.takesLists)
    }
    return policies.unknown.rule.decodes(type) ? table : nil
  }

  /// The tag of a value of such a type, which is the one that it stores, or none if it may come from
  /// an element without.
  func standInTag(_ type: any Any.Type) -> PayloadTag {
    let taken = tagsTaken(from: type)
    var (writing, form) = (PayloadTag.Writing.always, discriminator.form)
    if policies.missing.rule.decodes(type) || policies.null?.rule.decodes(type) == true {
      if taken == nil {
        // The whole element, without a place for a tag.
        (writing, form) = (.never, Discriminator.deduced.form)
      } else if form.tagPlace.isPayloadWhole {
        writing = .unlessUntagged(form)
      }
      // Else nothing tells where a value came from, and encoding it throws.
    }
    let rules: PayloadTag.Rules = (
      tags: [], ignoresCase, taken, patterns: [], isStored: true, writing, writesContent: false
    )
    return PayloadTag(rules, in: form)
  }

  /// The tags of the payloads of an entry.
  ///
  /// - Complexity: O(*n*), where *n* is the number of patterns.
  @inline(never) func payloadTag(of entry: Registration) -> PayloadTag {
    let families = table.families.filter { entries[$0.position].type == entry.type }
    let patterns = families.map(\.pattern)
    let rules: PayloadTag.Rules = (
      storedTags(of: entry), ignoresCase, tagsTaken(from: entry.type), patterns,
      isStored: entry.options.storesTag || !patterns.isEmpty,
      writing(of: entry), writesContent: entry.options.writesContent
    )
    return PayloadTag(rules, in: form(of: entry))
  }

  /// When the tag of an entry is written.
  package func writing(of entry: Registration) -> PayloadTag.Writing {
    switch entry.options.tagWriting ?? tagWriting {
    case .never: .never
    case .unlessAssumed where isAssumed(entry): .unlessUntagged(discriminator.form)
    default: .always
    }
  }

  /// Whether the policy for missing tags decodes an element without a tag with this entry.
  @inline(never) package func isAssumed(_ entry: Registration) -> Bool {
    guard case .assume(let tag) = policies.missing.rule, let position = table[tag],
      let own = entry.tags.first
    else { return false }
    // A tag may select one type in each alternative.
    return entries[position].tags.first == own
      && alternative(of: entries[position]) == alternative(of: entry)
  }

  /// Returns the place of the payload for an assumed tag, if that is another than where its tag
  /// was looked for.
  func source(assuming tag: TypeTag, at position: Int, in decoder: any Decoder) -> PayloadSource? {
    let form = discriminator.form
    let hasAlternatives = form.alternatives.count > 1
    return writer(of: entries[position]).tagPlace.source(assuming: tag, in: decoder)
      ?? (hasAlternatives && !form.tagPlace.isPayloadWhole ? .whole(decoder) : nil)
  }
}

extension RegistryContents {
  /// Whether what fits no type is an unknown element of the base, because no tag tells more.
  var hasCaseForUnfit: Bool {
    guard discriminator.form.tagPlace.usesCandidates else { return false }
    if unknownCase != nil { return true }
    return (base as? any PolymorphicDecodable.Type)?.hasUnknownCase ?? false
  }
}

extension PolymorphicDecodable {
  /// Whether the enum has a case for unknown elements.
  static var hasUnknownCase: Bool { UnknownFailure.self != DiscriminatorError.self }
}

// MARK: - Serving Medley's own decoders

extension RegistryCore {
  /// Where decoders with an index find tags; nil if only ``ElementReader`` can tell.
  ///
  /// They find a registered tag without containers. Otherwise, they call ``ElementReader``, which reads
  /// every element.
  package var indexedPlace: TagPlace? {
    // Strings that differ in case may be equal tags.
    guard !contents.ignoresCase, !isGuarded else { return nil }
    let place = contents.discriminator.form.tagPlace
    // Whether a payload is the same element again depends on the alternative.
    if hasElements, case .alternatives = place { return nil }
    return place
  }

  /// The position of the entry for a tag that stands beside its payload; nil if ``ElementReader`` decides.
  package func registration(beside tag: TypeTag) -> Int? {
    hasElements || !contents.table.alternatives.isEmpty ? nil : contents.table[tag]
  }

  /// Returns whether a tag is registered itself; a pattern or a policy may take others.
  @inline(never) package func isRegistered(_ tag: TypeTag?) -> Bool {
    tag.map { contents.table.position(of: $0, in: nil) != nil } ?? true
  }

  /// The key of the tag; nil if the wire form has no single key or the comparison isn't exact.
  package var tagKey: String? {
    contents.ignoresCase ? nil : contents.discriminator.form.tagPlace.key?.name
  }

  /// The outermost keys of the members that are the tag.
  package var tagKeys: [String] { contents.discriminator.form.tagPlace.outermostKeys }
}
