import Medley
import TestSupport
import Testing

/// Equality and hashing of elements.
@Suite struct EqualityTests {
  typealias Element = Polymorphic<any Media>

  struct Tale: Media, Hashable { var title: String }
  struct Comparable: Media, Equatable { var title: String }

  class Shape: Codable {
    let name: String
    init(name: String) { self.name = name }
  }
  class Named: Shape, Hashable {
    static func == (lhs: Named, rhs: Named) -> Bool { lhs.name == rhs.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }
  final class Special: Named {}

  static func isEqual(_ lhs: Element, _ rhs: Element) -> Bool {
    let areEqual = lhs == rhs
    #expect((rhs == lhs) == areEqual)
    if areEqual { #expect(lhs.hashValue == rhs.hashValue) }
    return areEqual
  }

  @Test func `compares known values of one Hashable type`() {
    #expect(Self.isEqual(.known(Movie(title: "a")), .known(Movie(title: "a"))))
    #expect(!Self.isEqual(.known(Movie(title: "a")), .known(Movie(title: "b"))))
  }

  @Test func `values of different types are never equal`() {
    #expect(!Self.isEqual(.known(Tale(title: "a")), .known(Comparable(title: "a"))))
    #expect(!Self.isEqual(.known(Movie(title: "a")), .known(Book(title: "a"))))
    #expect(!Self.isEqual(.known(Movie(title: "a")), .known(Song(title: "a"))))
  }

  @Test func `compares values of a type that is only Equatable`() {
    #expect(Self.isEqual(.known(Comparable(title: "a")), .known(Comparable(title: "a"))))
    #expect(!Self.isEqual(.known(Comparable(title: "a")), .known(Comparable(title: "b"))))
  }

  @Test func `values of a type that isn't Equatable are never equal`() {
    let song = Element.known(Song(title: "a"))
    #expect(!Self.isEqual(song, song))
    #expect([song] != [song])
  }

  @Test func `known and unknown are never equal`() throws {
    let unknown = try Backend.json.feed(#"[{"type":"X","title":"a"}]"#, .media)[0]
    #expect(!Self.isEqual(unknown, .known(Movie(title: "a"))))
    #expect(Self.isEqual(unknown, unknown))
  }

  @Test func `compares unknown elements by tag, kind of reason and content`() throws {
    var registry = PolymorphicRegistry.media
    registry.policies = .init(missing: .keep, null: .keep, wrongKind: .keep, malformed: .keep)
    let feed = try Backend.json.feed(
      """
      [{"type":"X","a":1,"b":2},{"b":2,"a":1,"type":"X"},{"type":"Y","a":1,"b":2},
       {"type":"X","a":1,"b":3},{"a":1},{"type":null,"a":1},{"type":[],"a":1},{"type":"MOVIE"},
       {"type":"MOVIE"}]
      """,
      registry
    )
    #expect(Self.isEqual(feed[0], feed[1]))
    #expect(Self.isEqual(feed[7], feed[8]))
    #expect(Set(feed).count == 7)
  }

  @Test func `compares objects by their dynamic type`() {
    let (one, other) = (Named(name: "a"), Named(name: "a"))
    #expect(Polymorphic<Shape>.known(one) == .known(other))
    #expect(Polymorphic<Shape>.known(one) != .known(Special(name: "a")))
    #expect(Polymorphic<Shape>.known(Special(name: "a")) == .known(Special(name: "a")))
    let shape = Shape(name: "a")
    #expect(Polymorphic<Shape>.known(shape) != .known(shape))
  }

  @Test func `compares elements with a concrete base`() {
    #expect(Polymorphic<Movie>.known(Movie(title: "a")) == .known(Movie(title: "a")))
    #expect(Polymorphic<Song>.known(Song(title: "a")) != .known(Song(title: "a")))
    #expect(Polymorphic<Int>.known(1) != .known(2))
  }

  @Test func `a type with elements can synthesise Equatable and Hashable`() {
    struct ViewState: Hashable {
      var feed: [Element]
      var byID: [Int: Element]
      var hero: Element?
    }
    let state = ViewState(
      feed: [.known(Movie(title: "a"))],
      byID: [1: .known(Book(title: "b"))],
      hero: nil
    )
    var other = state
    #expect(state == other)
    #expect(Set([state, other]).count == 1)
    other.byID[1] = .known(Book(title: "c"))
    #expect(state != other)
  }

  @Test func `sets distinguish elements`() {
    let elements: Set<Element> = [
      .known(Movie(title: "a")), .known(Movie(title: "a")), .known(Book(title: "a")),
      .known(Comparable(title: "a")), .known(Comparable(title: "b")),
      .known(Comparable(title: "b")),
    ]
    #expect(elements.count == 4)
  }
}
