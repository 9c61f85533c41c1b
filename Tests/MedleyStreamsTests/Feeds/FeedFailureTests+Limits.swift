import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

// MARK: - Limits

extension FeedFailureTests {
  @Test(arguments: ["lines", "text sequence", "events"], [1, 7, 1000])
  func `an element beyond the limit costs that element`(_ name: String, _ size: Int) throws {
    let long = #"{"type":"BOOK","title":"\#(String(repeating: "x", count: 100))"}"#
    let text = FeedSample.text([Self.good, long, Self.good, long, long, Self.good], as: name)
    var format = FeedSample.format(name)
    format.elementLimit = 60
    let results = results(text, format, chunks: size)
    #expect(results.map { (try? $0.get()) != nil } == [true, false, true, false, false, true])
    let error = try error(results[1])
    #expect("\(error)".contains("larger than 60 bytes"))
    #expect(error.feedPosition?.index == 1)
    #expect(error.feedPosition?.line == results[1].line)
  }

  @Test func `a report has no content for an element beyond the limit`() throws {
    var format = FeedFormat.lines
    format.elementLimit = 60
    let text = "\(Self.good)\n\"\(String(repeating: "x", count: 100))\"\n[\n\(Self.good)\n"
    let (count, report) = try DecodingReport.collecting(keepingContent: true) {
      try FeedSample.all(
        decoder.elements(of: Item.self, in: text.utf8, as: format, lossily: true)
      ).count
    }
    #expect(count == 2)
    #expect(report.issues.map(\.recoveredPath.place) == ["[1]", "[2]"])
    #expect(report.issues.map(\.content) == [nil, "["])
  }

  @Test(arguments: [1, 7, 1000])
  func `an element beyond the limit ends an array`(_ size: Int) throws {
    var format = FeedFormat.array
    format.elementLimit = 60
    let long = #"{"type":"BOOK","title":"\#(String(repeating: "x", count: 100))"}"#
    let results = results("[\(Self.good),\(long),\(Self.good)]", format, chunks: size)
    #expect(results.map { (try? $0.get()) != nil } == [true, false])
    #expect(try error(results[1]).jsonError?.offset == 2 + Self.good.utf8.count)
  }

  @Test(arguments: ["array", "lines", "array at a path"])
  func `the depth limit is that of a whole decode`(_ name: String) throws {
    let decoder = PolymorphicJSONDecoder()
    decoder.depthLimit = 4
    let format = FeedSample.format(name)
    for depth in 1...5 {
      let element = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let text = FeedSample.text([element], as: name).replacingOccurrences(of: "[{}]", with: "[]")
      var elements = decoder.elements(of: PayloadValue.self, in: text.utf8, as: format)
      let isAccepted = (try? elements.next()) != nil
      #expect(isAccepted == (depth <= 4 - ["array": 1, "array at a path": 3][name, default: 0]))
    }
  }
}
