import Medley
import MedleyComposition
import TestSupport
import Testing

/// A change of one element through a dynamic member copied the whole array.
@Suite struct MembersInPlaceTests {
  struct Item: Codable { var n: Int }
  struct Page: Codable { var items: [Item] }
  struct Note: Codable { var notes: [Item] }

  /// Counts how often a value that is changed was copied before.
  struct Counted {
    private final class Storage {
      var n = 0
    }

    private var storage = Storage()
    private(set) var copies = 0

    mutating func change() {
      if !isKnownUniquelyReferenced(&storage) {
        storage = Storage()
        copies += 1
      }
      storage.n += 1
    }
  }

  final class Owner { var counted = Counted() }
  struct Part { var counted = Counted() }
  struct Other { var other = Counted() }

  @Test func `a member of a preserved value changes in place`() {
    var part = Preserving(Part())
    for _ in 0..<3 { part.counted.change() }
    #expect(part.counted.copies == 0)
  }

  @Test func `a member of a preserved object changes in place`() {
    let owner = Preserving(Owner())
    for _ in 0..<3 { owner.counted.change() }
    #expect(owner.counted.copies == 0)
  }

  @Test func `members of both parts of a composition change in place`() {
    var composed = Composed(Part(), Other())
    for _ in 0..<3 {
      composed.counted.change()
      composed.other.change()
    }
    #expect(composed.counted.copies == 0)
    #expect(composed.other.copies == 0)
  }

  @Test(arguments: Backend.allCases)
  func `elements of a decoded array change in place`(_ backend: Backend) throws {
    var page: Preserving<Page> = try backend.decode(from: #"{"items":[{"n":1},{"n":2}],"x":3}"#)
    // The first change may copy what something else refers to.
    page.items[0].n += 1
    let before = unsafe page.items.withUnsafeBufferPointer { $0.baseAddress }
    for index in page.items.indices { page.items[index].n += 1 }
    let after = unsafe page.items.withUnsafeBufferPointer { $0.baseAddress }
    let isSame = unsafe before == after
    #expect(isSame)
    #expect(
      try backend.encode(page) == JSONTree(parsing: #"{"items":[{"n":3},{"n":3}],"x":3}"#)
    )
  }
}
