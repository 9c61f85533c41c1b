import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// Documents with a few bytes changed at random.
///
/// Compares the engine with the tests' own strict parser. `JSONDecoder` may differ only in known
/// ways.
@Suite struct TextDamageTests {
  @Test(arguments: CorpusFile.families, CorpusFile.seeds)
  func `the engine accepts only JSON and locates the first error`(
    _ family: String,
    _ seed: UInt64
  ) throws {
    let files = try CorpusFile.all(of: family)
    var counts: [String: Int] = [:]
    for index in stride(from: 0, to: files.count, by: CorpusFile.step(of: files.count)) {
      let file = files[index]
      // Invalid documents have their own tests.
      guard let placed = file.placed, file.bytes.count > 1 else { continue }
      let repeatsKeys = placed.tree.repeatsKeys
      var random = SeededRandom(seed: seed, file.name)
      for kind in TextDamage.allCases {
        let bytes = kind.applied(to: file.bytes, using: &random)
        let verdict = TextVerdict(bytes, repeatsKeys: repeatsKeys)
        counts[verdict.description, default: 0] += 1
        #expect(verdict.isExpected, "\(file.name), \(kind): \(verdict)")
        if let fault = verdict.engineError {
          checkPlace(of: fault, in: bytes, "\(file.name), \(kind)")
        }
      }
    }
    #expect(!counts.isEmpty)
  }

  /// Checks that the location is in the text, and that line and column match the offset.
  private func checkPlace(of error: DecodingError, in bytes: [UInt8], _ name: String) {
    guard let location = error.jsonError else {
      Issue.record("\(name): no place")
      return
    }
    let place = TextPlace(of: location.offset, in: bytes)
    #expect(location.offset <= bytes.count, "\(name)")
    #expect(location.line == place.line && location.column == place.column, "\(name)")
  }
}

/// The line and the column of a byte.
struct TextPlace: Equatable {
  var line = 1
  var column = 1

  init(of offset: Int, in bytes: [UInt8]) {
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) } else { column += 1 }
    }
  }
}

/// A change of a few bytes.
enum TextDamage: CaseIterable {
  case removed
  case replaced
  case inserted
  case cutOff
  case commaBeforeEnd
  case badEscape
  case badUTF8

  func applied(to bytes: [UInt8], using random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    let index = Int.random(in: 0..<bytes.count, using: &random)
    let signs = Array(#"{}[]:,"\ 0129.-+eEtfnu"#.utf8) + [0x00, 0x0A, 0x1F, 0x7F]
    let sign = signs.randomElement(using: &random) ?? 0x20
    switch self {
    case .removed: bytes.remove(at: index)
    case .replaced: bytes[index] = sign
    case .inserted: bytes.insert(sign, at: index)
    case .cutOff: bytes.removeSubrange(index...)
    case .commaBeforeEnd:
      let ends = bytes.indices.filter { bytes[$0] == 0x7D || bytes[$0] == 0x5D }
      bytes.insert(0x2C, at: ends.randomElement(using: &random) ?? index)
    case .badEscape:
      let quotes = bytes.indices.filter { bytes[$0] == 0x22 }
      let place = (quotes.randomElement(using: &random) ?? index) + 1
      bytes.insert(contentsOf: Array(#"\q"#.utf8), at: min(place, bytes.count))
    case .badUTF8:
      bytes.insert([0xFF, 0xC0, 0x80].randomElement(using: &random) ?? 0xFF, at: index)
    }
    return bytes
  }
}

/// The verdicts of three parsers on a text.
struct TextVerdict: CustomStringConvertible {
  let isJSON: Bool
  let foundationError: (any Error)?
  let engineError: DecodingError?
  private let bytes: [UInt8]
  /// Whether an object has a duplicate key, whose second value isn't decoded.
  private let repeatsKeys: Bool

  init(_ bytes: [UInt8], repeatsKeys: Bool) {
    self.bytes = bytes
    self.repeatsKeys = repeatsKeys
    isJSON = (try? JSONTree(parsing: bytes)) != nil
    foundationError = Self.error {
      _ = try JSONDecoder().decode(JSONTree.self, from: Data(bytes))
    }
    engineError =
      Self.error {
        _ = try PolymorphicJSONDecoder().decode(PayloadValue.self, from: bytes)
      } as? DecodingError
  }

  private static func error(_ body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  /// Whether the engine is correct, and `JSONDecoder` correct or different in a known way.
  var isExpected: Bool {
    guard isJSON == (engineError == nil) else { return false }
    return isJSON == (foundationError == nil) || laxness != nil
  }

  /// The known way in which `JSONDecoder` differs; nil if there is none.
  private var laxness: String? {
    if isJSON, foundationError != nil {
      // `1e400`: the engine keeps the digits.
      return engineShowsText ? "number beyond every type" : nil
    }
    guard !isJSON, foundationError == nil else { return nil }
    guard let cause = engineError?.jsonCause else { return nil }
    let comma = "another value after the comma"
    if cause.contains(comma) { return comma }
    // `JSONDecoder` validates strings and numbers only when they are decoded.
    let unread = ["No such escape", "no UTF-8", "control character", "Expected a digit", "a zero"]
    return repeatsKeys && unread.contains { cause.contains($0) } ? "a value nobody asks for" : nil
  }

  private var engineShowsText: Bool {
    guard let value = try? PolymorphicJSONDecoder().decode(PayloadValue.self, from: bytes) else {
      return false
    }
    return value.hasNumberText
  }

  var description: String {
    let readers = [
      ("JSON", isJSON), ("engine", engineError == nil), ("JSONDecoder", foundationError == nil),
    ]
    let accepted = readers.filter(\.1).map(\.0).joined(separator: ", ")
    return (accepted.isEmpty ? "none" : accepted) + (laxness.map { " (\($0))" } ?? "")
      + (isExpected ? "" : ": \(engineError.map { "\($0)" } ?? "")")
  }
}

extension JSONTree {
  /// Whether an object has a duplicate key.
  fileprivate var repeatsKeys: Bool {
    if let elements { return elements.contains(where: \.repeatsKeys) }
    guard let members else { return false }
    return Set(members.map(\.key)).count < members.count
      || members.contains(where: \.value.repeatsKeys)
  }
}

extension DecodingError {
  /// The engine's error for the text.
  fileprivate var jsonCause: String? {
    (details?.underlyingError as? JSONError)?.description.split(separator: "\n").first
      .map(String.init)
  }
}

extension PayloadValue {
  fileprivate var hasNumberText: Bool {
    switch self {
    case .number: true
    case .array(let elements): elements.contains(where: \.hasNumberText)
    case .object(let members): members.contains(where: \.value.hasNumberText)
    default: false
    }
  }
}
