import Foundation
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// Documents in UTF-16 and UTF-32, on both decoders.
@Suite(.onEachEngine) struct TextEncodingDifferentialTests {
  /// A way to write code units as bytes.
  struct Form: CustomTestStringConvertible, Sendable {
    var width: Int
    var isBigEndian: Bool
    var hasMark: Bool

    static let all = [2, 4].flatMap { width in
      [true, false].flatMap { isBigEndian in
        [true, false].map { Form(width: width, isBigEndian: isBigEndian, hasMark: $0) }
      }
    }

    /// `JSONDecoder` takes the mark of UTF-32, little-endian, for that of UTF-16.
    var isReadByFoundation: Bool { width == 2 || isBigEndian || !hasMark }

    var testDescription: String {
      "UTF-\(width * 8)\(isBigEndian ? "BE" : "LE")\(hasMark ? " with a mark" : "")"
    }

    func units(_ text: String) -> [UInt32] {
      width == 2 ? text.utf16.map { UInt32($0) } : text.unicodeScalars.map(\.value)
    }

    func bytes(_ units: [UInt32]) -> [UInt8] {
      ((hasMark ? [0xfeff] : []) + units).flatMap { unit -> [UInt8] in
        let bytes = (0..<width).map { UInt8(truncatingIfNeeded: unit >> ($0 * 8)) }
        return isBigEndian ? bytes.reversed() : bytes
      }
    }
  }

  /// Both decoders' trees of a document; nil for one that is refused.
  private static func trees(_ bytes: [UInt8]) -> (engine: JSONTree?, foundation: JSONTree?) {
    (
      try? Engine.current.decoder().decode(JSONTree.self, from: bytes),
      try? JSONDecoder().decode(JSONTree.self, from: Data(bytes))
    )
  }

  @Test(arguments: Form.all, Thoroughness.seeds(0..<20))
  func `decodes what JSONDecoder decodes`(_ form: Form, _ seed: UInt64) throws {
    var random = RandomText(seed: seed)
    for _ in 0..<20 {
      let text = String(decoding: random.document(), as: UTF8.self)
      let bytes = form.bytes(form.units(text))
      let trees = Self.trees(bytes)
      // Numbers may be too large for a tree.
      #expect(trees.engine == (try? Engine.current.decoder().decode(JSONTree.self, from: text)))
      // Of large numbers with fractions, `JSONDecoder` makes other integers.
      if form.isReadByFoundation {
        #expect((trees.engine == nil) == (trees.foundation == nil), "\(text)")
      }
    }
  }

  /// Halves of pairs, units beyond Unicode, and marks.
  private static let odd: [UInt32] = [
    0xd800, 0xdbff, 0xdc00, 0xdfff, 0xfeff, 0xfffe, 0xffff, 0x10ffff, 0x110000, 0xffff_ffff, 0,
  ]

  @Test(arguments: Form.all, Thoroughness.seeds(0..<20))
  func `refuses what JSONDecoder refuses`(_ form: Form, _ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<100 {
      var units = form.units(#"{"a": ["é", "😀", "ab"], "b": 1}"#)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0...units.count, using: &random)
        let odd = try #require(Self.odd.randomElement(using: &random))
        units.insert(form.width == 2 ? odd & 0xffff : odd, at: place)
      }
      // A first unit of zeros shows another encoding.
      if units[0] == 0 || units[0] > 0xff { units.insert(0x20, at: 0) }
      let bytes = form.bytes(units)
      let trees = Self.trees(bytes)
      if form.isReadByFoundation { #expect(trees.engine == trees.foundation, "\(units)") }
      if units.contains(0x110000) { #expect(trees.engine == nil) }
    }
  }

  @Test(arguments: Form.all)
  func `refuses a document that ends inside a character`(_ form: Form) throws {
    let whole = form.bytes(form.units(#"["a"]"#))
    #expect(try Engine.current.decoder().decode([String].self, from: whole) == ["a"])
    for count in 1..<form.width {
      let error = try #require(throws: DecodingError.self) {
        try Engine.current.decoder().decode(
          [String].self,
          from: whole + Array(repeating: 0x20, count: count)
        )
      }
      #expect("\(error)".contains("The bytes are no UTF-\(form.width * 8)."))
      #expect(error.jsonError?.offset == whole.count)
    }
  }

  @Test func `finds the encoding of every short document that JSONDecoder reads`() {
    let bytes: [UInt8] = [0, 0x31, 0x20, 0xfe, 0xff]
    var texts: [[UInt8]] = [[]]
    for _ in 0..<5 {
      texts = [[]] + texts.flatMap { text in bytes.map { text + [$0] } }
      for text in texts where text.count.isMultiple(of: 2) || text.count == 1 {
        let engine = try? Engine.current.decoder().decode(Int.self, from: text)
        let foundation = try? JSONDecoder().decode(Int.self, from: Data(text))
        // `JSONDecoder` ignores the bytes behind the last whole unit of UTF-32.
        guard foundation != nil, engine == nil, text.count % 4 == 0 else { continue }
        Issue.record("\(text)")
      }
    }
  }
}
