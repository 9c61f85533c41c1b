import Medley

/// Pages with a list of an existential type.
enum ArrayPlans {
  static func plans(_ size: Int) -> [Comparison.Plan] {
    let count = max(1, size / 10)
    let comparison = ByHand<Hand, Page>(
      name: "wrapper, @PolymorphicArray",
      count: count,
      coders: .init(.embedding),
      form: { Hand(number: $0.number, shelf: $0.shelf) },
      document: { WrapperDocuments.pages(count) }
    )
    return [comparison.decoding, comparison.encoding]
  }

  struct Page: Codable {
    var number: Int
    @PolymorphicArray var shelf: [any Media]
  }

  struct Hand: Codable {
    var number: Int
    var shelf: [any Media]

    private enum CodingKeys: CodingKey {
      case number
      case shelf
    }

    init(number: Int, shelf: [any Media]) {
      self.number = number
      self.shelf = shelf
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = try container.decode(Int.self, forKey: .number)
      shelf = try container.decode([Element].self, forKey: .shelf).map(\.media)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(number, forKey: .number)
      try container.encode(shelf.map(Element.init), forKey: .shelf)
    }
  }

  /// What reads and writes one of the list.
  private struct Element: Codable {
    let media: any Media

    private enum CodingKeys: CodingKey {
      case type
    }

    init(_ media: any Media) {
      self.media = media
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      switch try container.decode(String.self, forKey: .type) {
      case "MOVIE": media = try Movie(from: decoder)
      case "BOOK": media = try Book(from: decoder)
      case "SONG": media = try Song(from: decoder)
      case let tag: throw UnknownTag(tag: tag)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      switch media {
      case is Movie: try container.encode("MOVIE", forKey: .type)
      case is Book: try container.encode("BOOK", forKey: .type)
      default: try container.encode("SONG", forKey: .type)
      }
      try media.encode(to: encoder)
    }
  }
}
