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

  package init(_ place: TagPlace, _ table: TagTable, readAllValues: [Bool] = []) {
    self.place = place
    self.readAllValues = readAllValues
    self.table = table
  }

  /// Returns the index of the tags, which is made once.
  package func index<Index: AnyObject & Sendable>(_ make: @Sendable () -> Index) -> Index {
    table.index(make)
  }
}
