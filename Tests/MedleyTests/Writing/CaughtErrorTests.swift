import Medley
import MedleyComposition
import MedleyTesting
import TestSupport
import Testing

/// Payloads that catch the error of a member, which any encoder throws where the member is encoded.
@Suite struct CaughtErrorTests {
  typealias Element = Polymorphic<any Media>
  typealias Registry = PolymorphicRegistry<any Media>

  /// Keys that can't be a tag's, so that Foundation's encoders get them directly once they are known.
  enum Key: String, CodingKey { case title, a, b, list, inner, meta }

  /// A value that can't be encoded.
  struct Failing: Encodable {
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "failing")
      )
    }
  }

  /// A payload that encodes something else instead of what fails.
  struct Careful: Media, Hashable {
    var title: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(title, forKey: .title)
      do {
        try container.encode(Failing(), forKey: .a)
      } catch let error as EncodingError {
        try container.encode("\(error.place.hasSuffix(".a"))", forKey: .b)
      }
      do {
        try container.encode(["x": [Failing()]], forKey: .a)
      } catch {
        try container.encode("instead", forKey: .a)
      }
      do { try container.encode(Failing(), forKey: .meta) } catch {}
      var list = container.nestedUnkeyedContainer(forKey: .list)
      do { try list.encode(Failing()) } catch { try list.encode(1) }
      var inner = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
      do { try inner.encode(Failing(), forKey: .a) } catch { try inner.encode(2, forKey: .a) }
    }
  }

  static let members = #""title":"t","a":"instead","b":"true","list":[1],"inner":{"a":2}"#

  /// Discriminators with tags, and what is written of the tag.
  static let samples: [(Discriminator, [TypeTag], String)] = [
    ("type", ["CAREFUL"], #""type":"CAREFUL""#),
    ("type", ["CAREFUL", "ALIAS"], #""type":"CAREFUL""#),
    (.path("meta", "kind"), ["CAREFUL"], #""meta":{"kind":"CAREFUL"}"#),
    (.path("meta", "kind"), ["CAREFUL", "ALIAS"], #""meta":{"kind":"CAREFUL"}"#),
    (.compound("type", "kind"), [["CAREFUL", 1]], #""type":"CAREFUL","kind":1"#),
    (.key("type").or(.key("kind")), ["CAREFUL", 1], #""type":"CAREFUL""#),
  ]

  @Test(arguments: Backend.allCases, samples.indices)
  func `a payload catches the error of a member`(_ backend: Backend, _ index: Int) throws {
    let (discriminator, tags, written) = Self.samples[index]
    let registry = Registry(discriminator) { registry in
      for tag in tags { try registry.register(Careful.self, for: tag) }
    }
    // Each time, whatever was learnt of the keys before.
    for _ in 0..<3 {
      let tree = try backend.encode([Element.known(Careful(title: "t"))], with: registry)
      #expect(try tree == JSONTree(parsing: "[{\(written),\(Self.members)}]"))
    }
  }

  @Test(arguments: Backend.allCases)
  func `a part catches the error of a member`(_ backend: Backend) throws {
    struct Tail: Codable { var size: Int }
    let whole = Composed(Careful(title: "t"), Tail(size: 3))
    #expect(
      try backend.encode([whole]) == JSONTree(parsing: #"[{\#(Self.members),"size":3}]"#)
    )
  }

  @Test func `a sample that catches the error of a member is valid`() throws {
    struct Shelf: Media {
      var title: String
      var element: Element
    }
    let registry = Registry("type") { registry in
      try registry.register(Careful.self, for: "CAREFUL")
      try registry.register(Shelf.self, for: "SHELF")
    }
    let careful = Careful(title: "t")
    try registry.validate(samples: [careful, Shelf(title: "s", element: .known(careful))])
  }

  @Test(arguments: Backend.allCases)
  func `an error that isn't caught is thrown with its path`(_ backend: Backend) throws {
    for (discriminator, tags, _) in Self.samples {
      let registry = Registry(discriminator) { registry in
        for tag in tags { try registry.register(MergedEncodingTests.Odd.self, for: tag) }
      }
      for _ in 0..<2 {
        let error = try #require(throws: EncodingError.self) {
          try MergedEncodingTests.tree(backend, registry) { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(Failing(), forKey: .inner)
          }
        }
        #expect(error.place == "[0].inner")
        #expect(error.details?.debugDescription == "failing")
      }
    }
  }

  /// Members aren't encoded while the stored tag is looked for in a record.
  @Test(arguments: Backend.allCases)
  func `an alias that is stored where an error was caught is an error, or the tag`(
    _ backend: Backend
  ) throws {
    let registry = Registry("type") { registry in
      try registry.register(MergedEncodingTests.Odd.self, for: "ODD", "EVEN")
    }
    func encode(_ alias: String) throws -> JSONTree {
      try MergedEncodingTests.tree(backend, registry) { encoder in
        var container = encoder.container(keyedBy: MergedEncodingTests.Key.self)
        do {
          try container.encode(Failing(), forKey: .a)
        } catch {
          try container.encode(alias, forKey: .type)
        }
      }
    }
    // Its keys aren't known, so that the tag is looked for before.
    let error = try #require(throws: EncodingError.self) { try encode("EVEN") }
    #expect(error.cause?.code == .tagDisagrees)
    #expect(error.place == "[0].type")
    // They are, when payloads were written.
    for alias in ["ODD", "ODD", "EVEN", "ODD"] {
      let tree = try encode(alias)
      #expect(try tree == JSONTree(parsing: #"[{"type":"\#(alias)"}]"#))
    }
  }

  @Test(arguments: Backend.allCases)
  func `an object around the tag may appear where an error was caught`(
    _ backend: Backend
  ) throws {
    typealias Key = MergedEncodingTests.Key
    let tree = try MergedEncodingTests.tree(backend, MergedEncodingTests.byPath) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      do {
        try container.encode(Failing(), forKey: .a)
      } catch {
        try container.encode(["lang": "en"], forKey: .meta)
      }
    }
    #expect(try tree == JSONTree(parsing: #"[{"meta":{"kind":"ODD","lang":"en"}}]"#))
  }
}
