import Medley
import MedleyResilience
import TestSupport
import Testing

/// The fields of deduced types: found by a sample decoder, or stated.
@Suite struct PayloadFieldsTests {
  protocol Shape: Codable, Sendable {}
  struct Point: Shape, Hashable {
    var x: Double
    var y: Double
  }
  struct Place: Shape, Hashable {
    var y: Double
    var x: Double
  }

  enum Unit: String, Codable { case metre, foot }
  enum Listed: String, Codable, CaseIterable { case one, two }
  struct Length: Shape, Hashable {
    var value: Double
    var unit: Unit
  }
  struct Chosen: Shape, Hashable {
    var choice: Listed
    var others: [Unit]
  }

  struct Node: Shape, Hashable {
    var name: String
    var children: [Node]
    var next: Link?
  }
  final class Link: Codable, Hashable, Sendable {
    let node: Node
    init(node: Node) { self.node = node }
    static func == (lhs: Link, rhs: Link) -> Bool { lhs.node == rhs.node }
    func hash(into hasher: inout Hasher) { hasher.combine(node) }
  }
  final class Endless: Shape {
    let next: Endless
    init(next: Endless) { self.next = next }
  }

  struct Deep: Shape, Hashable {
    var flat: Int
    var inner: Int
    init(flat: Int, inner: Int) { (self.flat, self.inner) = (flat, inner) }
    enum Keys: String, CodingKey { case flat, nested, list, maybe }
    enum Inner: String, CodingKey { case value }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      flat = try container.decode(Int.self, forKey: .flat)
      let nested = try container.nestedContainer(keyedBy: Inner.self, forKey: .nested)
      inner = try nested.decode(Int.self, forKey: .value)
      _ = try container.nestedUnkeyedContainer(forKey: .list)
      _ = try container.decodeIfPresent(Int.self, forKey: .maybe)
    }
    func encode(to encoder: any Encoder) throws {}
  }

  static func registry(_ fields: PayloadFields? = nil) -> PolymorphicRegistry<any Shape> {
    PolymorphicRegistry(.deduced)
  }

  @Test func `stores required, optional and excluded fields`() {
    var fields = PayloadFields(required: ["a"], optional: ["b"], excluded: ["c"])
    #expect(fields.required == ["a"])
    #expect(fields.optional == ["b"])
    #expect(fields.excluded == ["c"])
    #expect(fields != PayloadFields(required: ["a"]))
    fields.optional = []
    fields.excluded = []
    #expect(Set([fields, PayloadFields(required: ["a"])]).count == 1)
  }

  @Test func `refuses two types with the same fields`() throws {
    var registry = Self.registry()
    try registry.register(Point.self, for: "point")
    let error = try #require(throws: RegistrationError.self) {
      try registry.register(Place.self, for: "place")
    }
    #expect(error.code == .ambiguousDeduction)
    #expect(error.description.contains("Point"))
    #expect(error.description.contains("Place"))
    #expect(error.description.contains("excluded"))
    #expect(registry.tags == ["point"])
    #expect(registry.payloadType(for: "place") == nil)
  }

  @Test func `merging refuses two types with the same fields, and overriding replaces one`() throws
  {
    let points = try Self.registry().registering(Point.self, for: "point")
    let places = try Self.registry().registering(Place.self, for: "place")
    let error = try #require(throws: RegistrationError.self) { try points.merging(places) }
    #expect(error.code == .ambiguousDeduction)
    let both = points.overriding(with: places)
    #expect(both.tags == ["place"])
    #expect(try Backend.json.feed(#"[{"x":1,"y":2}]"#, both) == [.known(Place(y: 2, x: 1))])
  }

  @Test func `finds the fields of types with CaseIterable enums and collections of enums`() throws {
    let registry = try Self.registry().registering(Chosen.self, for: "c")
    #expect(
      try Backend.json.feed(#"[{"choice":"two","others":["foot"]}]"#, registry)
        == [.known(Chosen(choice: .two, others: [.foot]))]
    )
  }

  @Test func `finds the fields of a recursive type with an optional end`() throws {
    let registry = try Self.registry().registering(Node.self, for: "node")
    let json = #"[{"name":"a","children":[{"name":"b","children":[]}]}]"#
    #expect(
      try Backend.json.feed(json, registry)
        == [
          .known(Node(name: "a", children: [Node(name: "b", children: [], next: nil)], next: nil))
        ]
    )
  }

  @Test func `a type that contains itself without end is registered and decodes nothing`() throws {
    let registry = try Self.registry().registering(Endless.self, for: "endless")
    let error = try #require(throws: DecodingError.self) {
      try Backend.json.feed(#"[{"next":{}}]"#, registry)
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "[0].next.next")
  }

  @Test func `fields of nested containers are required`() throws {
    let registry = try Self.registry().registering(Deep.self, for: "deep")
      .registering(Point.self, for: "point")
    #expect(
      try Backend.json.feed(#"[{"flat":1,"nested":{"value":2},"list":[]}]"#, registry)
        == [.known(Deep(flat: 1, inner: 2))]
    )
    let error = try #require(throws: DecodingError.self) {
      try Backend.json.feed(#"[{"flat":1,"maybe":2}]"#, registry)
    }
    #expect(error.cause?.candidates.first?.missing == ["list", "nested"])
    #expect(error.cause?.candidates.first?.unclaimed == [])
  }

  struct Frame: Shape, Hashable {
    var frame: Int
    @PolymorphicValue var hero: (any Media)?
    @PolymorphicArray var shelf: [any Media]
    var other: Polymorphic<any Media>
    @Lossy var items: [Int]
  }

  @Test func `finds fields whose types are the library's own`() throws {
    let registry = try Self.registry().registering(Frame.self, for: "frame")
      .registering(Point.self, for: "point")
    let feed = try Backend.json.decode(
      [Polymorphic<any Shape>].self,
      from: #"[{"frame":1,"shelf":[],"other":{"type":"MOVIE","title":"a"},"items":[1,"2"]}]"#
    ) {
      $0.register(registry)
      $0.register(PolymorphicRegistry.media)
    }
    let frame = try #require(feed.known.first as? Frame)
    #expect(frame.items == [1])
    let error = try #require(throws: DecodingError.self) {
      try Backend.json.feed("[{}]", registry)
    }
    #expect(error.cause?.candidates.first?.missing == ["frame", "other", "shelf"])
  }
}
