import Foundation
import Medley
import MedleyComposition
import MedleyJSON
import TestSupport
import Testing

/// `Preserving` through the engine, which keeps bytes.
@Suite(.onEachEngine) struct PreservingBytesTests {
  struct Author: Codable, Hashable, Sendable {
    var name: String
    var site: String?
  }

  struct Entry: Codable, Hashable, Sendable {
    var id: Int
    var score: Double
    var tags: [String]
  }

  struct Page: Codable, Hashable, Sendable {
    var title: String
    var published: Date
    var author: Author
    var entries: [Entry]
  }

  private static let json = #"""
    {
      "x" : {"deep": [1.50, "\u0041", { }]},
      "title" : "Old \/ title", "published": 7.0e2,
      "author": { "site": null, "born":1815, "name":"Ada" },
      "entries": [
        {"score": 1.0, "id": 1, "tags": ["a", "b"], "x": 1},
        {"id": 2, "score": 2.50, "tags": [ ], "x": 2 },
        {"tags": ["c"], "id": 3e0, "score": 3, "x": [3] }
      ]
    }
    """#

  private static func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    _ json: String = json
  ) throws -> Value {
    try Engine.current.decoder().decode(type, from: json)
  }

  private static func encode(
    _ value: some Encodable,
    with encoder: any EngineEncoding = Engine.current.encoder()
  ) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// What came, with one part replaced.
  private static func json(_ part: String, _ replacement: String) -> String {
    #expect(json.components(separatedBy: part).count == 2)
    return json.replacingOccurrences(of: part, with: replacement)
  }

  // MARK: - Bytes

  @Test func `keeps the bytes of an unchanged value`() throws {
    let page = try Self.decode(Preserving<Page>.self)
    #expect(try Self.encode(page) == Self.json)
    #expect(try Self.encode([page, page]) == "[\(Self.json),\(Self.json)]")
    #expect(try Self.encode(["a": page]) == #"{"a":\#(Self.json)}"#)
  }

  @Test func `changes only the bytes of a changed member`() throws {
    let page = try Self.decode(Preserving<Page>.self)
    func check(
      _ part: String,
      _ replacement: String,
      _ change: (inout Preserving<Page>) -> Void
    ) throws {
      var changed = page
      change(&changed)
      #expect(try Self.encode(changed) == Self.json(part, replacement))
    }
    try check(#""Old \/ title""#, #""New""#) { $0.title = "New" }
    try check("7.0e2", "0") { $0.published = Date(timeIntervalSinceReferenceDate: 0) }
    try check(#""site": null"#, #""site": "s""#) { $0.author.site = "s" }
    try check(#""Ada""#, #""Grace""#) { $0.author = Author(name: "Grace") }
    try check("2.50", "9.5") { $0.entries[1].score = 9.5 }
    try check(#"["a", "b"]"#, #"["a", "z", "b"]"#) { $0.entries[0].tags.insert("z", at: 1) }
    try check(#"[ ]"#, #"["n"]"#) { $0.entries[1].tags = ["n"] }
  }

  @Test func `writes an element with another id as a new one`() throws {
    var page = try Self.decode(Preserving<Page>.self)
    page.entries[2].id = 4
    let element = #"{"tags": ["c"], "id": 3e0, "score": 3, "x": [3] }"#
    #expect(try Self.encode(page) == Self.json(element, #"{"id":4,"score":3,"tags":["c"]}"#))
  }

  @Test func `keeps the bytes of other elements`() throws {
    var page = try Self.decode(Preserving<Page>.self)
    page.entries.remove(at: 1)
    page.entries.insert(Entry(id: 9, score: 9, tags: []), at: 0)
    page.entries.swapAt(1, 2)
    let start = try #require(Self.json.range(of: "[\n")).lowerBound
    let entries = #"""
      [
          {"id":9,"score":9,"tags":[]},
          {"tags": ["c"], "id": 3e0, "score": 3, "x": [3] },
          {"score": 1.0, "id": 1, "tags": ["a", "b"], "x": 1}
        ]
      }
      """#
    #expect(try Self.encode(page) == Self.json[..<start] + entries)
  }

  @Test func `keeps repeated members`() throws {
    let json = #"{"name":"a","name":"b","x":1,"x":2}"#
    var author = try Self.decode(Preserving<Author>.self, json)
    #expect(try Self.encode(author) == json)
    author.site = "s"
    #expect(try Self.encode(author) == #"{"name":"a","name":"b","x":1,"x":2,"site":"s"}"#)
    author.name = "c"
    #expect(try Self.encode(author) == #"{"name":"c","x":1,"x":2,"site":"s"}"#)
  }

  @Test func `keeps the bytes of a registered payload wherever its tag is`() throws {
    enum Item: PolymorphicEnum {
      case author(Preserving<Author>)
      case unknown(UnknownPayload)
      static let registry = PolymorphicRegistry<Item>("type") { registry in
        try registry.register(for: "AUTHOR", "WRITER", as: Item.author)
      }
    }
    let json = #"[{ "x": 1.0, "name": "a", "type": "WRITER" },{"type":"NEW"}]"#
    var items = try Self.decode([Item].self, json)
    #expect(try Self.encode(items) == json)
    guard case .author(var author) = items[0] else {
      Issue.record("\(items)")
      return
    }
    author.name = "b"
    items[0] = .author(author)
    #expect(try Self.encode(items[0]) == #"{ "x": 1.0, "name": "b", "type": "WRITER" }"#)
  }

  // MARK: - Settings

  @Test func `indents what came if everything is indented`() throws {
    let encoder = Engine.current.encoder()
    encoder.outputFormatting = [.prettyPrinted]
    let author = try Self.decode(Preserving<Author>.self, #"{"x":[1.0], "name":"a"}"#)
    let pretty = """
      {
        "x" : [
          1.0
        ],
        "name" : "a"
      }
      """
    #expect(try Self.encode(author, with: encoder) == pretty)
  }

  @Test func `sorts only the keys of types`() throws {
    let encoder = Engine.current.encoder()
    encoder.outputFormatting = [.sortedKeys]
    let json = #"{"x": 1, "name":"b", "a": 2}"#
    let author = try Self.decode(Preserving<Author>.self, json)
    #expect(
      try Self.encode(["b": author, "a": author], with: encoder) == #"{"a":\#(json),"b":\#(json)}"#
    )
  }

  @Test func `merges the keys of the document`() throws {
    struct Release: Codable {
      var releaseYear: Int
      var shelfMark: String?
      var counts: [String: Int]
    }
    let decoder = Engine.current.decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let encoder = Engine.current.encoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let json = #"{"release_year":1.0,"newKey":{"aB":1},"counts":{"cD":1}}"#
    var release = try decoder.decode(Preserving<Release>.self, from: json)
    #expect(try Self.encode(release, with: encoder) == json)
    release.releaseYear = 2
    release.shelfMark = "m"
    release.counts["eF"] = 2
    #expect(
      try Self.encode(release, with: encoder)
        == #"{"release_year":2,"newKey":{"aB":1},"counts":{"cD":1,"eF":2},"shelf_mark":"m"}"#
    )
  }

  @Test func `decodes again with the settings of the first time`() throws {
    struct Event: Codable {
      var date: Date
      var title: String
    }
    let decoder = Engine.current.decoder()
    decoder.dateDecodingStrategy = .iso8601
    let json = #"{"date":"1970-01-01T01:00:00+01:00","title":"a"}"#
    var event = try decoder.decode(Preserving<Event>.self, from: json)
    decoder.dateDecodingStrategy = .secondsSince1970
    event.title = "b"
    // Unchanged dates are written as they came, whatever the encoder's strategy.
    let encoder = Engine.current.encoder()
    encoder.dateEncodingStrategy = .millisecondsSince1970
    #expect(
      try Self.encode(event, with: encoder) == #"{"date":"1970-01-01T01:00:00+01:00","title":"b"}"#
    )
    event.date = Date(timeIntervalSince1970: 2)
    #expect(try Self.encode(event, with: encoder) == #"{"date":2000,"title":"b"}"#)
  }

  @Test func `keeps a value in the text of a string`() throws {
    struct Message: Codable { @JSONText var author: Preserving<Author> }
    let json = #"{"author":"{\"x\":1,\"name\":\"a\"}"}"#
    var inEngine = try Self.decode(Message.self, json)
    inEngine.author.name = "b"
    #expect(try Self.encode(inEngine) == #"{"author":"{\"name\":\"b\",\"x\":1}"}"#)
    var elsewhere = try JSONDecoder().decode(Message.self, from: Data(json.utf8))
    elsewhere.author.name = "b"
    #expect(try Self.encode(elsewhere) == #"{"author":"{\"name\":\"b\",\"x\":1}"}"#)
  }

  // MARK: - Errors

  @Test func `errors have the path from the top of the document`() throws {
    let json = #"[{"id":1,"score":1,"tags":[],"x":1}]"#
    var entries = try Self.decode([Preserving<Entry>].self, json)
    entries[0].score = .infinity
    let error = #expect(throws: EncodingError.self) {
      try Engine.current.encoder().encode(["all": entries])
    }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["all", "Index 0", "score"])
  }

  /// A type that decodes once.
  private struct Once: Codable {
    static let count = Counter()
    var name: String
    init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
      guard Self.count.next() == 1 else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "Once."))
      }
    }
  }

  /// A count that is used by one test.
  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    func reset() { lock.withLock { count = 0 } }
    func next() -> Int {
      lock.withLock {
        count += 1
        return count
      }
    }
  }

  @Test func `a value that can't be decoded again isn't encoded`() throws {
    Once.count.reset()
    let once = try Self.decode([Preserving<Once>].self, #"[{"name":"a","x":1}]"#)
    let error = #expect(throws: EncodingError.self) { try Engine.current.encoder().encode(once) }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["Index 0"])
    #expect(context.debugDescription.contains("decoded again"))
    #expect(context.underlyingError is DecodingError)
    #expect(try Self.encode(once.map(\.value)) == #"[{"name":"a"}]"#)
  }

  @Test func `many tasks encode one value`() async throws {
    let page = try Self.decode(Preserving<Page>.self)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<20 {
        group.addTask { try Self.encode(page) == Self.json }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
  }
}
