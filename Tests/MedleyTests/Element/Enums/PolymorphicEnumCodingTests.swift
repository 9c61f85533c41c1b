import Medley
import MedleyResilience
import TestSupport
import Testing

/// Feeds of enum elements.
@Suite struct PolymorphicEnumCodingTests {
  typealias Item = EnumSamples.Item
  typealias Direct = EnumSamples.Direct
  typealias Film = EnumSamples.Film

  @Test(arguments: Backend.allCases)
  func `decodes and encodes without a wrapper or userInfo`(_ backend: Backend) throws {
    let json = """
      [{"type":"FILM","title":"Ran","minutes":162},{"type":"TRAILER","title":"Ran"},
       {"type":"NOVEL","title":"Momo"},{"type":"AD"},{"type":"GAME","players":[2,{"max":4}]}]
      """
    let items = try backend.decode([Item].self, from: json)
    let film = Item.film(Film(title: "Ran", minutes: 162))
    let first: [Item] = [film, .trailer(Film(title: "Ran")), .novel(item: .init(title: "Momo"))]
    #expect(items.count == 5)
    #expect(Array(items.prefix(3)) == first)
    guard case .advert = items[3], case .unknown(let payload) = items[4] else {
      Issue.record("\(items)")
      return
    }
    #expect(payload.tag == "GAME")
    #expect(payload.reason == .unregistered)
    #expect(payload.content["players"]?[1]?["max"] == 4)
    #expect(try backend.encode(items) == JSONTree(parsing: json))
    #expect(try backend.roundTrip(items) == items)
  }

  @Test(arguments: Backend.allCases)
  func `the case name distinguishes two cases with one payload type`(
    _ backend: Backend
  ) throws {
    let film = Film(title: "Ran")
    #expect(
      try backend.encode([Item.trailer(film), .film(film)])
        == JSONTree(parsing: #"[{"type":"TRAILER","title":"Ran"},{"type":"FILM","title":"Ran"}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `from: distinguishes two cases with one payload type`(_ backend: Backend) throws {
    let json = #"[{"type":"TRAILER","title":"Ran"},{"type":"FILM","title":"Ran"},{"type":"X"}]"#
    let items = try backend.decode([Direct].self, from: json)
    #expect(items.prefix(2) == [.trailer(Film(title: "Ran")), .film(Film(title: "Ran"))])
    #expect(items.last?.unknownPayload?.tag == "X")
    #expect(items.first?.unknownPayload == nil)
    #expect(try backend.encode(items) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `decodes an alias and encodes the first tag`(_ backend: Backend) throws {
    let items = try backend.decode([Item].self, from: #"[{"type":"BOOK","title":"Momo"}]"#)
    #expect(items == [.novel(item: .init(title: "Momo"))])
    #expect(
      try backend.encode(items) == JSONTree(parsing: #"[{"type":"NOVEL","title":"Momo"}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `decodes an indirect enum that contains itself`(_ backend: Backend) throws {
    let json = """
      [{"type":"BOX","content":[{"type":"BOX","content":[{"type":"AD"}]},{"type":"GAME"}]}]
      """
    let items = try backend.decode([Item].self, from: json)
    guard case .boxed(let outer)? = items.first, case .boxed(let inner)? = outer.content.first
    else {
      Issue.record("\(items)")
      return
    }
    #expect(inner.content == [.advert])
    #expect(outer.content.last?.unknownPayload?.tag == "GAME")
    #expect(try backend.encode(items) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `decodes as a property, an optional property and a dictionary value`(
    _ backend: Backend
  ) throws {
    struct Page: Codable, Equatable {
      var hero: Item?
      var lead: Item
      var byName: [String: Item]
    }
    let json = """
      [{"lead":{"type":"AD"},"byName":{"a":{"type":"FILM","title":"Ran"},"b":{"type":"X"}}},
       {"hero":{"type":"AD"},"lead":{"type":"AD"},"byName":{}}]
      """
    let pages = try backend.decode([Page].self, from: json)
    #expect(pages.map(\.hero) == [nil, .advert])
    #expect(pages.first?.byName["a"] == .film(Film(title: "Ran")))
    #expect(try backend.encode(pages) == JSONTree(parsing: json))
  }

  @Test(
    arguments: Backend.allCases,
    [
      (#"[{"type":"AD"},{"title":"Ran"}]"#, DiscriminatorError.Code.missingTag, "[1].type"),
      (#"[{"type":["FILM"]}]"#, .wrongKindTag, "[0].type"),
      (#"[{"type":"BOX","content":[{}]}]"#, .missingTag, "[0].content[0].type"),
    ]
  )
  func `an element that the policies refuse is an error at its path`(
    _ backend: Backend,
    _ sample: (json: String, code: DiscriminatorError.Code, place: String)
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Item].self, from: sample.json)
    }
    #expect(error.cause?.code == sample.code)
    #expect(error.place == sample.place)
  }

  @Test(arguments: Backend.allCases)
  func `a malformed known payload is an error and never the unknown case`(
    _ backend: Backend
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Item].self, from: #"[{"type":"AD"},{"type":"FILM","title":7}]"#)
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "[1].title")
  }

  @Test(arguments: Backend.allCases)
  func `the report counts unknown tags`(_ backend: Backend) throws {
    let (_, report) = try DecodingReport.collecting {
      try backend.decode([Item].self, from: #"[{"type":"X"},{"type":"AD"},{"type":"X"}]"#)
    }
    #expect(report.unknownTags == ["X": 2])
    #expect(report.isClean)
  }

  @Test(arguments: Backend.allCases)
  func `a lossy collection drops elements that fail`(_ backend: Backend) throws {
    let json = #"[{"type":"FILM"},{"type":"AD"},{"type":"X"},7]"#
    let (items, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<[Item]>.self, from: json)
    }
    #expect(items.wrappedValue.map { $0 == .advert } == [true, false])
    #expect(report.issues.map(\.codingPath.place) == ["[0].title", "[3]"])
    #expect(report.issues.first?.tag == "FILM")
  }

  @Test func `a switch over it is exhaustive without a default`() throws {
    func name(_ item: Direct) -> String {
      switch item {
      case .film(let film): film.title
      case .trailer(let film): "Trailer: \(film.title)"
      case .unknown(let payload): "\(payload.tag ?? "")"
      }
    }
    #expect(name(.trailer(Film(title: "Ran"))) == "Trailer: Ran")
  }

  @Test func `follows the coder's key strategy`() throws {
    struct Snake: Codable, Equatable { var longTitle: String }
    let json = #"[{"media_type":"SNAKE","long_title":"Ran"}]"#
    let items = try Backend.json.decode([SnakeItem].self, from: json, keys: .snakeCase)
    #expect(items == [.snake(.init(longTitle: "Ran"))])
    #expect(try Backend.json.encode(items, keys: .snakeCase) == JSONTree(parsing: json))
  }
}

private enum SnakeItem: PolymorphicEnum, Equatable {
  struct Snake: Codable, Equatable { var longTitle: String }

  case snake(Snake)
  case unknown(UnknownPayload)

  static let registry = PolymorphicRegistry<SnakeItem>("media_type") { registry in
    try registry.register(for: "SNAKE", as: SnakeItem.snake)
  }
}
