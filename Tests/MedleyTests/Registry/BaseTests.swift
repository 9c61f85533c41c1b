import Medley
import MedleyTesting
import TestSupport
import Testing

/// Types that can be the base of a registry.
@Suite struct BaseTests {
  class Shape: Codable {
    let name: String
    init(name: String) { self.name = name }
  }
  final class Circle: Shape {
    let radius: Double
    init(name: String, radius: Double) {
      self.radius = radius
      super.init(name: name)
    }
    enum Keys: String, CodingKey { case radius }
    required init(from decoder: any Decoder) throws {
      radius = try decoder.container(keyedBy: Keys.self).decode(Double.self, forKey: .radius)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(radius, forKey: .radius)
    }
  }
  final class Square: Shape {}

  struct Person: Codable, Hashable { var first: String }
  struct OldPerson: Codable { var name: String }

  enum Content: Hashable {
    case text(String)
    case number(amount: Int)
    case empty
  }
  struct Text: Codable { var text: String }
  struct Number: Codable { var n: Int }
  struct Nothing: Codable {}

  @Test(arguments: Backend.allCases)
  func `decodes and encodes subclasses under a class base`(_ backend: Backend) throws {
    var shapes = PolymorphicRegistry<Shape>("type")
    try shapes.register(Circle.self, for: "circle")
    try shapes.register(Shape.self, for: "shape") { $0 }
    let json = #"[{"type":"circle","name":"c","radius":2},{"type":"shape","name":"s"}]"#
    let feed = try backend.feed(json, shapes)
    #expect(feed.known.map(\.name) == ["c", "s"])
    #expect((feed.known.first as? Circle)?.radius == 2)
    #expect(feed.known.last is Circle == false)
    #expect(try backend.encode(feed, with: shapes) == JSONTree(parsing: json))
    #expect(shapes.problems.isEmpty)
  }

