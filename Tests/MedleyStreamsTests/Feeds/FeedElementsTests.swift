import Foundation
import Medley
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

@Suite struct FeedElementsTests {
  private typealias Item = FeedSample.Item

  private let decoder = FeedSample.decoder

  /// What a whole decode gives.
  private func expected() throws -> [Item] {
    try decoder.decode([Item].self, from: FeedSample.text(as: "array"))
  }

  @Test(arguments: FeedSample.formats)
  func `decodes the elements of each format`(_ name: String) async throws {
    let bytes = Array(FeedSample.text(as: name).utf8)
    let format = FeedSample.format(name)
    let expected = try expected()
    #expect(expected.count == 6 && expected.known.count == 4)
    func check(
      _ elements: FeedElements<Item>,
      _ location: SourceLocation = #_sourceLocation
    )
      throws
    {
      #expect(try FeedSample.all(elements) == expected, sourceLocation: location)
    }
    try check(decoder.elements(of: Item.self, in: [bytes], as: format))
    try check(decoder.elements(of: Item.self, in: [Data(bytes)], as: format))
    try check(decoder.elements(of: Item.self, in: bytes, as: format))
    try check(decoder.elements(of: Item.self, in: Data(bytes), as: format))
    try check(decoder.elements(of: Item.self, in: bytes.lazy.map { [$0] }, as: format))
    try check(decoder.elements(of: Item.self, in: [[], bytes, [], []], as: format))
    var all: [Item] = []
    let chunks = Given(values: [Data(bytes[..<40]), Data(), Data(bytes[40...])])
    for try await item in decoder.elements(of: Item.self, in: chunks, as: format) {
      all.append(item)
    }
    #expect(all == expected)
    all = []
    for try await item in decoder.elements(of: Item.self, in: Given(values: bytes), as: format) {
      all.append(item)
    }
    #expect(all == expected)
  }

