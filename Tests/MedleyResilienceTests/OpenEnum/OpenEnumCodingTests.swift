import Medley
import MedleyResilience
import TestSupport
import Testing

/// Decoding and encoding open enums, on every decoder.
@Suite struct OpenEnumCodingTests {
  enum Genre: String, CaseIterable {
    case sciFi = "SCI_FI"
    case drama = "DRAMA"
  }

  enum Stars: Int {
    case none = 0
    case high = 5
  }

  struct Listing: Codable, Hashable {
    var genre: OpenEnum<Genre>
    var second: OpenEnum<Genre>?
  }

  struct Stock: Codable, Hashable {
    var genres: [OpenEnum<Genre>: Int]
    var stars: [OpenEnum<Stars>: [String]]
  }

  @Test(arguments: Backend.allCases)
  func `decodes known and unknown values and encodes them unchanged`(
    _ backend: Backend
  ) throws {
    let json = #"["SCI_FI","WESTERN","","sci_fi"]"#
    let genres = try backend.decode([OpenEnum<Genre>].self, from: json)
    #expect(genres.map(\.known) == [.sciFi, nil, nil, nil])
    #expect(genres.map(\.rawValue) == ["SCI_FI", "WESTERN", "", "sci_fi"])
    #expect(try backend.encode(genres) == JSONTree(parsing: json))
    #expect(try backend.roundTrip(genres) == genres)
  }

  @Test(arguments: Backend.allCases)
  func `an optional is nil if absent or null`(_ backend: Backend) throws {
    let json = #"[{"genre":"DRAMA"},{"genre":"NOIR","second":"NOIR"}]"#
    let listings = try backend.decode([Listing].self, from: json)
    #expect(
      listings == [
        Listing(genre: .known(.drama)),
        Listing(genre: .unknown("NOIR"), second: .unknown("NOIR")),
      ]
    )
    #expect(try backend.encode(listings) == JSONTree(parsing: json))
    let null = try backend.decode(
      [Listing].self,
      from: #"[{"genre":"DRAMA","second":null}]"#
    )
    #expect(null == [Listing(genre: .known(.drama))])
  }

  @Test(arguments: Backend.allCases)
  func `sets and arrays of optionals keep every value`(_ backend: Backend) throws {
    let set = try backend.decode(Set<OpenEnum<Genre>>.self, from: #"["NOIR","DRAMA","NOIR"]"#)
    #expect(set == [.known(.drama), .unknown("NOIR")])
    #expect(try backend.roundTrip(set) == set)
    let list = try backend.decode([OpenEnum<Stars>?].self, from: "[5,null,4]")
    #expect(list == [.known(.high), nil, .unknown(4)])
  }

  @Test(arguments: Backend.allCases)
  func `encodes a dictionary with such keys as an object`(_ backend: Backend) throws {
    let json = #"{"genres":{"DRAMA":3,"NOIR":1},"stars":{"5":["a"],"-4":[]}}"#
    let stock = try backend.decode(Stock.self, from: json)
    #expect(stock.genres == [.known(.drama): 3, .unknown("NOIR"): 1])
    #expect(stock.stars == [.known(.high): ["a"], .unknown(-4): []])
    #expect(try backend.encode(stock) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `a key that isn't a raw value is an error`(_ backend: Backend) throws {
    let error = try #require(
      throws: DecodingError.self
    ) { try backend.decode([OpenEnum<Stars>: Int].self, from: #"{"many":1}"#) }
    #expect(error.kind == .dataCorrupted)
    #expect(error.details?.debugDescription.isEmpty == false)
  }

  @Test(
    arguments: Backend.allCases,
    [
      (#"[{"genre":7}]"#, DecodingError.Kind.typeMismatch, "[0].genre"),
      (#"[{"genre":["DRAMA"]}]"#, .typeMismatch, "[0].genre"),
      (#"[{"genre":{"raw":"DRAMA"}}]"#, .typeMismatch, "[0].genre"),
      (#"[{"genre":true}]"#, .typeMismatch, "[0].genre"),
      (#"[{"genre":"DRAMA"},{"genre":"NOIR","second":1}]"#, .typeMismatch, "[1].second"),
      (#"[{}]"#, .keyNotFound, "[0].genre"),
    ]
  )
  func `a value of another kind is an error at its path`(
    _ backend: Backend,
    _ sample: (json: String, kind: DecodingError.Kind, place: String)
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Listing].self, from: sample.json)
    }
    #expect(error.kind == sample.kind)
    #expect(error.place == sample.place)
  }

  @Test(arguments: Backend.allCases)
  func `null is an error and not an unknown value`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([OpenEnum<Stars>].self, from: "[5,null]")
    }
    #expect(error.kind == .valueNotFound)
    #expect(error.place == "[1]")
  }

  @Test(arguments: Backend.allCases)
  func `decodes as a property of a registered payload`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any OpenEnumListing>("type", ["LISTING": Listing.self])
    let json = #"[{"type":"LISTING","genre":"NOIR","second":"SCI_FI"},{"type":"X","genre":1}]"#
    let feed = try backend.feed(json, registry)
    let listing = try #require(feed.known.first as? Listing)
    #expect(listing == Listing(genre: .unknown("NOIR"), second: .known(.sciFi)))
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  @Test func `the key strategy leaves values unchanged`() throws {
    struct Snake: Codable, Equatable {
      var mainGenre: OpenEnum<Genre>
    }
    let json = #"[{"main_genre":"SCI_FI"},{"main_genre":"dark_noir"}]"#
    let list = try Backend.json.decode([Snake].self, from: json, keys: .snakeCase)
    #expect(list.map(\.mainGenre) == [.known(.sciFi), .unknown("dark_noir")])
    #expect(try Backend.json.encode(list, keys: .snakeCase) == JSONTree(parsing: json))
  }
}

/// The base of a registry that has an open enum in a payload.
protocol OpenEnumListing: Codable {}

extension OpenEnumCodingTests.Listing: OpenEnumListing {}
