import Foundation
import Medley
import Synchronization
import TestSupport
import Testing

/// With Foundation's decoders, the tag and the payload of an element are read through one container.
@Suite struct SharedObjectTests {
  /// A payload that asks for its members in every way.
  struct Everything: Media, Hashable {
    var title = ""
    var answers: [String] = []

    enum CodingKeys: String, CodingKey, CaseIterable {
      case title, count, price, live, note, small, list, object, absent
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      title = try container.decode(String.self, forKey: .title)
      note(try container.decode(Int.self, forKey: .count))
      note(try container.decode(Double.self, forKey: .price))
      note(try container.decode(Bool.self, forKey: .live))
      note(try container.decode(UInt8.self, forKey: .small))
      note(try container.decode([Int].self, forKey: .list))
      note(try container.decodeIfPresent(String.self, forKey: .note))
      note(try container.decodeIfPresent(Int.self, forKey: .count))
      note(try container.decodeIfPresent(Double.self, forKey: .price))
      note(try container.decodeIfPresent(Bool.self, forKey: .absent))
      note(try container.decodeIfPresent(UInt8.self, forKey: .small))
      note(try container.decodeIfPresent([Int].self, forKey: .absent))
      note(CodingKeys.allCases.map { container.contains($0) })
      note(try container.decodeNil(forKey: .note))
      note(container.allKeys.map(\.stringValue).sorted())
      note(container.codingPath.map(\.stringValue))
      let inner = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .object)
      note(try inner.decode(String.self, forKey: .title))
      note(inner.codingPath.map(\.stringValue))
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      note(try list.decode(Int.self))
      note(try container.superDecoder(forKey: .object).codingPath.map(\.stringValue))
      note(try Song(from: container.superDecoder(forKey: .object)).title)
      note(try Song(from: decoder).title)
      for key in CodingKeys.allCases {
        noteError { _ = try container.decode(String.self, forKey: key) }
        noteError { _ = try container.decode(Int.self, forKey: key) }
        noteError { _ = try container.decode(Double.self, forKey: key) }
        noteError { _ = try container.decode(Bool.self, forKey: key) }
        noteError { _ = try container.decode(UInt8.self, forKey: key) }
        noteError { _ = try container.decode([[Int]].self, forKey: key) }
        noteError { _ = try container.decode([String: [Int]].self, forKey: key) }
        noteError { _ = try container.decodeIfPresent(String.self, forKey: key) }
        noteError { _ = try container.decodeIfPresent(Int.self, forKey: key) }
        noteError { _ = try container.decodeIfPresent([[Int]].self, forKey: key) }
        noteError { _ = try container.decodeNil(forKey: key) }
        noteError { _ = try container.nestedUnkeyedContainer(forKey: key) }
        noteError { _ = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: key) }
      }
    }

    func encode(to encoder: any Encoder) throws {}

    private mutating func note(_ answer: Any?) {
      answers.append("\(answer as Any)")
    }

    private mutating func noteError(_ read: () throws -> Void) {
      do {
        try read()
        answers.append("no error")
      } catch {
        answers.append("\(error)")
      }
    }
  }

  private static let element = """
    {"type":"E","title":"a","count":3,"price":1.5,"live":true,"note":null,"small":7,"list":[1,2],\
    "object":{"title":"b"}}
    """

  private static let registry = PolymorphicRegistry<any Media>(
    "type",
    ["E": Everything.self, "S": Song.self]
  )

  @Test(arguments: [Backend.json, .xmlPropertyList, .binaryPropertyList])
  func `answers a payload as its own container does`(_ backend: Backend) throws {
    let alone = try backend.decode([Everything].self, from: "[\(Self.element)]")
    let feed: [Polymorphic<any Media>] = try backend.decode(from: "[\(Self.element)]") {
      $0.register(Self.registry)
    }
    let shared = try #require(feed.first?.known as? Everything)
    let expected = try #require(alone.first).answers
    #expect(shared.answers.count == expected.count)
    for (answer, expected) in zip(shared.answers, expected) {
      #expect(answer == expected)
    }
  }

  @Test func `makes the keys of an element once`() throws {
    let count = Mutex(0)
    func keys(in text: String, _ form: Discriminator) throws -> Int {
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .custom { path in
        count.withLock { $0 += 1 }
        return path[path.count - 1]
      }
      decoder.userInfo.register(PolymorphicRegistry<any Media>(form, ["S": Song.self]))
      count.withLock { $0 = 0 }
      let feed = try decoder.decode([Polymorphic<any Media>].self, from: Data(text.utf8))
      #expect(feed.known.map(\.title) == ["a", "b"])
      return count.withLock { $0 }
    }
    let plain = #"[{"type":"S","title":"a"},{"title":"b","other":1,"type":"S"}]"#
    #expect(try keys(in: plain, "type") == 5)
    let path = #"[{"m":{"t":"S"},"title":"a"},{"title":"b","m":{"t":"S"}}]"#
    #expect(try keys(in: path, .path("m", "t")) == 6)
  }

  @Test func `names a payload's own keys in errors`() throws {
    func error(_ text: String) throws -> DecodingError {
      try #require(throws: DecodingError.self) {
        try Backend.json.decode([Polymorphic<any Media>].self, from: "[\(text)]") {
          $0.register(PolymorphicRegistry<any Media>("type", ["S": Deep.self]))
        }
      }
    }
    guard case .keyNotFound(let key, let context) = try error(#"{"type":"S"}"#) else {
      Issue.record("another error")
      return
    }
    #expect(key is Deep.CodingKeys && context.codingPath.count == 1)
    let path = try #require(error(#"{"type":"S","title":"a","parts":[{"title":1}]}"#).details)
      .codingPath
    #expect(path.map(\.stringValue) == ["Index 0", "parts", "Index 0", "title"])
    #expect(path.dropFirst().first is Deep.CodingKeys)
  }

  struct Deep: Media {
    var title: String
    var parts: [Song]

    enum CodingKeys: CodingKey { case title, parts }
  }

  @Test func `reads an element that isn't an object once`() throws {
    for text in ["null", "7", "[]", #""S""#] {
      #expect(throws: DecodingError.self) {
        try Backend.json.decode([Polymorphic<any Media>].self, from: "[\(text)]") {
          $0.register(Self.registry)
        }
      }
    }
  }
}
