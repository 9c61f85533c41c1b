import Medley
import TestSupport
import Testing

/// The discriminator `.deduced`.
@Suite struct DeducedTests {
  protocol Shape: Codable, Sendable {}
  struct Point: Shape, Hashable {
    var x: Double
    var y: Double
  }
  struct Circle: Shape, Hashable {
    var x: Double
    var y: Double
    var radius: Double
  }
  struct Label: Shape, Hashable {
    var x: Double
    var y: Double
    var text: String?
  }
  struct Blank: Shape, Hashable { var note: String? }

  static let shapes = PolymorphicRegistry<any Shape>(
    .deduced,
    ["point": Point.self, "circle": Circle.self, "blank": Blank.self]
  )

  @Test(arguments: Backend.allCases)
  func `selects the type with the most matching fields`(_ backend: Backend) throws {
    let json = """
      [{"x":1,"y":2},{"x":1,"y":2,"radius":3},{"note":"n"},{},{"radius":3,"z":0,"y":2,"x":1}]
      """
    let feed = try backend.feed(json, Self.shapes)
    #expect(
      feed == [
        .known(Point(x: 1, y: 2)), .known(Circle(x: 1, y: 2, radius: 3)),
        .known(Blank(note: "n")), .known(Blank(note: nil)),
        .known(Circle(x: 1, y: 2, radius: 3)),
      ]
    )
  }

  @Test(arguments: Backend.allCases, [#"{"radius":3,"y":2,"x":1}"#, #"{"y":2,"x":1,"radius":3}"#])
  func `ignores the order of the fields`(_ backend: Backend, _ json: String) throws {
    #expect(
      try backend.feed("[\(json)]", Self.shapes) == [.known(Circle(x: 1, y: 2, radius: 3))]
    )
  }

  @Test(arguments: Backend.allCases)
  func `encodes payloads without a tag`(_ backend: Backend) throws {
    let feed: [Polymorphic<any Shape>] = [
      .known(Circle(x: 1, y: 2, radius: 3)), .known(Blank(note: nil)), .known(Point(x: 1, y: 2)),
    ]
    #expect(
      try backend.encode(feed, with: Self.shapes)
        == JSONTree(parsing: #"[{"x":1,"y":2,"radius":3},{},{"x":1,"y":2}]"#)
    )
    #expect(try backend.roundTrip(feed, with: Self.shapes) == feed)
  }

  @Test(arguments: Backend.allCases)
  func `an element that matches no type is an error that lists every candidate`(
    _ backend: Backend
  ) throws {
    var strict = PolymorphicRegistry<any Shape>(.deduced)
    try strict.register(Point.self, for: "point")
    try strict.register(Circle.self, for: "circle")
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"x":1,"y":2},{"x":1,"z":2,"a":3}]"#, strict)
    }
    #expect(error.kind == .dataCorrupted)
    #expect(error.place == "[1]")
    let cause = try #require(error.cause)
    #expect(cause.code == .noMatch)
    #expect(cause.tag == nil)
    #expect(cause.knownTags == ["point", "circle"])
    #expect(cause.candidates.count == 2)
    #expect(cause.candidates[0].typeName.hasPrefix("Point"))
    #expect(cause.candidates[0].missing == ["y"])
    #expect(cause.candidates[0].unclaimed == ["a", "z"])
    #expect(cause.candidates[0].excluded.isEmpty)
    #expect(cause.candidates[1].missing == ["radius", "y"])
    #expect(cause.description.contains(#"missing "radius", "y""#))
    #expect(cause.description.contains(#"unclaimed "a", "z""#))
    #expect(cause.description.contains("Register a type"))
  }

  @Test(arguments: Backend.allCases)
  func `an element that matches two types equally well is an error`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Shape>(
      .deduced,
      ["point": Point.self, "label": Label.self]
    )
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"x":1,"y":2,"text":"t"},{"x":1,"y":2}]"#, registry)
    }
    #expect(error.place == "[1]")
    let cause = try #require(error.cause)
    #expect(cause.code == .ambiguousMatch)
    #expect(cause.candidates.map(\.missing) == [[], []])
    #expect(cause.candidates.map(\.unclaimed) == [[], []])
    #expect(cause.description.contains("equally well"))
    #expect(cause.description.contains("excluded"))
  }

  @Test(arguments: Backend.allCases)
  func `applies the policy for missing tags to elements that match no type`(
    _ backend: Backend
  ) throws {
    var registry = PolymorphicRegistry<any Shape>(
      .deduced,
      ["point": Point.self, "label": Label.self]
    )
    let json = #"[{"x":1,"y":2},{"z":1},5]"#
    registry.policies.missing = .keep
    let feed = try backend.feed(json, registry)
    #expect(feed.unknown.map(\.reason) == [.untagged, .untagged, .untagged])
    #expect(feed.unknown.map(\.tag) == [nil, nil, nil])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))

    registry.policies.missing = .assume("point")
    #expect(
      try backend.feed(#"[{"x":1,"y":2}]"#, registry) == [.known(Point(x: 1, y: 2))]
    )
  }

  @Test(arguments: Backend.allCases)
  func `excluded fields tell types apart`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Shape>(.deduced)
    try registry.register(
      Point.self,
      for: "point",
      fields: PayloadFields(required: ["x", "y"], excluded: ["text"])
    )
    try registry.register(
      Label.self,
      for: "label",
      fields: PayloadFields(required: ["x", "y", "text"])
    )
    #expect(
      try backend.feed(#"[{"x":1,"y":2},{"x":1,"y":2,"text":"t"}]"#, registry)
        == [.known(Point(x: 1, y: 2)), .known(Label(x: 1, y: 2, text: "t"))]
    )

    let only = try PolymorphicRegistry<any Shape>(.deduced).registering(
      Point.self,
      for: "point",
      fields: PayloadFields(required: ["x"], excluded: ["text"])
    )
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"x":1,"y":2,"text":"t"}]"#, only)
    }
    #expect(error.cause?.candidates.first?.excluded == ["text"])
    #expect(error.cause?.description.contains(#"excluded "text""#) == true)
  }

  @Test(arguments: Backend.allCases)
  func `errors shorten long lists of candidates and fields`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Shape>(.deduced)
    for index in 0..<40 {
      try registry.register(
        Point.self,
        for: .integer(Int64(index)),
        fields: PayloadFields(required: ["f\(index)"]),
        as: { $0 }
      )
    }
    let members = (0..<400).map { #""m\#($0)":1"# }.joined(separator: ",")
    let error = try #require(throws: DecodingError.self) {
      try backend.feed("[{\(members)}]", registry)
    }
    let cause = try #require(error.cause)
    #expect(cause.candidates.count == 40)
    #expect(cause.candidates.first?.unclaimed.count == 400)
    #expect(cause.description.contains("and 32 more"))
    #expect(cause.description.contains("and 394 more"))
    #expect(cause.description.count < 2000)
  }

  @Test(arguments: Backend.allCases)
  func `an error in the deduced type keeps its path and cause`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"x":1,"y":"two"}]"#, Self.shapes)
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "[0].y")
    #expect((error.details?.underlyingError as? PayloadError)?.tag == "point")
  }

  @Test func `matches fields after convertFromSnakeCase`() throws {
    struct Track: Shape, Hashable {
      var trackTitle: String
      var playCount: Int
    }
    let registry = PolymorphicRegistry<any Shape>(.deduced, ["t": Track.self, "p": Point.self])
    let feed = try Backend.json.decode(
      [Polymorphic<any Shape>].self,
      from: #"[{"track_title":"a","play_count":2}]"#,
      keys: .snakeCase
    ) { $0.register(registry) }
    #expect(feed == [.known(Track(trackTitle: "a", playCount: 2))])
  }
}
