import Foundation
import Medley
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

/// Laws of incomplete documents, over random documents and those of a folder.
@Suite struct PartialLawTests {
  @Test(arguments: Thoroughness.seeds(0..<400))
  func `random documents follow the laws`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var text = ""
    Self.write(&text, depth: 4, &random)
    try check(Array(text.utf8), pieces: text.utf8.count, &random)
  }

  @Test(arguments: Thoroughness.seeds(0..<100))
  func `random feeds follow the laws`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let elements = (0..<4).map { _ in random.pick(FeedSample.elements) }
    let bytes = Array(#"{"items":[\#(elements.joined(separator: ","))],"n":7}"#.utf8)
    struct Page: Codable, Equatable { var items: [FeedSample.Item] }
    let whole = try FeedSample.decoder.decode(Page.self, from: bytes).items
    var partial = PartialDecoder(Page.self, using: FeedSample.decoder)
    var last: [FeedSample.Item] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(random.number(below: 9))
      partial.append(piece)
      rest = rest.dropFirst(piece.count)
      let items = try partial.snapshot()?.items ?? []
      #expect(items.count >= last.count)
      // All but the growing one are complete.
      #expect(Array(items.dropLast()) == Array(whole.prefix(max(0, items.count - 1))))
      last = items
    }
    #expect(last == whole)
    #expect(try partial.finish().items == whole)
  }

  @Test(.enabled(if: Self.folder != nil))
  func `documents of the corpora follow the laws`() throws {
    let folder = try #require(Self.folder)
    let files = try #require(FileManager.default.enumerator(atPath: folder))
    var count = 0
    for case let name as String in files where name.hasSuffix(".json") {
      let data = try Data(contentsOf: URL(fileURLWithPath: folder).appendingPathComponent(name))
      // Only whole documents are transcoded.
      guard data.count <= 1 << 16, data.first ?? 0 < 0xfe, !data.prefix(2).contains(0),
        (try? PolymorphicJSONDecoder().decode(PayloadValue.self, from: data)) != nil
      else { continue }
      var random = SeededRandom(seed: 0, name)
      try check(Array(data), pieces: Thoroughness.rounds(300), &random)
      count += 1
    }
    #expect(count > 0)
  }

  private static let folder = ProcessInfo.processInfo.environment["MEDLEY_CORPORA"]

  /// Checks a document in about so many pieces, twice with different ones.
  private func check(_ bytes: [UInt8], pieces: Int, _ random: inout SeededRandom) throws {
    let whole = try PolymorphicJSONDecoder().decode(PayloadValue.self, from: bytes)
    let size = max(1, bytes.count * 2 / max(1, pieces))
    for _ in 0..<2 {
      var partial = PartialDecoder(PayloadValue.self, using: PolymorphicJSONDecoder())
      var last: PayloadValue?
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = rest.prefix(random.number(below: size + 1))
        partial.append(piece)
        rest = rest.dropFirst(piece.count)
        let snapshot = try partial.snapshot()
        if let last {
          let grown = try #require(snapshot)
          #expect(Self.extends(last, grown))
        }
        last = snapshot
        // Other pieces with the same bytes give the same snapshot.
        if random.once(in: 16) {
          var other = PartialDecoder(PayloadValue.self, using: PolymorphicJSONDecoder())
          other.append(bytes[..<rest.startIndex])
          #expect(try other.snapshot() == snapshot)
        }
      }
      // A number at the end counts only when the document is finished.
      if let last { #expect(Self.extends(last, whole)) }
      #expect(try partial.finish() == whole)
    }
  }

  /// Returns whether a snapshot keeps what an earlier one has, and only its last values grow.
  private static func extends(_ old: PayloadValue, _ new: PayloadValue) -> Bool {
    switch (old, new) {
    case (.string(let old), .string(let new)): return new.utf8.starts(with: old.utf8)
    case (.array(let old), .array(let new)):
      guard let last = old.last else { return true }
      guard new.count >= old.count else { return false }
      return Array(old.dropLast()) == Array(new.prefix(old.count - 1))
        && extends(last, new[old.count - 1])
    case (.object(let old), .object(let new)):
      guard let last = old.last else { return true }
      guard new.count >= old.count else { return false }
      return zip(old.dropLast(), new).allSatisfy { $0.key == $1.key && $0.value == $1.value }
        && last.key == new[old.count - 1].key && extends(last.value, new[old.count - 1].value)
    default: return old == new
    }
  }

  /// Writes a random value.
  private static func write(_ text: inout String, depth: Int, _ random: inout SeededRandom) {
    let space = random.pick(["", "", " ", "\n\t"])
    text += space
    switch depth == 0 ? random.number(below: 4) : random.number(below: 8) {
    case 0: text += random.pick(["null", "true", "false"])
    case 1: text += random.pick(["0", "-1", "12.5", "1e3", "-0.25E-2", "9007199254740993"])
    case 2, 3: writeString(&text, &random)
    case 4, 5:
      text += "["
      for index in 0..<random.number(below: 4) {
        if index > 0 { text += "," }
        write(&text, depth: depth - 1, &random)
      }
      text += space + "]"
    default:
      text += "{"
      for index in 0..<random.number(below: 4) {
        if index > 0 { text += space + "," }
        text += #""\#(index)"#
        text += random.pick(["", "ä", #"\""#, #"\u0041"#]) + #"""#
        text += space + ":"
        write(&text, depth: depth - 1, &random)
      }
      text += "}"
    }
    text += space
  }

  private static func writeString(_ text: inout String, _ random: inout SeededRandom) {
    text += "\""
    for _ in 0..<random.number(below: 6) {
      text += random.pick(["a", " ", "ä", "€", "😀", #"\n"#, #"\u00e4"#, #"\ud83d\ude00"#, "]}\\\""])
    }
    text += "\""
  }
}
