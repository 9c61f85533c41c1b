import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import MedleyResilience
import MedleyStreams
import TestSupport
import Testing

/// What bad elements, bad lines, broken documents and large elements do.
@Suite struct FeedFailureTests {
  typealias Item = FeedSample.Item

  let decoder = FeedSample.decoder

  static let good = #"{"type":"BOOK","title":"a"}"#
  private static let bad = #"{"type":"MOVIE","title":"b"}"#

  /// Reads all results of a feed that comes in chunks of a size.
  func results(
    _ text: String,
    _ format: FeedFormat,
    chunks size: Int = 1000
  ) -> [FeedResult<Item>] {
    let bytes = Array(text.utf8)
    let chunks = stride(from: 0, to: bytes.count, by: size).map {
      bytes[$0..<min($0 + size, bytes.count)]
    }
    return Array(decoder.elements(of: Item.self, in: chunks, as: format).results)
  }

  func error(_ result: FeedResult<Item>) throws -> DecodingError {
    do {
      _ = try result.get()
      throw CocoaError(.featureUnsupported)
    } catch let error as DecodingError {
      return error
    }
  }

  // MARK: - Failing elements

  @Test(arguments: ["array", "lines", "text sequence", "events", "array at a path"])
  func `a failing element ends the feed unless something else is asked`(_ name: String) throws {
    let text = FeedSample.text([Self.good, Self.bad, Self.good], as: name)
    let format = FeedSample.format(name)
    var elements = decoder.elements(of: Item.self, in: text.utf8, as: format)
    #expect(try elements.next()?.isKnown == true)
    do {
      _ = try elements.next()
      Issue.record("The duration is missing.")
    } catch let error as DecodingError {
      let prefix = name == "array at a path" ? "response.items[1]" : "[1]"
      #expect(error.place == "\(prefix).duration")
      let offset = text.utf8.count(before: Self.bad)
      #expect(error.feedPosition?.index == 1)
      #expect(error.feedPosition?.offset == offset)
      #expect(error.feedPosition?.eventID == (name == "events" ? "1" : nil))
      #expect(error.jsonError?.offset == (name == "events" ? 0 : offset))
    }
    #expect(try elements.next() == nil)
  }

  @Test(arguments: ["array", "lines", "text sequence", "events"], [1, 1000])
  func `drops and reports a failing element`(_ name: String, _ size: Int) throws {
    let text = FeedSample.text([Self.good, Self.bad, Self.good], as: name)
    let bytes = Array(text.utf8)
    let chunks = stride(from: 0, to: bytes.count, by: size).map {
      bytes[$0..<min($0 + size, bytes.count)]
    }
    let (elements, report) = try DecodingReport.collecting(keepingContent: true) {
      try FeedSample.all(
        decoder.elements(
          of: Item.self,
          in: chunks,
          as: FeedSample.format(name),
          lossily: true
        )
      )
    }
    #expect(elements.known.map(\.title) == ["a", "a"])
    let issue = try #require(report.issues.first)
    #expect(report.issues.count == 1)
    #expect(issue.codingPath.place == "[1].duration")
    #expect(issue.recoveredPath.place == "[1]")
    #expect(issue.action == .dropped)
    #expect(issue.tag == "MOVIE")
    #expect(issue.content == ["type": "MOVIE", "title": "b"])
    let error = try #require(issue.error as? DecodingError)
    #expect(error.feedPosition?.index == 1)
  }

  @Test(arguments: ["array", "lines", "text sequence", "events"], [1, 7, 1000])
  func `gives failing elements as results`(_ name: String, _ size: Int) throws {
    let texts = [Self.good, Self.bad, Self.good, Self.bad]
    let text = FeedSample.text(texts, as: name)
    let results = results(text, FeedSample.format(name), chunks: size)
    #expect(results.map { (try? $0.get()) != nil } == [true, false, true, false])
    #expect(results.map(\.index) == [0, 1, 2, 3])
    #expect(results[1].sourceBytes == Array(Self.bad.utf8))
    #expect(results[2].sourceBytes == nil)
    #expect(try error(results[3]).place == "[3].duration")
    let bytes = Array(text.utf8)
    for (result, element) in zip(results, texts) {
      #expect(bytes[result.offset...].starts(with: element.utf8))
    }
    let lines = results.map { text.utf8.prefix($0.offset).count { $0 == 10 } + 1 }
    #expect(results.map(\.line) == lines)
  }

