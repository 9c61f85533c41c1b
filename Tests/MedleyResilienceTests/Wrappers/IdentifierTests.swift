import Foundation
import Medley
import MedleyResilience
import TestSupport
import Testing

@Suite struct IdentifierTests {
  struct Author: Codable, Hashable, Sendable {
    var id: Identifier<Author>
    var ratings: [Identifier<Author>: Int] = [:]
    var friend: Identifier<Author>?
  }

  struct Invoice: Codable, Hashable, Sendable {
    var id: InvoiceID
    var parts: [InvoiceID: [InvoiceID]] = [:]
  }

  typealias InvoiceID = TypedIdentifier<Invoice, Int>

  enum Device {}

  @Test(arguments: Backend.allCases)
  func `encodes a string as a plain string`(_ backend: Backend) throws {
    let author = try backend.keep(
      Author.self,
      #"{"id":"ada","ratings":{"grace":5,"alan":4},"friend":"alan"}"#
    )
    #expect(author.id == "ada" && author.id.rawValue == "ada" && "\(author.id)" == "ada")
    #expect(author.ratings == ["grace": 5, "alan": 4])
    #expect(author.friend == Identifier("alan"))
    let lonely = try backend.keep(Author.self, #"{"id":" ","ratings":{}}"#)
    #expect(lonely.friend == nil)
  }

  @Test(arguments: Backend.allCases)
  func `encodes integers as plain integers and as keys`(_ backend: Backend) throws {
    let invoice = try backend.keep(Invoice.self, #"{"id":0,"parts":{"-7":[1,2],"3":[]}}"#)
    #expect(invoice.id == 0)
    #expect(invoice.parts == [-7: [1, 2], 3: []])
    _ = try backend.keep([InvoiceID].self, "[-9223372036854775808,9223372036854775807]")
  }

  @Test(arguments: Backend.allCases)
  func `encodes a UUID as UUID does`(_ backend: Backend) throws {
    let uuid = UUID()
    let ids = try backend.decode([TypedIdentifier<Device, UUID>].self, from: #"["\#(uuid)"]"#)
    #expect(ids == [TypedIdentifier(uuid)].compactMap { $0 })
    try backend.expect(ids, encodesTo: #"["\#(uuid)"]"#)
    let map = [try #require(TypedIdentifier<Device, UUID>(uuid)): 1]
    #expect(try backend.roundTrip(map) == map)
    #expect(
      try backend.fault([TypedIdentifier<Device, UUID>].self, #"["x"]"#) == "dataCorrupted at [0]"
    )
  }

  @Test(arguments: ["": true, " ": false, "\u{200B}": false, "0": false])
  func `refuses to create an identifier from an empty string`(_ string: String, _ isNothing: Bool) {
    #expect((Identifier<Author>(string) == nil) == isNothing)
    #expect((Identifier<Author>(rawValue: string) == nil) == isNothing)
  }

  @Test(arguments: Backend.allCases)
  func `an empty string is an error at its path`(_ backend: Backend) throws {
    #expect(try backend.fault(Author.self, #"{"id":"","ratings":{}}"#) == "dataCorrupted at id")
    #expect(
      try backend.fault(Author.self, #"{"id":"a","ratings":{},"friend":""}"#)
        == "dataCorrupted at friend"
    )
    #expect(try backend.fault([Identifier<Author>].self, #"["a",""]"#) == "dataCorrupted at [1]")
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Identifier<Author>].self, from: #"[""]"#)
    }
    #expect(error.summary == "[0]: An empty string identifies no Author")
  }

  @Test(arguments: Backend.allCases)
  func `an empty key is an error`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(Author.self, from: #"{"id":"a","ratings":{"":1}}"#)
    }
    #expect(error.place.hasPrefix("ratings"))
    let lossy = try backend.collect(Lossy<[Identifier<Author>: Int]>.self, #"{"":1,"a":2}"#)
    #expect(lossy.value.wrappedValue == ["a": 2])
    #expect(lossy.issues == [" dropped"])
  }

  @Test(arguments: Backend.allCases)
  func `values of other kinds, null and absent are errors`(_ backend: Backend) throws {
    #expect(try backend.fault(Author.self, #"{"id":1,"ratings":{}}"#) == "typeMismatch at id")
    #expect(try backend.fault(Author.self, #"{"id":null,"ratings":{}}"#) == "valueNotFound at id")
    #expect(try backend.fault(Author.self, #"{"ratings":{}}"#) == "keyNotFound at id")
    #expect(try backend.fault(Invoice.self, #"{"id":"1","parts":{}}"#) == "typeMismatch at id")
    #expect(try backend.fault([InvoiceID].self, "[[]]") == "typeMismatch at [0]")
  }

  @Test(arguments: Backend.allCases)
  func `lossy dictionaries drop empty keys`(_ backend: Backend) throws {
    let (map, issues) = try backend.collect(
      Lossy<[InvoiceID: Int]>.self,
      #"{"1":1,"x":2,"3":"y","-4":4}"#
    )
    #expect(map.wrappedValue == [1: 1, -4: 4])
    #expect(issues.sorted() == ["3 dropped", "x dropped"])
  }

  @Test(arguments: Backend.allCases)
  func `lossless identifiers accept numbers and strings`(_ backend: Backend) throws {
    struct Post: Codable, Equatable {
      @Lossless var author: Identifier<Author>
      @Lossless var invoices: [InvoiceID]
    }
    let json = #"{"author":12,"invoices":["7",8]}"#
    var post = try backend.keep(Post.self, json)
    #expect(post == Post(author: "12", invoices: [7, 8]))
    post.author = "13"
    post.invoices[0] = 9
    try backend.expect(post, encodesTo: #"{"author":13,"invoices":["9",8]}"#)
    #expect(
      try backend.fault(Post.self, #"{"author":"","invoices":[]}"#) == "dataCorrupted at author"
    )
    #expect(
      try backend.fault(Post.self, #"{"author":"a","invoices":["x"]}"#)
        == "dataCorrupted at invoices[0]"
    )
  }

  @Test func `identifiers are ordered like their raw values`() {
    let authors: [Identifier<Author>] = ["b", "a", "c"]
    #expect(authors.sorted() == ["a", "b", "c"])
    let invoices: [InvoiceID] = [10, 9, -1]
    #expect(invoices.sorted() == [-1, 9, 10])
    #expect(Set(authors + ["a"]).count == 3)
  }

  @Test func `literals make identifiers of their kind`() {
    let character: Identifier<Author> = "é"
    let word: Identifier<Author> = "ada"
    let number: InvoiceID = 5
    #expect(character.rawValue == "é" && word.rawValue == "ada" && number.rawValue == 5)
  }

  @Test(arguments: Backend.allCases)
  func `an identifier can be generic over its own entity`(_ backend: Backend) throws {
    struct Shelf: Codable, Equatable {
      @Defaulted<Defaults.Empty> var authors: [Identifier<Author>: Author]
    }
    var shelf = try backend.decode(Shelf.self, from: "{}")
    shelf.authors["ada"] = Author(id: "ada")
    #expect(try backend.roundTrip(shelf) == shelf)
  }
}
