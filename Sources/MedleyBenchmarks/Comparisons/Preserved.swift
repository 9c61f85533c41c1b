import Foundation
import Medley
import MedleyComposition
import MedleyJSON

extension Comparisons {
  /// Values that keep what their type doesn't know, beside plain ones.
  ///
  /// The elements have a member that the type doesn't know, their tag.
  static func preserving(_ size: Int) -> [Comparison.Plan] {
    [
      .init("preserving, decoding", .time, on: "\(size) elements") {
        let json = MixedFeed(count: size, kinds: 1).json
        let decoder = PolymorphicJSONDecoder()
        return [
          Side("plain", bytes: json.count) { try decoder.decode([Movie].self, from: json) },
          Side("the array", bytes: json.count, goal: Goal(1.1)) {
            try decoder.decode(Preserving<[Movie]>.self, from: json)
          } as: {
            $0.value
          },
          Side("each element", bytes: json.count, goal: Goal(1.1)) {
            try decoder.decode([Preserving<Movie>].self, from: json)
          } as: {
            $0.map(\.value)
          },
        ]
      },
      .init("preserving, encoding", .time, on: "\(size) elements") {
        let json = MixedFeed(count: size, kinds: 1).json
        let decoder = PolymorphicJSONDecoder()
        let encoder = PolymorphicJSONEncoder()
        let plain = try decoder.decode([Movie].self, from: json)
        let array = try decoder.decode(Preserving<[Movie]>.self, from: json)
        let elements = try decoder.decode([Preserving<Movie>].self, from: json)
        func side(_ name: String, _ value: some Encodable) -> Side {
          Side(name, bytes: json.count) {
            try encoder.encode(value)
          } as: {
            try decoder.decode([Movie].self, from: $0)
          }
        }
        return [side("plain", plain), side("the array", array), side("each element", elements)]
      },
    ]
  }
}
