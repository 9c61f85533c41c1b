import Medley
import MedleyBase
import MedleyEngine

extension TagPlace {
  /// Returns the finder for the tags of a registry.
  ///
  /// - Parameters:
  ///   - tags: The tags that stand here.
  ///   - entries: The entries of the registry; nil for one of several places.
  ///   - index: The index of the document.
  /// - Returns: Nil if the tags aren't in one of the known places, or if a function of the app converts
  ///   keys.
  func finder(
    _ tags: TagTable,
    _ entries: [Registration]? = nil,
    in index: DocumentIndex
  ) -> TagFinder? {
    switch self {
    case .anywhere(let readTag): CustomFinder(readTag, tags, index)
    case _ where index.convertsKeys && !index.convertsFromSnakeCase: nil
    case .path(let keys, .element) where keys.count == 1:
      KeyFinder(SpelledKey(keys[0].name, in: index), tags, index)
    case .path(let keys, let payload):
      PathFinder(keys.map { SpelledKey($0.name, in: index) }, payload, tags, index)
    case .members(let keys): MembersFinder(keys.map(\.name), tags, index)
    case .onlyKey: OnlyKeyFinder(tags, index)
    case .caseName: entries.flatMap { CaseFinder(tags, $0, index) }
    case .presentMember: PresentMemberFinder(tags, index)
    case .pair(let place): PairFinder(tagAt: place, tags, index)
    case .kind: KindFinder(tags, index)
    case .fields: FieldsFinder(tags, index)
    case .trial: TrialFinder(tags, index)
    case .alternatives(let all): AlternativesFinder(in: all.places, tags, index)
    }
  }
}

// MARK: - What finders make their indexes of

extension TagTable {
  /// The index of the tags that are strings, or have only such parts.
  var strings: TagIndex { index { TagIndex(texts, others: family) } }

  /// Returns the position of the entry whose pattern takes a string; nil if the registry has no patterns.
  var family: (@Sendable (String) -> Int?)? {
    if families.isEmpty { return nil }
    return { family(of: .string($0)) }
  }

  /// The texts of the tags that have one, with the positions of their entries.
  ///
  /// It is a list, because canonically equivalent strings are different tags.
  private var texts: [(tag: String, position: Int)] {
    tags.compactMap { tag in
      tag.text.flatMap { text in position(of: tag).map { (text.compacted, $0) } }
    }
  }
}
