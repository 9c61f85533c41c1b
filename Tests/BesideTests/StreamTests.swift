import Foundation
import Medley
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

/// Feeds whose elements have their tags beside them.
@Suite struct StreamsBesideTests {
  static let events = """
    event: MOVIE
    data: {"title":"Heat"}

    event: OPERA
    data: {"title":"Aida"}

    data: {"type":"BOOK","title":"Emma"}


    """

  static var decoder: PolymorphicJSONDecoder { PolymorphicJSONDecoder(.media) }

  /// Decodes a feed in chunks of any size.
  static func read<Element: Decodable>(
    _ type: Element.Type,
    _ text: String,
    as format: FeedFormat,
    chunk: Int = .max,
    lossily: Bool = false
  ) throws -> [Element] {
    let bytes = Array(text.utf8)
    let chunks = stride(from: 0, to: bytes.count, by: min(chunk, bytes.count)).map {
      bytes[$0..<min($0 + min(chunk, bytes.count), bytes.count)]
    }
    var elements = decoder.elements(of: type, in: chunks, as: format, lossily: lossily)
    var all: [Element] = []
    while let element = try elements.next() { all.append(element) }
    return all
  }

  @Test(arguments: [1, 7, .max])
  func `names of events are the tags of their data`(_ chunk: Int) throws {
    let elements = try Self.read(
      Polymorphic<any Media>.self,
      Self.events,
      as: .serverSentEvents.taggedByEvents(),
      chunk: chunk
    )
    #expect(elements.map { $0.known?.title } == ["Heat", nil, "Emma"])
    #expect(elements[1].unknown?.tag == "OPERA")
    #expect(elements[1].unknown?.content == ["title": "Aida"])
  }

  @Test func `cases of an enum have the names of events`() throws {
    let items = try Self.read(Item.self, Self.events, as: .serverSentEvents.taggedByEvents())
    #expect(items.count == 3)
    #expect(items[0] == .movie(Movie(title: "Heat")))
    #expect(items[2] == .book(Book(title: "Emma")))
  }

