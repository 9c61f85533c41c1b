import Medley
import MedleyResilience

/// Raw values as cases of one enum, of which one in ten is new.
enum ForwardCompatiblePlans {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    let comparison = ByHand<Hand, Genre>(name: "wrapper, ForwardCompatibleCases", count: count) {
      WrapperDocuments.genres(count)
    }
    return [comparison.decoding, comparison.encoding]
  }

  enum Genre: ForwardCompatibleCases {
    case drama, comedy, horror, western, romance, thriller, animation, documentary
    case unknown(String)

    static let wireValues: KeyValuePairs = [
      "DRAMA": Genre.drama, "COMEDY": .comedy, "HORROR": .horror, "WESTERN": .western,
      "ROMANCE": .romance, "THRILLER": .thriller, "ANIMATION": .animation,
      "DOCUMENTARY": .documentary,
    ]
  }

  enum Hand: Codable {
    case drama, comedy, horror, western, romance, thriller, animation, documentary
    case unknown(String)

    init(from decoder: any Decoder) throws {
      self =
        switch try decoder.singleValueContainer().decode(String.self) {
        case "DRAMA": .drama
        case "COMEDY": .comedy
        case "HORROR": .horror
        case "WESTERN": .western
        case "ROMANCE": .romance
        case "THRILLER": .thriller
        case "ANIMATION": .animation
        case "DOCUMENTARY": .documentary
        case let value: .unknown(value)
        }
    }

    private var wireValue: String {
      switch self {
      case .drama: "DRAMA"
      case .comedy: "COMEDY"
      case .horror: "HORROR"
      case .western: "WESTERN"
      case .romance: "ROMANCE"
      case .thriller: "THRILLER"
      case .animation: "ANIMATION"
      case .documentary: "DOCUMENTARY"
      case .unknown(let value): value
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(wireValue)
    }
  }
}
