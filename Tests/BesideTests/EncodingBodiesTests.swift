import Medley
import MedleyBeside
import TestSupport
import Testing

/// `encodeBody(to:)` inside an `encode(to:)`.
@Suite struct EncodingBodiesTests {
  /// An element whose tag is in one member, and whose body is in another.
  struct Entry<Element: TaggedDecodable & TaggedEncodable>: Codable {
    var element: Element

    private enum CodingKeys: CodingKey {
      case kind
      case body
    }

    init(_ element: Element) {
      self.element = element
    }

    init(from decoder: any Decoder) throws {
      let entry = try decoder.container(keyedBy: CodingKeys.self)
      element = try Element(
        tagged: entry.decode(TypeTag.self, forKey: .kind),
        overridingBody: false,
        from: entry.superDecoder(forKey: .body)
      )
    }

    func encode(to encoder: any Encoder) throws {
      var entry = encoder.container(keyedBy: CodingKeys.self)
      let kind = try element.encodeBody(to: entry.superEncoder(forKey: .body))
      try entry.encode(kind, forKey: .kind)
    }
  }

  /// The same with a registry that the coders don't have.
  struct Row: Codable {
    var media: Polymorphic<any Media>

    private enum CodingKeys: CodingKey {
      case kind
      case body
    }

    init(from decoder: any Decoder) throws {
      let row = try decoder.container(keyedBy: CodingKeys.self)
      media = try PolymorphicRegistry.media.decode(
        tagged: row.decode(TypeTag.self, forKey: .kind),
        from: row.superDecoder(forKey: .body)
      )
    }

    func encode(to encoder: any Encoder) throws {
      var row = encoder.container(keyedBy: CodingKeys.self)
      let kind = try PolymorphicRegistry.media.encodeBody(
        of: media,
        to: row.superEncoder(forKey: .body)
      )
      try row.encode(kind, forKey: .kind)
    }
  }

  static let json = """
    [{"kind":"MOVIE","body":{"title":"Heat","minutes":170}},
    {"kind":"OPERA","body":{"acts":[1,2.5]}},
    {"kind":"MOVIE","body":{"title":"Ran"}}]
    """

  @Test(arguments: Backend.allCases)
  func `a registry encodes tag and body as members`(_ backend: Backend) throws {
    let rows = try backend.decode([Row].self, from: Self.json)
    #expect(rows.map(\.media).known.map(\.title) == ["Heat", "Ran"])
    #expect(try backend.encode(rows) == JSONTree(parsing: Self.json))
  }

  @Test(arguments: Backend.allCases)
  func `an element uses the registry of the encoder`(_ backend: Backend) throws {
    let entries = try backend.decode([Entry<Polymorphic<any Media>>].self, from: Self.json) {
      $0.register(.media)
    }
    #expect(try backend.encode(entries) { $0.register(.media) } == JSONTree(parsing: Self.json))
  }

  @Test(arguments: Backend.allCases)
  func `cases of an enum have their tags in another member`(_ backend: Backend) throws {
    let json = """
      [{"kind":"BOOK","body":{"title":"Ulysses"}},{"kind":"DIVIDER","body":{}},
      {"kind":"OPERA","body":{"acts":[1,2.5]}}]
      """
    let entries = try backend.decode([Entry<Item>].self, from: json)
    #expect(entries[1].element == .divider)
    #expect(try backend.encode(entries) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `a body may be a scalar or an array`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Sendable>(
      "type",
      ["title": String.self, "pages": [Int].self, "at": Place.self]
    )
    let json = """
      [{"kind":"title","body":"Heat"},{"kind":"pages","body":[1,2]},{"kind":"at","body":3},
      {"kind":"title","body":"Ran"}]
      """
    let entries = try backend.decode([Entry<Polymorphic<any Sendable>>].self, from: json) {
      $0.register(registry)
    }
    #expect(try backend.encode(entries) { $0.register(registry) } == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `an element without a tag is an error at the body`(_ backend: Backend) throws {
    let song = Entry(Polymorphic<any Media>.known(Song(title: "Go")))
    let untagged = Entry(
      Polymorphic<any Media>.unknown(UnknownPayload(tag: nil, content: ["title": "Heat"]))
    )
    for entry in [song, untagged] {
      let error = try #require(throws: EncodingError.self) {
        try backend.encode([entry]) { $0.register(.media) }
      }
      #expect(error.cause?.code == .unregisteredType)
    }
  }
}

/// A place, which is encoded as its number.
private struct Place: Codable {
  var number: Int

  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}
