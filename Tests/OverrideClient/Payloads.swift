package import Medley
package import MedleyResilience

package protocol Media: Codable, Sendable {
  var title: String { get }
}

package struct Movie: Media {
  package var title: String
  package var minutes: Int?
  package var cast: Cast?
}

package struct Cast: Codable, Sendable {
  package var lead: String
}

/// A type that doesn't conform to `Media`.
package struct Stranger: Codable, Sendable {
  package var name: String
}

extension PolymorphicRegistry<any Media> {
  package static var movies: Self { Self("type", ["MOVIE": Movie.self]) }
}

package enum Item: PolymorphicEnum, Sendable {
  case movie(Movie)
  case unknown(UnknownPayload)

  package static let registry = PolymorphicRegistry<Item>("type") { registry in
    try registry.register(
      for: "MOVIE",
      as: Item.movie,
      from: { if case .movie(let movie) = $0 { movie } else { nil } }
    )
  }
}

package enum Genre: String, Codable, Sendable {
  case drama = "DRAMA"
}

package enum Kind: String, ForwardCompatibleEnum {
  case movie = "MOVIE"
  case other

  package static func unknown(_ rawValue: String) -> Kind { .other }
}

package enum Color: ForwardCompatibleCases {
  case red
  case unknown(String)

  package static let wireValues: KeyValuePairs = ["RED": Color.red]
}

package struct Author {}

package struct Base: Codable, Sendable {
  package var title: String
}

package struct Details: Codable, Sendable {
  package var pages: Int
  package var cast: Cast?
}

/// A type that is decoded through another one and refuses negative numbers.
package struct Percentage: Codable, Sendable {
  package struct Refusal: Error {}

  package struct Scheme: Codable, Sendable {
    var percent: Int
  }

  package var value: Int

  package init(from decoder: any Decoder) throws {
    let scheme = try Scheme(from: decoder)
    guard scheme.percent >= 0 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "The number is negative.",
          underlyingError: Refusal()
        )
      )
    }
    value = scheme.percent
  }

  package func encode(to encoder: any Encoder) throws {
    try Scheme(percent: value).encode(to: encoder)
  }
}

/// A type that drops an element before it fails.
package struct Row: Codable, Sendable {
  @Lossy package var cells: [Int]
  package var id: Int
}
