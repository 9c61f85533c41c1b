import Medley
import MedleyComposition

/// `{"id": 1, "title": "Heat", "director": ...}` as two structs.
enum CompositionPlans {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    let comparison = ByHand<Hand, Composed<Common, Details>>(
      name: "wrapper, Composed",
      count: count,
      form: { Hand(common: $0.base, details: $0.extension) },
      document: { MixedFeed(count: count, kinds: 1).json { MixedFeed.object($0.members) } }
    )
    return [comparison.decoding, comparison.encoding]
  }

  struct Common: Codable {
    var id: Int
    var title: String
  }

  struct Details: Codable {
    var director: String
    var year: Int
    var rating: Double
  }

  struct Hand: Codable {
    var common: Common
    var details: Details

    init(common: Common, details: Details) {
      self.common = common
      self.details = details
    }

    init(from decoder: any Decoder) throws {
      common = try Common(from: decoder)
      details = try Details(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try common.encode(to: encoder)
      try details.encode(to: encoder)
    }
  }
}
