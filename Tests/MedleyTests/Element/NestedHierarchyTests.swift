import Medley
import TestSupport
import Testing

/// A registered type that is itself the base of a registry.
@Suite struct NestedHierarchyTests {
  protocol Vehicle: Codable, Sendable {}
  struct Car: Vehicle, Hashable { var wheels: Int }
  struct Boat: Vehicle, Hashable { var length: Double }

  struct Ride: Media, Hashable {
    var title: String { "ride" }
    var vehicle: Polymorphic<any Vehicle>
    init(_ vehicle: Polymorphic<any Vehicle>) { self.vehicle = vehicle }
    init(from decoder: any Decoder) throws { vehicle = try Polymorphic(from: decoder) }
    func encode(to encoder: any Encoder) throws { try vehicle.encode(to: encoder) }
  }

  static let vehicles = PolymorphicRegistry<any Vehicle>(
    "kind",
    ["car": Car.self, "boat": Boat.self]
  )

  static func media(_ outer: Discriminator = "type") throws -> PolymorphicRegistry<any Media> {
    try PolymorphicRegistry<any Media>(outer)
      .registering(Movie.self, for: "MOVIE")
      .registering(Polymorphic<any Vehicle>.self, for: "VEHICLE") { Ride($0) }
      .registering(Ride.self, for: "VEHICLE2")
  }

  static func decode(
    _ backend: Backend,
    _ json: String,
    _ media: PolymorphicRegistry<any Media>,
    _ vehicles: PolymorphicRegistry<any Vehicle> = vehicles
  ) throws -> [Polymorphic<any Media>] {
    try backend.decode(from: json) {
      $0.register(media)
      $0.register(vehicles)
    }
  }

  static func encode(
    _ backend: Backend,
    _ feed: [Polymorphic<any Media>],
    _ media: PolymorphicRegistry<any Media>
  ) throws -> JSONTree {
    try backend.encode(feed) {
      $0.register(media)
      $0.register(vehicles)
    }
  }

