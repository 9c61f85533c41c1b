import Foundation
import Medley
import MedleyBase
import MedleyComposition
import MedleyJSON
import MedleyResilience
import MedleyStreams
import TestSupport
import Testing

/// A snapshot decoded its document up to twice, and once more for each byte of a member that it
/// couldn't show.
@Suite struct SnapshotCostTests {
  private static let counter = CodingUserInfoKey(rawValue: "counter")

  /// It is a class, because the values that are decoded count in it.
  private final class Counter: Sendable {
    let ids = Lock<[Int]>([])
  }

  private struct Item: Decodable, Hashable, Sendable {
    var id: Int
    var name: String
    var kind: Kind?
    var last: Int

    enum Kind: String, Decodable { case first, second }
    private enum CodingKeys: CodingKey { case id, name, kind, last }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      let id = id
      if let key = counter, let counter = decoder.userInfo[key] as? Counter {
        counter.ids.withLock { $0.append(id) }
      }
      name = try container.decode(String.self, forKey: .name)
      kind = try container.decodeIfPresent(Kind.self, forKey: .kind)
      last = try container.decode(Int.self, forKey: .last)
    }
  }

  private struct Page: Decodable, Hashable {
    var items: [Item]
    var title: String?
  }

  private static func item(_ id: Int) -> String {
    #"{"id":\#(id),"name":"The name of \#(id)","kind":"second","last":\#(id)}"#
  }

  private static func page(_ count: Int, from first: Int = 0) -> String {
    "{\"items\":[\((first..<first + count).map(item).joined(separator: ","))],\"title\":\"A title\"}"
  }

  private func decoder(_ counter: Counter) throws -> PolymorphicJSONDecoder {
    let decoder = PolymorphicJSONDecoder(FeedSample.registry)
    decoder.userInfo[try #require(Self.counter)] = counter
    return decoder
  }

  @Test func `a snapshot decodes each complete element once`() throws {
    let text = Array(Self.page(10).utf8)
    let ninth = Self.page(9).utf8.count - #"],"title":"A title"}"#.utf8.count + 1
    for length in ninth + 10..<ninth + Self.item(9).utf8.count {
      let counter = Counter()
      var partial = PartialDecoder(Page.self, using: try decoder(counter))
      partial.append(text[..<length])
      #expect(try partial.snapshot()?.items.count == 9)
      let ids = counter.ids.withLock { $0 }
      #expect(ids.filter { $0 < 9 } == Array(0..<9))
    }
  }

  private struct LossyPage: Decodable {
    @Lossy var items: [Item]
    var title: String?
  }

  private struct Pages: Decodable {
    var first: Page?
    var second: Page?
  }

  private struct RequiredPages: Decodable {
    var pages: Pages
    var page: Page?
  }

  /// Checks that no snapshot of a part decodes an element twice that is complete in it.
  private func checkDecodes<Value: Decodable>(
    _ type: Value.Type,
    _ text: String,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let bytes = Array(text.utf8)
    var (complete, repeated) = (0, 0)
    for length in bytes.count / 2..<bytes.count {
      let counter = Counter()
      var partial = PartialDecoder(type, using: try decoder(counter))
      partial.append(bytes[..<length])
      _ = try partial.snapshot()
      let part = String(decoding: bytes[..<length], as: UTF8.self)
      let ids = counter.ids.withLock { $0 }.filter { part.contains(Self.item($0)) }
      complete += Set(ids).count
      repeated += ids.count - Set(ids).count
    }
    #expect(complete > 0, sourceLocation: location)
    #expect(repeated == 0, "of \(complete)", sourceLocation: location)
  }

  @Test func `a snapshot decodes the complete elements of each collection once`() throws {
    let named = (0..<10).map { "\"\($0)\":\(Self.item($0))" }.joined(separator: ",")
    try checkDecodes(Page.self, Self.page(10))
    try checkDecodes(LossyPage.self, Self.page(10))
    try checkDecodes([String: Item].self, "{\(named)}")
    try checkDecodes([Int: Item].self, "{\(named)}")
    try checkDecodes([String: [String: Item]].self, "{\"a\":{\(named)}}")
    try checkDecodes(Set<Item>.self, "[\((0..<10).map(Self.item).joined(separator: ","))]")
    try checkDecodes(
      Pages.self,
      "{\"first\":\(Self.page(5, from: 20)),\"second\":\(Self.page(10))}"
    )
    try checkDecodes(
      [String: LossyPage].self,
      "{\"a\":\(Self.page(5, from: 20)),\"b\":\(Self.page(10))}"
    )
    try checkDecodes(
      Preserving<RequiredPages>.self,
      """
      {"pages":{"first":\(Self.page(4, from: 20)),"second":\(Self.page(6, from: 30))},\
      "page":\(Self.page(9))}
      """
    )
  }

  @Test func `@Lossy and dictionaries have the same snapshots whatever came before`() throws {
    struct Lists: Decodable, Equatable {
      @Lossy var items: [Item]
      var by: [String: Kinds]
    }
    struct Kinds: Decodable, Equatable {
      @Lossy var kinds: [Item.Kind]
      var of: [String: Item.Kind]?
    }
    try check(
      Lists.self,
      """
      {"items":[\(Self.item(0)),{"id":1},7,\(Self.item(2)),{"id":3,"name":"b"}],\
      "by":{"a":{"kinds":["first","third","second",1]},"\\u0061":{"kinds":["second"]},\
      "é":{"kinds":[],"of":{"x":"first","y":"second"}},"e\u{301}":{"kinds":["first"]}}}
      """,
      in: [1, 2, 3, 7, 50]
    )
  }

  @Test func `a snapshot decodes nothing if nothing that it shows has come`() throws {
    let counter = Counter()
    var partial = PartialDecoder(Page.self, using: try decoder(counter))
    partial.append(#"{"items":[\#(Self.item(0)),{"id":1,"name":"T"#.utf8)
    #expect(try partial.snapshot()?.items.count == 1)
    let count = counter.ids.withLock { $0.count }
    // The element lacks a member, whatever the name is.
    for piece in ["h", "e n", "ame", "\\", "n"] {
      partial.append(piece.utf8)
      #expect(try partial.snapshot()?.items.count == 1)
    }
    #expect(counter.ids.withLock { $0.count } == count)
    partial.append(#"","kind":"fir"#.utf8)
    _ = try partial.snapshot()
    let next = counter.ids.withLock { $0.count }
    for piece in ["s", "t"] {
      partial.append(piece.utf8)
      #expect(try partial.snapshot()?.items.count == 1)
    }
    #expect(counter.ids.withLock { $0.count } == next)
    partial.append(#"","last":5}"#.utf8)
    #expect(try partial.snapshot()?.items.last?.last == 5)
  }

  @Test func `a snapshot follows the settings of its decoder`() throws {
    struct Value: Decodable {
      var at: Date?
      var text: String?
    }
    let decoder = PolymorphicJSONDecoder()
    var partial = PartialDecoder(Value.self, using: decoder)
    partial.append(#"{"at":86400,"te"#.utf8)
    #expect(try partial.snapshot()?.at == Date(timeIntervalSinceReferenceDate: 86400))
    decoder.dateDecodingStrategy = .secondsSince1970
    #expect(try partial.snapshot()?.at == Date(timeIntervalSince1970: 86400))
  }

  // MARK: - Comparing with snapshots of their own

  private func check<Value: Decodable & Equatable>(
    _ type: Value.Type,
    _ text: String,
    in sizes: [Int],
    location: SourceLocation = #_sourceLocation
  ) throws {
    let decoder = try decoder(Counter())
    let bytes = Array(text.utf8)
    for size in sizes {
      var partial = PartialDecoder(type, using: decoder)
      var differing: [Int] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        let end = min(start + size, bytes.count)
        partial.append(bytes[start..<end])
        var fresh = PartialDecoder(type, using: decoder)
        fresh.append(bytes[..<end])
        let (found, expected) = (try partial.snapshot(), try fresh.snapshot())
        let arriving = (partial.arriving, fresh.arriving)
        if found != expected || arriving.0?.tag != arriving.1?.tag
          || arriving.0?.members != arriving.1?.members
          || arriving.0?.codingPath.place != arriving.1?.codingPath.place
        {
          differing.append(end)
        }
      }
      #expect(differing.isEmpty, sourceLocation: location)
      #expect(try partial.finish() == decoder.decode(type, from: bytes), sourceLocation: location)
    }
  }

  private struct Node: Decodable, Equatable {
    var name: String
    var children: [Node]?
    var flags: [Bool]?
    var by: [String: [Int]]?
  }

  private struct Either: Decodable, Equatable {
    var value: String

    private enum CodingKeys: CodingKey { case first, second }

    /// Decodes the second member if the first is missing.
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      value =
        try container.decodeIfPresent(String.self, forKey: .first)
        ?? container.decode(String.self, forKey: .second)
    }
  }

  @Test func `snapshots one after another are those of their bytes`() throws {
    let sizes = [1, 2, 3, 7, 50]
    try check(Page.self, Self.page(5), in: sizes)
    try check(
      [Polymorphic<any StreamedMedia>].self,
      FeedSample.text((FeedSample.elements + FeedSample.elements), as: "array"),
      in: sizes
    )
    try check(
      Node.self,
      """
      {"name":"a","by":{"x":[1,2],"y":[3]},"children":[{"name":"b \\u00e4","flags":[true,false]},\
      {"flags":[false],"children":[{"name":"c"},{"children":[],"name":"d"}],"name":"e"}, \
      {"name":"f","by":{"z":[]}}],"flags":[true]}
      """,
      in: sizes
    )
    try check(
      [Either].self,
      #"[{"other":"abc","first":"x"},{"third":[1,2,3],"second":"y"},{"first":"z","second":"w"}]"#,
      in: sizes
    )
  }
}
