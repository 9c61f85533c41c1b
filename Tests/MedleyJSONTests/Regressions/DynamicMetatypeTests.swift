import Foundation
import Medley
import MedleyFoundation
import MedleyJSON
import TestSupport
import Testing

/// A dynamic type, as in `let type: Animal.Type = Dog.self`, was decoded as the static type.
@Suite struct DynamicMetatypeTests {
  private class Animal: Codable {
    var name: String
    init(name: String) { self.name = name }

    private enum CodingKeys: CodingKey { case name }
    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    }
  }

  private class Dog: Animal {
    var isGood = false

    private enum CodingKeys: CodingKey { case good }
    required init(from decoder: any Decoder) throws {
      isGood = try decoder.container(keyedBy: CodingKeys.self).decode(Bool.self, forKey: .good)
      try super.init(from: decoder)
    }
  }

  private final class Puppy: Dog {}

  private class Plant: FieldDecodable {
    var name: String
    required init(fields: inout FieldReader) throws {
      name = try fields.decode("name")
    }
  }

  private final class Tree: Plant {
    var isGood: Bool
    required init(fields: inout FieldReader) throws {
      isGood = try fields.decode("good")
      try super.init(fields: &fields)
    }
  }

  private static let object = #"{"name": "Rex", "good": true}"#
  private static let animals: [Animal.Type] = [Animal.self, Dog.self, Puppy.self]
  private static let plants: [Plant.Type] = [Plant.self, Tree.self]

  @Test(arguments: Backend.allJSON)
  func `decodes a dynamic subclass at the top`(_ backend: Backend) throws {
    for type in Self.animals {
      let animal = try backend.decode(type, from: Self.object)
      #expect(Swift.type(of: animal) == type && animal.name == "Rex")
    }
    for type in Self.plants {
      let plant = try backend.decode(type, from: Self.object)
      #expect(Swift.type(of: plant) == type && plant.name == "Rex")
    }
  }

  /// Decodes a class with every function of a container that takes a type, and records the results.
  private struct Places<Value: Decodable & AnyObject & SendableMetatype>: Decodable {
    static var key: CodingUserInfoKey {
      get throws { try #require(CodingUserInfoKey(rawValue: "type")) }
    }
    var types: [String] = []

    private enum Key: CodingKey { case one, none, list }

    init(from decoder: any Decoder) throws {
      let type = try #require(decoder.userInfo[Self.key] as? Value.Type)
      let container = try decoder.container(keyedBy: Key.self)
      note(try container.decode(type, forKey: .one))
      note(try container.decodeIfPresent(type, forKey: .one))
      note(try container.decodeIfPresent(type, forKey: .none))
      note(try type.init(from: container.superDecoder(forKey: .one)))
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      note(try list.decode(type))
      note(try list.decodeIfPresent(type))
      let inner = try list.superDecoder()
      note(try inner.singleValueContainer().decode(type))
      note(try list.decode([Value].self).first)
    }

    private mutating func note(_ value: Value?) {
      types.append(value.map { "\(Swift.type(of: $0))" } ?? "nil")
    }
  }

  private static let places = """
    {"one": \(object), "list": [\(object), \(object), \(object), [\(object)]]}
    """

  private func check<Value: Decodable & AnyObject & SendableMetatype>(
    _ types: [Value.Type]
  ) throws {
    for type in types {
      func types(_ backend: Backend) throws -> [String] {
        try backend.decode(Places<Value>.self, from: Self.places) {
          $0[try Places<Value>.key] = type
        }.types
      }
      let expected = try types(.json)
      #expect(try types(.engine) == expected, "\(type)")
      // For members, the standard library passes the static type.
      #expect(expected[4...6] == ["\(type)", "\(type)", "\(type)"])
    }
  }

  @Test func `containers decode the same class as JSONDecoder's`() throws {
    try check(Self.animals)
    try check(Self.plants)
  }

  private struct Keeper: FieldDecodable {
    @TaskLocal static var animal: Animal.Type = Animal.self
    @TaskLocal static var plant: Plant.Type = Plant.self
    var values: [AnyObject?]

    init(fields: inout FieldReader) throws {
      values = [
        try fields.decode("one", as: Self.animal),
        try fields.decodeIfPresent("one", as: Self.animal),
        try fields.decodeIfPresent("none", as: Self.animal),
        try fields.decode("one", as: Self.plant), try fields.decodeIfPresent("one", as: Self.plant),
        try fields.decodeIfPresent("null", as: Self.plant),
      ]
    }
  }

  @Test(arguments: Backend.allJSON)
  func `fields decode a dynamic subclass`(_ backend: Backend) throws {
    for (animal, plant) in zip(Self.animals, [Plant.self, Tree.self, Tree.self] as [Plant.Type]) {
      try Keeper.$animal.withValue(animal) {
        try Keeper.$plant.withValue(plant) {
          let text = #"{"null": null, "one": \#(Self.object)}"#
          let types = try backend.decode(Keeper.self, from: text).values.map { value in
            value.map { "\(Swift.type(of: $0))" } ?? "nil"
          }
          #expect(types == ["\(animal)", "\(animal)", "nil", "\(plant)", "\(plant)", "nil"])
          let error = #expect(throws: DecodingError.self) {
            try backend.decode(Keeper.self, from: "{}")
          }
          #expect(error?.kind == .keyNotFound && error?.place == "one")
        }
      }
    }
  }

  @Test(arguments: Backend.allJSON)
  func `registered and kept payloads decode a dynamic subclass`(
    _ backend: Backend
  ) throws {
    let type: Animal.Type = Puppy.self
    let plant: Plant.Type = Tree.self
    let forms: [(Discriminator, String)] = [
      ("type", #"{"type": "TAG", "name": "Rex", "good": true}"#),
      (.adjacent(tag: "type", content: "in"), #"{"type": "TAG", "in": \#(Self.object)}"#),
      (.wrapperArray, #"["TAG", \#(Self.object)]"#),
      (.external, #"{"TAG": \#(Self.object)}"#),
    ]
    for (discriminator, text) in forms {
      var registry = PolymorphicRegistry<AnyObject>(discriminator)
      try registry.register(type, for: "PUPPY")
      try registry.register(plant, for: "TREE")
      let elements = ["PUPPY", "TREE", "OTHER"].map { text.replacing("TAG", with: $0) }
      let feed = try backend.decode(
        [Polymorphic<AnyObject>].self,
        from: "[\(elements.joined(separator: ","))]"
      ) { $0.register(registry) }
      #expect(feed.first?.known is Puppy && feed[1].known is Tree, "\(text)")
      let unknown = try #require(feed.last?.unknown)
      #expect(try unknown.decode(as: type) is Puppy, "\(text)")
      #expect(try unknown.decode(as: plant) is Tree, "\(text)")
      #expect(try unknown.decode(as: type, using: PolymorphicJSONDecoder()) is Puppy, "\(text)")
      #expect(try unknown.decode(as: plant, using: PolymorphicJSONDecoder()) is Tree, "\(text)")
      #expect(try unknown.decode(as: type, using: JSONDecoder()) is Puppy, "\(text)")
    }
  }

  // MARK: - Keys

  // Sound: it has a constant, and its subclass adds nothing.
  private class ClassKey: CodingKey, @unchecked Sendable {
    let stringValue: String
    var intValue: Int? { nil }
    required init(stringValue: String) { self.stringValue = stringValue }
    required init?(intValue: Int) { nil }
  }

  private final class LoudKey: ClassKey, @unchecked Sendable {}

  /// Reads an object by the keys of a class, and by those of its subclass as the same type.
  private struct Keyed: Decodable {
    var values: [Int] = []

    init(from decoder: any Decoder) throws {
      for type in [ClassKey.self, LoudKey.self, ClassKey.self] as [ClassKey.Type] {
        let container = try decoder.container(keyedBy: type)
        values.append(try container.decode(Int.self, forKey: type.init(stringValue: "id")))
        values.append(container.allKeys.count)
        let inner = try container.nestedContainer(
          keyedBy: type,
          forKey: type.init(stringValue: "in")
        )
        values.append(try inner.decode(Int.self, forKey: ClassKey(stringValue: "id")))
      }
      let loud = try decoder.container(keyedBy: LoudKey.self)
      values.append(try loud.decode(Int.self, forKey: LoudKey(stringValue: "id")))
      values.append(loud.allKeys.filter { $0.stringValue == "id" }.count)
    }
  }

  @Test(arguments: Backend.allJSON)
  func `containers have the static type of their keys`(_ backend: Backend) throws {
    let text = (0..<20).map { #"{"id": \#($0), "in": {"id": \#(-$0)}}"# }.joined(separator: ",")
    for (number, keyed) in try backend.decode([Keyed].self, from: "[\(text)]").enumerated() {
      let once = [number, 2, -number]
      #expect(keyed.values == once + once + once + [number, 1])
    }
  }
}
