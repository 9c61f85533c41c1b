import Medley
import MedleyResilience
import TestSupport
import Testing

/// Reflection didn't find the value of a case with a label: it was decoded and couldn't be encoded.
@Suite struct LabelledUnknownCasesTests {
  enum Color: ForwardCompatibleCases {
    case red
    case unknown(raw: String)

    static let wireValues: KeyValuePairs = ["RED": Color.red]
    static func unknown(_ wireValue: String) -> Color { .unknown(raw: wireValue) }
  }

  enum Stars: ForwardCompatibleCases {
    case one
    case unknown(count: Int)

    static let wireValues: KeyValuePairs = [1: Stars.one]
    static func unknown(_ wireValue: Int) -> Stars { .unknown(count: wireValue) }
  }

  @Test(arguments: Backend.allCases)
  func `encodes an unknown value in a case with a label`(_ backend: Backend) throws {
    let json = #"["RED","GREEN","more than fifteen bytes"]"#
    let colors = try backend.decode([Color].self, from: json)
    #expect(colors.map(\.unknownWireValue) == [nil, "GREEN", "more than fifteen bytes"])
    #expect(try backend.encode(colors) == JSONTree(parsing: json))
    // Again, from the values that were kept.
    #expect(try backend.encode(colors) == JSONTree(parsing: json))
    #expect(try backend.roundTrip([Stars.one, .unknown(count: 7)]) == [.one, .unknown(count: 7)])
  }

  @Test func `counts an unknown value in a case with a label`() throws {
    let report = try DecodingReport.collecting {
      _ = try Backend.engine.decode([Color].self, from: #"["GREEN"]"#)
    }.report
    #expect(report.unknownRawValues.values.first?["GREEN"] == 1)
  }

  @Test func `a key in a case with a label keeps its name`() throws {
    let json = #"{"RED":1,"GREEN":2}"#
    let counts = try Backend.json.decode([Color: Int].self, from: json)
    #expect(counts == [.red: 1, .unknown(raw: "GREEN"): 2])
    #expect(try Backend.json.encode(counts) == JSONTree(parsing: json))
  }

  enum Several: ForwardCompatibleCases {
    case red
    case other(String, seen: Bool)

    static let wireValues: KeyValuePairs = ["RED": Several.red]
    static func unknown(_ wireValue: String) -> Several { .other(wireValue, seen: true) }
  }

  @Test(arguments: Backend.allCases)
  func `the error for a case with several values says what to implement`(
    _ backend: Backend
  ) throws {
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Several.unknown("GREEN")])
    }
    #expect(error.place == "[0]")
    let text = try #require(error.details?.debugDescription)
    #expect(text.contains("implement unknownWireValue"))
    #expect(!text.contains("metadata"))
  }

  enum Item: PolymorphicEnum, Equatable {
    case movie(item: Movie)
    case unknown(payload: UnknownPayload)

    static let registry = PolymorphicRegistry<Item>("type") {
      try $0.register(for: "MOVIE", as: { Item.movie(item: $0) })
    }
    static func unknown(_ payload: UnknownPayload) -> Item { .unknown(payload: payload) }
  }

  enum Draft: PolymorphicEncodable {
    case movie(item: Movie)
    case kept(payload: UnknownPayload)

    static let registry = PolymorphicRegistry<Draft>("type") {
      try $0.register(encodable: Movie.self, for: "MOVIE", as: { Draft.movie(item: $0) })
    }
  }

  @Test(arguments: Backend.allCases)
  func `encodes an unknown element in a case with a label`(_ backend: Backend) throws {
    let json = #"[{"type":"MOVIE","title":"Heat"},{"type":"OPERA","acts":3}]"#
    let items = try backend.decode([Item].self, from: json)
    #expect(items.last?.unknownPayload?.tag == "OPERA")
    #expect(try backend.encode(items) == JSONTree(parsing: json))
    let payload = try #require(items.last?.unknownPayload)
    let drafts = [Draft.movie(item: Movie(title: "Heat")), .kept(payload: payload)]
    #expect(try backend.encode(drafts) == JSONTree(parsing: json))
  }
}
