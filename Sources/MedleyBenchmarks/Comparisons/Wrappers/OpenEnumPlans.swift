import Medley
import MedleyResilience

/// Raw values, of which one in ten is new.
enum OpenEnumPlans {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    let comparison = ByHand<Hand, OpenEnum<Genre>>(
      name: "wrapper, OpenEnum",
      count: count,
      form: { $0.known.map(Hand.known) ?? Hand.unknown($0.rawValue) },
      document: { WrapperDocuments.genres(count) }
    )
    return [comparison.decoding, comparison.encoding]
  }

  enum Genre: String, CaseIterable {
    case drama = "DRAMA"
    case comedy = "COMEDY"
    case horror = "HORROR"
    case western = "WESTERN"
    case romance = "ROMANCE"
    case thriller = "THRILLER"
    case animation = "ANIMATION"
    case documentary = "DOCUMENTARY"
  }

  enum Hand: Codable {
    case known(Genre)
    case unknown(String)

    init(from decoder: any Decoder) throws {
      let rawValue = try decoder.singleValueContainer().decode(String.self)
      self = Genre(rawValue: rawValue).map(Hand.known) ?? .unknown(rawValue)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .known(let genre): try container.encode(genre.rawValue)
      case .unknown(let rawValue): try container.encode(rawValue)
      }
    }
  }
}
