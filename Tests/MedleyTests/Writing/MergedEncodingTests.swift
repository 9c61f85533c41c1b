import Medley
import TestSupport
import Testing

/// A payload and its tag in one object, for every way that a payload encodes itself.
@Suite struct MergedEncodingTests {
  typealias Element = Polymorphic<any Media>
  typealias Registry = PolymorphicRegistry<any Media>

  /// A payload that encodes itself with a test's function.
  struct Odd: Media {
    var title: String { "" }
    let write: @Sendable (any Encoder) throws -> Void
    init(_ write: @escaping @Sendable (any Encoder) throws -> Void) { self.write = write }
    init(from decoder: any Decoder) throws { write = { _ in } }
    func encode(to encoder: any Encoder) throws { try write(encoder) }
  }

  enum Key: String, CodingKey { case type, meta, kind, lang, a, b }

  static let byKey = Registry("type", ["ODD": Odd.self])
  static let byPath = Registry(.path("meta", "kind"), ["ODD": Odd.self])

  static func tree(
    _ backend: Backend,
    _ registry: Registry,
    _ write: @escaping @Sendable (any Encoder) throws -> Void
  ) throws -> JSONTree {
    try backend.encode([Element.known(Odd(write))], with: registry)
  }

  @Test(arguments: Backend.allCases)
  func `encodes nested containers beside the tag`(_ backend: Backend) throws {
    let tree = try Self.tree(backend, Self.byKey) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var meta = container.nestedContainer(keyedBy: Key.self, forKey: .meta)
      try meta.encode("en", forKey: .lang)
      var list = container.nestedUnkeyedContainer(forKey: .a)
      try list.encode(1)
      try container.encodeNil(forKey: .b)
    }
    #expect(
      try tree == JSONTree(parsing: #"[{"type":"ODD","meta":{"lang":"en"},"a":[1],"b":null}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `merges several containers of one payload`(_ backend: Backend) throws {
    let tree = try Self.tree(backend, Self.byKey) { encoder in
      var first = encoder.container(keyedBy: Key.self)
      try first.encode(1, forKey: .a)
      var second = encoder.container(keyedBy: Key.self)
      try second.encode(2, forKey: .b)
      try first.encode("en", forKey: .lang)
    }
    #expect(try tree == JSONTree(parsing: #"[{"type":"ODD","a":1,"b":2,"lang":"en"}]"#))
  }

