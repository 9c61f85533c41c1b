import Foundation
import Medley
import MedleyJSON
import MedleyTesting

protocol Media: Codable {
  var title: String { get }
}

struct Movie: Media, Equatable {
  var title: String
  var duration: Int
}

struct Book: Media, Equatable {
  var title: String
  var pages: Int
}

struct OldMovie: Codable {
  var name: String
}

class Animal: Codable {
  var name: String
}

final class Dog: Animal {}

/// Registering types for a protocol and for a class, and decoding them.
enum Registering {
  static let media = PolymorphicRegistry<any Media>(
    "type",
    ["MOVIE": Movie.self, "BOOK": Book.self]
  )

  static func check() throws {
    var registry = PolymorphicRegistry<any Media>("type")
    try registry.register(Movie.self, for: "MOVIE")
    try registry.register(Book.self, for: "BOOK", "NOVEL") { $0 }
    try registry.register(OldMovie.self, for: 1) { Movie(title: $0.name, duration: 0) }
    registry.policies.missing = .assume("MOVIE")
    registry.policies.unknown = .decode(as: Book.self) { $0 }
    let extended = try registry.registering(Movie.self, for: "FILM") { $0 }
    expect(extended.merging(media: media).tags.contains("FILM"))
    try media.validate()

    let json = #"[{"type":"MOVIE","title":"Ran","duration":162},{"type":"SONG","title":"Tosca"}]"#
    let decoder = JSONDecoder()
    decoder.userInfo.register(media)
    let feed = try decoder.decode([Polymorphic<any Media>].self, json: json)
    expect(feed.known.map { $0.title } == ["Ran"])
    let encoder = JSONEncoder()
    encoder.userInfo.register(media)
    expect(try decoder.decode([Polymorphic<any Media>].self, from: encoder.encode(feed)) == feed)
    let engine = PolymorphicJSONDecoder(media)
    expect(try engine.decode([Polymorphic<any Media>].self, from: json) == feed)
    try checkUnknown(feed)
    try checkForms()

    var animals = PolymorphicRegistry<Animal>("kind")
    try animals.register(Dog.self, for: "dog")
    try animals.install()
    let dogs = try JSONDecoder()
      .decode([Polymorphic<Animal>].self, json: #"[{"kind":"dog","name":"Rex"}]"#)
    expect(dogs.known.first is Dog)
  }

  private static func checkUnknown(_ feed: [Polymorphic<any Media>]) throws {
    struct Song: Media {
      var title: String
    }
    for case .unknown(let payload) in feed {
      expect(payload.tag == "SONG" && payload.content["title"] == "Tosca")
      expect(try payload.decode(as: Song.self).title == "Tosca")
      let songs = PolymorphicRegistry<any Media>("type", ["SONG": Song.self])
      expect(try payload.resolve(with: songs).known is Song)
    }
  }

  private static func checkForms() throws {
    let forms: [(Discriminator, String)] = [
      (.path("meta", "kind"), #"{"meta":{"kind":"BOOK"},"title":"Momo","pages":304}"#),
      (.adjacent(tag: "t", content: "c"), #"{"t":"BOOK","c":{"title":"Momo","pages":304}}"#),
      (.adjacent(tag: "t"), #"{"t":"BOOK","BOOK":{"title":"Momo","pages":304}}"#),
      (.external, #"{"BOOK":{"title":"Momo","pages":304}}"#),
      (.wrapperArray, #"["BOOK",{"title":"Momo","pages":304}]"#),
      (.custom { _ in "BOOK" }, #"{"title":"Momo","pages":304}"#),
      (.deduced, #"{"title":"Momo","pages":304}"#),
      (Discriminator.external.or(.wrapperArray), #"["BOOK",{"title":"Momo","pages":304}]"#),
    ]
    for (form, json) in forms {
      var registry = PolymorphicRegistry<any Media>(form)
      try registry.register(Movie.self, for: "MOVIE")
      try registry.register(Book.self, for: "BOOK")
      let decoder = JSONDecoder()
      decoder.userInfo.register(registry)
      let book = try decoder.decode(Polymorphic<any Media>.self, json: json).known as? Book
      expect(book == Book(title: "Momo", pages: 304))
    }
  }
}

extension PolymorphicRegistry {
  fileprivate func merging(media other: Self) -> Self {
    (try? merging(other)) ?? overriding(with: other)
  }
}
