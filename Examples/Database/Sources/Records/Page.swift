package import Foundation
package import GRDB
import MedleyEngine

/// A record with two JSON columns, which the engine decodes and encodes.
package struct Page: Codable, Equatable, FetchableRecord, PersistableRecord {
  package var id: Int64
  package var edition: Edition
  package var items: [Item]

  package init(id: Int64, edition: Edition, items: [Item]) {
    self.id = id
    self.edition = edition
    self.items = items
  }

  package static func databaseJSONDecoder(for column: String) -> JSONDecoder { .columns }

  package static func databaseJSONEncoder(for column: String) -> JSONEncoder { .columns }

  package static func createTable(in database: Database) throws {
    try database.create(table: databaseTableName) { table in
      table.primaryKey("id", .integer)
      table.column("edition", .jsonText).notNull()
      table.column("items", .jsonText).notNull()
    }
  }
}

// MARK: - Coders with GRDB's settings

// One of each for all rows: the engine's coders can be used from several threads.

extension JSONDecoder {
  package static let columns: JSONDecoder = {
    let decoder = DropInJSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    return decoder
  }()
}

extension JSONEncoder {
  package static let columns: JSONEncoder = {
    let encoder = DropInJSONEncoder()
    encoder.dateEncodingStrategy = .millisecondsSince1970
    // Equal values have equal columns, which GRDB compares to find changes.
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()
}