  @Test func `a function says the tag of each line`() throws {
    let tags: [TypeTag?] = ["BOOK", "MOVIE", nil]
    let lines = #"""
      {"title":"Emma"}
      {"title":"Heat"}
      {"type":"BOOK","title":"Momo"}
      """#
    let elements = try Self.read(
      Polymorphic<any Media>.self,
      lines,
      as: .lines.tagged { index, event in
        event == nil ? tags[index] : "none"
      }
    )
    #expect(
      elements.known.map { "\(type(of: $0)) \($0.title)" } == [
        "Book Emma", "Movie Heat", "Book Momo",
      ]
    )
  }

  @Test func `an element of an array fails at its path`() throws {
    let error = try #require(throws: DecodingError.self) {
      try Self.read(
        Polymorphic<any Media>.self,
        #"{"items":[{"title":"Heat"},{"title":4}]}"#,
        as: .array(at: "items").tagged { _, _ in "MOVIE" }
      )
    }
    #expect(error.place == "items[1].title")
    #expect(error.feedPosition?.index == 1)
  }

  @Test func `lossy feeds drop and report what fails`() throws {
    let (elements, report) = try DecodingReport.collecting {
      try Self.read(
        Polymorphic<any Media>.self,
        "{\"title\":4}\n{\"title\":\"Heat\"}\n",
        as: .lines.tagged { _, _ in "MOVIE" },
        lossily: true
      )
    }
    #expect(elements.known.map(\.title) == ["Heat"])
    #expect(report.issues.map { "\($0.codingPath.place) \($0.action)" } == ["[0].title dropped"])
    #expect(report.issues.first?.tag == "MOVIE")
  }

  @Test func `unknown names are counted`() throws {
    let (_, report) = try DecodingReport.collecting {
      try Self.read(
        Polymorphic<any Media>.self,
        Self.events,
        as: .serverSentEvents.taggedByEvents()
      )
    }
    #expect(report.unknownTags == ["OPERA": 1])
  }

  @Test func `another tag in the data is an error or an issue as asked`() throws {
    let text = "event: MOVIE\ndata: {\"type\":\"BOOK\",\"title\":\"Heat\"}\n\n"
    let error = try #require(throws: DecodingError.self) {
      try Self.read(
        Polymorphic<any Media>.self,
        text,
        as: .serverSentEvents.taggedByEvents()
      )
    }
    #expect(error.cause?.code == .tagDisagrees)
    let (elements, report) = try DecodingReport.collecting {
      try Self.read(
        Polymorphic<any Media>.self,
        text,
        as: .serverSentEvents.taggedByEvents(overridingBody: true)
      )
    }
    #expect(elements.first?.known is Movie)
    #expect(report.issues.count == 1)
  }

  @Test func `a type without tags fails`() throws {
    let error = try #require(throws: DecodingError.self) {
      try Self.read(Movie.self, "{\"title\":\"Heat\"}\n", as: .lines.tagged { _, _ in "MOVIE" })
    }
    #expect(error.details?.debugDescription.contains("Movie takes none") == true)
  }

  @Test func `an unknown element outlives its batch`() throws {
    let lines = (0..<2000).map { "{\"title\":\"\($0)\"}\n" }.joined()
    let elements = try Self.read(
      Polymorphic<any Media>.self,
      lines,
      as: .lines.tagged { index, _ in index == 3 ? "OPERA" : "MOVIE" },
      chunk: 100
    )
    #expect(elements.count == 2000)
    #expect(elements[3].unknown?.content == ["title": "3"])
    #expect(elements[1999].known?.title == "1999")
  }

  @Test func `several cores take tags as well`() async throws {
    let bytes = Array((0..<20_000).map { "{\"title\":\"\($0)\"}\n" }.joined().utf8)
    let elements = Self.decoder.elements(
      of: Polymorphic<any Media>.self,
      in: [bytes],
      as: .lines.tagged { index, _ in index.isMultiple(of: 2) ? "MOVIE" : "BOOK" },
      concurrency: 2
    )
    var index = 0
    for try await element in elements {
      #expect(index.isMultiple(of: 2) ? element.known is Movie : element.known is Book)
      #expect(element.known?.title == "\(index)")
      index += 1
    }
    #expect(index == 20_000)
  }

  // MARK: Writing

  static func write(
    _ format: FeedFormat = .serverSentEvents,
    _ body: (inout FeedWriter) throws -> Void
  ) throws -> String {
    var text = ""
    try withoutActuallyEscaping(body) { body in
      var writer = FeedWriter(format, using: PolymorphicJSONEncoder(.media)) {
        text += String(decoding: $0, as: UTF8.self)
      }
      try body(&writer)
    }
    return text
  }

  @Test func `an event is written with its tag as the name`() throws {
    let text = try Self.write { writer in
      try writer.writeTagged(Polymorphic<any Media>.known(Movie(title: "Heat")), id: "7")
      try writer.writeTagged(Item.divider)
      #expect(writer.count == 2)
    }
    #expect(
      text == "event: MOVIE\nid: 7\ndata: {\"title\":\"Heat\"}\n\nevent: DIVIDER\ndata: {}\n\n"
    )
    let items = try Self.read(Item.self, text, as: .serverSentEvents.taggedByEvents())
    #expect(items == [.movie(Movie(title: "Heat")), .divider])
  }

  @Test func `what came is written again`() throws {
    let elements = try Self.read(
      Polymorphic<any Media>.self,
      Self.events,
      as: .serverSentEvents.taggedByEvents()
    )
    let text = try Self.write { writer in
      for element in elements { try writer.writeTagged(element) }
    }
    #expect(text.contains("event: OPERA\ndata: {\"title\":\"Aida\"}\n\n"))
    #expect(text.contains("event: BOOK\ndata: {\"title\":\"Emma\"}\n\n"))
  }

  @Test func `only events have names`() throws {
    for format in [FeedFormat.lines, .array, .textSequence] {
      let text = try Self.write(format) { writer in
        #expect(throws: EncodingError.self) { try writer.writeTagged(Item.divider) }
      }
      #expect(text == "")
    }
    let compound = UnknownPayload(tag: ["a", "b"], content: [:])
    let text = try Self.write { writer in
      #expect(throws: EncodingError.self) { try writer.writeTagged(Item.unknown(compound)) }
      let lines = UnknownPayload(tag: "a\nb", content: [:])
      #expect(throws: EncodingError.self) { try writer.writeTagged(Item.unknown(lines)) }
    }
    #expect(text == "")
  }
}
