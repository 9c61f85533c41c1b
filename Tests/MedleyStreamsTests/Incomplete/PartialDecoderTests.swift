import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import MedleyResilience
import MedleyStreams
import TestSupport
import Testing

@Suite struct PartialDecoderTests {
  private struct Answer: Codable, Equatable {
    enum Mood: String, Codable { case calm, bright }

    struct Step: Codable, Equatable {
      var text: String
      var count: Int
    }

    var title: String?
    var mood: Mood?
    var steps: [Step]?
    var tags: [String]?
    var isDone: Bool?
  }

  private struct Author {}

  private static let answer = #"""
    {"title": "ä\n\u00e4\ud83d\ude00!", "tags": ["a", "b"], "mood": "calm",
     "steps": [{"text": "one", "count": 12}, {"count": -3.0e0, "text": "two"}], "isDone": true}
    """#

  /// Returns the snapshots after each piece of a document.
  private func snapshots<Value: Decodable>(
    of type: Value.Type,
    _ text: String,
    using decoder: PolymorphicJSONDecoder = PolymorphicJSONDecoder()
  ) throws -> [Value?] {
    var partial = PartialDecoder(type, using: decoder)
    return try text.utf8.map { byte in
      partial.append([byte])
      return try partial.snapshot()
    }
  }

  private func snapshot<Value: Decodable>(
    of type: Value.Type,
    _ text: String,
    using decoder: PolymorphicJSONDecoder = PolymorphicJSONDecoder()
  ) throws -> Value? {
    var partial = PartialDecoder(type, using: decoder)
    partial.append(text.utf8)
    return try partial.snapshot()
  }

  // MARK: - Growing

  @Test func `shows a string as far as it is certain`() throws {
    let text = #"{"title": "aä€😀\n\u00e4\ud83d\ude00!"}"#
    let titles = try snapshots(of: Answer.self, text).map { $0?.title }
    var distinct: [String?] = []
    for title in titles where distinct.last != title { distinct.append(title) }
    #expect(
      distinct == [
        nil, "", "a", "aä", "aä€", "aä€😀", "aä€😀\n", "aä€😀\nä", "aä€😀\nä😀", "aä€😀\nä😀!",
      ]
    )
  }

  @Test(arguments: [
    ("[1", []), ("[1,", [1]), ("[1, 2", [1]), ("[1, -", [1]), ("[1, 2 ", [1, 2]),
    ("[1, 2.", [1]), ("[1, 2]", [1, 2]), ("[", []),
  ])
  func `counts a number when nothing can continue it`(_ text: String, _ numbers: [Int]) throws {
    #expect(try snapshot(of: [Int].self, text) == numbers)
  }

  @Test(arguments: [
    ("", nil), (" ", nil), ("7", nil), ("7 ", 7), ("\u{feff}7\n", 7),
  ])
  func `decodes a top-level number`(_ text: String, _ number: Int?) throws {
    #expect(try snapshot(of: Int.self, text) == number)
  }

  @Test func `decodes a top-level string`() throws {
    #expect(try snapshots(of: String.self, #""ab""#) == ["", "a", "ab", "ab"])
  }

  @Test func `leaves out an element that doesn't decode yet`() throws {
    let counts = try snapshots(of: Answer.self, Self.answer).map { $0?.steps?.count }
    var distinct: [Int?] = []
    for count in counts where distinct.last != count { distinct.append(count) }
    #expect(distinct == [nil, 0, 1, 2])
  }

  @Test func `shows other types than strings when they are complete`() throws {
    let moods = try snapshots(of: Answer.self, Self.answer).compactMap { $0?.mood }
    #expect(Set(moods) == [.calm])
    let dates = #"["2024-01-01T00:00:00Z"]"#
    let decoder = PolymorphicJSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    #expect(
      try snapshots(of: [Date].self, dates, using: decoder).compactMap { $0?.first }.count == 2
    )
    #expect(try snapshots(of: [URL].self, #"["http://a.b"]"#).compactMap { $0?.first }.count == 2)
    #expect(
      try snapshots(of: [OpenEnum<Answer.Mood>].self, #"["calmer"]"#).compactMap { $0?.first }
        == [.unknown("calmer"), .unknown("calmer")]
    )
    let author = try snapshots(of: [Identifier<Author>].self, #"["ab"]"#).compactMap { $0?.first }
    #expect(author.count == 2)
  }

  @Test func `the last snapshot is what a whole decode gives`() throws {
    let whole = try PolymorphicJSONDecoder().decode(Answer.self, from: Self.answer)
    #expect(try snapshots(of: Answer.self, Self.answer).last == whole)
    var partial = PartialDecoder(Answer.self, using: PolymorphicJSONDecoder())
    partial.append(Self.answer.utf8)
    #expect(try partial.finish() == whole)
  }

  @Test func `what doesn't decode gives nil and an error at the end`() throws {
    var partial = PartialDecoder(Answer.self, using: PolymorphicJSONDecoder())
    partial.append(#"{"title": 7, "tags": ["#.utf8)
    #expect(try partial.snapshot() == nil)
    partial.append("]}".utf8)
    do {
      _ = try partial.snapshot()
      Issue.record("The title is a number.")
    } catch let error as DecodingError {
      #expect(error.place == "title")
    }
  }

  // MARK: - Elements

  private typealias Item = FeedSample.Item

  @Test func `an element appears when its tag is known and its payload decodes`() throws {
    var partial = PartialDecoder([Item].self, using: FeedSample.decoder)
    func titles() throws -> [String]? { try partial.snapshot()?.known.map(\.title) }
    #expect(try titles() == nil)
    partial.append(#"[{"type":"BOOK","#.utf8)
    #expect(try titles() == [])
    #expect(partial.arriving?.tag == "BOOK")
    #expect(partial.arriving?.codingPath.place == "[0]")
    #expect(partial.arriving?.members == ["type": "BOOK"])
    partial.append(#""title":"He"#.utf8)
    #expect(try titles() == ["He"])
    #expect(partial.arriving == nil)
    partial.append(#"at"},{"title":"Sol","ty"#.utf8)
    #expect(try titles() == ["Heat"])
    #expect(partial.arriving?.tag == nil)
    #expect(partial.arriving?.members == ["title": "Sol"])
    partial.append(#"pe":"MOVIE"#.utf8)
    #expect(try titles() == ["Heat"])
    #expect(partial.arriving?.members == ["title": "Sol", "type": "MOVIE"])
    #expect(partial.arriving?.tag == nil)
    partial.append(#"","duration":1"#.utf8)
    #expect(try titles() == ["Heat"])
    #expect(partial.arriving?.tag == "MOVIE")
    partial.append(#"2"#.utf8)
    #expect(try titles() == ["Heat"])
    partial.append("}]".utf8)
    #expect(try titles() == ["Heat", "Sol"])
    #expect(partial.arriving == nil)
  }

  @Test func `policies apply to complete elements`() throws {
    var registry = FeedSample.registry
    registry.policies.missing = .keep
    registry.policies.malformed = .keep
    let decoder = PolymorphicJSONDecoder(registry)
    let text = #"[{"title":"a"},{"type":"SONG","n":1},{"type":"MOVIE","title":2}]"#
    let expected = try decoder.decode([Item].self, from: text)
    #expect(expected.count == 3)
    var last = 0
    let snapshots = try snapshots(of: [Item].self, String(text.dropLast(1)), using: decoder)
    for (snapshot, end) in zip(snapshots, 1...) {
      let snapshot = snapshot ?? []
      #expect(snapshot == Array(expected.prefix(snapshot.count)))
      let complete = text.utf8.prefix(end).count { $0 == UInt8(ascii: "}") }
      #expect(snapshot.count == min(complete, 3))
      last = max(last, snapshot.count)
    }
    #expect(last == 3)
  }

  @Test func `reports nothing before the end`() throws {
    struct Page: Decodable { @Lossy var numbers: [Int] }
    let text = #"{"numbers":[1,"x",2]}"#
    let (_, silent) = try DecodingReport.collecting { try snapshots(of: Page.self, text) }
    #expect(silent.isClean)
    var partial = PartialDecoder(Page.self, using: PolymorphicJSONDecoder())
    partial.append(text.utf8)
    let (page, report) = try DecodingReport.collecting { try partial.finish() }
    #expect(page.numbers == [1, 2])
    #expect(report.issues.map(\.codingPath.place) == ["numbers[1]"])
  }

  @Test func `an element at the end of a lossy list is shown as far as it decodes`() throws {
    struct Page: Decodable, Equatable {
      struct Post: Decodable, Equatable {
        var title: String
        var tags: [String]
      }

      @Lossy var posts: [Post]
    }
    let text = #"{"posts":[{"title":"a","tags":["x","y"#
    let page = try snapshot(of: Page.self, text)
    #expect(page?.posts == [Page.Post(title: "a", tags: ["x", "y"])])
  }

  // MARK: - States

  @Test func `states go from absent to growing to complete`() throws {
    var partial = PartialDecoder(Answer.self, using: PolymorphicJSONDecoder())
    var states: [[PartialState]] = Array(repeating: [], count: 6)
    func look() {
      for (place, state) in [
        partial.state(of: "title"), partial.state(of: "steps", "1", "text"),
        partial.state(of: "steps"), partial.state(of: "isDone"), partial.state(of: "nothing"),
        partial.state(),
      ].enumerated() where states[place].last != state {
        states[place].append(state)
      }
    }
    look()
    for byte in Self.answer.utf8 {
      partial.append([byte])
      look()
    }
    for place in [0, 1, 2, 3, 5] { #expect(states[place] == [.absent, .growing, .complete]) }
    #expect(states[4] == [.absent])
  }

  @Test func `a state stays complete before bytes that aren't valid`() {
    var partial = PartialDecoder(Answer.self, using: PolymorphicJSONDecoder())
    partial.append(#"{"title":"a","steps":[{}]} "#.utf8)
    #expect(partial.state(of: "title") == .complete)
    #expect(partial.state(of: "steps", "0") == .complete)
    partial.append("x".utf8)
    #expect(partial.state(of: "title") == .complete)
    #expect(partial.state(of: "nothing") == .absent)
  }

  // MARK: - Errors

  @Test(arguments: [
    ("[1 2]", 3), ("{]", 1), ("[1,]", 3), (#"["\x"]"#, 3), (#"["\ud800x"]"#, 8), ("[01]", 2),
    ("[tru3]", 4), ("7x", 1), ("[]]", 2), ("[\"\t\"]", 2), ("[-x]", 2), ("[1.x]", 3),
  ])
  func `invalid JSON throws at the byte that makes it invalid`(
    _ text: String,
    _ offset: Int
  ) throws {
    var partial = PartialDecoder(PayloadValue.self, using: PolymorphicJSONDecoder())
    for (position, byte) in text.utf8.enumerated() {
      partial.append([byte])
      if position < offset {
        #expect(throws: Never.self) { try partial.snapshot() }
      } else {
        do {
          _ = try partial.snapshot()
          Issue.record("\(text) isn't JSON.")
        } catch let error as DecodingError {
          #expect(error.jsonError?.offset == offset)
          #expect(error.kind == .dataCorrupted)
        }
      }
    }
    #expect(throws: DecodingError.self) { try partial.finish() }
  }

  @Test func `a document that isn't complete can't be finished`() throws {
    var partial = PartialDecoder([Int].self, using: PolymorphicJSONDecoder())
    partial.append("[1".utf8)
    do {
      _ = try partial.finish()
      Issue.record("It isn't complete.")
    } catch let error as DecodingError {
      #expect(error.jsonError?.offset == 2)
    }
    partial.append("]".utf8)
    #expect(try partial.finish() == [1])
  }

  @Test func `copies grow apart`() throws {
    var partial = PartialDecoder([Int].self, using: PolymorphicJSONDecoder())
    partial.append("[1".utf8)
    var copy = partial
    copy.append("2]".utf8)
    partial.append("3]".utf8)
    #expect(try copy.snapshot() == [12])
    #expect(try partial.snapshot() == [13])
  }
}
