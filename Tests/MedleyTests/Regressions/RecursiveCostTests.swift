import Foundation
import Medley
import MedleyBase
import MedleyComposition
import TestSupport
import Testing

/// Recursive values took cubic time: each level wrote all levels below again, and asked for paths,
/// which Foundation's decoders make in quadratic time.
@Suite struct RecursiveCostTests {
  // MARK: - Preserving values

  /// The calls of one test.
  final class Calls: Sendable {
    @TaskLocal static var current: Calls?
    private let counts = Lock((decoded: 0, encoded: 0))

    static func count(decoded: Int = 0, encoded: Int = 0) {
      current?.counts.withLock {
        $0.decoded += decoded
        $0.encoded += encoded
      }
    }

    static func of(_ body: () throws -> Void) rethrows -> (decoded: Int, encoded: Int) {
      let calls = Calls()
      try $current.withValue(calls, operation: body)
      return calls.counts.withLock { $0 }
    }
  }

  struct Node: Codable {
    var name: Int
    var children: [Preserving<Node>]

    init(from decoder: any Decoder) throws {
      Calls.count(decoded: 1)
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(Int.self, forKey: .name)
      children = try container.decode([Preserving<Node>].self, forKey: .children)
    }

    func encode(to encoder: any Encoder) throws {
      Calls.count(encoded: 1)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try container.encode(children, forKey: .children)
    }

    private enum CodingKeys: String, CodingKey { case name, children }
  }

  private static func chain(_ depth: Int) -> String {
    var text = #"{"name":0,"children":[],"x":{"y":0}}"#
    for level in 1..<depth {
      text = #"{"name":\#(level),"children":[\#(text)],"x":{"y":\#(level)}}"#
    }
    return text
  }

  @Test(arguments: [Backend.json, .xmlPropertyList, .binaryPropertyList])
  func `each level is decoded and encoded once by Foundation's coders`(_ backend: Backend) throws {
    let depth = 24
    let text = Self.chain(depth)
    var node: Preserving<Node>?
    let decoding = try Calls.of { node = try backend.decode(from: text) }
    #expect(decoding.decoded == depth)
    // What each level writes is found out when it is decoded.
    #expect(decoding.encoded == depth)
    var tree: JSONTree?
    let encoding = try Calls.of { tree = try backend.encode(node) }
    #expect(try tree == JSONTree(parsing: text))
    #expect(encoding.decoded == 0)
    #expect(encoding.encoded == depth)
  }

  @Test(arguments: Backend.allCases)
  func `each level is decoded again at most once for each around it`(_ backend: Backend) throws {
    let depth = 24
    let text = Self.chain(depth)
    let node: Preserving<Node> = try Backend.engine.decode(from: text)
    var tree: JSONTree?
    let calls = try Calls.of { tree = try backend.encode(node) }
    #expect(try tree == JSONTree(parsing: text))
    #expect(calls.decoded <= depth * (depth + 1) / 2)
    #expect(calls.encoded <= 2 * depth)
  }

  @Test(arguments: Backend.allCases)
  func `each level is encoded once to find unknown members`(_ backend: Backend) throws {
    let depth = 24
    let text = Self.chain(depth)
    var found = 0
    let calls = try Calls.of {
      let (_, report) = try DecodingReport.collecting {
        try backend.decode(Preserving<Node>.self, from: text) { $0.reportUnknownMembers() }
      }
      found = report.unknownMembers.values.flatMap(\.values).reduce(0, +)
    }
    #expect(found == depth)
    #expect(calls.decoded == depth)
    #expect(calls.encoded == depth)
  }

  // Each array of objects was asked for strings first, and each error has a path: 64 times the time
  // for four times the depth, where Foundation's paths alone make it 16 times.
  @Test func `four times the depth takes at most 32 times as long on JSONDecoder`() throws {
    func time(_ depth: Int) throws -> Double {
      let data = Data(Self.chain(depth).utf8)
      return try ProcessorTime.measuring {
        try JSONDecoder().decode(Preserving<Node>.self, from: data)
      }.seconds
    }
    var (shallow, deep) = (1000.0, 1000.0)
    // The best of several, because other programs share the caches.
    for round in 1...9 where round <= 3 || deep >= shallow * 24 {
      shallow = min(shallow, try time(15))
      deep = min(deep, try time(60))
    }
    #expect(deep < shallow * 32, "\(shallow), \(deep)")
  }

  // MARK: - Elements

  /// Decodes a value with a decoder that counts, as one of Foundation's.
  struct Counted<Value: Decodable>: Decodable {
    static var counter: CountingDecoder.Counter? { Counting.current?.counter }
    let value: Value

    init(from decoder: any Decoder) throws {
      guard let counter = Self.counter else {
        value = try Value(from: decoder)
        return
      }
      value = try Value(from: CountingDecoder(decoder, counter, isTransparent: true))
    }
  }

  /// The counter of one test, which uses one thread.
  final class Counting: @unchecked Sendable {
    @TaskLocal static var current: Counting?
    let counter = CountingDecoder.Counter()
  }

