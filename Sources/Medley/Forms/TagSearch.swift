import MedleyBase

/// Where the tags of a registry stand, for decoders with an index of the document.
///
/// Such a decoder finds a registered tag without containers. If it doesn't find one, it calls
/// ``ElementReader``, which reads every element.
///
/// It is a class, because a copy of a table would be large.
package final class TagSearch: Sendable {
  package let place: TagPlace
  package let table: TagTable
  /// Whether the entries read all values of a case, by position; empty for other places.
  package let readAllValues: [Bool]

  init(_ place: TagPlace, _ table: TagTable, readAllValues: [Bool] = []) {
    self.place = place
    self.readAllValues = readAllValues
    self.table = table
  }

  /// The searches in the first of several places, up to one that can't be stated.
  package var alternatives: [TagSearch] {
    guard case .alternatives(let all) = place else { return [] }
    var searches: [TagSearch] = []
    for (index, place) in all.places.enumerated() {
      // A function of the app is called once for each element, so it isn't part of a first search.
      if case .anywhere = place { break }
      searches.append(TagSearch(place, table.tags(of: index)))
    }
    return searches
  }

  /// The tags as keys of members, each key once, with their entries: those registered first come
  /// first.
  package var keyPositions: [(key: String, tag: TypeTag, position: Int)] {
    let all = table.tags.compactMap { tag in
      // A key is a string before it is a number.
      tag.keyText.flatMap { key in TagPlace.registered(key, table)?.tag == tag ? key : nil }
        .flatMap { key in table.position(of: tag).map { (key: key, tag: tag, position: $0) } }
    }
    return all.indices.sortedOrder { all[$0].position < all[$1].position }.map { all[$0] }
  }

  /// Returns the position of the entry whose pattern takes a string; nil if the registry has no patterns.
  package var family: (@Sendable (String) -> Int?)? {
    let table = table
    if table.families.isEmpty { return nil }
    return { table.family(of: .string($0)) }
  }

  /// The tags with several parts, all of them strings, with the positions of their entries.
  package var compoundPositions: [(parts: [String], position: Int)] {
    table.tags.compactMap { tag in
      let parts = tag.parts.compactMap { $0?.string }
      guard case .compound(let all) = tag, parts.count == all.count else { return nil }
      return table.position(of: tag).map { (parts, $0) }
    }
  }

  /// Returns the index of the tags, which is made once.
  package func index<Index: AnyObject & Sendable>(_ make: @Sendable () -> Index) -> Index {
    table.indexes.index(make)
  }
}
