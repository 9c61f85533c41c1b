import Foundation
import Medley
import MedleyComposition
import MedleyFoundation
import MedleyJSON

/// Documents that are encoded after they are decoded: they mean the same, and what no type knows
/// keeps its bytes.
struct EncodingChecking {
  private let document: [UInt8]

  init(_ document: [UInt8]) {
    self.document = document
  }

  func run() {
    let isComparable = DocumentShape(document)?.isComparable == true
    checkValue()
    checkFeed(Registries.plain, alsoByFoundation: isComparable)
    checkFeed(Registries.nested, alsoByFoundation: isComparable)
    checkUnknown()
    checkPreserved(Feed.self)
    checkPreserved([Movie].self)
    checkPreserved(Folder.self)
  }

  /// A value of any shape is encoded as an equal one, also with indentation.
  private func checkValue() {
    let decoder = PolymorphicJSONDecoder()
    guard let value = try? decoder.decode(PayloadValue.self, from: document) else { return }
    let encoder = PolymorphicJSONEncoder()
    for format in [[], .prettyPrinted, .withoutEscapingSlashes] as [JSONEncoder.OutputFormatting] {
      encoder.outputFormatting = format
      let data = encode(value, with: encoder)
      let again = try? decoder.decode(PayloadValue.self, from: data)
      if again?.isSame(as: value) != true { expectEqual(again, value, document, "value") }
    }
  }

  /// A feed is encoded as an equal one, and that one as the same bytes.
  private func checkFeed(
    _ registry: PolymorphicRegistry<any Item>,
    alsoByFoundation: Bool
  ) {
    let decoder = PolymorphicJSONDecoder(registry)
    guard let feed = try? decoder.decode(Feed.self, from: document) else { return }
    let encoder = PolymorphicJSONEncoder(registry)
    let data = encode(feed, with: encoder)
    guard let again = try? decoder.decode(Feed.self, from: data) else {
      fatalError("refused: \(String(decoding: data, as: UTF8.self))")
    }
    expectEqual(again, feed, document, "encoded feed")
    expectEqual(encode(again, with: encoder), data, document, "encoded twice")
    var bytes: [UInt8] = [0]
    try? encoder.encode(feed, into: &bytes)
    expectEqual(Data(bytes.dropFirst()), data, document, "encoded into bytes")
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let pretty = encode(feed, with: encoder)
    expectEqual(try? decoder.decode(Feed.self, from: pretty), feed, document, "indented feed")
    guard alsoByFoundation else { return }
    let foundation = JSONEncoder()
    foundation.userInfo.register(registry)
    guard let other = try? foundation.encode(feed) else { return }
    expectEqual(try? decoder.decode(Feed.self, from: other), feed, document, "by JSONEncoder")
    // What no type knows has its own bytes, in which members aren't sorted.
    guard feed.elements.allSatisfy(\.isFullyKnown) else { return }
    foundation.outputFormatting = [.prettyPrinted, .sortedKeys]
    expectEqual(pretty, try? foundation.encode(feed), document, "bytes of JSONEncoder")
  }

  /// The elements of a feed that no type knows have the bytes that came.
  private func checkUnknown() {
    guard
      let feed = try? PolymorphicJSONDecoder(Registries.empty).decode(Feed.self, from: document)
    else { return }
    let sources = feed.elements.unknown.map { $0.sourceBytes ?? [] }
    let expected =
      [UInt8(ascii: "[")] + sources.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
    let data = encode(feed, with: PolymorphicJSONEncoder(Registries.empty))
    expectEqual(Array(data), expected, document, "unknown elements")
  }

  /// A value that is saved without a change has the bytes of the document.
  private func checkPreserved<Value: Codable>(_ type: Value.Type) {
    let decoder = PolymorphicJSONDecoder(Registries.plain)
    guard document.first ?? 0 < 0xfe, !document.contains(0),
      let value = try? decoder.decode(Preserving<Value>.self, from: document)
    else { return }
    let data = encode(value, with: PolymorphicJSONEncoder(Registries.plain))
    expectEqual(Array(data), document.trimmed, document, "saved")
  }

  private func encode<Value: Encodable>(
    _ value: Value,
    with encoder: PolymorphicJSONEncoder
  ) -> Data {
    do {
      return try encoder.encode(value)
    } catch {
      fatalError("\(error) for \(String(decoding: document, as: UTF8.self))")
    }
  }
}

/// An object of which types know a part, at several levels.
struct Folder: Codable, Equatable {
  var title: String?
  var first: Movie?
  var all: [Movie]?
  var named: [String: Movie]?
}

extension PayloadValue {
  /// Whether two values are the same to encoders, which write a whole double as an integer.
  fileprivate func isSame(as other: PayloadValue) -> Bool {
    switch (self, other) {
    case (.array(let lhs), .array(let rhs)):
      lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { $0.isSame(as: $1) }
    case (.object(let lhs), .object(let rhs)):
      lhs.count == rhs.count
        && zip(lhs, rhs).allSatisfy { $0.key == $1.key && $0.value.isSame(as: $1.value) }
    case (.integer(let lhs), .double(let rhs)): Double(lhs) == rhs
    case (.unsigned(let lhs), .double(let rhs)): Double(lhs) == rhs
    default: self == other
    }
  }
}

extension Element {
  fileprivate var isFullyKnown: Bool {
    switch self {
    case .known(let box as Box):
      box.items.allSatisfy(\.isFullyKnown) && box.first?.isFullyKnown ?? true
    case .known: true
    case .unknown: false
    }
  }
}

extension [UInt8] {
  /// A document without the white space around it.
  fileprivate var trimmed: [UInt8] {
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
    let start = starts(with: [0xef, 0xbb, 0xbf]) ? dropFirst(3) : self[...]
    let end = start.lastIndex { !isSpace($0) } ?? start.startIndex
    return Array(start[...end].drop(while: isSpace))
  }
}
