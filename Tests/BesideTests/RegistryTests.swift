import Medley
import TestSupport
import Testing

/// `registry.decode(tagged:from:)` inside an `init(from:)`.
@Suite struct RegistryBesideTests {
  struct Row: Decodable {
    let id: Int
    let media: Polymorphic<any Media>

    private enum CodingKeys: CodingKey {
      case id
      case name
      case body
    }

    init(from decoder: any Decoder) throws {
      let row = try decoder.container(keyedBy: CodingKeys.self)
      id = try row.decode(Int.self, forKey: .id)
      let name = try row.decode(String.self, forKey: .name)
      media = try PolymorphicRegistry.media.decode(
        tagged: TypeTag(name),
        from: row.superDecoder(forKey: .body)
      )
    }
  }

  @Test(arguments: Backend.allCases)
  func `a tag of another member selects the type`(_ backend: Backend) throws {
    let rows = try backend.decode(
      [Row].self,
      from: """
        [{"id":1,"name":"MOVIE","body":{"title":"Heat"}},{"id":2,"name":"OPERA","body":{}}]
        """
    )
    #expect(rows.map(\.media).known.map(\.title) == ["Heat"])
    #expect(rows.map(\.media).unknown.map(\.tag) == ["OPERA"])
  }

  @Test(arguments: Backend.allCases)
  func `an error has the path from the document`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Row].self, from: #"[{"id":1,"name":"MOVIE","body":{"title":1}}]"#)
    }
    #expect(error.place == "[0].body.title")
    let other = try #require(throws: DecodingError.self) {
      try backend.decode(
        [Row].self,
        from: #"[{"id":1,"name":"MOVIE","body":{"type":"BOOK","title":"a"}}]"#
      )
    }
    #expect(other.place == "[0].body.type")
  }

  struct Reply: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws {
      let number: Number = try Self.registry.decode(tagged: "count", from: decoder)
      value = number.count
    }

    struct Number: Decodable {
      let count: Int
    }

    static let registry = PolymorphicRegistry<Number>("type", ["count": Number.self])
  }

  @Test(arguments: Backend.allCases)
  func `an object is decoded by a tag that the type states`(_ backend: Backend) throws {
    #expect(try backend.decode(Reply.self, from: #"{"count":3}"#).value == 3)
  }

  @Test(arguments: Backend.allCases)
  func `a value of the base is decoded or what is unknown is an error`(_ backend: Backend) throws {
    struct Strict: Decodable {
      let number: Reply.Number

      init(from decoder: any Decoder) throws {
        number = try Reply.registry.decode(tagged: "sum", from: decoder)
      }
    }
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(Strict.self, from: #"{"count":3}"#)
    }
    #expect(error.cause?.code == .unknownTag)
  }

  @Test(arguments: Backend.allCases)
  func `a type with such a payload can be deduced`(_ backend: Backend) throws {
    // Its fields are found with a sample, which has no tag.
    struct Envelope: Codable, Sendable {
      let media: Polymorphic<any Media>
      let note: String

      enum CodingKeys: CodingKey {
        case note
      }

      init(from decoder: any Decoder) throws {
        media = try PolymorphicRegistry.media.decode(tagged: "MOVIE", from: decoder)
        note = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .note)
      }

      func encode(to encoder: any Encoder) throws {}
    }
    let registry = PolymorphicRegistry<any Sendable>(
      .deduced,
      ["envelope": Envelope.self, "book": Book.self]
    )
    let element = try backend.decode(
      Polymorphic<any Sendable>.self,
      from: #"{"note":"a","title":"Heat"}"#
    ) { $0.register(registry) }
    #expect((element.known as? Envelope)?.media.known?.title == "Heat")
  }
}
