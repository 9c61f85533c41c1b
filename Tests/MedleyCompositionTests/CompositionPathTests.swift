import Medley
import MedleyComposition
import TestSupport
import Testing

/// Parts that are stored in the whole, inside another value, or nowhere.
@Suite struct CompositionPathTests {
  private struct Title: Codable, Equatable {
    var title: String
  }

  private struct Credits: Codable, Equatable {
    var director: String
    var cast: [String]
  }

  private struct Stored: Codable, Equatable {
    var title: Title
    var credits: Credits
  }

  private struct Years: Codable, Equatable {
    var year: Int16
  }

  private struct Film: ComposedCodable, Equatable {
    var isSeen = true
    var stored: Stored
    var year: Int16

    /// A part that is made when it is read.
    var years: Years { Years(year: year) }

    static let composition = Composition(
      { Film(stored: Stored(title: $0, credits: $1), year: $2.year) },
      \.stored.title,
      \.stored.credits,
      \.years
    )
  }

  private final class Box: Encodable {
    let title = Title(title: "Ran")
    let credits = Credits(director: "Kurosawa", cast: ["Nakadai"])

    func encode(to encoder: any Encoder) throws {
      let composition = Composition({ (_: Title, _: Credits) in Box() }, \.title, \.credits)
      try composition.encode(self, to: encoder)
    }
  }

  @Test(arguments: Backend.allCases)
  func `are read by their paths`(_ backend: Backend) throws {
    let json = #"[{"title":"Ran","director":"Kurosawa","cast":["Nakadai"],"year":1985}]"#
    let films = try backend.decode([Film].self, from: json)
    #expect(films.first?.year == 1985)
    #expect(try backend.encode(films) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `of an object are read by their paths`(_ backend: Backend) throws {
    let json = #"[{"title":"Ran","director":"Kurosawa","cast":["Nakadai"]}]"#
    #expect(try backend.encode([Box()]) == JSONTree(parsing: json))
  }
}
