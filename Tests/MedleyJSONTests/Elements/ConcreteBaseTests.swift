import Medley
import MedleyJSON
import TestSupport
import Testing

/// Bases that aren't protocols, and payloads that aren't values of their base.
@Suite(.onEachEngine) struct ConcreteBaseTests {
  fileprivate protocol Media { var title: String { get } }

  private struct Movie: Codable, Hashable, Media { var title: String }
  /// As large as a value of a protocol.
  private struct Five: Codable, Hashable, Media {
    var title: String
    var a: Int
    var b: Int
    var c: Int
  }
  /// Not a `Media`.
  private struct Stray: Codable, Hashable { var title: String }

  private static let movie = #"{"type":"MOVIE","title":"a title on the heap"}"#
  private static let five = #"{"type":"FIVE","title":"f","a":1,"b":2,"c":3}"#
  private static let stray = #"{"type":"STRAY","title":"s"}"#

  @Test func `decodes a base that is the payload's type`() throws {
    try MixedFeed([Self.five], PolymorphicRegistry<Five>("type", ["FIVE": Five.self]))
      .check(["f 3"]) { "\($0.title) \($0.c)" }
    try MixedFeed([Self.movie], PolymorphicRegistry<Movie>("type", ["MOVIE": Movie.self]))
      .check(["a title on the heap"]) { $0.title }
    // The payload has the size of an existential.
    #expect(MemoryLayout<Five>.size == MemoryLayout<any Media>.size)
  }

  private enum Item: Codable, Hashable {
    case movie(Movie)
    case five(Five)
  }

  @Test func `decodes bases that a function makes`() throws {
    let items = PolymorphicRegistry<Item>("type") { registry in
      try registry.register(for: "MOVIE", as: Item.movie)
      try registry.register(for: "FIVE", as: Item.five)
    }
    let feed = try MixedFeed([Self.movie, Self.five], items)
    #expect(feed.values == feed.expected)
    let anything = PolymorphicRegistry<AnyHashable>("type") { registry in
      try registry.register(Movie.self, for: "MOVIE") { AnyHashable($0) }
      try registry.register(Five.self, for: "FIVE") { AnyHashable($0) }
    }
    let values = try MixedFeed([Self.movie, Self.five], anything)
    #expect(values.values == values.expected)
    #expect(Set(values.values).count == 2)
    let optional = PolymorphicRegistry<(any Media)?>("type") { registry in
      try registry.register(Movie.self, for: "MOVIE") { $0 }
      try registry.register(Five.self, for: "FIVE") { $0.a == 1 ? nil : $0 }
    }
    try MixedFeed([Self.movie, Self.five], optional)
      .check(["a title on the heap", "nil"]) { $0?.title ?? "nil" }
  }

  @Test func `decodes types that a cast converts`() {
    var hashable = PolymorphicRegistry<AnyHashable>("type")
    var optional = PolymorphicRegistry<(any Media)?>("type")
    var item = PolymorphicRegistry<Item>("type")
    let errors = [
      #expect(throws: RegistrationError.self) { try hashable.register(Movie.self, for: "MOVIE") },
      #expect(throws: RegistrationError.self) { try optional.register(Movie.self, for: "MOVIE") },
      #expect(throws: RegistrationError.self) { try item.register(Movie.self, for: "MOVIE") },
    ]
    for error in errors { #expect(error?.code == .notABase) }
  }

  // MARK: - Payloads that are no value of their base

  private func registry() -> PolymorphicRegistry<any Media> {
    PolymorphicRegistry(
      "type",
      ["MOVIE": Movie.self, "FIVE": Five.self, "STRAY": Stray.self]
    )
  }

  fileprivate struct Box<Content: Decodable>: Decodable { var content: Content }

  @Test func `a payload that isn't a value of the base throws each time`() throws {
    let registry = registry()
    let decoder = Engine.current.decoder(registry)
    for round in 0..<4 {
      for stray in [Self.stray, #"{"type":"STRAY","title":"s"}"#] {
        // Before others were decoded, and after.
        for text in ["[\(stray)]", "[\(Self.movie),\(Self.five),\(Self.movie),\(stray)]"] {
          let error = #expect(throws: RegistrationError.self) {
            try decoder.decode([Polymorphic<any Media>].self, from: text)
          }
          #expect(error?.code == .notABase, "round \(round)")
          #expect(error?.description.contains("Stray") == true)
        }
      }
      try MixedFeed([Self.movie, Self.five], registry)
        .check(["a title on the heap", "f"]) { $0.title }
    }
  }

  @Test func `a payload whose content isn't a value of the base throws each time`() throws {
    let mixed = PolymorphicRegistry<any Media>(
      "type",
      ["BOX": Box<Stray>.self, "RIGHT": Box<Movie>.self]
    )
    let right = #"{"type":"RIGHT","content":{"title":"r"}}"#
    let wrong = #"{"type":"BOX","content":{"title":"w"}}"#
    for _ in 0..<3 {
      try MixedFeed([right], mixed).check(["r"]) { $0.title }
      let error = #expect(throws: RegistrationError.self) {
        try MixedFeed([right, right, wrong], mixed)
      }
      #expect(error?.code == .notABase)
    }
  }

  /// A cast unwraps an optional that isn't a value of the base itself.
  @Test func `an optional payload is unwrapped`() throws {
    let optional = PolymorphicRegistry<any Media>(
      "type",
      ["MOVIE": Movie?.self, "FIVE": Five.self, "STRAY": Stray?.self]
    )
    for _ in 0..<3 {
      let feed = try MixedFeed([Self.movie, Self.five], optional)
      feed.check(["Movie a title on the heap", "Five f"]) { "\(type(of: $0)) \($0.title)" }
      let error = #expect(throws: RegistrationError.self) {
        try MixedFeed([Self.movie, Self.stray], optional)
      }
      #expect(error?.code == .notABase)
    }
  }

  @Test func `decodes one type in registries of several bases`() throws {
    let media = PolymorphicRegistry<any Media>("type", ["MOVIE": Movie.self])
    let hashable = PolymorphicRegistry<any Hashable>("type", ["MOVIE": Movie.self])
    let stray = PolymorphicRegistry<any Media>("type", ["MOVIE": Stray.self])
    for _ in 0..<3 {
      try MixedFeed([Self.movie], media).check(["a title on the heap"]) { $0.title }
      #expect(throws: RegistrationError.self) { try MixedFeed([Self.movie], stray) }
      try MixedFeed([Self.movie], hashable).check(["Movie"]) { "\(type(of: $0))" }
    }
  }
}

extension ConcreteBaseTests.Box: ConcreteBaseTests.Media
where Content: ConcreteBaseTests.Media {
  fileprivate var title: String { content.title }
}
