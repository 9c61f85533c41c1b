import Medley
import MedleyBase
import MedleyEngine

extension TagSearch {
  /// Returns the finder for the tags of a registry.
  ///
  /// - Returns: Nil if the tags aren't in one of the known places, or if a function of the app converts
  ///   keys.
  func finder(in index: DocumentIndex) -> TagFinder? {
    switch place {
    case .anywhere(let readTag): CustomFinder(readTag, self, index)
    case _ where index.convertsKeys && !index.convertsFromSnakeCase: nil
    case .path(let keys, .element) where keys.count == 1:
      KeyFinder(SpelledKey(keys[0].name, in: index), self, index)
    case .path(let keys, let payload):
      PathFinder(keys.map { SpelledKey($0.name, in: index) }, payload, self, index)
    case .members(let keys): MembersFinder(keys.map(\.name), self, index)
    case .onlyKey: OnlyKeyFinder(self, index)
    case .caseName: readAllValues.isEmpty ? nil : CaseFinder(self, index)
    case .presentMember: PresentMemberFinder(self, index)
    case .pair(let place): PairFinder(tagAt: place, self, index)
    case .kind: KindFinder(self, index)
    case .fields: FieldsFinder(self, index)
    case .trial: TrialFinder(self, index)
    case .alternatives(let all): AlternativesFinder(in: all.places, self, index)
    }
  }
}

// MARK: - What finders make their indexes of

extension TagSearch {
  /// The index of the tags that are strings, or have only such parts.
  var strings: TagIndex { index { TagIndex(table.texts, others: family) } }

  /// Returns the position of the entry whose pattern takes a string; nil if the registry has no patterns.
  var family: (@Sendable (String) -> Int?)? {
    let table = table
    if table.families.isEmpty { return nil }
    return { table.family(of: .string($0)) }
  }
}

extension TagTable {
  /// The texts of the tags that have one, with the positions of their entries.
  ///
  /// It is a list, because canonically equivalent strings are different tags.
  fileprivate var texts: [(tag: String, position: Int)] {
    tags.compactMap { tag in
      tag.text.flatMap { text in position(of: tag).map { (text.compacted, $0) } }
    }
  }
}
