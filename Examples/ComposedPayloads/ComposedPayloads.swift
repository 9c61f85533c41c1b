import Foundation
package import Medley
package import MedleyComposition

/// Common fields without inheritance: structs that share one object.
///
///     swift run ComposedPayloads
@main
package struct ComposedPayloads {
  // MARK: - Two parts

  package struct MediaCommon: Codable, Equatable {
    var title: String
    var published: Int?
  }

  struct MovieDetails: Codable, Equatable {
    var duration: Int
    var director: String
  }

  typealias StoredMovie = Composed<MediaCommon, MovieDetails>

  // MARK: - Named parts, one of them optional

  struct Rating: Codable, Equatable {
    var stars: Int
    var votes: Int
  }

  package struct Film: ComposedCodable, Equatable {
    var common: MediaCommon
    var details: MovieDetails
    var rating: Rating?

    package static let composition = Composition(Film.init, \.common, \.details, \.rating)
  }

  // MARK: - Common fields beside what each type adds

  package protocol Details: Codable {}
  struct Movie: Details { var duration: Int }
  struct Book: Details { var pages: Int }

  package typealias Entry = Composed<MediaCommon, Polymorphic<any Details>>

  package static let details = PolymorphicRegistry<any Details>(
    "type",
    ["MOVIE": Movie.self, "BOOK": Book.self]
  )

  // MARK: - Showing

  package static func main() throws {
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    decoder.userInfo.register(details)
    encoder.userInfo.register(details)
    func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
      try decoder.decode(type, from: Data(json.utf8))
    }
    func show(_ value: some Encodable) throws {
      print(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    var movie = try decode(
      StoredMovie.self,
      #"{"title":"Playtime","duration":115,"director":"Jacques Tati"}"#
    )
    movie.title = movie.title.uppercased()
    movie.duration += 1
    try show(movie)

    let films = try decode(
      [Film].self,
      """
      [{"title":"Playtime","duration":115,"director":"Jacques Tati"},
       {"title":"Ran","duration":162,"director":"Akira Kurosawa","stars":5,"votes":7}]
      """
    )
    print("rated: \(films.map { $0.rating?.stars ?? 0 })")
    try show(films)

    var entries = try decode(
      [Entry].self,
      """
      [{"type":"MOVIE","title":"Playtime","duration":115},
       {"type":"BOOK","title":"Momo","published":1973,"pages":304},
       {"type":"GAME","title":"Go","players":2}]
      """
    )
    print("titles: \(entries.map(\.title)), unknown: \(entries.map(\.extension).unknown.count)")
    entries[2].title = "Weiqi"
    try show(entries)
  }
}
