import Medley
import MedleyJSON
import Testing

/// Payloads of every size and kind, as values of a protocol.
@Suite struct ExistentialShapeTests {
  private static func registry() -> PolymorphicRegistry<any Shapes.Shape> {
    PolymorphicRegistry(
      "type",
      [
        "EMPTY": Shapes.Empty.self, "BYTE": Shapes.Byte.self, "WORD": Shapes.Word.self,
        "THREE": Shapes.Three.self,
        "FOUR": Shapes.Four.self, "ODD": Shapes.Odd.self, "MANY": Shapes.Many.self,
        "VECTOR": Shapes.Vector.self,
        "NAMED": Shapes.NamedVector.self, "SIZE": Shapes.Size.self,
        "BOX": Shapes.Box<Shapes.Three>.self,
        "BOXES": Shapes.Box<Shapes.Box<Shapes.Word>>.self, "INT": Shapes.Tagged<Int>.self,
        "STRING": Shapes.Tagged<String>.self,
        "ITEM": Shapes.Item.self, "SONG": Shapes.Song.self, "NONE": Shapes.Word?.self,
      ]
    )
  }

  private static let elements = [
    #"{"type":"EMPTY"}"#, #"{"type":"BYTE","n":200}"#, #"{"type":"WORD","n":-7}"#,
    #"{"type":"THREE","title":"a title that is on the heap","n":1}"#,
    #"{"type":"FOUR","title":"another title on the heap","n":1,"m":2}"#,
    #"{"type":"ODD","title":"odd","n":1,"last":true}"#,
    #"{"title":"m","list":["a","b"],"type":"MANY","members":{"k":[1]},"n":4,"p":"p","q":[]}"#,
    #"{"type":"VECTOR","x":1,"y":2,"z":3,"w":4.5}"#,
    #"{"vector":{"x":1,"y":2,"z":3,"w":0},"name":"long enough for the heap","type":"NAMED"}"#,
    #"{"type":"SIZE","size":"S"}"#, #"{"type":"SIZE","size":"a size on the heap"}"#,
    #"{"type":"SIZE","inner":{"inner":{"size":"XL"}}}"#,
    #"{"type":"BOX","content":{"title":"inside","n":2}}"#,
    #"{"type":"BOXES","content":{"content":{"n":8}}}"#, #"{"type":"INT","content":5}"#,
    #"{"type":"STRING","content":"five"}"#, #"{"type":"ITEM","title":"it"}"#,
    #"{"type":"SONG","title":"so","seconds":9}"#, #"{"type":"NONE","n":3}"#,
  ]

  private static let shown = [
    "empty -", "byte 200", "word -7", "three a title that is on the heap",
    "four another title on the heap", "odd odd", "many m",
    "vector SIMD4<Float>(1.0, 2.0, 3.0, 4.5)",
    "named vector long enough for the heapSIMD4<Float>(1.0, 2.0, 3.0, 0.0)", "size small",
    "size a size on the heap 18", "size ((XL 2))", "box of three inside", "box of box of word 8",
    "tagged Int 5", "tagged String five", "item it", "song so", "perhaps word 3",
  ]

  @Test func `values of every size and layout equal those of JSONDecoder`() throws {
    let feed = try MixedFeed(Self.elements, Self.registry())
    feed.check(Self.shown) { "\(type(of: $0).kind) \($0.title)" }
    // Reflection shows the contents, regardless of the protocol.
    for (ours, theirs) in zip(feed.values, feed.expected) where !(ours is Shapes.Item) {
      #expect("\(ours)" == "\(theirs)")
    }
  }

  @Test func `values can be cast to their types, and to no others`() throws {
    let feed = try MixedFeed(Self.elements, Self.registry())
    // A cast unwraps optionals.
    #expect(
      feed.values.compactMap { $0 as? Shapes.Word }.map(\.n) == [-7, 3, -7, 3, -7, 3, -7, 3]
    )
    #expect(feed.values.compactMap { $0 as? Shapes.Vector }.map(\.lanes.w) == [4.5, 4.5, 4.5, 4.5])
    #expect(
      feed.values.compactMap { $0 as? Shapes.Many }.map(\.list)
        == Array(repeating: ["a", "b"], count: 4)
    )
    #expect(feed.values.compactMap { $0 as? Shapes.Song }.map(\.seconds) == [9, 9, 9, 9])
    #expect(
      feed.values.compactMap { $0 as? Shapes.Box<Shapes.Three> }.map(\.content.n) == [2, 2, 2, 2]
    )
    #expect(feed.values.count { $0 is Shapes.Item } == 8)
  }

  @Test func `changing a copy doesn't change the others`() throws {
    var values = try MixedFeed(Self.elements, Self.registry()).values
    let kept = values
    for index in values.indices { values[index].rename("renamed") }
    let structs = zip(kept, Self.shown + Self.shown + Self.shown + Self.shown)
      .filter { !($0.0 is Shapes.Item) }
    for (value, shown) in structs { #expect("\(type(of: value).kind) \(value.title)" == shown) }
    #expect(
      values.compactMap { $0 as? Shapes.Four }.map(\.title) == Array(repeating: "renamed", count: 4)
    )
    #expect(values.compactMap { $0 as? Shapes.Vector }.map(\.lanes.w) == [7, 7, 7, 7])
    #expect(values.compactMap { $0 as? Shapes.Many }.map(\.list.count) == [3, 3, 3, 3])
  }

  @Test func `one registry serves many decoders and documents`() throws {
    let registry = Self.registry()
    for _ in 0..<3 {
      let feed = try MixedFeed(Self.elements.reversed(), registry, rounds: 2)
      feed.check(Self.shown.reversed()) { "\(type(of: $0).kind) \($0.title)" }
    }
    // The types are those of a copy, too.
    let copy = registry
    let feed = try MixedFeed(Self.elements, copy, rounds: 1)
    feed.check(Self.shown) { "\(type(of: $0).kind) \($0.title)" }
  }
}
