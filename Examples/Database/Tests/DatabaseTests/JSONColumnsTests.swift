import Foundation
import GRDB
import Medley
import MedleyEngine
import Records
import Testing

/// JSON columns on the engine, compared with those of GRDB's own coders.
@Suite struct JSONColumnsTests {
  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write(Page.createTable)
  }

  private static let items = #"""
    [{"type":"text","text":"Harbour"},
     {"type":"image","url":"https:\/\/example.org\/a.jpg","taken":1767225600250.5,"preview":"AQID"},
     {"type":"poll","options":["yes","no"],"open":true,"ends":null,"weight":0.25}]
    """#

  private func insert(
    edition: String = #"{"published":0,"authors":[]}"#,
    items: String = "[]"
  ) throws {
    try database.write {
      try $0.execute(sql: "INSERT INTO page VALUES (1, ?, ?)", arguments: [edition, items])
    }
  }

  private func columns() throws -> Row? {
    try database.read { try Row.fetchOne($0, sql: "SELECT edition, items FROM page") }
  }

  @Test func `columns are decoded and encoded by the engine`() {
    #expect(Page.databaseJSONDecoder(for: "items") is DropInJSONDecoder)
    #expect(Page.databaseJSONEncoder(for: "items") is DropInJSONEncoder)
    #expect(!(FoundationPage.databaseJSONDecoder(for: "items") is DropInJSONDecoder))
  }

  @Test func `settings are those of GRDB`() {
    let decoders = [
      Page.databaseJSONDecoder(for: "a"), FoundationPage.databaseJSONDecoder(for: "a"),
    ]
    #expect(Set(decoders.map { "\($0.dateDecodingStrategy)" }) == ["millisecondsSince1970"])
    #expect(Set(decoders.map { "\($0.dataDecodingStrategy)" }) == ["base64"])
    #expect(Set(decoders.map { "\($0.nonConformingFloatDecodingStrategy)" }) == ["throw"])
    #expect(Set(decoders.map { "\($0.keyDecodingStrategy)" }) == ["useDefaultKeys"])
    let encoders = [
      Page.databaseJSONEncoder(for: "a"), FoundationPage.databaseJSONEncoder(for: "a"),
    ]
    #expect(Set(encoders.map { "\($0.dateEncodingStrategy)" }) == ["millisecondsSince1970"])
    #expect(Set(encoders.map { "\($0.dataEncodingStrategy)" }) == ["base64"])
    #expect(Set(encoders.map { "\($0.nonConformingFloatEncodingStrategy)" }) == ["throw"])
    #expect(Set(encoders.map { "\($0.keyEncodingStrategy)" }) == ["useDefaultKeys"])
    #expect(encoders.allSatisfy { $0.outputFormatting == .sortedKeys })
  }

  @Test(arguments: ["0", "1767225600250", "1767225600250.5", "-62135596800000", "1e15", "0.001"])
  func `dates are those of JSONDecoder`(_ milliseconds: String) throws {
    try insert(edition: #"{"published":\#(milliseconds),"authors":["Ada"],"rating":4.5}"#)
    try database.read { db in
      let page = try #require(try Page.fetchOne(db))
      #expect(
        page.edition.published
          == Date(timeIntervalSince1970: try #require(Double(milliseconds)) / 1000)
      )
      #expect(try FoundationPage.fetchOne(db) == FoundationPage(page))
    }
  }

  @Test func `a mixed list is that of JSONDecoder`() throws {
    try insert(items: Self.items)
    try database.read { db in
      let page = try #require(try Page.fetchOne(db))
      #expect(try FoundationPage.fetchOne(db) == FoundationPage(page))
      let taken = Date(timeIntervalSince1970: 1_767_225_600.2505)
      let url = try #require(URL(string: "https://example.org/a.jpg"))
      #expect(page.items[0] == .text(Text(text: "Harbour")))
      #expect(page.items[1] == .image(Image(url: url, taken: taken, preview: Data([1, 2, 3]))))
      #expect(page.items[2].unknownPayload?.tag == "poll")
      #expect(page.items.count == 3)
    }
  }

  @Test func `columns are those of JSONEncoder, byte for byte`() throws {
    try insert(
      edition: #"{"published":1767225600250.5,"authors":["Ada","Grace \/"]}"#,
      items: Self.items
    )
    var page = try #require(try database.read { try Page.fetchOne($0) })
    page.items.removeAll { $0.unknownPayload != nil }
    try database.write { try page.update($0) }
    let engine = try #require(try columns())
    try database.write { try FoundationPage(page).update($0) }
    #expect(try columns() == engine)
    #expect(try database.read { try Page.fetchOne($0) } == page)
  }

  @Test func `an unknown item keeps its bytes, and JSONEncoder sorts its keys`() throws {
    let poll = #"{"type":"poll", "options":["yes", "no"], "closed":1.50}"#
    try insert(items: "[\(poll)]")
    var page = try #require(try database.read { try Page.fetchOne($0) })
    page.items.append(.text(Text(text: "Harbour")))
    try database.write { try page.update($0) }
    let column: String? = try columns()?["items"]
    #expect(column == #"[\#(poll),{"text":"Harbour","type":"text"}]"#)
    try database.write { try FoundationPage(page).update($0) }
    let sorted: String? = try columns()?["items"]
    #expect(sorted?.hasPrefix(#"[{"closed":1.5,"options":["yes","no"],"type":"poll"},"#) == true)
    #expect(try database.read { try Page.fetchOne($0) }?.items.last == page.items.last)
  }

  @Test func `an unchanged page has no changes to save`() throws {
    let page = Page(
      id: 1,
      edition: Edition(published: Date(timeIntervalSince1970: 1.5), authors: ["Ada"]),
      items: [.text(Text(text: "Harbour"))]
    )
    try database.write { db in
      try page.insert(db)
      var fetched = try #require(try Page.fetchOne(db))
      #expect(try fetched.databaseChanges(from: page).isEmpty)
      fetched.items = []
      #expect(try Array(fetched.databaseChanges(from: page).keys) == ["items"])
    }
  }

  @Test func `SQLite reads members of the columns`() throws {
    try insert(items: Self.items)
    let tags = try database.read {
      try String.fetchAll(
        $0,
        sql: "SELECT item.value ->> 'type' FROM page, json_each(page.items) AS item"
      )
    }
    #expect(tags == ["text", "image", "poll"])
  }

  @Test(arguments: [
    #"[{"type":"text","text":7}]"#,
    #"[{"text":"Harbour"}]"#,
    #"[{"type":"image","url":"a","taken":"today","preview":""}]"#,
    #"[{"type":"text""#,
    "{}",
  ])
  func `errors are those of JSONDecoder`(_ items: String) throws {
    try insert(items: items)
    let engine = #expect(throws: DecodingError.self) {
      try database.read { _ = try Page.fetchOne($0) }
    }
    let foundation = #expect(throws: DecodingError.self) {
      try database.read { _ = try FoundationPage.fetchOne($0) }
    }
    #expect(engine?.kindAndPath == foundation?.kindAndPath)
    #expect(engine?.kindAndPath != nil)
  }

  @Test func `an error says where in the column it is`() throws {
    try insert(items: "[{\"type\":\"text\",\n\"text\":7}]")
    let error = #expect(throws: DecodingError.self) {
      try database.read { _ = try Page.fetchOne($0) }
    }
    #expect(error?.jsonError?.line == 2)
  }
}

extension DecodingError {
  fileprivate var kindAndPath: String {
    switch self {
    case .typeMismatch(_, let context): "mismatch \(context.codingPath.map(\.stringValue))"
    case .valueNotFound(_, let context): "no value \(context.codingPath.map(\.stringValue))"
    case .keyNotFound(let key, let context):
      "no \(key.stringValue) \(context.codingPath.map(\.stringValue))"
    case .dataCorrupted(let context): "corrupted \(context.codingPath.map(\.stringValue))"
    @unknown default: "another"
    }
  }
}
