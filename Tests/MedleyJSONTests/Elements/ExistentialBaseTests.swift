import Medley
import MedleyJSON
import Testing

/// Existential bases of every kind: one protocol, several, inherited ones, class-bound ones, and
/// none.
@Suite struct ExistentialBaseTests {
  fileprivate protocol Identified { var number: Int { get } }
  private protocol Titled: Identified { var title: String { get } }
  /// Two levels of inherited protocols.
  private protocol Media: Titled, Hashable { func play() -> String }
  private protocol Rated { var stars: Int { get } }
  private protocol Holding<Content> {
    associatedtype Content
    var content: Content { get }
  }

  private struct Movie: Codable, Media, Rated, Holding {
    var number: Int
    var title: String
    var stars: Int { number * 2 }
    var content: Int { -number }
    func play() -> String { "movie \(title)" }
  }

  private struct Book: Codable, Media, Rated, Holding {
    var number: Int
    var title: String
    var pages: [Int]
    var author: String?
    var stars: Int { pages.count }
    var content: Int { pages.first ?? 0 }
    func play() -> String { "book \(title)" }
  }

  private static let elements = [
    #"{"type":"MOVIE","number":1,"title":"Heat"}"#,
    #"{"number":2,"title":"a title on the heap","pages":[3,4],"author":"a","type":"BOOK"}"#,
  ]

  private func feed<Base>(_ base: Base.Type) throws -> MixedFeed<Base> {
    let registry = PolymorphicRegistry<Base>("type", ["MOVIE": Movie.self, "BOOK": Book.self])
    return try MixedFeed(Self.elements, registry)
  }

  // MARK: - Protocols

  @Test func `methods of inherited protocols are those of the type`() throws {
    let feed = try feed((any Media).self)
    feed.check(["1 Heat movie Heat", "2 a title on the heap book a title on the heap"]) {
      "\($0.number) \($0.title) \($0.play())"
    }
    // Through an existential of an inherited protocol, and through generic code.
    func show<Value: Media>(_ value: Value) -> String { "\(value == value) \(Set([value]).count)" }
    feed.check(["true 1", "true 1"]) { show($0) }
    feed.check(["1", "2"]) { value in
      let identified: any Identified = value
      return "\(identified.number)"
    }
    #expect(Set(feed.values.map { AnyHashable($0) }).count == 2)
  }

  @Test func `decodes existentials with a marker protocol`() throws {
    let feed = try feed((any Media & Sendable).self)
    feed.check(["movie Heat", "book a title on the heap"]) { $0.play() }
  }

  @Test func `values of two protocols have the methods of both`() throws {
    let feed = try feed((any Media & Rated).self)
    feed.check(["movie Heat 2", "book a title on the heap 2"]) { "\($0.play()) \($0.stars)" }
    let three = try self.feed((any Media & Rated & Encodable & Sendable).self)
    three.check(["movie Heat 2", "book a title on the heap 2"]) { "\($0.play()) \($0.stars)" }
  }

  @Test func `decodes protocols with primary associated types`() throws {
    let feed = try feed((any Holding<Int>).self)
    feed.check(["-1", "3"]) { "\($0.content)" }
    #expect(feed.values.reduce(0) { $0 + $1.content } == 8)
    let open = try self.feed((any Holding).self)
    open.check(["-1", "3"]) { "\($0.content)" }
    // Another content is another protocol, which the payloads aren't values of.
    let wrong = PolymorphicRegistry<any Holding<String>>("type", ["MOVIE": Movie.self])
    for _ in 0..<3 {
      let error = #expect(throws: RegistrationError.self) { try MixedFeed(Self.elements, wrong) }
      #expect(error?.code == .notABase)
    }
  }

  @Test func `decodes protocols of the standard library`() throws {
    try feed((any Hashable).self).check(["Movie", "Book"]) { "\(type(of: $0))" }
    try feed((any Encodable).self).check(["Movie", "Book"]) { "\(type(of: $0))" }
    try feed((any Codable).self).check(["Movie", "Book"]) { "\(type(of: $0))" }
    try feed((any Codable & Hashable & Sendable).self).check(["Movie", "Book"]) {
      "\(type(of: $0))"
    }
  }

  @Test func `decodes Any`() throws {
    let show: (Any) -> String = { ($0 as? any Media)?.play() ?? "?" }
    try feed(Any.self).check(["movie Heat", "book a title on the heap"]) { show($0) }
    try feed((any Sendable).self).check(["movie Heat", "book a title on the heap"]) { show($0) }
  }

  private protocol Fault: Error { var description: String { get } }

  private struct Failure: Fault, Decodable, CustomStringConvertible {
    var description: String
  }