  @Test(arguments: Backend.allCases)
  func `encodes super encoders`(_ backend: Backend) throws {
    let tree = try Self.tree(backend, Self.byKey) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .a)
      try ["x": 2].encode(to: container.superEncoder())
      try ["y": 3].encode(to: container.superEncoder(forKey: .meta))
    }
    #expect(
      try tree == JSONTree(parsing: #"[{"type":"ODD","a":1,"super":{"x":2},"meta":{"y":3}}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `merges the members of a value that the payload encodes in its place`(
    _ backend: Backend
  ) throws {
    var tree = try Self.tree(backend, Self.byKey) { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(Movie(title: "a"))
    }
    #expect(try tree == JSONTree(parsing: #"[{"type":"ODD","title":"a"}]"#))
    tree = try Self.tree(backend, Self.byKey) { try ["x": 1, "y": 2].encode(to: $0) }
    #expect(try tree == JSONTree(parsing: #"[{"type":"ODD","x":1,"y":2}]"#))
  }

  static let unfit: [@Sendable (any Encoder) throws -> Void] = [
    { try 5.encode(to: $0) },
    { try "s".encode(to: $0) },
    { try true.encode(to: $0) },
    { try 1.5.encode(to: $0) },
    { try [1, 2].encode(to: $0) },
    { try [String]().encode(to: $0) },
    { try Int?.none.encode(to: $0) },
    { _ = $0.unkeyedContainer() },
    {
      var list = $0.unkeyedContainer()
      _ = list.nestedContainer(keyedBy: Key.self)
      _ = list.nestedUnkeyedContainer()
      _ = list.superEncoder()
    },
  ]

  @Test(arguments: Backend.allCases, unfit)
  func `throws for a scalar or an array beside a tag`(
    _ backend: Backend,
    _ write: @escaping @Sendable (any Encoder) throws -> Void
  ) throws {
    for registry in [Self.byKey, Self.byPath, Registry(.compound("a", "b"), [["x", 1]: Odd.self])] {
      let error = try #require(throws: EncodingError.self) {
        try Self.tree(backend, registry, write)
      }
      #expect(error.place == "[0]")
      let message = try #require(error.details?.debugDescription)
      #expect(message.contains("Odd"))
      #expect(message.contains(".adjacent, .external or .wrapperArray"))
    }
  }

  @Test(arguments: Backend.allCases)
  func `encodes a scalar or an array in a wrapper`(_ backend: Backend) throws {
    let samples: [(Discriminator, String)] = [
      (.adjacent(tag: "t", content: "c"), #"[{"t":"ODD","c":[1]}]"#),
      (.adjacent(tag: "t"), #"[{"t":"ODD","ODD":[1]}]"#),
      (.external, #"[{"ODD":[1]}]"#),
      (.wrapperArray, #"[["ODD",[1]]]"#),
    ]
    for (discriminator, json) in samples {
      let registry = Registry(discriminator, ["ODD": Odd.self])
      #expect(
        try Self.tree(backend, registry) { try [1].encode(to: $0) } == JSONTree(parsing: json)
      )
    }
  }

  @Test(arguments: Backend.allCases)
  func `throws for a container under the tag's key`(
    _ backend: Backend
  ) throws {
    let writes: [@Sendable (inout KeyedEncodingContainer<Key>) throws -> Void] = [
      { try $0.encode(["x": 1], forKey: .type) },
      { try $0.encode([1], forKey: .type) },
      { try $0.encode(1.5, forKey: .type) },
      { try $0.encode(UInt64.max, forKey: .type) },
      { _ = $0.nestedContainer(keyedBy: Key.self, forKey: .type) },
      { _ = $0.nestedUnkeyedContainer(forKey: .type) },
      { try 1.encode(to: $0.superEncoder(forKey: .type)) },
    ]
    for write in writes {
      let error = try #require(throws: EncodingError.self) {
        try Self.tree(backend, Self.byKey) { encoder in
          var container = encoder.container(keyedBy: Key.self)
          try write(&container)
        }
      }
      #expect(error.place.hasPrefix("[0]"))
      #expect(error.details?.debugDescription.contains("Odd") == true)
    }
  }

  @Test(arguments: Backend.allCases)
  func `merges the object that holds the tag with the payload's own`(
    _ backend: Backend
  ) throws {
    let expected = try JSONTree(parsing: #"[{"meta":{"kind":"ODD","lang":"en"},"a":1}]"#)
    let writes: [@Sendable (any Encoder) throws -> Void] = [
      { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(["lang": "en"], forKey: .meta)
        try container.encode(1, forKey: .a)
      },
      { encoder in
        var container = encoder.container(keyedBy: Key.self)
        var meta = container.nestedContainer(keyedBy: Key.self, forKey: .meta)
        try meta.encode("en", forKey: .lang)
        try meta.encode("ODD", forKey: .kind)
        try container.encode(1, forKey: .a)
      },
    ]
    for write in writes { #expect(try Self.tree(backend, Self.byPath, write) == expected) }
    let none = try Self.tree(backend, Self.byPath) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encodeNil(forKey: .meta)
    }
    #expect(try none == JSONTree(parsing: #"[{"meta":{"kind":"ODD"}}]"#))
  }

  @Test(arguments: Backend.allCases)
  func `a different nested tag is an error at its path`(_ backend: Backend) throws {
    let writes: [@Sendable (any Encoder) throws -> Void] = [
      { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(["kind": "X"], forKey: .meta)
      },
      { encoder in
        var container = encoder.container(keyedBy: Key.self)
        var meta = container.nestedContainer(keyedBy: Key.self, forKey: .meta)
        try meta.encode("X", forKey: .kind)
      },
    ]
    for write in writes {
      let error = try #require(throws: EncodingError.self) {
        try Self.tree(backend, Self.byPath, write)
      }
      #expect(error.cause?.code == .tagDisagrees)
      #expect(error.place == "[0].meta.kind")
    }
  }

  @Test(arguments: Backend.allCases)
  func `throws for a scalar or an array in place of the object that holds the tag`(
    _ backend: Backend
  ) throws {
    let writes: [@Sendable (inout KeyedEncodingContainer<Key>) throws -> Void] = [
      { try $0.encode(1, forKey: .meta) },
      { try $0.encode("s", forKey: .meta) },
      { try $0.encode([1], forKey: .meta) },
      { _ = $0.nestedUnkeyedContainer(forKey: .meta) },
      { try 1.encode(to: $0.superEncoder(forKey: .meta)) },
    ]
    for write in writes {
      let error = try #require(throws: EncodingError.self) {
        try Self.tree(backend, Self.byPath) { encoder in
          var container = encoder.container(keyedBy: Key.self)
          try write(&container)
        }
      }
      #expect(error.place.hasPrefix("[0]"))
    }
  }

  @Test(arguments: Backend.allCases)
  func `the payload's coding path is the element's`(_ backend: Backend) throws {
    _ = try Self.tree(backend, Self.byKey) { encoder in
      #expect(encoder.codingPath.place == "[0]")
      #expect(encoder.container(keyedBy: Key.self).codingPath.place == "[0]")
      #expect(encoder.singleValueContainer().codingPath.place == "[0]")
    }
    _ = try Self.tree(backend, Self.byPath) { encoder in
      var container = encoder.container(keyedBy: Key.self)
      let meta = container.nestedContainer(keyedBy: Key.self, forKey: .meta)
      #expect(meta.codingPath.place == "[0].meta")
    }
  }
}
