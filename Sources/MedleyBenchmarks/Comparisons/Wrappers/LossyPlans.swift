import Medley
import MedleyResilience

/// An optional and a list, of which one in a hundred has a wrong value.
enum LossyPlans {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    let comparison = ByHand<Hand, Listing>(
      name: "wrapper, @Lossy",
      count: count,
      form: { Hand(id: $0.id, stars: $0.stars, years: $0.years) },
      document: { WrapperDocuments.listings(count) }
    )
    return [comparison.decoding, comparison.encoding]
  }

  struct Listing: Codable {
    var id: Int
    @Lossy var stars: Int?
    @Lossy var years: [Int]
  }

  struct Hand: Codable {
    var id: Int
    var stars: Int?
    var years: [Int]

    /// An element, or nothing where it can't be decoded.
    private struct Attempt: Decodable {
      let value: Int?

      init(from decoder: any Decoder) throws {
        value = try? decoder.singleValueContainer().decode(Int.self)
      }
    }

    init(id: Int, stars: Int?, years: [Int]) {
      self.id = id
      self.stars = stars
      self.years = years
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      stars = try? container.decodeIfPresent(Int.self, forKey: .stars)
      let years = try? container.decode([Attempt].self, forKey: .years)
      self.years = years?.compactMap(\.value) ?? []
    }
  }
}
