import Foundation
import Medley
import MedleyFoundation
import MedleyJSON
import MedleyResilience

extension Comparisons {
  /// Lossy decoding with a report, compared with strict decoding.
  static func lossiness(_ size: Int) -> [Comparison.Plan] {
    let (foundation, engine) = (JSONDecoder.knowing(.embedding), PolymorphicJSONDecoder(.embedding))
    return [
      plan("JSONDecoder", size) {
        try foundation.decode([Polymorphic<any Media>].self, from: $0)
      } lossy: { json in
        try DecodingReport.collecting { try foundation.decode(Survivors.self, from: json) }
      },
      plan("engine", size) {
        try engine.decode([Polymorphic<any Media>].self, from: $0)
      } lossy: { json in
        try DecodingReport.collecting { try engine.decode(Survivors.self, from: json) }
      },
    ]
  }

  private typealias Survivors = Lossy<[Polymorphic<any Media>]>

  private static func plan(
    _ decoder: String,
    _ size: Int,
    strict: @escaping (Data) throws -> [Polymorphic<any Media>],
    lossy: @escaping (Data) throws -> (value: Survivors, report: DecodingReport)
  ) -> Comparison.Plan {
    .init("lossy lists on \(decoder)", .time, on: "\(size) elements") {
      let clean = MixedFeed(count: size).json
      let broken = MixedFeed(count: size, brokenPerThousand: 10).json
      let ids = try strict(clean).known.map(\.id)
      var side = Side(
        "lossy and reported, 1 % of the elements broken",
        bytes: broken.count,
        goal: Goal(1.1),
        work: { try lossy(broken) },
        as: { lossy in
          // The dropped indices: the report and the feed have to agree.
          let dropped = Set(lossy.report.issues.compactMap { $0.codingPath.first?.intValue })
          let left = ids.indices.filter { !dropped.contains($0) }.map { ids[$0] }
          return [left == lossy.value.wrappedValue.known.map(\.id), !dropped.isEmpty]
        }
      )
      side.expected = { [true, true] }
      var clear = Side(
        "lossy and reported, clean",
        bytes: clean.count,
        work: { try lossy(clean) },
        as: { $0.value.wrappedValue.known.map(\.id) }
      )
      clear.expected = { AnyHashable(ids) }
      var first = Side(
        "strict, clean",
        bytes: clean.count,
        work: { try strict(clean) },
        as: { $0.known.map(\.id) }
      )
      first.expected = { AnyHashable(ids) }
      return [first, clear, side]
    }
  }
}
