import Foundation
import Medley
import MedleyFoundation

/// What is compared, for feeds of a certain size.
enum Comparisons {
  static func all(size: Int) -> [Comparison] {
    [registry(size), lossy(size)] + dates(size)
  }

  // MARK: - Registries

  private static func registry(_ size: Int) -> Comparison {
    let json = MixedFeed(count: size).json
    let decoder = JSONDecoder()
    decoder.userInfo.register(PolymorphicRegistry<any Media>.mixed)
    return Comparison(
      "registry on JSONDecoder",
      limit: 1 / 0.95,
      isSame: { $0.map(\.media.id) == $1.known.map(\.id) },
      baseline: (
        "hand-written switch", json.count,
        { try JSONDecoder().decode([HandWritten].self, from: json) }
      ),
      candidate: (
        "registry", json.count,
        { try decoder.decode([Polymorphic<any Media>].self, from: json) }
      )
    )
  }

  // MARK: - Lossy lists

  private static func lossy(_ size: Int) -> Comparison {
    let clean = MixedFeed(count: size).json
    let broken = MixedFeed(count: size, brokenPerThousand: 10).json
    let decoder = JSONDecoder()
    decoder.userInfo.register(PolymorphicRegistry<any Media>.mixed)
    return Comparison(
      "lossy with 1 % broken elements on JSONDecoder",
      limit: 1.1,
      isSame: { strict, lossy in
        // The same feed but for what is broken, which has to be in the report.
        let ids = Set(lossy.value.known.map(\.id))
        return strict.count == lossy.value.count + lossy.report.droppedCount
          && lossy.report.droppedCount > 0 && ids.isSubset(of: strict.known.map(\.id))
      },
      baseline: (
        "strict, all elements right", clean.count,
        { try decoder.decode([Polymorphic<any Media>].self, from: clean) }
      ),
      candidate: (
        "lossy, with a report", broken.count,
        { try decoder.decodeLossy([Polymorphic<any Media>].self, from: broken) }
      )
    )
  }

  // MARK: - Dates

  private static func dates(_ size: Int) -> [Comparison] {
    var random = SeededRandom(state: 1)
    let texts = (0..<size).map { _ in
      Date(timeIntervalSince1970: Double(random.number(below: 2_000_000_000)))
        .formatted(.iso8601)
    }
    let json = Data("[\(texts.map { "\"\($0)\"" }.joined(separator: ","))]".utf8)
    let builtIn = JSONDecoder()
    builtIn.dateDecodingStrategy = .iso8601
    let several = JSONDecoder()
    several.dateDecodingStrategy = .formats(.day, .millisecondsSince1970, .iso8601)
    let plain = JSONDecoder()
    let baseline = ("`.iso8601`", json.count, { try builtIn.decode([Date].self, from: json) })
    return [
      Comparison(
        "dates by a strategy, ISO 8601 after two other formats",
        limit: 1,
        isSame: ==,
        baseline: baseline,
        candidate: ("`.formats`", json.count, { try several.decode([Date].self, from: json) })
      ),
      Comparison(
        "dates by a property wrapper",
        limit: 1,
        isSame: ==,
        baseline: baseline,
        candidate: (
          "`@ISO8601Date`", json.count,
          { try plain.decode(ISO8601Date<[Date]>.self, from: json).wrappedValue }
        )
      ),
    ]
  }
}
