package import GRDB
package import Medley
import MedleyJSON

/// A row with an element of a mixed feed: its tag in the column `kind`, its payload in the column `body`.
///
/// A kind that this version of the app doesn't know is kept, and saved with the bytes that its row has.
package struct MediaRow: FetchableRecord, PersistableRecord {
  package static let databaseTableName = "media"

  package enum Columns {
    package static let id = Column("id")
    package static let kind = Column("kind")
    package static let body = Column("body")
    package static let stars = Column("stars")
  }

  package var id: Int64
  package var media: Polymorphic<any Media>
  /// What the user thinks of it, which the feed doesn't have.
  package var stars: Int?

  package init(id: Int64, media: Polymorphic<any Media>, stars: Int? = nil) {
    self.id = id
    self.media = media
    self.stars = stars
  }

  package static func createTable(in database: Database) throws {
    try database.create(table: databaseTableName) { table in
      table.primaryKey("id", .integer)
      table.column("kind", .text).notNull().indexed()
      table.column("body", .text).notNull()
      table.column("stars", .integer)
    }
  }

  // MARK: Fetching and saving

  private static let decoder = PolymorphicJSONDecoder(mediaTypes)
  private static let encoder = PolymorphicJSONEncoder(mediaTypes)

  package init(row: Row) throws {
    id = try row.decode(forColumn: Columns.id)
    stars = try row.decode(forColumn: Columns.stars)
    media = try Self.decoder.decode(
      Polymorphic<any Media>.self,
      tagged: TypeTag(row.decode(String.self, forColumn: Columns.kind)),
      from: row.decode(String.self, forColumn: Columns.body)
    )
  }

  package func encode(to container: inout PersistenceContainer) throws {
    let (tag, body) = try Self.encoder.encodeTagged(media)
    container[Columns.id] = id
    // A tag that isn't a string is NULL here, which the table refuses.
    container[Columns.kind] = tag.string
    container[Columns.body] = String(decoding: body, as: UTF8.self)
    container[Columns.stars] = stars
  }
}
