import Medley
import MedleyResilience

/// Members that are absent half of the time.
enum DefaultedPlans {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    let comparison = ByHand<Hand, Listing>(
      name: "wrapper, @Defaulted",
      count: count,
      form: { Hand(id: $0.id, views: $0.views, isPinned: $0.isPinned) },
      document: { WrapperDocuments.views(count) }
    )
    return [comparison.decoding, comparison.encoding]
  }

  struct Listing: Codable {
    var id: Int
    @Defaulted<Defaults.Zero> var views: Int
    @Defaulted<Defaults.False> var isPinned: Bool
  }

  struct Hand: Codable {
    var id: Int
    var views: Int
    var isPinned: Bool

    init(id: Int, views: Int, isPinned: Bool) {
      self.id = id
      self.views = views
      self.isPinned = isPinned
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      views = try container.decodeIfPresent(Int.self, forKey: .views) ?? 0
      isPinned = try container.decodeIfPresent(Bool.self, forKey: .isPinned) ?? false
    }
  }
}
