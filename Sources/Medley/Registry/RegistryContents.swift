/// The entries, tags and policies of a registry.
struct RegistryContents<Base>: Sendable {
  let discriminator: Discriminator
  let tagComparison: TagComparison
  var policies: PolymorphicRegistry<Base>.Policies
  var tagWriting = TagWriting.always
  /// The kind that all tags have; nil if they may be of any.
  var tagKind: TagKind?
  private(set) var entries: [RegistryEntry<Base>] = []
  /// The decoders of the entries, by position, which are read without the metadata of an entry.
  private(set) var decoders: [AnyEntryDecoder] = []
  /// Whether a payload is an element of the same registry.
  private(set) var hasElements = false
  var table: TagTable
  /// The positions of the entries of each type.
  private(set) var positions: [ObjectIdentifier: [Int]] = [:]
  /// The positions of the registered values of a type.
  private(set) var valuePositions: [ObjectIdentifier: [Int]] = [:]

  init(
    _ discriminator: Discriminator,
    comparing comparison: TagComparison,
    policies: PolymorphicRegistry<Base>.Policies
  ) {
    self.discriminator = discriminator
    tagComparison = comparison
    self.policies = policies
    table = TagTable(comparison: comparison, form: discriminator.form)
  }

  /// Appends an entry without its tags, which are inserted afterwards.
  mutating func append(_ entry: RegistryEntry<Base>) {
    if let value = entry.value {
      valuePositions[ObjectIdentifier(value.type), default: []].append(entries.count)
    } else if entry.type != EncodedFields.self {
      // All functions of fields have that type, so it says nothing about them.
      positions[ObjectIdentifier(entry.type), default: []].append(entries.count)
    }
    entries.append(entry)
    decoders.append(entry.decoder)
    hasElements = hasElements || entry.isElement
    if let pattern = entry.pattern {
      table.insert(pattern, position: entries.count - 1, in: alternative(of: entry))
    }
  }

  /// The alternative of the discriminator that an entry is registered for; nil for any.
  func alternative(of entry: RegistryEntry<Base>) -> Int? {
    guard let form = entry.options.alternative?.form,
      let forms = (discriminator.form as? AlternativeForms)?.all
    else { return nil }
    return forms.firstIndex { $0.isEqual(to: form) }
  }

  /// The form that writes an entry: that of its alternative, or the whole discriminator's.
  func form(of entry: RegistryEntry<Base>) -> any WireForm {
    let forms = (discriminator.form as? AlternativeForms)?.all ?? []
    return alternative(of: entry).map { forms[$0] } ?? discriminator.form
  }

  /// Inserts tags of an entry that aren't registered yet.
  mutating func insert(_ tags: [TypeTag], at position: Int) {
    let alternative = alternative(of: entries[position])
    for tag in tags where table.position(of: tag, in: alternative) == nil {
      table.insert(tag, position: position, in: alternative)
      if entries[position].value != nil { table.noteValue() }
      entries[position].tags.append(tag)
    }
  }
}

// MARK: - Changing

/// The contents of a registry that is being changed.
///
/// It is a class, so that a registry is two references.
final class RegistryDraft<Base>: @unchecked Sendable {
  // Sound: only a registry with the only reference changes it.
  var contents: RegistryContents<Base> {
    didSet { made.withLock { $0 = nil } }
  }
  /// The contents for readers, created when they are first needed after a change.
  private let made = Lock<SharedRegistry<Base>?>(nil)

  init(_ contents: RegistryContents<Base>) {
    self.contents = contents
  }

  var shared: SharedRegistry<Base> {
    made.withLock { made in
      let shared = made ?? SharedRegistry(self.contents)
      made = shared
      return shared
    }
  }
}
