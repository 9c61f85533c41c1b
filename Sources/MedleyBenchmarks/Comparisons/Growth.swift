import Foundation
import Medley
import MedleyJSON
import MedleyResilience

extension Comparisons {
  /// The cost of a byte on the engine as documents double in size; constant if decoding is linear.
  static func growth(_ size: Int) -> [Comparison.Plan] {
    let many = size * 10
    return [
      growth("mixed feed", [Polymorphic<any Media>].self, to: size, "elements") {
        MixedFeed(count: $0).json
      },
      growth("keys under fifty fields", FiftyFields.self, to: many, "keys") {
        GrowingDocuments.manyKeys($0)
      },
      growth("the same key", Identified.self, to: many, "times") { GrowingDocuments.sameKey($0) },
      growth("dictionary", [String: Int].self, to: size, "keys") {
        GrowingDocuments.manyKeys($0)
      },
      growth("empty arrays", [[Int]].self, to: many, "arrays") { GrowingDocuments.empties($0) },
      growth("escapes", [String].self, to: many, "escapes") { GrowingDocuments.escapes($0) },
      growth("one string", [String].self, to: many * 10, "bytes") {
        GrowingDocuments.oneString($0)
      },
      errors(to: size), refusal(to: many), depth(many),
    ]
  }

  private static let goal = Goal(1.3)

  /// The sizes of a series, each twice the one before.
  private static func sizes(to largest: Int) -> [Int] {
    [8, 4, 2, 1].map { max(16, largest / $0) }
  }

  /// The engine decodes documents of several sizes; JSONDecoder gives the expected results.
  private static func growth<Value: Decodable & Hashable>(
    _ name: String,
    _ type: Value.Type,
    to largest: Int,
    _ things: String,
    document: @escaping (Int) -> Data
  ) -> Comparison.Plan {
    .init("growth, \(name)", .time, on: "the smallest of four", isPerByte: true) {
      let engine = PolymorphicJSONDecoder(.embedding)
      let foundation = JSONDecoder.knowing(.embedding)
      return sizes(to: largest).enumerated().map { index, size in
        let json = document(size)
        var side = Side("\(size) \(things)", bytes: json.count, goal: index == 0 ? nil : goal) {
          try engine.decode(type, from: json)
        }
        side.expected = { AnyHashable(try foundation.decode(type, from: json)) }
        return side
      }
    }
  }

  // MARK: - Errors

  /// As many errors as numbers, each reported with its path.
  private static func errors(to largest: Int) -> Comparison.Plan {
    .init("growth, errors under Lossy", .time, on: "the smallest of four", isPerByte: true) {
      let engine = PolymorphicJSONDecoder()
      return sizes(to: largest).enumerated().map { index, size in
        let json = GrowingDocuments.badScalars(size)
        var side = Side(
          "\(size) errors",
          bytes: json.count,
          goal: index == 0 ? nil : goal,
          work: {
            try DecodingReport.collecting { try engine.decode(Lossy<[Int]>.self, from: json) }
          },
          as: {
            [$0.value.wrappedValue, $0.report.issues.map { $0.codingPath.first?.intValue ?? 0 }]
          }
        )
        side.expected = { [Array(0..<size), (0..<size).map { $0 * 2 + 1 }] }
        return side
      }
    }
  }

  /// An error at the end, which is found and located after everything else.
  private static func refusal(to largest: Int) -> Comparison.Plan {
    .init("growth, an error at the end", .time, on: "the smallest of four", isPerByte: true) {
      let engine = PolymorphicJSONDecoder()
      return sizes(to: largest).enumerated().map { index, size in
        let json = GrowingDocuments.empties(size).dropLast()
        var side = Side(
          "\(size) arrays, unclosed",
          bytes: json.count,
          goal: index == 0 ? nil : goal
        ) { (try? engine.decode([[Int]].self, from: Data(json))) == nil }
        side.expected = { true }
        return side
      }
    }
  }

  // MARK: - Depth

  /// The same number of brackets in deeper and fewer arrays.
  private static func depth(_ brackets: Int) -> Comparison.Plan {
    .init("growth, depth", .time, on: "arrays 250 deep", isPerByte: true) {
      let engine = PolymorphicJSONDecoder()
      engine.depthLimit = 2048
      return [250, 500, 1000, 2000].map { depth in
        let json = GrowingDocuments.nested(brackets, depth: depth)
        var side = Side(
          "\(depth) deep",
          bytes: json.count,
          goal: depth == 250 ? nil : goal,
          work: { try engine.decode([Nest].self, from: json) },
          as: { nests in nests.map(\.depth) }
        )
        side.expected = { Array(repeating: depth, count: max(1, brackets / depth)) }
        return side
      }
    }
  }
}
