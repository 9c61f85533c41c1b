import Foundation
import MedleyFoundation
import MedleyJSON

extension Comparisons {
  /// Dates in ISO 8601.
  static func dates(_ size: Int) -> [Comparison.Plan] {
    [
      .init("dates by strategy", .speed, on: "\(size) dates") {
        let json = isoDates(size)
        let builtIn = JSONDecoder()
        builtIn.dateDecodingStrategy = .iso8601
        let several = JSONDecoder()
        several.dateDecodingStrategy = .formats(.day, .millisecondsSince1970, .iso8601)
        let plain = JSONDecoder()
        let (engine, engineOfSeveral) = (PolymorphicJSONDecoder(), PolymorphicJSONDecoder())
        engine.dateDecodingStrategy = .iso8601
        engineOfSeveral.dateDecodingStrategy = several.dateDecodingStrategy
        let plainEngine = PolymorphicJSONDecoder()
        return [
          Decode(json: json, foundation: builtIn).onFoundation(
            [Date].self,
            "JSONDecoder, .iso8601"
          ),
          Side("JSONDecoder, .formats, the third of three", bytes: json.count, goal: Goal(1)) {
            try several.decode([Date].self, from: json)
          },
          Side("JSONDecoder, @ISO8601Date", bytes: json.count, goal: Goal(1)) {
            try plain.decode(ISO8601Date<[Date]>.self, from: json).wrappedValue
          },
          Decode(json: json, engine: engine).onEngine([Date].self, "engine, .iso8601"),
          Decode(json: json, engine: engineOfSeveral)
            .onEngine([Date].self, "engine, .formats, the third of three"),
          Side("engine, @ISO8601Date", bytes: json.count) {
            try plainEngine.decode(ISO8601Date<[Date]>.self, from: json).wrappedValue
          },
        ]
      }
    ]
  }

  private static func isoDates(_ count: Int) -> Data {
    var random = SeededRandom(state: 1)
    let texts = (0..<count).compactMap { _ in
      let date = Date(timeIntervalSince1970: Double(random.number(below: 2_000_000_000)))
      return DateFormat.iso8601.string(from: date).map { "\"\($0)\"" }
    }
    return Data("[\(texts.joined(separator: ","))]".utf8)
  }
}