  @Test(arguments: FeedSample.formats)
  func `gives the same elements for every split`(_ name: String) throws {
    let bytes = Array(FeedSample.text(as: name).utf8)
    let format = FeedSample.format(name)
    let expected = try expected()
    for first in 0...bytes.count {
      let halves = [bytes[..<first], bytes[first...]]
      #expect(
        try FeedSample.all(decoder.elements(of: Item.self, in: halves, as: format)) == expected
      )
    }
    for seed in Thoroughness.seeds(0..<500) {
      var random = SeededRandom(seed: seed, name)
      let largest = random.pick([1, 2, 3, 7, 40, 200])
      var chunks: [ArraySlice<UInt8>] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        let chunk = rest.prefix(random.number(below: largest + 1))
        chunks.append(chunk)
        rest = rest.dropFirst(chunk.count)
      }
      let elements = decoder.elements(of: Item.self, in: chunks, as: format)
      #expect(try FeedSample.all(elements) == expected, "seed \(seed)")
    }
  }

  @Test(arguments: FeedSample.formats)
  func `keeps the bytes of unknown elements`(_ name: String) throws {
    let bytes = Array(FeedSample.text(as: name).utf8)
    let elements = try FeedSample.all(
      decoder.elements(of: Item.self, in: [bytes], as: FeedSample.format(name))
    )
    let unknown = elements.compactMap { element in
      if case .unknown(let payload) = element { payload } else { nil }
    }
    #expect(unknown.map(\.tag) == ["SONG", "SONG"])
    if name != "events of several lines" {
      #expect(unknown.map(\.sourceBytes) == [2, 5].map { Array(FeedSample.elements[$0].utf8) })
    }
    #expect(unknown.last?.content == ["type": "SONG"])
  }

  @Test(arguments: [
    ("array", #"[{"type":"BOOK","title":"a"}"#), ("array", #"["a""#), ("array", "[12,"),
    ("array", "[[[]]"), ("array at a path", #"{"response":{"items":[{"a":[]}"#),
    ("lines", "{}\n"), ("lines", "7\r\n"), ("text sequence", "\u{1e}{}\n"),
    ("text sequence", "\u{1e}{\n}\u{1e}"), ("events", "data: 7\n\n"), ("events", "data: 7\r\r"),
  ])
  func `returns an element as soon as it is complete`(_ name: String, _ text: String) async throws {
    // The input is asked for bytes only after the element was returned.
    let given = Given(values: Array(text.utf8))
    let elements = decoder.elements(of: PayloadValue.self, in: given, as: FeedSample.format(name))
    var iterator = elements.makeAsyncIterator()
    #expect(try await iterator.next() != nil)
    #expect(given.asked.count == text.utf8.count)
  }

  @Test func `reads a file in chunks`() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("feed-\(UUID().uuidString).ndjson")
    defer { try? FileManager.default.removeItem(at: url) }
    let lines = (0..<20_000).map { #"{"type":"BOOK","title":"\#($0)"}"# }
    try Data(FeedSample.text(lines, as: "lines").utf8).write(to: url)
    let elements = try decoder.elements(of: Item.self, inFileAt: url, as: .lines)
    #expect(try FeedSample.all(elements).known.map(\.title) == (0..<20_000).map(String.init))
    do {
      _ = try decoder.elements(
        of: Item.self,
        inFileAt: url.appendingPathExtension("absent"),
        as: .lines
      )
      Issue.record("There is no such file.")
    } catch let error as CocoaError {
      #expect(error.code == .fileReadNoSuchFile)
    }
  }

  @Test(arguments: ["array", "lines", "text sequence", "events"])
  func `decodes scalars and null`(_ name: String) throws {
    let values = ["1", "-2.5", "\"x\"", "null", "true", "[]", "{}", "\"\"", "3"]
    let text = FeedSample.text(values, as: name)
    let expected = try decoder.decode(
      [PayloadValue].self,
      from: FeedSample.text(values, as: "array")
    )
    for chunk in [1, 2, 5, 1000] {
      let bytes = Array(text.utf8)
      let chunks = stride(from: 0, to: bytes.count, by: chunk).map {
        bytes[$0..<min($0 + chunk, bytes.count)]
      }
      let format = FeedSample.format(name)
      let elements = decoder.elements(of: PayloadValue.self, in: chunks, as: format)
      #expect(try FeedSample.all(elements) == expected)
    }
  }

  @Test(arguments: FeedSample.formats)
  func `an empty feed has no elements`(_ name: String) throws {
    let text = FeedSample.text([], as: name)
    let elements = decoder.elements(
      of: Item.self,
      in: Array(text.utf8),
      as: FeedSample.format(name)
    )
    #expect(try FeedSample.all(elements).isEmpty)
  }

  @Test func `decodes large elements in many chunks`() throws {
    let long = String(repeating: "x ", count: 300_000)
    let lines = [long, "a", long].map { #"{"type":"BOOK","title":"\#($0)"}"# }
    for name in FeedSample.formats {
      let bytes = Array(FeedSample.text(lines, as: name).utf8)
      let chunks = stride(from: 0, to: bytes.count, by: 1000).map {
        bytes[$0..<min($0 + 1000, bytes.count)]
      }
      let format = FeedSample.format(name)
      let elements = try FeedSample.all(decoder.elements(of: Item.self, in: chunks, as: format))
      #expect(elements.known.map(\.title) == [long, "a", long])
    }
  }

  @Test func `decodes types that read their fields`() throws {
    struct Point: FieldDecodable, Equatable {
      var x: Int
      var y: Int

      init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

      init(fields: inout FieldReader) throws {
        x = try fields.decode("x")
        y = try fields.decode("y")
      }
    }
    let text = FeedSample.text([#"{"x":1,"y":2}"#, #"{"y":4,"x":3}"#], as: "lines")
    let points = try FeedSample.all(decoder.elements(of: Point.self, in: text.utf8, as: .lines))
    #expect(points == [Point(x: 1, y: 2), Point(x: 3, y: 4)])
  }

  @Test(arguments: ["array", "spaced array", "array at a path", "lines", "text sequence", "events"])
  func `takes trailing commas if they are allowed`(_ name: String) throws {
    let texts = [
      #"{"type":"BOOK","title":"a",}"#, #"{"type":"SONG","n":[1,[2, ] , ],}"#,
      #"{"type":"BOOK","title":"b"}"#,
    ]
    let decoder = PolymorphicJSONDecoder(FeedSample.registry)
    decoder.allowsTrailingCommas = true
    var text = FeedSample.text(texts, as: name)
    if name.contains("array"), let end = text.lastIndex(of: "]") {
      let place = name == "array at a path" ? text.firstRange(of: #","items":3"#)?.lowerBound : nil
      text.insert(contentsOf: " ,", at: place.map(text.index(before:)) ?? end)
    }
    let bytes = Array(text.utf8)
    let format = FeedSample.format(name)
    for size in [1, 2, 5, 1000] {
      let chunks = stride(from: 0, to: bytes.count, by: size).map {
        bytes[$0..<min($0 + size, bytes.count)]
      }
      let elements = try FeedSample.all(decoder.elements(of: Item.self, in: chunks, as: format))
      #expect(elements.known.map(\.title) == ["a", "b"])
      guard case .unknown(let payload) = elements[1] else {
        Issue.record("A song is unknown.")
        continue
      }
      #expect(payload.sourceBytes == Array(#"{"type":"SONG","n":[1,[2 ]  ]}"#.utf8))
      // Others refuse the first element.
      let strict = self.decoder.elements(of: Item.self, in: chunks, as: format)
      #expect(throws: DecodingError.self) { try FeedSample.all(strict) }
    }
  }

  @Test func `an array refuses a comma without an element before it`() throws {
    let decoder = PolymorphicJSONDecoder()
    decoder.allowsTrailingCommas = true
    for text in ["[,]", "[1,,]", "[1,],"] {
      for chunks in [[Array(text.utf8)], text.utf8.map { [$0] }] {
        let elements = decoder.elements(of: Int.self, in: chunks, as: .array)
        #expect(throws: DecodingError.self) { try FeedSample.all(elements) }
      }
    }
  }

  @Test(arguments: ["array", "lines"])
  func `says that a feed is in another encoding`(_ name: String) throws {
    let text = FeedSample.text(as: name)
    let encodings: [(String.Encoding, String)] = [
      (.utf16, "UTF-16"), (.utf16LittleEndian, "UTF-16"), (.utf16BigEndian, "UTF-16"),
      (.utf32, "UTF-32"), (.utf32LittleEndian, "UTF-32"), (.utf32BigEndian, "UTF-32"),
    ]
    for (encoding, description) in encodings {
      let bytes = try #require(text.data(using: encoding))
      for chunks in [[Array(bytes)], bytes.map { [$0] }] {
        let elements = decoder.elements(of: Item.self, in: chunks, as: FeedSample.format(name))
        // From two bytes, UTF-32 looks like UTF-16.
        let name = chunks.count == 1 ? description : "UTF-"
        do {
          _ = try FeedSample.all(elements)
          Issue.record("The feed isn't in UTF-8.")
        } catch let error as DecodingError {
          #expect("\(error)".contains("The bytes are \(name)"))
          #expect(error.feedPosition?.index == 0)
        }
      }
    }
  }

  @Test func `uses the strategies of the decoder`() throws {
    struct Post: Decodable, Equatable { var imageUrl: String }
    let decoder = PolymorphicJSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let text = #"{"image_url":"a"}"# + "\n" + #"{"image_url":"b"}"#
    let posts = try FeedSample.all(decoder.elements(of: Post.self, in: text.utf8, as: .lines))
    #expect(posts == [Post(imageUrl: "a"), Post(imageUrl: "b")])
  }
}
