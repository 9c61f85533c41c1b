import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

@Suite struct AsyncFeedTests {
  private typealias Item = FeedSample.Item

  private let decoder = FeedSample.decoder

  @Test func `reads no more than it needs`() async throws {
    let chunks = (0..<10).map { Data(#"{"type":"BOOK","title":"\#($0)"}"#.utf8) + Data([10]) }
    let given = Given(values: chunks)
    var items = decoder.elements(of: Item.self, in: given, as: .lines).makeAsyncIterator()
    for count in 1...10 {
      #expect(try await items.next() != nil)
      #expect(given.asked.count == count)
    }
    #expect(try await items.next() == nil)
    #expect(given.asked.count == 11)
    #expect(try await items.next() == nil)
    #expect(given.asked.count == 11)
  }

  @Test func `throws when its task is cancelled`() async throws {
    let line = Data(#"{"type":"BOOK","title":"a"}"#.utf8) + Data([10])
    let task = Task { [decoder] in
      var count = 0
      do {
        let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
        continuation.yield(line)
        continuation.yield(line)
        for try await _ in decoder.elements(of: Item.self, in: stream, as: .lines) {
          count += 1
          unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        }
        return -1
      } catch is CancellationError {
        return count
      }
    }
    #expect(try await task.value == 1)
  }

  @Test func `throws what reading throws and ends`() async throws {
    struct Broken: Error {}
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
    continuation.yield(Array("1\n2\n3".utf8))
    continuation.finish(throwing: Broken())
    var numbers = PolymorphicJSONDecoder()
      .elements(of: Int.self, in: stream, as: .lines).makeAsyncIterator()
    #expect(try await numbers.next() == 1)
    #expect(try await numbers.next() == 2)
    await #expect(throws: Broken.self) { try await numbers.next() }
    #expect(try await numbers.next() == nil)
  }

  @Test func `gives results with the ids of events`() async throws {
    let text = """
      id: 1
      data: {"type":"BOOK","title":"a"}

      data: {"type":"MOVIE"}

      id: 3
      data: {"type":"BOOK","title":"c"}


      """
    let elements = decoder.elements(
      of: Item.self,
      in: Given(values: Array(text.utf8)),
      as: .serverSentEvents
    )
    var ids: [String?] = []
    var failed: [Int] = []
    for try await item in elements.results {
      ids.append(item.eventID)
      if (try? item.get()) == nil { failed.append(item.index) }
    }
    #expect(ids == ["1", "1", "3"])
    #expect(failed == [1])
  }

  @Test func `collects the issues of a task`() async throws {
    let given = Given(values: ["1\n\"x\"\n", "2"].map { Array($0.utf8) })
    let (numbers, report) = try await DecodingReport.collecting {
      var numbers: [Int] = []
      let elements = PolymorphicJSONDecoder()
        .elements(of: Int.self, in: given, as: .lines, lossily: true)
      for try await number in elements { numbers.append(number) }
      return numbers
    }
    #expect(numbers == [1, 2])
    #expect(report.issues.map(\.recoveredPath.place) == ["[1]"])
  }

  @Test @MainActor func `runs on the main actor`() async throws {
    var numbers: [Int] = []
    let given = Given(values: Array("[1,2,3]".utf8))
    for try await number in PolymorphicJSONDecoder().elements(of: Int.self, in: given, as: .array) {
      MainActor.assertIsolated()
      numbers.append(number)
    }
    #expect(numbers == [1, 2, 3])
  }
}

extension AsyncFeedTests {
  @Test(arguments: [
    ##"[{"a":{"b":[1]}} ,{"a":"}"}, {},[],[[{}]],{"a":1} ]"##,
    ##"[ "x" , "" ,"\"",{"a":[]},"]"]"##,
  ])
  func `bytes give each element with its last one`(_ text: String) async throws {
    let bytes = Array(text.utf8)
    let values = try decoder.decode([PayloadValue].self, from: bytes)
    let given = Given(values: bytes)
    var elements = decoder.elements(of: PayloadValue.self, in: given, as: .array)
      .results.makeAsyncIterator()
    for value in values {
      let item = try #require(try await elements.next())
      #expect(try item.get() == value)
      // There is no white space inside the elements.
      let size = try PolymorphicJSONEncoder().encode(value).count
      #expect(given.asked.count == item.offset + size)
    }
    #expect(try await elements.next() == nil)
  }

  @Test func `bytes give numbers with the byte after them`() async throws {
    let given = Given(values: Array("[1, 23,\n4 ,5]".utf8))
    var elements = decoder.elements(of: Int.self, in: given, as: .array).makeAsyncIterator()
    var asked: [Int] = []
    while try await elements.next() != nil { asked.append(given.asked.count) }
    #expect(asked == [3, 7, 10, 13])
  }

  @Test(arguments: [#"[{"a":1}{"a":2}]"#, #"[{"a":1},,{"a":2}]"#, #"[{"a":1},{"a":2},]"#])
  func `bytes between elements are validated`(_ text: String) async throws {
    let bytes = Array(text.utf8)
    var whole = decoder.elements(of: PayloadValue.self, in: [bytes], as: .array)
    let given = Given(values: bytes)
    var elements = decoder.elements(of: PayloadValue.self, in: given, as: .array)
      .makeAsyncIterator()
    while true {
      let expected = Result { try whole.next() }
      let found: Result<PayloadValue?, any Error>
      do {
        found = .success(try await elements.next())
      } catch {
        found = .failure(error)
      }
      switch (expected, found) {
      case (.success(let expected), .success(let found)):
        #expect(expected == found)
        if expected == nil {
          Issue.record("The feed is invalid.")
          return
        }
      case (.failure(let expected as DecodingError), .failure(let found as DecodingError)):
        #expect(expected.jsonError?.offset == found.jsonError?.offset)
        #expect(expected.feedPlace == found.feedPlace)
        return
      default:
        Issue.record("\(expected) and \(found) differ.")
        return
      }
    }
  }
}
