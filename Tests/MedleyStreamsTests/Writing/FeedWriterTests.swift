import Foundation
import Medley
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

@Suite struct FeedWriterTests {
  private typealias Item = FeedSample.Item

  private let encoder = PolymorphicJSONEncoder(FeedSample.registry)

  /// It is a class, because sinks are closures.
  private final class Output {
    var bytes: [UInt8] = []
    var calls = 0
    var failing: Set<Int> = []

    struct Full: Error {}

    func write(_ more: [UInt8]) throws {
      calls += 1
      if failing.contains(calls) { throw Full() }
      bytes += more
    }
  }

  private func items() throws -> [Item] {
    try FeedSample.decoder.decode([Item].self, from: FeedSample.text(as: "array"))
  }

  private static let formats: [(String, FeedFormat)] = [
    ("array", .array), ("path", .array(at: "a\"b", "items")), ("lines", .lines),
    ("sequence", .textSequence), ("events", .serverSentEvents(until: "[DONE]")),
  ]

  @Test(arguments: formats.indices, [false, true])
  func `what is written is read again`(_ index: Int, _ isPretty: Bool) throws {
    let format = Self.formats[index].1
    let output = Output()
    let encoder = PolymorphicJSONEncoder(FeedSample.registry)
    if isPretty { encoder.outputFormatting = .prettyPrinted }
    var writer = FeedWriter(format, using: encoder, to: output.write)
    let items = try items()
    for item in items { try writer.write(item) }
    try writer.finish()
    try writer.finish()
    #expect(writer.count == items.count)
    let elements = FeedSample.decoder.elements(of: Item.self, in: [output.bytes], as: format)
    #expect(try FeedSample.all(elements) == items)
    // One call for each element, and one for an end.
    #expect(output.calls == items.count + (index == 2 || index == 3 ? 0 : 1))
  }

  @Test(arguments: [
    ("array", "[1,2]", "[]"), ("path", #"{"a\"b":{"items":[1,2]}}"#, #"{"a\"b":{"items":[]}}"#),
    ("lines", "1\n2\n", ""), ("sequence", "\u{1e}1\n\u{1e}2\n", ""),
    ("events", "data: 1\n\ndata: 2\n\ndata: [DONE]\n\n", "data: [DONE]\n\n"),
  ])
  func `writes each format`(_ name: String, _ text: String, _ empty: String) throws {
    let format = try #require(Self.formats.first { $0.0 == name }).1
    for (numbers, expected) in [([1, 2], text), ([], empty)] {
      let output = Output()
      var writer = FeedWriter(format, using: PolymorphicJSONEncoder(), to: output.write)
      for number in numbers { try writer.write(number) }
      try writer.finish()
      #expect(String(decoding: output.bytes, as: UTF8.self) == expected)
    }
  }

  @Test func `writes the fields of events`() throws {
    let output = Output()
    var writer = FeedWriter(.serverSentEvents, using: PolymorphicJSONEncoder(), to: output.write)
    try writer.write(["a"], type: "delta", id: "7")
    try writer.write(["b"], type: nil, id: "8")
    try writer.finish()
    var parser = ServerSentEventParser()
    #expect(
      try parser.append(output.bytes) == [
        ServerSentEvent(type: "delta", data: #"["a"]"#, id: "7"),
        ServerSentEvent(data: #"["b"]"#, id: "8"),
      ]
    )
  }

  @Test(arguments: ["\n", "\r", "\r\n", "\n \t\r"])
  func `writes unknown elements with line ends as one element`(_ lineEnd: String) throws {
    let text = #"{"type":"SONG",~"n": [1,~2]}"#.replacing("~", with: lineEnd)
    let encoder = PolymorphicJSONEncoder(FeedSample.registry)
    for (name, format) in Self.formats where name != "array" && name != "path" {
      let output = Output()
      var writer = FeedWriter(format, using: encoder, to: output.write)
      for _ in 0..<2 { try writer.write(FeedSample.decoder.decode(Item.self, from: text)) }
      try writer.finish()
      let elements = FeedSample.decoder.elements(of: Item.self, in: [output.bytes], as: format)
      let values = try FeedSample.all(elements).map { try #require($0.unknown?.content) }
      #expect(values == [["type": "SONG", "n": [1, 2]], ["type": "SONG", "n": [1, 2]]])
    }
  }

  @Test(arguments: ["a\nb", "a\rb", "a\u{0}b"])
  func `refuses fields that would break an event`(_ field: String) throws {
    let output = Output()
    var writer = FeedWriter(.serverSentEvents, using: PolymorphicJSONEncoder(), to: output.write)
    for write in [
      { (writer: inout FeedWriter) in try writer.write(1, type: field) },
      { try $0.write(1, type: nil, id: field) },
    ] {
      do {
        try write(&writer)
        Issue.record("The field has a line end.")
      } catch let error as EncodingError {
        #expect(error.details?.debugDescription.contains("line ends") == true)
      }
    }
    #expect(output.bytes.isEmpty)
    var lines = FeedWriter(.lines, using: PolymorphicJSONEncoder(), to: output.write)
    #expect(throws: EncodingError.self) { try lines.write(1, type: "a") }
  }

  @Test(arguments: formats.indices)
  func `an element that fails leaves nothing behind`(_ index: Int) throws {
    let format = Self.formats[index].1
    let output = Output()
    var writer = FeedWriter(format, using: PolymorphicJSONEncoder(), to: output.write)
    #expect(throws: EncodingError.self) { try writer.write(["a": Double.nan]) }
    try writer.write(["a": 1])
    #expect(throws: EncodingError.self) { try writer.write([1, .infinity]) }
    output.failing = [output.calls + 1]
    #expect(throws: Output.Full.self) { try writer.write(["a": 2]) }
    // Not written, so it is written again.
    try writer.write(["a": 2])
    output.failing = [output.calls + 1]
    if index < 2 { #expect(throws: Output.Full.self) { try writer.finish() } }
    output.failing = []
    try writer.finish()
    let elements = PolymorphicJSONDecoder()
      .elements(of: [String: Int].self, in: [output.bytes], as: format)
    #expect(try FeedSample.all(elements) == [["a": 1], ["a": 2]])
    #expect(writer.count == 2)
  }

  @Test func `writes to a file`() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("feed-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data().write(to: url)
    let handle = try FileHandle(forWritingTo: url)
    var writer = FeedWriter(.array, using: encoder, to: handle)
    let items = try items()
    for item in items { try writer.write(item) }
    try writer.finish()
    try handle.close()
    #expect(try FeedSample.decoder.decode([Item].self, from: Data(contentsOf: url)) == items)
    #expect(throws: (any Error).self) {
      var closed = FeedWriter(.array, using: encoder, to: handle)
      try closed.write(1)
    }
  }
}
