import Foundation
import Medley
import MedleyTesting

extension Comparisons {
  /// What it costs to check the laws of a type with changed documents, beside the decoding that they
  /// need.
  static func mutants(_ size: Int) -> [Comparison.Plan] {
    [
      .init("laws, mutants of a feed", .time, on: "\(size) mutants of 12 elements") {
        let json = MixedFeed(count: 12, unknownPerThousand: 100).json
        let decoder = JSONDecoder()
        return [
          Side("JSONDecoder, each once", bytes: size * json.count) {
            try (0..<size).count { _ in try decoder.decode([Item].self, from: json).isEmpty }
          },
          Side("Laws, on all processors", bytes: size * json.count, goal: Goal(5)) {
            Laws.violations(of: [Item].self, samples: [json], mutants: size).count
          },
        ]
      }
    ]
  }
}
