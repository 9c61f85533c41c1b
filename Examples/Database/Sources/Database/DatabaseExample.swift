import GRDB
import Medley
import MedleyJSON
import Records

/// Stores a mixed feed in two columns, and a record with JSON columns, in a database in memory.
///
///     swift run Database
@main
enum DatabaseExample {
  static func main() throws {
    let database = try DatabaseQueue()
    try database.write { db in
      try MediaRow.createTable(in: db)
      try Page.createTable(in: db)
    }
    print("== two columns of a table")
    try database.write(storeFeed)
    print("\n== JSON columns on the engine")
    try database.write(changePage)
  }

  private static let feed = """
    [{"type": "MOVIE", "title": "The Third Man", "minutes": 104},
     {"type": "BOOK", "title": "Momo", "pages": 304},
     {"type": "PODCAST", "title": "The Sound of Film", "host": "Ada"}]
    """

  private static func storeFeed(in db: GRDB.Database) throws {
    let feed = try PolymorphicJSONDecoder(mediaTypes).decode(
      [Polymorphic<any Media>].self,
      from: feed
    )
    for (index, media) in feed.enumerated() {
      try MediaRow(id: Int64(index + 1), media: media).insert(db)
    }
    // A newer version of the app has written a row of a kind that this one doesn't know.
    try db.execute(
      sql: "INSERT INTO media (kind, body) VALUES ('OPERA', ?)",
      arguments: [#"{"title": "Tosca",  "acts": 3.0}"#]
    )

    for var row in try MediaRow.fetchAll(db) {
      row.stars = 5
      try row.update(db)
    }
    let rows = "SELECT kind || ' | ' || body || ' | ' || stars FROM media ORDER BY id"
    for row in try String.fetchAll(db, sql: rows) { print(row) }
    let books = try MediaRow.filter { $0.kind == "BOOK" }.fetchAll(db)
    print("books:", books.compactMap(\.media.known?.title))
    print("unknown:", try MediaRow.fetchAll(db).compactMap(\.media.unknown?.tag))
  }

  private static func changePage(in db: GRDB.Database) throws {
    try db.execute(
      sql: "INSERT INTO page VALUES (1, ?, ?)",
      arguments: [
        #"{"authors":["Ada","Grace"],"published":1767225600250,"rating":4.5}"#,
        #"[{"text":"Harbour","type":"text"},{"options":["yes","no"],"type":"poll"}]"#,
      ]
    )
    var page = try Page.find(db, key: 1)
    print("published:", page.edition.published, "by", page.edition.authors)
    for item in page.items {
      switch item {
      case .text(let text): print("text:", text.text)
      case .image(let image): print("image:", image.url)
      case .unknown(let payload): print("unknown:", payload)
      }
    }
    print("as JSONDecoder decodes it:", try FoundationPage.find(db, key: 1) == FoundationPage(page))

    page.items.append(.text(Text(text: "Lighthouse")))
    try page.update(db)
    let columns = "SELECT edition || char(10) || items FROM page"
    let saved = try String.fetchAll(db, sql: columns)
    for text in saved { print(text) }
    try FoundationPage(page).update(db)
    print("as JSONEncoder encodes it:", try String.fetchAll(db, sql: columns) == saved)
  }
}