  protocol Shape: Codable, Sendable {}
  struct Box: Shape {
    var child: Polymorphic<any Shape>?
    var size: Int
  }

  struct List: Shape {
    init(from decoder: any Decoder) throws { _ = try [Int](from: decoder) }
    func encode(to encoder: any Encoder) throws { try [Int]().encode(to: encoder) }
  }

  private static func decode(
    _ text: String,
    with registry: PolymorphicRegistry<any Shape>
  ) throws -> CountingDecoder.Counter {
    let decoder = JSONDecoder()
    decoder.userInfo.register(registry)
    let counting = Counting()
    _ = try? Counting.$current.withValue(counting) {
      try decoder.decode(Counted<Polymorphic<any Shape>>.self, from: Data(text.utf8))
    }
    return counting.counter
  }

  // One for the error and one to capture a value of a decoder that isn't an object; it was four.
  @Test func `a malformed element that is kept asks for two paths`() throws {
    var registry = try PolymorphicRegistry<any Shape>("type").registering(Box.self, for: "BOX")
    registry.policies.malformed = .keep
    // An observer of another test makes it three.
    #expect(try Self.decode(#"{"type":"BOX"}"#, with: registry).paths <= 3)
  }

  @Test func `an error of an element inside asks for no path`() throws {
    let registry = try PolymorphicRegistry<any Shape>("type").registering(Box.self, for: "BOX")
    let text = #"{"type":"BOX","size":1,"child":{"type":"BOX","size":true}}"#
    #expect(try Self.decode(text, with: registry).paths == 0)
  }

  @Test func `an object isn't asked for an array or an absent object`() throws {
    let registry = try PolymorphicRegistry<any Shape>(
      Discriminator.path("meta", "kind").or(.wrapperArray).or(.external)
    ).registering(Box.self, for: "BOX")
    let counter = try Self.decode(#"{"BOX":{"size":1}}"#, with: registry)
    #expect(counter.counts.otherContainers == 0)
    #expect(counter.counts.keyedContainers == 1)
  }

  @Test func `objects after an object aren't asked for an array first`() throws {
    let registry = try PolymorphicRegistry<any Shape>(Discriminator.wrapperArray.or(.key("type")))
      .registering(Box.self, for: "BOX")
    let text = #"{"type":"BOX","size":1}"#
    _ = try Self.decode(text, with: registry)
    #expect(try Self.decode(text, with: registry).counts.otherContainers == 0)
    // And an array is still one.
    _ = try Self.decode(#"["BOX",{"size":1}]"#, with: registry)
    let decoder = JSONDecoder()
    decoder.userInfo.register(registry)
    let mixed = Data(#"[{"type":"BOX","size":1},["BOX",{"size":2}],{"type":"BOX","size":3}]"#.utf8)
    let boxes = try decoder.decode([Polymorphic<any Shape>].self, from: mixed)
    #expect(boxes.known.map { ($0 as? Box)?.size } == [1, 2, 3])
  }

  @Test func `arrays after an array aren't asked for an object first`() throws {
    let registry = try PolymorphicRegistry<any Shape>(Discriminator.key("type").or(.wrapperArray))
      .registering(Box.self, for: "BOX")
    let text = #"["BOX",{"size":1}]"#
    let first = try Self.decode(text, with: registry).counts.keyedContainers
    #expect(try Self.decode(text, with: registry).counts.keyedContainers == first - 1)
    let decoder = JSONDecoder()
    decoder.userInfo.register(registry)
    let mixed = Data(#"[["BOX",{"size":1}],{"type":"BOX","size":2},["BOX",{"size":3}]]"#.utf8)
    let boxes = try decoder.decode([Polymorphic<any Shape>].self, from: mixed)
    #expect(boxes.known.map { ($0 as? Box)?.size } == [1, 2, 3])
  }

  @Test(arguments: [
    (Discriminator.external.or(.key("type")), #"{"type":"BOX","size":1}"#),
    (Discriminator.wrapperArray.or(.jsonKind), #"[1,2,3]"#),
  ])
  func `a form that isn't there makes no path if another one is`(
    _ discriminator: Discriminator,
    _ text: String
  ) throws {
    let registry = try PolymorphicRegistry<any Shape>(discriminator)
      .registering(Box.self, for: "BOX")
      .registering(List.self, for: "array")
    #expect(try Self.decode(text, with: registry).paths == 0)
  }

  @Test func `errors have the keys of the payload at each level`() throws {
    let registry = try PolymorphicRegistry<any Shape>("type").registering(Box.self, for: "BOX")
    let text = #"{"type":"BOX","size":1,"child":{"type":"BOX","size":2,"child":{"type":"BOX"}}}"#
    let error = #expect(throws: DecodingError.self) {
      try Backend.json.decode(Polymorphic<any Shape>.self, from: text) { $0.register(registry) }
    }
    guard case .keyNotFound(let key, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["child", "child"])
    #expect(key.stringValue == "size")
    #expect(context.codingPath.allSatisfy { "\(type(of: $0))" == "CodingKeys" })
    #expect("\(type(of: key))" == "CodingKeys")
  }
}