  static let samples: [(Discriminator, String)] = [
    ("type", #"[{"type":"VEHICLE2","kind":"car","wheels":4}]"#),
    (
      .adjacent(tag: "type", content: "data"),
      #"[{"type":"VEHICLE2","data":{"kind":"car","wheels":4}}]"#
    ),
    (.external, #"[{"VEHICLE2":{"kind":"car","wheels":4}}]"#),
    (.wrapperArray, #"[["VEHICLE2",{"kind":"car","wheels":4}]]"#),
    (.path("meta", "type"), #"[{"meta":{"type":"VEHICLE2"},"kind":"car","wheels":4}]"#),
    (.compound("type"), #"[{"type":"VEHICLE2","kind":"car","wheels":4}]"#),
  ]

  @Test(arguments: Backend.allCases, samples.dropLast())
  func `each level uses its own discriminator`(
    _ backend: Backend,
    _ sample: (outer: Discriminator, json: String)
  ) throws {
    let media = try Self.media(sample.outer)
    let feed = try Self.decode(backend, sample.json, media)
    #expect(feed == [.known(Ride(.known(Car(wheels: 4))))])
    #expect(try Self.encode(backend, feed, media) == JSONTree(parsing: sample.json))
  }

  @Test(arguments: Backend.allCases)
  func `keeps an unknown inner element in a known outer one`(_ backend: Backend) throws {
    let json = #"[{"type":"VEHICLE2","kind":"tram","rails":[2]}]"#
    let feed = try Self.decode(backend, json, Self.media())
    let ride = try #require(feed.known.first as? Ride)
    #expect(ride.vehicle.unknown?.tag == "tram")
    #expect(try Self.encode(backend, feed, Self.media()) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `encodes an outer tag whose path leads through a kept inner element`(
    _ backend: Backend
  ) throws {
    let media = try Self.media(.path("meta", "type"))
    let json = #"[{"meta":{"type":"VEHICLE2","x":[{}]},"kind":"tram","more":{"a":null}}]"#
    let feed = try Self.decode(backend, json, media)
    #expect((feed.known.first as? Ride)?.vehicle.unknown?.tag == "tram")
    #expect(try Self.encode(backend, feed, media) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `each level uses its own policies`(_ backend: Backend) throws {
    var (media, vehicles) = (try Self.media(), Self.vehicles)
    media.policies.missing = .keep
    var error = try #require(throws: DecodingError.self) {
      try Self.decode(backend, #"[{},{"type":"VEHICLE"}]"#, media, vehicles)
    }
    #expect(error.place == "[1].kind")
    #expect(error.cause?.code == .missingTag)
    #expect(error.cause?.knownTags == ["car", "boat"])

    vehicles.policies.unknown = .throw
    error = try #require(throws: DecodingError.self) {
      try Self.decode(
        backend,
        #"[{"type":"X"},{"type":"VEHICLE","kind":"X"}]"#,
        media,
        vehicles
      )
    }
    #expect(error.place == "[1].kind")
    #expect(error.cause?.code == .unknownTag)
    #expect(error.cause?.tag == "X")

    vehicles.policies.missing = .assume("car")
    #expect(
      try Self.decode(backend, #"[{"type":"VEHICLE","wheels":3}]"#, media, vehicles)
        == [.known(Ride(.known(Car(wheels: 3))))]
    )
  }

  @Test(arguments: Backend.allCases)
  func `an outer fallback never hides an inner error`(_ backend: Backend) throws {
    var (media, vehicles) = (try Self.media(), Self.vehicles)
    vehicles.policies.unknown = .throw
    media.policies = .init(unknown: .keep, missing: .keep, null: .keep, wrongKind: .keep)
    let samples: [(json: String, place: String)] = [
      (#"{"type":"VEHICLE","kind":"X"}"#, "[0].kind"),
      (#"{"type":"VEHICLE"}"#, "[0].kind"),
      (#"{"type":"VEHICLE","kind":null}"#, "[0].kind"),
      (#"{"type":"VEHICLE","kind":{}}"#, "[0].kind"),
      (#"{"type":"VEHICLE","kind":"car"}"#, "[0].wheels"),
    ]
    for sample in samples {
      let error = try #require(throws: DecodingError.self) {
        try Self.decode(backend, "[\(sample.json)]", media, vehicles)
      }
      #expect(error.place == sample.place)
    }
    media.policies.malformed = .keep
    for sample in samples {
      let feed = try Self.decode(backend, "[\(sample.json)]", media, vehicles)
      #expect(feed.unknown.map(\.reason.description) == ["malformed"])
      #expect(feed.unknown.map(\.tag) == ["VEHICLE"])
    }
  }

  @Test(arguments: Backend.allCases)
  func `an error has the innermost tag`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try Self.decode(backend, #"[{"type":"VEHICLE","kind":"car"}]"#, Self.media())
    }
    #expect((error.details?.underlyingError as? PayloadError)?.tag == "car")
    #expect(error.place == "[0].wheels")
  }

  enum Garage: PolymorphicEnum, Hashable {
    case car(Car)
    case unknown(UnknownPayload)
    static let registry = PolymorphicRegistry<Garage>("kind") { registry in
      try registry.register(for: "car", as: Garage.car)
    }
  }
  enum Outer: PolymorphicEnum, Hashable {
    case movie(Movie)
    case garage(Garage)
    case unknown(UnknownPayload)
    static let registry = PolymorphicRegistry<Outer>("type") { registry in
      try registry.register(for: "MOVIE", as: Outer.movie)
      try registry.register(for: "GARAGE", as: Outer.garage)
    }
  }

  @Test(arguments: Backend.allCases)
  func `decodes enums in enums`(_ backend: Backend) throws {
    let json = """
      [{"type":"GARAGE","kind":"car","wheels":4},{"type":"GARAGE","kind":"X"},{"type":"Y"}]
      """
    let feed = try backend.decode([Outer].self, from: json)
    #expect(feed[0] == .garage(.car(Car(wheels: 4))))
    guard case .garage(.unknown(let inner)) = feed[1], case .unknown(let outer) = feed[2] else {
      Issue.record("The elements are \(feed).")
      return
    }
    #expect(inner.tag == "X")
    #expect(outer.tag == "Y")
    #expect(try backend.encode(feed) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `both levels can use the same key`(_ backend: Backend) throws {
    let inner = PolymorphicRegistry<any Vehicle>("type", ["VEHICLE2": Car.self])
    let json = #"[{"type":"VEHICLE2","wheels":4}]"#
    let feed: [Polymorphic<any Media>] = try backend.decode(from: json) {
      $0.register(inner)
      $0.register(try Self.media())
    }
    #expect(feed == [.known(Ride(.known(Car(wheels: 4))))])
    let tree = try backend.encode(feed) {
      $0.register(inner)
      $0.register(try Self.media())
    }
    #expect(try tree == JSONTree(parsing: json))
  }

  @Test func `convertToSnakeCase leaves the keys of a kept inner payload unchanged`() throws {
    let json = #"[{"type":"VEHICLE2","kind":"tram","aURL":{"bURL":1},"a_b":2}]"#
    func configure(_ userInfo: inout UserInfo) throws {
      var media = PolymorphicRegistry<any Media>("type")
      try media.register(
        Polymorphic<any Vehicle>.self,
        for: "VEHICLE2",
        as: { Ride($0) },
        from: { ($0 as? Ride)?.vehicle }
      )
      userInfo.register(media)
      userInfo.register(Self.vehicles)
    }
    let feed = try Backend.json.decode(
      [Polymorphic<any Media>].self,
      from: json,
      keys: .snakeCase,
      userInfo: configure
    )
    let tree = try Backend.json.encode(feed, keys: .snakeCase, userInfo: configure)
    #expect(try tree == JSONTree(parsing: json))
  }
}
