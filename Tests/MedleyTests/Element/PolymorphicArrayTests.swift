import Medley
import TestSupport
import Testing

@Suite struct PolymorphicArrayTests {
  struct Page: Codable, Hashable {
    @PolymorphicArray var shelf: [any Media]
  }

  static let json = """
    {"shelf":[{"type":"X","n":1},{"type":"MOVIE","title":"a"},{"type":"Y"},
     {"type":"BOOK","title":"b"}]}
    """

  static func page(_ backend: Backend, _ json: String = json) throws -> Page {
    try backend.decode(Page.self, from: json, with: .media)
  }

  @Test(arguments: Backend.allCases)
  func `has the known values and keeps unknown elements in their positions`(
    _ backend: Backend
  ) throws {
    let page = try Self.page(backend)
    #expect(page.shelf.map(\.title) == ["a", "b"])
    #expect(page.$shelf.map { $0.known?.title } == [nil, "a", nil, "b"])
    #expect(try backend.encode(page, with: .media) == JSONTree(parsing: Self.json))
  }

  @Test(arguments: Backend.allCases)
  func `assignment keeps unknown elements at the end`(_ backend: Backend) throws {
    var page = try Self.page(backend)
    page.shelf = [Book(title: "c")]
    #expect(page.shelf.map(\.title) == ["c"])
    #expect(
      try backend.encode(page, with: .media)
        == JSONTree(
          parsing: #"{"shelf":[{"type":"BOOK","title":"c"},{"type":"X","n":1},{"type":"Y"}]}"#
        )
    )
    page.shelf.append(Movie(title: "d"))
    #expect(page.$shelf.map { $0.known?.title } == ["c", "d", nil, nil])
    page.$shelf.removeAll { $0.unknown != nil }
    page.shelf = []
    #expect(try backend.encode(page, with: .media) == JSONTree(parsing: #"{"shelf":[]}"#))
  }

  @Test(arguments: Backend.allCases)
  func `is a required property`(_ backend: Backend) throws {
    var error = try #require(throws: DecodingError.self) { try Self.page(backend, "{}") }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "shelf")
    error = try #require(throws: DecodingError.self) { try Self.page(backend, #"{"shelf":null}"#) }
    #expect(error.kind == .valueNotFound)
    #expect(error.place == "shelf")
  }

  @Test(arguments: Backend.allCases)
  func `an error in an element has its path`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try Self.page(backend, #"{"shelf":[{"type":"X"},{"type":"BOOK"}]}"#)
    }
    #expect(error.place == "shelf[1].title")
  }

  @Test func `lets types with it synthesise Equatable and Hashable`() throws {
    let page = try Self.page(.json)
    #expect(try page == Self.page(.json))
    #expect(Set([page, try Self.page(.json), Page(shelf: [])]).count == 2)
    #expect(Page(shelf: [Movie(title: "a")]) == Page(shelf: [Movie(title: "a")]))
    #expect(Page(shelf: [Movie(title: "a")]) != page)
  }

  @Test(arguments: Backend.allCases)
  func `has its initial values`(_ backend: Backend) throws {
    #expect(
      try backend.encode(Page(shelf: [Movie(title: "a")]), with: .media)
        == JSONTree(parsing: #"{"shelf":[{"type":"MOVIE","title":"a"}]}"#)
    )
  }
}
