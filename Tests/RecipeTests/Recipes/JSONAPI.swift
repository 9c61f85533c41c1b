import Foundation
import Medley
import MedleyComposition
import MedleyResilience
import TestSupport
import Testing

/// The code of the article *JSON:API*.
@Suite struct JSONAPITests {
  struct Document: Codable {
    var data: [Resource]
    @OmittedWhenEmpty var included: [Resource]
  }

  typealias Resource = Composed<Header, Attributes>

  struct Header: Codable {
    var type, id: String
    var relationships: [String: Relationship]?
    var identity: ResourceID { ResourceID(type: type, id: id) }
  }

  typealias Linkage = FieldValue<OneOrMany<ResourceID>>
  struct Relationship: Codable { var data: Linkage }
  struct ResourceID: Codable, Hashable { var type, id: String }
  struct Article: Codable { var title: String }
  struct Person: Codable { var name: String }

  enum Attributes: PolymorphicEnum {
    case article(Article)
    case person(Person)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Attributes>(
      .adjacent(tag: "type", content: "attributes")
    ) {
      try $0.register(for: "articles", as: Attributes.article)
      try $0.register(for: "people", as: Attributes.person)
    }
  }

  static let document = #"""
    {"data": [{"type": "articles", "id": "1",
       "attributes": {"title": "JSON"}, "relationships":
         {"author": {"data": {"type": "people", "id": "9"}}}}],
     "included": [
       {"type": "people", "id": "9", "attributes": {"name": "Ada"}},
       {"type": "badges", "id": "2", "attributes": {"level": 3}}]}
    """#

  static let ada = ResourceID(type: "people", id: "9")
  static let badge = ResourceID(type: "badges", id: "2")

  @Test func `runs the code of the article`() throws {
    let data = Data(Self.document.utf8)
    let document = try JSONDecoder().decode(Document.self, from: data)
    let pairs = document.included.map { ($0.identity, $0.extension) }
    let included = Dictionary(pairs) { first, _ in first }
    let author = document.data[0].relationships?["author"]?.data.value
    let authors = author?.wrappedValue.compactMap { included[$0] }
    guard case .person(let ada) = try #require(authors).first else {
      Issue.record("\(included)")
      return
    }
    #expect(ada.name == "Ada")
  }

  @Test(arguments: Backend.recipes)
  func `finds what is included by type and id, and encodes unchanged`(_ backend: Backend) throws {
    let document = try backend.keep(Document.self, Self.document)
    #expect(document.data.map(\.type) == ["articles"])
    #expect(Set(document.included.map(\.identity)) == [Self.ada, Self.badge])
  }

  @Test(arguments: Backend.recipes)
  func `a resource of an unknown type is found and kept`(_ backend: Backend) throws {
    let document = try backend.decode(Document.self, from: Self.document)
    guard case .unknown(let payload) = document.included[1].extension else {
      Issue.record("\(document)")
      return
    }
    #expect(document.included[1].identity == Self.badge)
    #expect(payload.tag == "badges")
    #expect(payload.content["attributes"] == ["level": 3])
  }

  @Test(
    arguments: Backend.recipes,
    ["null", "[]", #"[{"type": "people", "id": "7"}]"#]
  )
  func `keeps links to nothing, to many and to what isn't included`(
    _ backend: Backend,
    _ link: String
  ) throws {
    let json = Self.document.replacingOccurrences(
      of: #"{"type": "people", "id": "9"}}}"#,
      with: link + "}}"
    )
    let document = try backend.keep(Document.self, json)
    let links = document.data[0].relationships?["author"]?.data.value?.wrappedValue ?? []
    #expect(!links.contains(Self.ada))
  }

  @Test(arguments: Backend.recipes)
  func `with Preserving, links and meta stay`(_ backend: Backend) throws {
    let json = Self.document
      .replacingOccurrences(
        of: #""id": "9"}}}"#,
        with: #""id": "9"}, "meta": {"n": 1}}}, "links": {"self": "/1"}"#
      )
      .replacingOccurrences(of: #"{"data": [{"#, with: #"{"meta": {"page": 2}, "data": [{"#)
    let document = try backend.keep(Preserving<Document>.self, json)
    #expect(document.data.map(\.id) == ["1"])
  }

  @Test(arguments: Backend.recipes)
  func `a broken resource fails the document, with its path`(_ backend: Backend) throws {
    let json = Self.document.replacingOccurrences(of: #""Ada""#, with: "7")
    #expect(try backend.place(ofErrorIn: json, as: Document.self) == "included[0].attributes.name")
  }
}
