import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// Commas after the last element or member.
@Suite struct TrailingCommaTests {
  private let strict = PolymorphicJSONDecoder()
  private let lenient: PolymorphicJSONDecoder = {
    let decoder = PolymorphicJSONDecoder()
    decoder.allowsTrailingCommas = true
    return decoder
  }()

  static let texts: [(lenient: String, strict: String)] = [
    ("[1,]", "[1]"), ("[1 , ]", "[1 ]"), (#"{"a":1,}"#, #"{"a":1}"#),
    ("{\"a\": 1 ,\n}", #"{"a": 1}"#), ("[[1,],]", "[[1]]"),
    (#"[{"a":"b",},{"a":"c",},]"#, #"[{"a":"b"},{"a":"c"}]"#),
    (#"{"a":[],"b":{},}"#, #"{"a":[],"b":{}}"#), (#"["a,]",]"#, #"["a,]"]"#),
    (#"{"a\"":true,"é":null,}"#, #"{"a\"":true,"é":null}"#), ("[1.5e3,]", "[1.5e3]"),
  ]

  @Test(arguments: texts)
  func `takes one comma after the last element`(_ text: (lenient: String, strict: String)) throws {
    #expect(lenient.allowsTrailingCommas && !strict.allowsTrailingCommas)
    // Behind long texts the scanner reads members in another loop.
    for padding in ["", String(repeating: " ", count: 300)] {
      #expect(
        try lenient.decode(JSONTree.self, from: text.lenient + padding)
          == strict.decode(JSONTree.self, from: text.strict)
      )
      let error = try #require(throws: DecodingError.self) {
        try strict.decode(JSONTree.self, from: text.lenient + padding)
      }
      #expect("\(error)".contains("Expected another value after the comma."))
    }
  }

  @Test(arguments: [
    ("[,]", 1), ("[1,,]", 3), ("{,}", 1), (#"{"a":1,,}"#, 7), ("[1,}", 3), (#"{"a":1,]"#, 7),
    ("[,1]", 1), ("1,", 1), ("[1],", 3), (#"{"a",}"#, 4), (#"{"a":,}"#, 5), ("[1,", 3),
    ("{\"a\":1,", 7),
  ])
  func `refuses every other comma`(_ text: String, _ offset: Int) throws {
    for decoder in [strict, lenient] {
      let error = try #require(throws: DecodingError.self) {
        try decoder.decode(JSONTree.self, from: text)
      }
      #expect(error.jsonError?.offset == offset)
    }
  }

  @Test(arguments: Thoroughness.seeds(0..<20))
  func `takes what JSONDecoder takes, with commas anywhere`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var texts = RandomText(seed: seed)
    for _ in 0..<50 {
      let document = texts.document()
      // Outside strings, where a comma before the end of a container may be a trailing one.
      var text: [UInt8] = []
      var (isInString, isEscaped) = (false, false)
      for byte in document {
        if !isInString, byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}"),
          Int.random(in: 0..<3, using: &random) == 0
        {
          text.append(UInt8(ascii: ","))
        }
        if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
        isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        text.append(byte)
      }
      let engine = try? lenient.decode(JSONTree.self, from: text)
      let foundation = try? JSONDecoder().decode(JSONTree.self, from: Data(text))
      #expect((engine == nil) == (foundation == nil), "\(String(decoding: text, as: UTF8.self))")
      // Without the commas it is the same document.
      if let engine { #expect(try engine == strict.decode(JSONTree.self, from: document)) }
    }
  }

  // MARK: - Elements

  private struct Book: Codable, Equatable, Sendable {
    var pages: Int
    var tags: [String]
  }

  private enum Item: PolymorphicEnum, Equatable {
    case book(Book)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>("type") {
      try $0.register(for: "BOOK", as: Item.book)
    }
  }

  private static let feed = #"""
    [{"type": "BOOK", "pages": 3, "tags": ["a", "b",],},
     {"type": "OPERA", "acts": [1, {"n": ",]\",}",},], },]
    """#

  @Test func `keeps unknown elements as valid JSON`() throws {
    let items = try lenient.decode([Item].self, from: Self.feed)
    #expect(items[0] == .book(Book(pages: 3, tags: ["a", "b"])))
    guard case .unknown(let payload) = items[1] else {
      Issue.record("The opera is known")
      return
    }
    let bytes = try #require(payload.sourceBytes)
    let json = #"{"type": "OPERA", "acts": [1, {"n": ",]\",}"}] }"#
    #expect(String(decoding: bytes, as: UTF8.self) == json)
    #expect(payload.content["acts"] == [1, ["n": ",]\",}"]])
    #expect(try strict.decode([Item].self, from: JSONEncoder().encode(items)) == items)
  }

  @Test func `shares the bytes of documents without such commas`() throws {
    let text = #"[{"type": "OPERA",  "n": "\u0061"}]"#
    let items = try lenient.decode([Item].self, from: text)
    guard case .unknown(let payload)? = items.first else {
      Issue.record("The opera is known")
      return
    }
    #expect(payload.sourceBytes == Array(text.utf8.dropFirst().dropLast()))
  }

  @Test func `places errors behind such commas`() throws {
    let error = try #require(throws: DecodingError.self) {
      try lenient.decode(
        [Item].self,
        from: """
          [{"type": "BOOK", "pages": 3, "tags": ["a",],},
           {"type": "BOOK", "pages": true,}]
          """
      )
    }
    #expect(error.place == "[1].pages")
    #expect(error.jsonError?.line == 2)
    #expect(error.jsonError?.column == 28)
  }

  @Test func `drops invalid elements behind such commas`() throws {
    let (items, report) = try lenient.decodeLossy(
      [Item].self,
      from: #"[{"type": "BOOK", "pages": 3,}, {"type": "BOOK", "pages": 4, "tags": [],},]"#
    )
    #expect(items == [.book(Book(pages: 4, tags: []))])
    #expect(report.issues.map { $0.codingPath.place } == ["[0].tags"])
  }

  @Test func `the option applies to JSON in strings`() throws {
    let texts = try lenient.decode([JSONText<[Int]>].self, from: #"["[1,]",]"#)
    #expect(texts.map(\.wrappedValue) == [[1]])
    #expect(throws: DecodingError.self) {
      try strict.decode([JSONText<[Int]>].self, from: #"["[1,]"]"#)
    }
  }

  @Test func `a document doesn't inherit the commas of the one before`() throws {
    _ = try lenient.decode([Item].self, from: Self.feed)
    lenient.allowsTrailingCommas = false
    #expect(throws: DecodingError.self) { try lenient.decode([Int].self, from: "[1,]") }
  }
}
