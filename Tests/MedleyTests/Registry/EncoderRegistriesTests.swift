import Foundation
import Medley
import Testing

/// Registries in the `userInfo` of encoders, which are read once for many elements.
@Suite struct EncoderRegistriesTests {
  protocol Vehicle: Encodable, Sendable {}
  struct Car: Vehicle { var wheels: Int }

  struct Garage: Encodable {
    var cars: [Polymorphic<any Vehicle>]
    var others: [Garage] = []
  }

  static let cars: [Polymorphic<any Vehicle>] = [Car(wheels: 3), Car(wheels: 4)].map { .known($0) }

  static func registry(_ tag: String) -> PolymorphicRegistry<any Vehicle> {
    PolymorphicRegistry("kind") {
      try $0.register(encodable: Car.self, for: .string(tag), as: { $0 }, from: { $0 as? Car })
    }
  }

  static func expected(_ tag: String) -> String {
    #"[{"kind":"\#(tag)","wheels":3},{"kind":"\#(tag)","wheels":4}]"#
  }

  static func sorted() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  @Test func `a registry that is added between two calls is used`() throws {
    let encoder = Self.sorted()
    for call in 0..<50 {
      encoder.userInfo.register(Self.registry("car\(call)"))
      let json = String(decoding: try encoder.encode(Self.cars), as: UTF8.self)
      #expect(json == Self.expected("car\(call)"))
    }
  }

  @Test func `encoders with different registries and without one don't mix`() throws {
    for round in 0..<50 {
      let encoder = Self.sorted()
      if round % 3 == 0 {
        let error = try #require(throws: EncodingError.self) { try encoder.encode(Self.cars) }
        #expect("\(error)".contains("registry"))
      } else {
        encoder.userInfo.register(Self.registry("car\(round)"))
        let json = String(decoding: try encoder.encode(Self.cars), as: UTF8.self)
        #expect(json == Self.expected("car\(round)"))
      }
    }
  }

  @Test func `concurrent encoders use their own registries`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for call in 0..<100 {
            let encoder = Self.sorted()
            encoder.userInfo.register(Self.registry("car\(task).\(call)"))
            let json = String(decoding: try encoder.encode(Self.cars), as: UTF8.self)
            #expect(json == Self.expected("car\(task).\(call)"))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `nested arrays use the registry of the call`() throws {
    let encoder = Self.sorted()
    let garage = Garage(
      cars: Self.cars,
      others: [Garage(cars: Self.cars, others: [Garage(cars: Self.cars)]), Garage(cars: Self.cars)]
    )
    for tag in ["car", "auto", "voiture"] {
      encoder.userInfo.register(Self.registry(tag))
      let json = String(decoding: try encoder.encode([garage, garage]), as: UTF8.self)
      let parts = json.components(separatedBy: Self.expected(tag))
      #expect(parts.count == 9)
    }
    let properties = PropertyListEncoder()
    properties.outputFormat = .xml
    for tag in ["car", "auto", "voiture"] {
      properties.userInfo.register(Self.registry(tag))
      let text = String(decoding: try properties.encode([garage, garage]), as: UTF8.self)
      #expect(text.components(separatedBy: "<string>\(tag)</string>").count == 17)
    }
  }

  /// An encoder whose `userInfo` changes while it lives.
  final class Changing: Encoder {
    var base: any Encoder
    var userInfo: [CodingUserInfoKey: Any] = [:]
    var codingPath: [any CodingKey] { base.codingPath }

    init(base: any Encoder) {
      self.base = base
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      base.container(keyedBy: type)
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { base.unkeyedContainer() }
    func singleValueContainer() -> any SingleValueEncodingContainer {
      base.singleValueContainer()
    }
  }

  struct Parade: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      let changing = Changing(base: encoder)
      for tag in ["a", "b", "c", "c", "a"] {
        changing.base = container.superEncoder()
        changing.userInfo.register(EncoderRegistriesTests.registry(tag))
        try EncoderRegistriesTests.cars[0].encode(to: changing as any Encoder)
      }
    }
  }

  @Test func `an encoder of another package may change its userInfo`() throws {
    let json = String(decoding: try Self.sorted().encode(Parade()), as: UTF8.self)
    let tags = json.components(separatedBy: #""kind":""#).dropFirst().map { $0.prefix(1) }
    #expect(tags.sorted() == ["a", "a", "b", "c", "c"])
  }

  final class Token: Sendable {}

  @Test func `a registry is gone with its encoder`() throws {
    weak var token: Token?
    func encode() throws {
      let held = Token()
      token = held
      let encoder = Self.sorted()
      encoder.userInfo.register(
        PolymorphicRegistry<any Vehicle>("kind") {
          try $0.register(
            encodable: Car.self,
            for: "car",
            as: {
              _ = held
              return $0
            },
            from: { $0 as? Car }
          )
        }
      )
      let json = String(decoding: try encoder.encode(Self.cars), as: UTF8.self)
      #expect(json == Self.expected("car"))
    }
    try encode()
    #expect(token == nil)
  }
}
