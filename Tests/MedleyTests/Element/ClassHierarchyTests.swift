import Medley
import MedleyTesting
import TestSupport
import Testing

/// A base class and its subclasses, as payloads of one registry.
@Suite struct ClassHierarchyTests {
  private static func registry(
    _ discriminator: Discriminator = "type"
  ) -> PolymorphicRegistry<Work> {
    PolymorphicRegistry(
      discriminator,
      ["WORK": Work.self, "FILM": FilmWork.self, "SERIES": SeriesWork.self, "NESTED": Nested.self]
    )
  }

  private static let json = """
    [{"type":"WORK","title":"a"},{"type":"FILM","title":"b","minutes":162},
     {"type":"SERIES","title":"c","minutes":45,"seasons":3}]
    """

  @Test(arguments: Backend.allCases)
  func `decodes each class through super from the same object`(_ backend: Backend) throws {
    let works = try backend.feed(Self.json, Self.registry()).known
    #expect(works.map(\.title) == ["a", "b", "c"])
    #expect(
      works.map { ObjectIdentifier(type(of: $0)) } == [
        ObjectIdentifier(Work.self), ObjectIdentifier(FilmWork.self),
        ObjectIdentifier(SeriesWork.self),
      ]
    )
    let series = try #require(works[2] as? SeriesWork)
    #expect(series.minutes == 45)
    #expect(series.seasons == 3)
  }

  @Test(arguments: Backend.allCases)
  func `encoding through the base class reproduces the input`(_ backend: Backend) throws {
    let feed: [Polymorphic<Work>] = try backend.feed(Self.json, Self.registry())
    let written = try backend.encode(feed, with: Self.registry())
    #expect(try written == JSONTree(parsing: Self.json))
    #expect(written.duplicateKey == nil)
    let made: [Polymorphic<Work>] = [.known(SeriesWork(title: "d", minutes: 1, seasons: 2))]
    #expect(
      try backend.encode(made, with: Self.registry())
        == JSONTree(parsing: #"[{"type":"SERIES","title":"d","minutes":1,"seasons":2}]"#)
    )
  }

  @Test(arguments: Backend.allCases)
  func `decodes and encodes through a nested super`(_ backend: Backend) throws {
    let json = #"[{"type":"NESTED","pages":304,"super":{"title":"Momo"}}]"#
    let feed = try backend.feed(json, Self.registry())
    let nested = try #require(feed.known.first as? Nested)
    #expect(nested.title == "Momo")
    #expect(nested.pages == 304)
    #expect(try backend.encode(feed, with: Self.registry()) == JSONTree(parsing: json))
  }

  @Test(
    arguments: Backend.allCases,
    [
      (Discriminator.adjacent(tag: "type", content: "data"), #"{"type":"SERIES","data":#}"#),
      (.external, ##"{"SERIES":#}"##), (.wrapperArray, ##"["SERIES",#]"##),
    ]
  )
  func `classes work in every wire form`(
    _ backend: Backend,
    _ sample: (discriminator: Discriminator, json: String)
  ) throws {
    let registry = Self.registry(sample.discriminator)
    for inner in [#"{"title":"c","minutes":45,"seasons":3}"#] {
      let json = "[\(sample.json.replacing("#", with: inner))]"
      let feed = try backend.feed(json, registry)
      #expect(feed.known.first is SeriesWork)
      #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
    }
  }

  @Test(
    arguments: Backend.allCases,
    [
      (#"[{"type":"SERIES","minutes":45,"seasons":3}]"#, "[0].title"),
      (#"[{"type":"SERIES","title":"c","seasons":3}]"#, "[0].minutes"),
      (#"[{"type":"SERIES","title":"c","minutes":1}]"#, "[0].seasons"),
      (#"[{"type":"NESTED","pages":1,"super":{}}]"#, "[0].super.title"),
    ]
  )
  func `a member missing in any class of the chain is an error at its path`(
    _ backend: Backend,
    _ sample: (json: String, place: String)
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(sample.json, Self.registry())
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == sample.place)
  }

  @Test(arguments: Backend.allCases)
  func `throws for an unregistered subclass instead of encoding its base`(
    _ backend: Backend
  ) throws {
    let feed: [Polymorphic<Work>] = [
      .known(FilmWork(title: "b", minutes: 1)), .known(Short(title: "s", minutes: 2)),
    ]
    let error = try #require(throws: EncodingError.self) {
      try backend.encode(feed, with: Self.registry())
    }
    #expect(error.place == "[1]")
    #expect(error.cause?.code == .unregisteredType)
    let text = try #require(error.cause?.description)
    #expect(text.contains("The type Short isn't registered for Work"))
    #expect(text.contains("registry.register(Short.self, for: ...)"))
  }

  @Test(arguments: Backend.allCases)
  func `keeps an unknown element of a class hierarchy`(_ backend: Backend) throws {
    let json = #"[{"type":"SHORT","title":"s"},{"type":"WORK","title":"a"}]"#
    let feed = try backend.feed(json, Self.registry())
    #expect(feed.unknown.map(\.tag) == ["SHORT"])
    #expect(try backend.encode(feed, with: Self.registry()) == JSONTree(parsing: json))
  }

  @Test func `refuses to register a type that isn't a subclass`() throws {
    var registry = Self.registry()
    let error = try #require(throws: RegistrationError.self) {
      try registry.register(Stranger.self, for: "STRANGER")
    }
    #expect(error.description.contains("Stranger"))
    #expect(error.description.contains("Work"))
    try Self.registry().validate()
  }

  @Test func `a subclass can be the base of a registry`() throws {
    let films = PolymorphicRegistry<FilmWork>(
      "type",
      ["FILM": FilmWork.self, "SERIES": SeriesWork.self]
    )
    let json = #"[{"type":"SERIES","title":"c","minutes":45,"seasons":3}]"#
    let feed = try Backend.json.feed(json, films)
    #expect(feed.known.first is SeriesWork)
    #expect(try Backend.json.encode(feed, with: films) == JSONTree(parsing: json))
  }
}

// MARK: - Declaring classes

private class Work: Codable {
  var title: String

  init(title: String) { self.title = title }
}

private class FilmWork: Work {
  var minutes: Int

  init(title: String, minutes: Int) {
    self.minutes = minutes
    super.init(title: title)
  }

  enum CodingKeys: CodingKey { case minutes }

  required init(from decoder: any Decoder) throws {
    minutes = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .minutes)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(minutes, forKey: .minutes)
  }
}

private final class SeriesWork: FilmWork {
  let seasons: Int

  init(title: String, minutes: Int, seasons: Int) {
    self.seasons = seasons
    super.init(title: title, minutes: minutes)
  }

  private enum CodingKeys: CodingKey { case seasons }

  required init(from decoder: any Decoder) throws {
    seasons = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .seasons)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(seasons, forKey: .seasons)
    try super.encode(to: encoder)
  }
}

/// An unregistered subclass.
private final class Short: FilmWork {}

/// A class that encodes its superclass under `super`.
private final class Nested: Work {
  let pages: Int

  private enum CodingKeys: CodingKey { case pages }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    pages = try container.decode(Int.self, forKey: .pages)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(pages, forKey: .pages)
    try super.encode(to: container.superEncoder())
  }
}
