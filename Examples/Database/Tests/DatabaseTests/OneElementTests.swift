import GRDB
import Medley
import MedleyResilience
import Records
import Testing

/// Columns that have one element, which GRDB reads as a single value before it reads JSON.
@Suite struct OneElementTests {
  private struct Card<Value: Codable>: Codable, FetchableRecord, PersistableRecord {
    static var databaseTableName: String { "card" }

    var id: Int64
    var value: Value
  }

  private enum KeptItem: PolymorphicEnum {
    case text(Text)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<KeptItem>("type", policies: .init(missing: .keep)) {
      try $0.register(for: "text", as: KeptItem.text)
    }
  }

  private enum WrappedItem: PolymorphicEnum {
    case text(Text)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<WrappedItem>(.external) {
      try $0.register(for: "text", as: WrappedItem.text)
    }
  }

  private struct LossyCard: Codable, FetchableRecord, TableRecord {
    static var databaseTableName: String { "card" }

    var id: Int64
    @Lossy var texts: [Text]
  }

  /// Returns a column that was fetched as a type, and saved.
  private func saved<Value: Codable>(_ type: Value.Type, _ column: String) throws -> String? {
    try DatabaseQueue().write { db in
      try db.execute(sql: "CREATE TABLE card (id INTEGER PRIMARY KEY, value TEXT NOT NULL)")
      try db.execute(sql: "INSERT INTO card VALUES (1, ?)", arguments: [column])
      try Card<Value>.find(db, key: 1).update(db)
      return try String.fetchOne(db, sql: "SELECT value FROM card")
    }
  }

  @Test(arguments: [#"{"text":"Harbour","type":"text"}"#, #"{"options":[],"type":"poll"}"#])
  func `keeps an element whose tag must be there`(_ column: String) throws {
    #expect(try saved(Item.self, column) == column)
  }

  @Test func `keeps lists and dictionaries of elements without tags`() throws {
    let column = #"[{"text":"Harbour","type":"text"},{"text":"Harbour"}]"#
    #expect(try saved([KeptItem].self, column) == column)
    let members = #"{"a":{"text":"Harbour"}}"#
    #expect(try saved([String: KeptItem].self, members) == members)
  }

  @Test func `keeps an element that may have no tag, and any value`() throws {
    let column = #"{"text":"Harbour","type":"text"}"#
    #expect(try saved(KeptItem.self, column) == column)
    #expect(try saved(PayloadValue.self, column) == column)
    let wrapped = #"{"text":{"text":"Harbour"}}"#
    #expect(try saved(WrappedItem.self, wrapped) == wrapped)
    let untagged = #"{"text":"Harbour"}"#
    #expect(try saved(KeptItem.self, untagged) == untagged)
  }

  @Test func `loses a list that is the type of the property`() {
    withKnownIssue("GRDB says that the column is no list, and the list is empty.") {
      let saved = try saved(Lossy<[Text]>.self, #"[{"text":"Harbour"}]"#)
      #expect(saved == #"[{"text":"Harbour"}]"#)
    }
  }

  @Test func `keeps a list that is wrapped with @Lossy`() throws {
    let texts = try DatabaseQueue().write { db in
      try db.execute(sql: "CREATE TABLE card (id INTEGER PRIMARY KEY, texts TEXT NOT NULL)")
      try db.execute(sql: #"INSERT INTO card VALUES (1, '[{"text":"Harbour"},{}]')"#)
      return try LossyCard.find(db, key: 1).texts
    }
    #expect(texts == [Text(text: "Harbour")])
  }
}
