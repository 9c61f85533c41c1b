import Medley

/// A movie as a string, a number or an object: `"Heat"`, `7` or `{"id": 7, ...}`.
enum JSONKind {
  static func plans(_ count: Int) -> [Comparison.Plan] {
    let comparison = ByHand<Hand, Reference>(name: "form, JSON kind", count: count) {
      MixedFeed(count: count, kinds: 1).json { element in
        let value = element.members[element.tagPlace % 2].split(separator: ":", maxSplits: 1)[1]
        return element.tagPlace < 4 ? String(value) : MixedFeed.object(element.members)
      }
    }
    return [comparison.decoding, comparison.encoding(reflected: ReflectedReference.self)]
  }

  enum Reference: PolymorphicEnum {
    case title(String)
    case number(Int)
    case movie(Movie)

    static let registry = PolymorphicRegistry<Reference>(.jsonKind) { registry in
      try registry.register(
        for: "string",
        as: Reference.title,
        from: { if case .title(let title) = $0 { title } else { nil } }
      )
      try registry.register(
        for: "number",
        as: Reference.number,
        from: { if case .number(let number) = $0 { number } else { nil } }
      )
      try registry.register(
        for: "object",
        as: Reference.movie,
        from: { if case .movie(let movie) = $0 { movie } else { nil } }
      )
    }
  }

  enum ReflectedReference: PolymorphicEnum {
    case title(String)
    case number(Int)
    case movie(Movie)

    static let registry = PolymorphicRegistry<ReflectedReference>(.jsonKind) { registry in
      try registry.register(for: "string", as: ReflectedReference.title)
      try registry.register(for: "number", as: ReflectedReference.number)
      try registry.register(for: "object", as: ReflectedReference.movie)
    }
  }

  enum Hand: Codable {
    case title(String)
    case number(Int)
    case movie(Movie)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let title = try? container.decode(String.self) {
        self = .title(title)
      } else if let number = try? container.decode(Int.self) {
        self = .number(number)
      } else {
        self = .movie(try Movie(from: decoder))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .title(let title): try container.encode(title)
      case .number(let number): try container.encode(number)
      case .movie(let movie): try container.encode(movie)
      }
    }
  }
}
