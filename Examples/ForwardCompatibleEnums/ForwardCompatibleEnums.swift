import Foundation
import Medley
import MedleyResilience

/// Three ways to decode new raw values, and what each keeps.
///
///     swift run ForwardCompatibleEnums
@main
package struct ForwardCompatibleEnums {
  /// 1. A plain enum, made open where it is used: nothing is lost.
  enum Genre: String, CaseIterable {
    case sciFi = "SCI_FI"
    case drama = "DRAMA"

    var title: String {
      switch self {
      case .sciFi: "Science fiction"
      case .drama: "Drama"
      }
    }
  }

  /// 2. An enum with a case for unknown values: nothing is lost.
  enum Color: ForwardCompatibleCases {
    case red
    case blue
    case unknown(String)

    static let wireValues: KeyValuePairs = ["RED": Color.red, "BLUE": .blue]
  }

  /// 3. An enum with a fallback case: the raw value is lost and reported.
  enum Kind: String, ForwardCompatibleEnum {
    case movie = "MOVIE"
    case book = "BOOK"
    case other

    static func unknown(_ rawValue: String) -> Kind { .other }
  }

  package struct Listing: Codable {
    var genre: OpenEnum<Genre>
    var cover: Color
    var kind: Kind
    var stock: [OpenEnum<Genre>: Int]
  }

  package static func main() throws {
    let json = """
      {"genre": "WESTERN", "cover": "GREEN", "kind": "GAME", "stock": {"DRAMA": 3, "WESTERN": 1}}
      """
    let (listing, report) = try DecodingReport.collecting {
      try JSONDecoder().decode(Listing.self, from: Data(json.utf8))
    }

    switch listing.genre {
    case .known(.sciFi): print("genre: spaceships")
    case .known(let genre): print("genre: \(genre.title)")
    case .unknown(let raw): print("genre: \(raw), which this version doesn't know")
    }
    switch listing.cover {
    case .red, .blue: print("cover: a color of the app")
    case .unknown(let raw): print("cover: \(raw)")
    }
    print("kind: \(listing.kind)")
    for issue in report.issues { print("issue: \(issue)") }

    print("menu: \(OpenEnum<Genre>.allKnown.compactMap(\.title).joined(separator: ", "))")

    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    print(String(decoding: try encoder.encode(listing), as: UTF8.self))
  }
}
