import Foundation
import Medley
import MedleyResilience

enum Genre: String, CaseIterable {
  case drama = "DRAMA"
  case comedy = "COMEDY"
}

enum Kind: String, ForwardCompatibleEnum {
  case movie
  case other

  static func unknown(_ rawValue: String) -> Kind { .other }
}

enum Color: ForwardCompatibleCases {
  case red
  case blue
  case unknown(String)

  static let wireValues: KeyValuePairs = ["RED": Color.red, "BLUE": .blue]
}

@available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *)
extension Color: CodingKeyRepresentable {}

/// Enums that accept new values.
enum OpenEnums {
  static func check() throws {
    let genres = try JSONDecoder().decode([OpenEnum<Genre>].self, json: #"["DRAMA","NOIR"]"#)
    expect(genres == [.known(.drama), .unknown("NOIR")])
    expect(genres[0] == .drama && OpenEnum<Genre>.allKnown.count == 2)
    let kinds = try JSONDecoder().decode([Kind].self, json: #"["movie","song"]"#)
    expect(kinds == [.movie, .other])
    let colors = try JSONDecoder().decode([Color].self, json: #"["RED","PINK"]"#)
    expect(colors == [.red, .unknown("PINK")])
    if #available(macOS 12.3, iOS 15.4, tvOS 15.4, watchOS 8.5, *) {
      expect(try JSONEncoder().text([Color.red: 1]) == #"{"RED":1}"#)
    }
  }
}