  @Test func `reports what is lossy inside elements with the index of the element`() throws {
    struct Shelf: Decodable { @Lossy var numbers: [Int] }
    let text = #"{"numbers":[1]}"# + "\n" + #"{"numbers":[2,"x",3]}"#
    let (shelves, report) = try DecodingReport.collecting {
      try FeedSample.all(decoder.elements(of: Shelf.self, in: text.utf8, as: .lines))
    }
    #expect(shelves.map(\.numbers) == [[1], [2, 3]])
    #expect(report.issues.map(\.codingPath.place) == ["[1].numbers[1]"])
    let error = try #require(report.issues.first?.error as? DecodingError)
    #expect(error.jsonError?.line == 2)
    #expect(error.jsonError?.column == 15)
    #expect(error.feedPosition?.offset == 16)
  }

  @Test func `counts unknown tags`() throws {
    let text = FeedSample.text(as: "lines")
    let (_, report) = try DecodingReport.collecting {
      try FeedSample.all(decoder.elements(of: Item.self, in: text.utf8, as: .lines))
    }
    #expect(report.unknownTags == ["SONG": 2])
    #expect(report.isClean)
  }

  @Test func `an error of a type's own stays what it is`() throws {
    struct Picky: Decodable {
      struct Refusal: Error {}

      init(from decoder: any Decoder) throws { throw Refusal() }
    }
    var elements = decoder.elements(of: Picky.self, in: "{}".utf8, as: .lines)
    #expect(throws: Picky.Refusal.self) { try elements.next() }
    let dropped = decoder.elements(of: Picky.self, in: "{}".utf8, as: .lines, lossily: true)
    let (count, report) = try DecodingReport.collecting { try FeedSample.all(dropped).count }
    #expect(count == 0)
    #expect(report.issues.map(\.recoveredPath.place) == ["[0]"])
  }

  // MARK: - Invalid texts

