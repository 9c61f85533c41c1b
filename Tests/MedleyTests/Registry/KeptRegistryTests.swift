import Medley
import MedleyBase
import TestSupport
import Testing

/// Registries of generic types.
@Suite struct KeptRegistryTests {
  struct Text: Codable, Equatable {
    var text: String
  }

  struct Image: Codable, Equatable {
    var url: String
  }

  typealias Payload = Codable & Equatable & SendableMetatype

  enum Either<First: Payload, Second: Payload>: PolymorphicEnum, Equatable {
    case first(First)
    case second(Second)

    static var registry: PolymorphicRegistry<Either> {
      .kept(.firstMatch) {
        Building.count?.withLock { $0 += 1 }
        try $0.register(for: "first", as: Either.first)
        try $0.register(for: "second", as: Either.second)
      }
    }
  }

  private enum Building {
    @TaskLocal static var count: Lock<Int>?
  }

  @Test(arguments: Backend.allCases)
  func `each specialisation has its own`(_ backend: Backend) throws {
    let json = #"[{"text":"a"},{"url":"b"}]"#
    let one = try backend.decode([Either<Text, Image>].self, from: json)
    #expect(one == [.first(Text(text: "a")), .second(Image(url: "b"))])
    #expect(try backend.encode(one) == JSONTree(parsing: json))
    let other = try backend.decode([Either<Image, Text>].self, from: json)
    #expect(other == [.second(Text(text: "a")), .first(Image(url: "b"))])
    #expect(try backend.encode(other) == JSONTree(parsing: json))
    let nested = try backend.decode(
      [Either<Int, Either<Text, [Image]>>].self,
      from: #"[1,[],{"text":"a"}]"#
    )
    #expect(nested.count == 3)
    #expect(nested.first == .first(1))
    #expect(nested[1] == .second(.second([])))
  }

  @Test func `it is made once for each`() {
    enum Own: Codable, Equatable { case own }
    let count = Lock(0)
    Building.$count.withValue(count) {
      for _ in 0..<10 { #expect(Either<Own, Int>.registry.tags == ["first", "second"]) }
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test func `two calls for one base don't share`() {
    func first() -> PolymorphicRegistry<Int> {
      .kept("a") { try $0.register(1, for: "one") }
    }
    func second() -> PolymorphicRegistry<Int> {
      .kept("b") { try $0.register(2, for: "two") }
    }
    for _ in 0..<2 {
      #expect(first().tags == ["one"])
      #expect(second().tags == ["two"])
    }
  }

  enum Asked<Value: Payload>: PolymorphicEnum, Equatable {
    case value(Value)

    static var registry: PolymorphicRegistry<Asked> {
      Building.count?.withLock { $0 += 1 }
      return .kept(.firstMatch) { try $0.register(for: "value", as: Asked.value) }
    }

    var payload: any Encodable {
      switch self {
      case .value(let value): value
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `an enum is asked for it once`(_ backend: Backend) throws {
    let count = Lock(0)
    try Building.$count.withValue(count) {
      for _ in 0..<3 {
        let values = try backend.decode([Asked<[Text]>].self, from: #"[[{"text":"a"}],[]]"#)
        #expect(values == [.value([Text(text: "a")]), .value([])])
        #expect(try backend.encode(values) == JSONTree(parsing: #"[[{"text":"a"}],[]]"#))
      }
    }
    // Another backend may have asked before, and another thread at the same time.
    #expect(count.withLock { $0 } <= 1)
  }

  enum Plain: PolymorphicEnum, Equatable {
    case text(Text)

    static let registry = PolymorphicRegistry<Plain>("type") {
      try $0.register(for: "text", as: Plain.text)
    }

    static var kept: PolymorphicRegistry<Plain> {
      .kept("kind") { try $0.register(for: "TEXT", as: Plain.text) }
    }
  }

  @Test(arguments: Backend.allCases)
  func `a kept registry beside that of an enum isn't the enum's`(_ backend: Backend) throws {
    for _ in 0..<2 {
      #expect(Plain.kept.tags == ["TEXT"])
      let json = #"[{"type":"text","text":"a"}]"#
      let values = try backend.decode([Plain].self, from: json)
      #expect(values == [.text(Text(text: "a"))])
      #expect(try backend.encode(values) == JSONTree(parsing: json))
    }
  }
}
