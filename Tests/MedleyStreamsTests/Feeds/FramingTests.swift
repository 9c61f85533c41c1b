import Medley
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

/// The elements of an array are found where they are, whatever is in their strings.
///
/// Several tasks need each element framed before it is scanned; one task scans chunks at once.
@Suite struct FramingTests {
  private static let pieces = [
    "plain", "[", "]", "{", "}", ",", ":", "\\\"", "\\\\", "\\n", "\\u005d", "Y", "_", "y", "ä",
    "😀",
    "a long text without anything of interest that fills more than one block of bytes",
  ]

  /// A value of about a size, with strings that have brackets and escapes in them.
  private static func value(_ depth: Int, _ random: inout SeededRandom) -> String {
    switch random.number(below: depth > 3 ? 3 : 6) {
    case 0: return "\(random.number(below: 100_000))"
    case 1: return random.pick(["true", "null", "1.5e3", "-1"])
    case 2:
      let text = (0..<random.number(below: 7)).map { _ in random.pick(pieces) }
      return "\"\(text.joined())\""
    case 3:
      let values = (0..<random.number(below: 5)).map { _ in value(depth + 1, &random) }
      return "[\(values.joined(separator: " , "))]"
    default:
      let members = (0..<random.number(below: 7)).map {
        "\"k\($0)\":\(value(depth + 1, &random))"
      }
      return "{\(members.joined(separator: ","))}"
    }
  }

  private static func array(_ random: inout SeededRandom) -> [UInt8] {
    let values = (0..<20).map { _ in value(0, &random) }
    return Array("[\(values.joined(separator: ","))]".utf8)
  }

  /// What a feed gives: the elements, and the error that ends it, in words.
  private func outcome(
    of text: [UInt8],
    in size: Int,
    concurrency: Int
  ) async throws -> [String] {
    let chunks = stride(from: 0, to: text.count, by: size).map {
      Array(text[$0..<min($0 + size, text.count)])
    }
    var outcome: [String] = []
    let elements = PolymorphicJSONDecoder().elements(
      of: PayloadValue.self,
      in: chunks,
      as: .array,
      concurrency: concurrency
    )
    for try await item in elements.results {
      switch item.result {
      case .success(let value): outcome.append("\(value) at \(item.place)")
      case .failure(let error): outcome.append("\(words(for: error)) at \(item.place)")
      }
    }
    return outcome
  }

  /// An error without the text around it, of which chunks show more or less.
  private func words(for error: any Error) -> String {
    guard case .dataCorrupted(let context) = error as? DecodingError else { return "\(error)" }
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return "\(path) \(context.debugDescription)"
  }

  /// The same with one task that scans chunks.
  private func outcome(of text: [UInt8]) throws -> [String] {
    PolymorphicJSONDecoder().elements(of: PayloadValue.self, in: [text], as: .array).results.map {
      item in
      switch item.result {
      case .success(let value): "\(value) at \(item.place)"
      case .failure(let error): "\(words(for: error)) at \(item.place)"
      }
    }
  }

  @Test(arguments: Thoroughness.seeds(0..<300))
  func `finds the ends of elements in any text`(_ seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let text = Self.array(&random)
    let values = try PolymorphicJSONDecoder().decode([PayloadValue].self, from: text)
    let expected = try outcome(of: text)
    #expect(expected.count == values.count)
    for size in [text.count, 1 << 10, 100, 64, 7] {
      #expect(try await outcome(of: text, in: size, concurrency: 2) == expected)
    }
  }

  @Test(arguments: Thoroughness.seeds(0..<300))
  func `ends at the same error as one task`(_ seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    var text = Self.array(&random)
    let wrong = Array("\"\\]}[{,:Yy_\u{1}x".utf8)
    for _ in 0..<10 {
      let place = random.number(below: text.count)
      let was = text[place]
      text[place] = random.pick(wrong)
      let expected = try outcome(of: text)
      for size in [text.count, 70] {
        #expect(try await outcome(of: text, in: size, concurrency: 2) == expected)
      }
      text[place] = was
    }
  }

  /// Elements whose strings begin and end at each place of a block.
  @Test func `finds strings at each place of a block`() async throws {
    for length in 0..<200 {
      let filler = String(repeating: "x", count: length)
      let text = Array(#"[{"a":"\#(filler)]}"},{"\#(filler)":[{"b":"\""}]},["\#(filler)\\"]]"#.utf8)
      let outcome = try await outcome(of: text, in: text.count, concurrency: 2)
      #expect(try outcome == self.outcome(of: text))
      #expect(outcome.count == 3)
    }
  }
}
