import GRDB
import Medley
import MedleyJSON
import Records
import Testing

/// The table whose columns are the tag and the payload.
@Suite struct TwoColumnsTests {
  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write(MediaRow.createTable)
  }

  /// Inserts a row as another version of the app has written it.
  private func insert(_ kind: String, _ body: String) throws {
    try database.write {
      try $0.execute(
        sql: "INSERT INTO media (kind, body) VALUES (?, ?)",
        arguments: [kind, body]
      )
    }
  }

  private func columns(of id: Int64 = 1) throws -> Row? {
    try database.read {
      try Row.fetchOne(
        $0,
        sql: "SELECT kind, body, typeof(body) FROM media WHERE id = ?",
        arguments: [id]
      )
    }
  }

  @Test func `stores the tag and the payload apart`() throws {
    let movie = MediaRow(id: 1, media: .known(Movie(title: "Heat", minutes: 170)))
    try database.write { try movie.insert($0) }
    #expect(
      try columns() == [
        "kind": "MOVIE", "body": #"{"title":"Heat","minutes":170}"#, "typeof(body)": "text",
      ]
    )
    let fetched = try database.read { try MediaRow.fetchOne($0, key: 1) }
    #expect(fetched?.media.known as? Movie == Movie(title: "Heat", minutes: 170))
  }

  @Test func `stores a feed in which tags are members`() throws {
    let feed = try PolymorphicJSONDecoder(mediaTypes).decode(
      [Polymorphic<any Media>].self,
      from: #"[{"type": "BOOK", "title": "Momo", "pages": 304}, {"speed": 1.0, "type": "PODCAST"}]"#
    )
    try database.write {
      for (number, media) in feed.enumerated() {
        try MediaRow(id: Int64(number), media: media).insert($0)
      }
    }
    let rows = try database.read { try MediaRow.order(MediaRow.Columns.id).fetchAll($0) }
    #expect(rows.map(\.media.known?.title) == ["Momo", nil])
    #expect(rows.map(\.media.unknown?.tag) == [nil, "PODCAST"])
    #expect(try columns(of: 0)?["body"] == #"{"title":"Momo","pages":304}"#)
    #expect(try columns(of: 1)?["kind"] == "PODCAST")
  }

  @Test(arguments: [
    #"{"title": "Aida",  "acts": [1, 2.50, 1e2]}"#,
    #"{"b": "\u00e9\/", "a": 1.0, "a": 2}"#,
    #"{ }"#,
    #"[ 1, "two" ]"#,
    #""text""#,
    "18446744073709551616",
    "null",
  ])
  func `keeps the bytes of an unknown kind`(_ body: String) throws {
    try insert("OPERA", body)
    let before = try columns()
    try database.write { db in
      var row = try #require(try MediaRow.fetchOne(db, key: 1))
      #expect(row.media.unknown?.tag == "OPERA")
      row.stars = 4
      try row.update(db)
      #expect(try MediaRow.fetchOne(db, key: 1)?.stars == 4)
    }
    #expect(try columns() == before)
  }

  @Test func `keeps the bytes of a known kind that doesn't decode`() throws {
    try insert("MOVIE", #"{"title": "Heat",  "minutes": "170"}"#)
    let before = try columns()
    try database.write { db in
      let row = try #require(try MediaRow.fetchOne(db, key: 1))
      guard case .malformed(let error) = row.media.unknown?.reason else {
        Issue.record("\(row.media)")
        return
      }
      #expect(error is DecodingError)
      try row.update(db)
    }
    #expect(try columns() == before)
  }

  @Test func `an unchanged row has no changes to save`() throws {
    try insert("OPERA", #"{ "acts": [1, 2.50] }"#)
    try database.write { db in
      let row = try #require(try MediaRow.fetchOne(db, key: 1))
      var changed = row
      changed.stars = 3
      #expect(try row.databaseChanges(from: row).isEmpty)
      #expect(try Array(changed.databaseChanges(from: row).keys) == ["stars"])
    }
  }

  @Test func `a query by kind reads the column and its index`() throws {
    try insert("BOOK", #"{"title":"Momo","pages":304}"#)
    try insert("OPERA", #"{"title":"Aida"}"#)
    let operas = MediaRow.filter(MediaRow.Columns.kind == "OPERA")
    try database.read { db in
      #expect(try operas.fetchAll(db).map(\.id) == [2])
      let query = try operas.makePreparedRequest(db).statement
      let plan = try Row.fetchAll(
        db,
        sql: "EXPLAIN QUERY PLAN \(query.sql)",
        arguments: query.arguments
      )
      let detail: String? = plan.first?["detail"]
      #expect(detail?.contains("USING INDEX") == true)
      #expect(detail?.contains("(kind=?)") == true)
    }
  }

  @Test func `a row without a kind isn't saved`() throws {
    let untagged = UnknownPayload(tag: 7, content: ["title": "Aida"])
    #expect(throws: DatabaseError.self) {
      try database.write { try MediaRow(id: 1, media: .unknown(untagged)).insert($0) }
    }
  }
}