  @Test(arguments: Backend.allCases)
  func `throws for an unregistered subclass instead of encoding its superclass`(
    _ backend: Backend
  ) throws {
    let shapes = PolymorphicRegistry<Shape>("type", ["shape": Shape.self, "circle": Circle.self])
    let feed: [Polymorphic<Shape>] = [.known(Shape(name: "s")), .known(Square(name: "q"))]
    let error = try #require(throws: EncodingError.self) {
      try backend.encode(feed, with: shapes)
    }
    #expect(error.place == "[1]")
    #expect(error.cause?.code == .unregisteredType)
    #expect(error.cause?.knownTags == ["shape", "circle"])
    #expect(error.cause?.description.contains("Square") == true)
  }

  @Test(arguments: Backend.allCases)
  func `converts several payloads to one struct`(_ backend: Backend) throws {
    var people = PolymorphicRegistry<Person>("v")
    try people.register(OldPerson.self, for: 1) { Person(first: $0.name) }
    try people.register(Person.self, for: 2)
    let feed = try backend.feed(#"[{"v":1,"name":"Ada"},{"v":2,"first":"Bob"}]"#, people)
    #expect(feed.known == [Person(first: "Ada"), Person(first: "Bob")])
    #expect(
      try backend.encode(feed, with: people)
        == JSONTree(parsing: #"[{"v":2,"first":"Ada"},{"v":2,"first":"Bob"}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `wraps payloads in the cases of an enum`(_ backend: Backend) throws {
    var contents = PolymorphicRegistry<Content>("type")
    try contents.register(
      Text.self,
      for: "text",
      as: { .text($0.text) },
      from: { if case .text(let text) = $0 { Text(text: text) } else { nil } }
    )
    try contents.register(
      Number.self,
      for: "number",
      as: { .number(amount: $0.n) },
      from: { if case .number(let amount) = $0 { Number(n: amount) } else { nil } }
    )
    try contents.register(
      Nothing.self,
      for: "empty",
      as: { _ in .empty },
      from: { if case .empty = $0 { Nothing() } else { nil } }
    )
    let json = #"[{"type":"text","text":"a"},{"type":"number","n":3},{"type":"empty"}]"#
    let feed = try backend.feed(json, contents)
    #expect(feed.known == [.text("a"), .number(amount: 3), .empty])
    #expect(try backend.encode(feed, with: contents) == JSONTree(parsing: json))
  }

  protocol Named: AnyObject, Codable { var name: String { get } }
  final class Badge: Named {
    let name: String
    init(name: String) { self.name = name }
  }
  protocol Box<Value>: Codable, Sendable {
    associatedtype Value
    var value: Value { get }
  }
  struct IntBox: Box { var value: Int }
  struct TextBox: Box { var value: String }
  protocol Dated: Sendable { var year: Int { get } }
  struct Film: Media, Dated, Hashable {
    var title: String
    var year: Int
  }

  @Test(arguments: Backend.allCases)
  func `decodes payloads for protocols of every kind`(_ backend: Backend) throws {
    let objects = PolymorphicRegistry<any Named>("t", ["badge": Badge.self])
    #expect(try backend.feed(#"[{"t":"badge","name":"b"}]"#, objects).known.map(\.name) == ["b"])
    let films = PolymorphicRegistry<any Media & Dated>("t", ["film": Film.self])
    let feed = try backend.feed(#"[{"t":"film","title":"a","year":1}]"#, films)
    #expect(feed.known.map(\.year) == [1])
    #expect(try backend.roundTrip(feed, with: films) == feed)
    let anything = PolymorphicRegistry<Any>("t", ["film": Film.self, "int": IntBox.self])
    #expect(try backend.feed(#"[{"t":"int","value":4}]"#, anything).known.first is IntBox)
    let codable = PolymorphicRegistry<any Codable>("t", ["badge": Badge.self])
    #expect(try backend.feed(#"[{"t":"badge","name":"b"}]"#, codable).known.first is Badge)
  }

  @Test(arguments: Backend.allCases)
  func `decodes payloads for a protocol with a primary associated type`(_ backend: Backend) throws {
    let boxes = try PolymorphicRegistry<any Box<Int>>("t").registering(IntBox.self, for: "int")
    let feed = try backend.feed(#"[{"t":"int","value":4}]"#, boxes)
    #expect(feed.known.map { $0.value } == [4])
    #expect(try backend.encode(feed, with: boxes) == JSONTree(parsing: #"[{"t":"int","value":4}]"#))
    let wrong = try boxes.registering(TextBox.self, for: "text")
    #expect(wrong.problems.map(\.code) == [.notABase])
  }

  @Test(arguments: Backend.allCases)
  func `reports a type that doesn't conform to the base when it is first decoded`(
    _ backend: Backend
  ) throws {
    let media = PolymorphicRegistry<any Media>(
      "type",
      ["MOVIE": Movie.self, "STRANGER": Stranger.self]
    )
    #expect(try backend.feed(#"[{"type":"MOVIE","title":"a"}]"#, media).known.count == 1)
    let error = try #require(throws: RegistrationError.self) {
      try backend.feed(#"[{"type":"STRANGER","name":"a"}]"#, media)
    }
    #expect(error.code == .notABase)
    #expect(error.description.contains("Stranger"))
    #expect(error.description.contains("BaseTests.swift"))
    #expect(error.description.contains("Media."))

    var lenient = media
    lenient.policies.malformed = .keep
    #expect(throws: RegistrationError.self) {
      try backend.feed(#"[{"type":"STRANGER","name":"a"}]"#, lenient)
    }
  }

  @Test func `refuses a type that can't be a concrete base when it is registered`() throws {
    func check<Base>(_ registry: PolymorphicRegistry<Base>) throws {
      var registry = registry
      let error = try #require(throws: RegistrationError.self) {
        try registry.register(Stranger.self, for: "x")
      }
      #expect(error.code == .notABase)
      #expect(error.description.contains("Stranger"))
      #expect(error.description.contains("\(Base.self)"))
      #expect(registry.tags.isEmpty)
    }
    try check(PolymorphicRegistry<Shape>("type"))
    try check(PolymorphicRegistry<Person>("type"))
    try check(PolymorphicRegistry<Content>("type"))
    try check(PolymorphicRegistry<Polymorphic<any Media>>("type"))
  }
}
