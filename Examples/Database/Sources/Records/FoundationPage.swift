import GRDB

/// The record ``Page`` with GRDB's own coders: `JSONDecoder` and `JSONEncoder`.
package struct FoundationPage: Codable, Equatable, FetchableRecord, PersistableRecord {
  package static let databaseTableName = Page.databaseTableName

  package var id: Int64
  package var edition: Edition
  package var items: [Item]

  package init(_ page: Page) {
    id = page.id
    edition = page.edition
    items = page.items
  }
}
