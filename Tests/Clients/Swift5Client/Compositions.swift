import Foundation
import Medley
import MedleyComposition

struct Common: Codable, Equatable {
  var title: String
}

struct Details: Codable, Equatable {
  var director: String
}

struct Rating: Codable, Equatable {
  var stars: Int
}

struct Film: ComposedCodable, Equatable {
  var common: Common
  var details: Details
  var rating: Rating?

  static let composition = Composition(Film.init, \.common, \.details, \.rating)
}

/// One with a type of its own that is called as the parts of a composition are.
struct Kit: ComposedCodable, Equatable {
  struct Parts: Codable, Equatable {
    var screws: Int
  }

  var common: Common
  var parts: Parts

  static let composition = Composition(Kit.init, \.common, \.parts)
}

/// Types that are made of parts.
enum Compositions {
  static func check() throws {
    let json = #"{"director":"Kurosawa","title":"Ran"}"#
    var stored = try JSONDecoder().decode(Composed<Common, Details>.self, json: json)
    expect(stored.title == "Ran" && stored.director == "Kurosawa")
    stored.title = "Ikiru"
    expect(try JSONEncoder().text(stored) == #"{"director":"Kurosawa","title":"Ikiru"}"#)
    let film = try JSONDecoder().decode(Film.self, json: json)
    expect(film == Film(common: Common(title: "Ran"), details: Details(director: "Kurosawa")))
    expect(try JSONEncoder().text(film) == json)
    let kit = try JSONDecoder().decode(Kit.self, json: #"{"title":"Shelf","screws":12}"#)
    expect(kit.parts == Kit.Parts(screws: 12))
  }
}