  @Test func `decodes any Error, which has another box`() throws {
    let registry = PolymorphicRegistry<any Error>("type", ["FAILURE": Failure.self])
    let element = #"{"type":"FAILURE","description":"it failed"}"#
    try MixedFeed([element], registry).check(["it failed"]) { "\($0)" }
    let faults = PolymorphicRegistry<any Fault>("type", ["FAILURE": Failure.self])
    try MixedFeed([element], faults).check(["it failed"]) { $0.description }
    let errors = PolymorphicRegistry<any Error & CustomStringConvertible>(
      "type",
      ["FAILURE": Failure.self]
    )
    try MixedFeed([element], errors).check(["it failed"]) { $0.description }
  }

  // MARK: - Classes

  private protocol First: AnyObject { var first: String { get } }
  private protocol Second { var second: String { get } }
  private protocol Third { var third: String { get } }
  private protocol Fourth { var fourth: String { get } }

  private class Work: Decodable, Identified, First, Second, Third, Fourth {
    let number: Int
    var first: String { "first \(number)" }
    var second: String { "second" }
    var third: String { "third" }
    var fourth: String { "fourth" }
  }

  private final class Film: Work {
    override var first: String { "film \(number)" }
    override var fourth: String { "film" }
  }

  private func works<Base>(_ base: Base.Type) throws -> MixedFeed<Base> {
    let registry = PolymorphicRegistry<Base>("type", ["WORK": Work.self, "FILM": Film.self])
    return try MixedFeed(
      [#"{"type":"WORK","number":1}"#, #"{"number":2,"type":"FILM"}"#],
      registry
    )
  }

  @Test func `decodes classes as protocols, classes and both`() throws {
    try works((any Identified).self).check(["1", "2"]) { "\($0.number)" }
    try works((any Identified & AnyObject).self).check(["1", "2"]) { "\($0.number)" }
    try works((any First).self).check(["first 1", "film 2"]) { $0.first }
    try works((any Identified & Work).self).check(["first 1", "film 2"]) { $0.first }
    try works(Work.self).check(["first 1", "film 2"]) { $0.first }
    try works((any AnyObject).self).check(["Work", "Film"]) { "\(type(of: $0))" }
    try works((any Second & Third).self).check(["second third", "second third"]) {
      "\($0.second) \($0.third)"
    }
  }

  /// One reference and four tables are as many words as a value of one protocol has.
  @Test func `decodes classes as four protocols`() throws {
    try works((any First & Second & Third & Fourth).self)
      .check(["first 1 second third fourth", "film 2 second third film"]) {
        "\($0.first) \($0.second) \($0.third) \($0.fourth)"
      }
  }

  /// A class that decodes one of its subclasses, by the number.
  fileprivate class Cluster: Choosing, Identified {
    let number: Int
    var name: String { "cluster" }
    required init(number: Int) { self.number = number }
  }

  fileprivate final class Even: Cluster { override var name: String { "even" } }
  fileprivate final class Odd: Cluster { override var name: String { "odd" } }

  /// An initialiser of a protocol may assign `self`, which one of a class may not.
  fileprivate protocol Choosing: Decodable { init(number: Int) }

  @Test func `values of one class keep their dynamic types`() throws {
    let registry = PolymorphicRegistry<any Identified>(
      "type",
      ["WORK": Work.self, "MOVIE": Movie.self, "CLUSTER": Cluster.self, "FILM": Film.self]
    )
    let elements = [
      #"{"type":"CLUSTER","number":1}"#, #"{"type":"WORK","number":1}"#,
      #"{"type":"MOVIE","number":2,"title":"t"}"#, #"{"type":"CLUSTER","number":3}"#,
      #"{"type":"CLUSTER","number":4}"#, #"{"type":"FILM","number":4}"#,
    ]
    let shown = ["Odd 1", "Work 1", "Movie 2", "Odd 3", "Even 4", "Film 4"]
    try MixedFeed(elements, registry).check(shown) { "\(type(of: $0)) \($0.number)" }
    // The first is of the class itself, and the others aren't.
    let classes = PolymorphicRegistry<any Identified>("type", ["CLUSTER": Cluster.self])
    let numbers = (0..<4).map { #"{"type":"CLUSTER","number":\#($0)}"# }
    try MixedFeed(numbers, classes).check(["cluster", "odd", "even", "odd"]) {
      ($0 as? Cluster)?.name ?? "?"
    }
  }
}

extension ExistentialBaseTests.Choosing {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    let number = try container.decode(Int.self, forKey: AnyKey("number"))
    let types = [ExistentialBaseTests.Even.self, ExistentialBaseTests.Odd.self]
    let type = number == 0 ? ExistentialBaseTests.Cluster.self : types[number % 2]
    self = try #require(type.init(number: number) as? Self)
  }
}
