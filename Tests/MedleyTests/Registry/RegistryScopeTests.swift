import Medley
import TestSupport
import Testing

/// Registries in the `userInfo` of decoders and encoders.
@Suite struct RegistryScopeTests {
  protocol Vehicle: Codable, Sendable {}
  struct Car: Vehicle, Hashable { var wheels: Int }
  struct Garage: Codable {
    var cars: [Polymorphic<any Vehicle>]
    var media: [Polymorphic<any Media>]
  }

  static let vehicles = PolymorphicRegistry<any Vehicle>("kind", ["car": Car.self])

  @Test(arguments: Backend.allCases)
  func `a decoder can have registries for several bases`(_ backend: Backend) throws {
    let json = """
      {"cars":[{"kind":"car","wheels":4}],"media":[{"type":"MOVIE","title":"a"}]}
      """
    let garage = try backend.decode(Garage.self, from: json) {
      $0.register(Self.vehicles)
      $0.register(PolymorphicRegistry.media)
    }
    #expect(garage.cars == [.known(Car(wheels: 4))])
    #expect(garage.media == [.known(Movie(title: "a"))])
    let tree = try backend.encode(garage) {
      $0.register(PolymorphicRegistry.media)
      $0.register(Self.vehicles)
    }
    #expect(try tree == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `the last registry for a base wins`(_ backend: Backend) throws {
    let other = PolymorphicRegistry<any Vehicle>("kind", ["auto": Car.self])
    let feed = try backend.decode(
      [Polymorphic<any Vehicle>].self,
      from: #"[{"kind":"auto","wheels":4}]"#
    ) {
      $0.register(Self.vehicles)
      $0.register(other)
    }
    #expect(feed == [.known(Car(wheels: 4))])
  }

  /// A decoder with its own `userInfo` dictionary, like decoders of other packages.
  struct Forwarding: Decoder {
    let base: any Decoder
    let userInfo: [CodingUserInfoKey: Any]
    var codingPath: [any CodingKey] { base.codingPath }

    func container<Key: CodingKey>(
      keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
      try base.container(keyedBy: type)
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try base.unkeyedContainer() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer {
      try base.singleValueContainer()
    }
  }

  struct Foreign: Decodable {
    let car: Polymorphic<any Vehicle>
    let movie: Polymorphic<any Media>

    init(from decoder: any Decoder) throws {
      var userInfo: [CodingUserInfoKey: Any] = [:]
      let key = try #require(CodingUserInfoKey(rawValue: "theirs"))
      userInfo[key] = 1
      userInfo.register(RegistryScopeTests.vehicles)
      userInfo.register(PolymorphicRegistry.media)
      #expect(userInfo.count == 2)
      let decoder = Forwarding(base: decoder, userInfo: userInfo)
      car = try Polymorphic(from: decoder)
      movie = try Polymorphic(from: decoder)
    }
  }

  @Test(arguments: Backend.allCases)
  func `registers in userInfo dictionaries with values of type Any`(_ backend: Backend) throws {
    let both = try backend.decode(
      Foreign.self,
      from: #"{"kind":"car","wheels":4,"type":"MOVIE","title":"a"}"#
    )
    #expect(both.car == .known(Car(wheels: 4)))
    #expect(both.movie == .known(Movie(title: "a")))
  }

  /// An element that is decoded with the entries of `userInfo` inside optionals.
  struct Wrapped: Decodable {
    let car: Polymorphic<any Vehicle>

    init(from decoder: any Decoder) throws {
      let userInfo = decoder.userInfo.mapValues { Optional(Optional($0) as Any) as Any }
      car = try Polymorphic(from: Forwarding(base: decoder, userInfo: userInfo))
    }
  }

  /// An element that is decoded with other values for the keys of `userInfo`.
  struct Replaced: Decodable {
    init(from decoder: any Decoder) throws {
      let userInfo = decoder.userInfo.mapValues { _ in 1 as Any }
      _ = try Polymorphic<any Vehicle>(from: Forwarding(base: decoder, userInfo: userInfo))
    }
  }

  @Test(arguments: Backend.allCases)
  func `finds registries inside optionals, and no other values`(_ backend: Backend) throws {
    let json = #"{"kind":"car","wheels":4}"#
    let wrapped = try backend.decode(Wrapped.self, from: json) { $0.register(Self.vehicles) }
    #expect(wrapped.car == .known(Car(wheels: 4)))
    let error = #expect(throws: DecodingError.self) {
      try backend.decode(Replaced.self, from: json) { $0.register(Self.vehicles) }
    }
    #expect(error.map { "\($0)".contains("registry") } == true)
  }

  @Test func `registering keeps other entries of userInfo`() throws {
    var userInfo: UserInfo = [:]
    let key = try #require(CodingUserInfoKey(rawValue: "theirs"))
    userInfo[key] = "kept"
    userInfo.register(Self.vehicles)
    userInfo.register(Self.vehicles)
    #expect(userInfo.count == 2)
    #expect(userInfo[key] as? String == "kept")
  }

  @Test(arguments: Backend.allCases)
  func `payloads can read the userInfo of the decoder`(_ backend: Backend) throws {
    struct Reader: Media, Hashable {
      var title: String
      init(from decoder: any Decoder) throws {
        let key = CodingUserInfoKey(rawValue: "theirs")
        title = key.flatMap { decoder.userInfo[$0] as? String } ?? "nothing"
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        let key = CodingUserInfoKey(rawValue: "theirs")
        let said = key.flatMap { encoder.userInfo[$0] as? String } ?? "nothing"
        try container.encode(said, forKey: .said)
      }
      enum Key: String, CodingKey { case said }
    }
    let registry = PolymorphicRegistry<any Media>("type", ["R": Reader.self])
    func configure(_ userInfo: inout UserInfo) throws {
      userInfo[try #require(CodingUserInfoKey(rawValue: "theirs"))] = "hello"
      userInfo.register(registry)
    }
    let feed = try backend.decode(
      [Polymorphic<any Media>].self,
      from: #"[{"type":"R"}]"#,
      userInfo: configure
    )
    #expect(feed.known.map(\.title) == ["hello"])
    #expect(
      try backend.encode(feed, userInfo: configure)
        == JSONTree(parsing: #"[{"type":"R","said":"hello"}]"#)
    )
  }
}
