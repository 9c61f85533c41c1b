import Foundation

/// The outline of a country, similar to canada.json.
///
/// It is coordinates with fourteen or fifteen digits behind the point, in rings of a polygon.
struct CoordinatesDocument {
  var count: Int
  var seed: UInt64 = 4

  var json: Data {
    var random = SeededRandom(state: seed)
    var left = count
    var rings: [String] = []
    while left > 0 {
      let length = min(left, 20 + random.number(below: 400))
      let points = (0..<length).map { _ in
        "[\(degrees(180, &random)),\(degrees(90, &random))]"
      }
      rings.append("[\(points.joined(separator: ","))]")
      left -= length
    }
    return Data(
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Canada"},\
      "geometry":{"type":"Polygon","coordinates":[\(rings.joined(separator: ","))]}}]}
      """.utf8
    )
  }

  /// A number such as -65.613616999999977, mostly with all its digits.
  private func degrees(_ limit: Int, _ random: inout SeededRandom) -> String {
    let sign = limit == 180 ? "-" : ""
    let whole = limit == 180 ? 60 + random.number(below: 80) : 42 + random.number(below: 40)
    let fraction = String(random.number(below: 1_000_000_000_000_000) + 1_000_000_000_000_000)
    let digits = random.pick([15, 15, 15, 15, 15, 15, 15, 14, 14, 6])
    return "\(sign)\(whole).\(fraction.dropFirst().prefix(digits))"
  }
}