  @Test(arguments: [#"{"type":"#, "{}}", "tru", "1 2", "\"a", "[\n", #"{"a":1,}"#, "\u{7f}", "\\"])
  func `an invalid line costs that line`(_ line: String) throws {
    for size in [1, 5, 1000] {
      let lines = line.split(separator: "\n")
      let text = "\(Self.good)\n\(line)\n\(Self.good)"
      let results = results(text, .lines, chunks: size)
      #expect(results.count == 2 + lines.count)
      #expect((try? results.first?.get()) != nil)
      #expect((try? results.last?.get()) != nil)
      let error = try error(results[1])
      #expect(error.place == "[1]")
      #expect(error.kind == .dataCorrupted)
      #expect(error.jsonError?.line == 2)
      #expect(results[1].sourceBytes == lines.first.map { Array($0.utf8) })
    }
  }

  @Test func `reports an invalid line with its text`() throws {
    let text = "\(Self.good)\n{\"type\"\n\(Self.good)"
    let (elements, report) = try DecodingReport.collecting(keepingContent: true) {
      try FeedSample.all(
        decoder.elements(of: Item.self, in: [Data(text.utf8)], as: .lines, lossily: true)
      )
    }
    #expect(elements.count == 2)
    #expect(report.issues.map(\.content) == [.string("{\"type\"")])
    #expect(report.issues.map(\.recoveredPath.place) == ["[1]"])
  }

  @Test func `every line of many may be invalid`() throws {
    let text = String(repeating: "[\n", count: 10_000) + Self.good
    let results = results(text, .lines)
    #expect(results.count == 10_001)
    #expect(results.count { (try? $0.get()) != nil } == 1)
    #expect(results.last?.line == 10_001)
  }

  @Test(arguments: [
    ("[1 2]", 3, "a comma or a closing bracket"), ("[1,]", 3, "after the comma"),
    ("[,1]", 1, "Expected a value"), ("[1}", 2, "a comma or a closing bracket"),
    ("[1,2", 4, "ends too early"), ("[1", 2, "ends too early"), ("[\"a", 3, "ends too early"),
    ("[{\"a\":1]", 7, "a closing brace"), ("[{]", 2, "in quotation marks"),
    ("[1] x", 4, "nothing after"), ("[1][", 3, "nothing after"), ("[1,:]", 3, "a value"),
    ("[", 1, "ends too early"), ("", 0, "empty"), ("  ", 2, "empty"), ("[1,x]", 3, "a value"),
    ("x", 0, "a value"), ("[1,tru]", 6, "ends too early"), ("[01]", 2, "begin with a zero"),
  ])
  func `an invalid array ends with the place`(
    _ text: String,
    _ offset: Int,
    _ reason: String
  ) throws {
    for size in [1, 2, 1000] {
      let bytes = Array(text.utf8)
      let chunks = stride(from: 0, to: bytes.count, by: size).map {
        bytes[$0..<min($0 + size, bytes.count)]
      }
      var elements = decoder.elements(
        of: PayloadValue.self,
        in: chunks,
        as: .array,
        lossily: true
      )
      do {
        while try elements.next() != nil {}
        Issue.record("\(text) isn't JSON.")
      } catch let error as DecodingError {
        #expect(error.kind == .dataCorrupted)
        #expect(error.jsonError?.offset == offset)
        #expect(error.details?.debugDescription.contains(reason) == true)
      }
      #expect(try elements.next() == nil)
    }
  }

  @Test(arguments: [
    (#"{"response":{"other":[]}}"#, "response.items", DecodingError.Kind.keyNotFound),
    (#"{"response":7}"#, "response", .typeMismatch), ("{}", "response", .keyNotFound),
    (#"{"response":{"items":{}}}"#, "response.items", .typeMismatch), ("[]", "", .typeMismatch),
    (#"{"response":{"items":null}}"#, "response.items", .typeMismatch), ("7", "", .typeMismatch),
  ])
  func `an array that isn't at its path is an error`(
    _ text: String,
    _ place: String,
    _ kind: DecodingError.Kind
  ) throws {
    var elements = decoder.elements(
      of: Item.self,
      in: text.utf8,
      as: .array(at: "response", "items")
    )
    do {
      _ = try elements.next()
      Issue.record("There is no array.")
    } catch let error as DecodingError {
      #expect(error.place == place)
      #expect(error.kind == kind)
      #expect(error.jsonError != nil)
    }
  }

  @Test(arguments: [
    ("\u{1e}{\"a\":\n\u{1e}1\n", [0]), ("\u{1e}1\u{1e}2\n", [0]), ("7\n\u{1e}2\n", [0]),
    ("\u{1e}1\n\u{1e}2 3\n", [1]), ("\u{1e}1\n2\n\u{1e}3\n", [1]), ("\u{1e}1\n\u{1e}2", [1]),
    ("\u{1e}tru\u{1e}\u{1e}{}\u{1e}\"a\n", [0, 2]),
  ])
  func `an invalid text of a sequence costs that text`(_ text: String, _ failed: [Int]) {
    for size in [1, 2, 1000] {
      let bytes = Array(text.utf8)
      let chunks = stride(from: 0, to: bytes.count, by: size).map {
        bytes[$0..<min($0 + size, bytes.count)]
      }
      let results = Array(
        decoder.elements(of: PayloadValue.self, in: chunks, as: .textSequence).results
      )
      #expect(results.indices.filter { (try? results[$0].get()) == nil } == failed)
      #expect(results.count > failed.count)
    }
  }
}

extension String.UTF8View {
  /// Returns the number of bytes before the first occurrence of a text.
  fileprivate func count(before text: String) -> Int? {
    let bytes = Array(self)
    return bytes.indices.first { bytes[$0...].starts(with: text.utf8) }
  }
}
