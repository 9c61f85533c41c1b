import Medley
import MedleyTesting
import TestSupport
import Testing

/// Payloads of `.deduced` whose fields a sample can't show, or not all of them.
@Suite struct UnobservableFieldsTests {
  protocol Shape: Codable, Sendable {}
  struct Point: Shape, Hashable {
    var x: Double
    var y: Double
  }
  struct Blank: Shape, Hashable { var note: String? }

  enum Unit: String, Codable { case metre, foot }
  struct Length: Shape, Hashable {
    var value: Double
    var unit: Unit
    var remark: String?
  }

  /// A type that refuses the values of a sample.
  struct Named: Shape, Hashable {
    struct EmptyName: Error {}
    var name: String
    var size: Int
    enum CodingKeys: String, CodingKey { case name, size }
    init(name: String, size: Int) { (self.name, self.size) = (name, size) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      if name.isEmpty { throw EmptyName() }
      size = try container.decode(Int.self, forKey: .size)
    }
  }

  /// A type that stops the program if a sample is made of it.
  struct Fragile: Shape, Hashable {
    var first: Character
    enum CodingKeys: String, CodingKey { case word }
    init(_ first: Character) { self.first = first }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let word = try container.decode(String.self, forKey: .word)
      first = word[word.startIndex]
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("\(first)", forKey: .word)
    }
  }

  /// A literal, as programs have it: what can't be registered stops it at first use.
  static let shapes = PolymorphicRegistry<any Shape>(
    .deduced,
    ["blank": Blank.self, "point": Point.self, "length": Length.self, "named": Named.self]
  )

  @Test(arguments: Backend.allCases)
  func `a type with an enum field is recognised by its keys`(_ backend: Backend) throws {
    let json = """
      [{"value":1,"unit":"foot"},{"x":1,"y":2},{"note":"n"},{"unit":"metre","value":2,"remark":"r"},
       {"name":"a","size":3}]
      """
    let feed = try backend.feed(json, Self.shapes)
    #expect(
      feed == [
        .known(Length(value: 1, unit: .foot)), .known(Point(x: 1, y: 2)),
        .known(Blank(note: "n")), .known(Length(value: 2, unit: .metre, remark: "r")),
        .known(Named(name: "a", size: 3)),
      ]
    )
    #expect(try backend.encode(feed, with: Self.shapes) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `an error of a type that is recognised by its keys is the element's own`(
    _ backend: Backend
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"value":1,"unit":"mile"}]"#, Self.shapes)
    }
    #expect(error.kind == .dataCorrupted)
    #expect(error.place == "[0].unit")
    #expect((error.details?.underlyingError as? PayloadError)?.tag == "length")

    var registry = Self.shapes
    registry.policies.malformed = .keep
    let feed = try backend.feed(#"[{"value":1,"unit":"mile"}]"#, registry)
    #expect(feed.unknown.map(\.tag) == ["length"])
  }

  @Test(arguments: Backend.allCases)
  func `a type that lacks a member is passed over for the next one`(_ backend: Backend) throws {
    // The sample of `Named` ends at the name, so that nothing says that it requires a size.
    #expect(
      try backend.feed(#"[{"name":"a"}]"#, Self.shapes) == [.known(Blank(note: nil))]
    )
    let registry = PolymorphicRegistry<any Shape>(
      .deduced,
      ["point": Point.self, "named": Named.self, "length": Length.self]
    )
    #expect(
      try backend.feed(#"[{"name":"a","value":1,"unit":"foot","size":2}]"#, registry)
        == [.known(Named(name: "a", size: 2))]
    )
    #expect(
      try backend.feed(#"[{"name":"a","value":1,"unit":"foot"}]"#, registry)
        == [.known(Length(value: 1, unit: .foot))]
    )
    let none = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"z":1}]"#, registry)
    }
    #expect(none.cause?.code == .noMatch)
    #expect(none.cause?.candidates.map(\.missing) == [["x", "y"], ["name"], ["unit", "value"]])
  }

  @Test(arguments: Backend.allCases)
  func `the keys of a type can be stated, and no sample is made of it`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Shape>(.deduced)
    try registry.register(Blank.self, for: "blank")
    try registry.register(Fragile.self, for: "fragile", fields: Fragile.CodingKeys.self)
    try registry.register(
      Length.self,
      for: "length",
      fields: PayloadFields(required: ["value", "unit"])
    )
    #expect(
      try backend.feed(
        #"[{"word":"ab"},{"note":"n"},{"value":1,"unit":"foot"},{}]"#,
        registry
      ) == [
        .known(Fragile("a")), .known(Blank(note: "n")), .known(Length(value: 1, unit: .foot)),
        .known(Blank(note: nil)),
      ]
    )
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"word":1}]"#, registry)
    }
    #expect(error.place == "[0].word")
    #expect(PayloadFields(Fragile.CodingKeys.self) != PayloadFields())
    #expect(PayloadFields(Fragile.CodingKeys.self) == PayloadFields(Fragile.CodingKeys.self))
  }

  // MARK: - Nested elements

  enum Vehicle: PolymorphicEnum, Hashable {
    struct Car: Codable, Hashable { var doors: Int }
    case car(Car)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Vehicle>(
      "wheels",
      policies: .init(unknown: .throw)
    ) {
      try $0.register(for: 4, as: Vehicle.car)
    }
  }

  enum Offer: PolymorphicEnum, Hashable {
    case vehicle(Vehicle)
    case point(Point)
    case blank(Blank)

    static let registry = PolymorphicRegistry<Offer>(.deduced) {
      try $0.register(for: "vehicle", as: Offer.vehicle)
      try $0.register(for: "point", as: Offer.point)
      try $0.register(for: "blank", as: Offer.blank)
    }
  }

  @Test(arguments: Backend.allCases)
  func `a nested enum is tried where no type knows more fields`(_ backend: Backend) throws {
    let json = #"[{"wheels":4,"doors":5},{"x":1,"y":2},{"note":"n"},{"wheels":2}]"#
    let offers = try backend.decode([Offer].self, from: json)
    #expect(
      offers == [
        .vehicle(.car(.init(doors: 5))), .point(Point(x: 1, y: 2)), .blank(Blank(note: "n")),
        .blank(Blank(note: nil)),
      ]
    )
  }

  @Test(arguments: Backend.allCases)
  func `lists what the types threw that were tried`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<Offer>(.deduced) {
      try $0.register(for: "vehicle", as: Offer.vehicle)
      try $0.register(Named.self, for: "named", as: { _ in .blank(Blank()) })
      try $0.register(for: "point", as: Offer.point)
    }
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"wheels":3,"name":"a"}]"#, registry)
    }
    #expect(error.place == "[0]")
    let cause = try #require(error.cause)
    #expect(cause.code == .noMatch)
    #expect(cause.candidates.map { $0.error?.place } == ["[0].wheels", "[0].size", nil])
    #expect(cause.candidates.map(\.missing) == [[], [], ["x", "y"]])
  }

  @Test func `a sample isn't made of two types that know the same keys`() throws {
    try Self.shapes.validate()
    let registry = try PolymorphicRegistry<any Shape>(.deduced).registering(
      Length.self,
      for: "length"
    )
    #expect(registry.overriding(with: Self.shapes).tags == Self.shapes.tags)
  }
}
