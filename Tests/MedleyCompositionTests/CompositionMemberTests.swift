import Medley
import MedleyComposition
import TestSupport
import Testing

/// Parts with many members, failing members, keys of two types, and classes.
@Suite struct CompositionMemberTests {
  struct Name: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    init(stringLiteral value: String) { stringValue = value }
  }

  /// A part with a member for each of some numbers.
  struct Numbers: Encodable {
    var numbers: Range<Int>
    var factor = 1

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Name.self)
      for number in numbers {
        try members.encode(number * factor, forKey: Name(stringValue: "n\(number)"))
      }
    }
  }

  struct Failing: Encodable {
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "failing")
      )
    }
  }

  /// A part that goes on after members that can't be encoded.
  struct Careful: Encodable {
    var names: [Name]

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: Name.self)
      for name in names {
        do { try members.encode(Failing(), forKey: name) } catch {}
      }
    }
  }

  @Test(arguments: Backend.allCases, [3, 16, 17, 40])
  func `encodes each of many members once`(_ backend: Backend, _ count: Int) throws {
    let value = Composed(Numbers(numbers: 0..<count), Numbers(numbers: count / 2..<count + 5))
    let members = (0..<count + 5).map { "\"n\($0)\":\($0)" }.joined(separator: ",")
    let written = try backend.encode([value])
    #expect(try written == JSONTree(parsing: "[{\(members)}]"))
    #expect(written.duplicateKey == nil)
  }

  @Test(arguments: Backend.allCases, [3, 16, 17, 40])
  func `finds the member of many that differs`(_ backend: Backend, _ count: Int) throws {
    let last = count - 1
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([
        Composed(Numbers(numbers: 0..<count), Numbers(numbers: last..<count, factor: 2))
      ])
    }
    #expect(error.place == "[0].n\(last)")
    #expect(error.details?.debugDescription.contains("Numbers and Numbers") == true)
  }

  @Test(arguments: Backend.allCases, [1, 20])
  func `leaves the key of a failed member to another part`(
    _ backend: Backend,
    _ count: Int
  ) throws {
    let names = (0..<count).map { Name(stringValue: "n\($0)") }
    let value = Composed(
      Composed(Numbers(numbers: 100..<118), Careful(names: names)),
      Numbers(numbers: 0..<count, factor: 3)
    )
    let members =
      (100..<118).map { "\"n\($0)\":\($0)" } + (0..<count).map { "\"n\($0)\":\($0 * 3)" }
    #expect(
      try backend.encode([value]) == JSONTree(parsing: "[{\(members.joined(separator: ","))}]")
    )
  }

  /// A part with containers of two key types, the first of which it uses again.
  struct TwoKeyTypes: Encodable {
    enum First: CodingKey { case a, c }
    enum Second: CodingKey { case b }

    func encode(to encoder: any Encoder) throws {
      var first = encoder.container(keyedBy: First.self)
      try first.encode(1, forKey: .a)
      var second = encoder.container(keyedBy: Second.self)
      try second.encode(2, forKey: .b)
      try first.encode(3, forKey: .c)
    }
  }

  struct Other: Encodable {
    var b: Int
    var c = 3
  }

  @Test(arguments: Backend.allCases)
  func `checks the members of a part with keys of two types`(_ backend: Backend) throws {
    let json = #"[{"a":1,"b":2,"c":3}]"#
    #expect(
      try backend.encode([Composed(TwoKeyTypes(), Other(b: 2))]) == JSONTree(parsing: json)
    )
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Composed(TwoKeyTypes(), Other(b: 9))])
    }
    #expect(error.place == "[0].b")
  }

  class Animal: Encodable {
    private let name = "Rex"
  }

  final class Dog: Animal {
    enum Key: CodingKey { case breed }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var members = encoder.container(keyedBy: Key.self)
      try members.encode("collie", forKey: .breed)
    }
  }

  struct Breed: Encodable {
    var breed: String
  }

  @Test(arguments: Backend.allCases)
  func `compares the members of a subclass with those of other parts`(_ backend: Backend) throws {
    let dog: Animal = Dog()
    let json = #"[{"name":"Rex","breed":"collie"}]"#
    #expect(
      try backend.encode([Composed(dog, Breed(breed: "collie"))]) == JSONTree(parsing: json)
    )
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Composed(dog, Breed(breed: "poodle"))])
    }
    #expect(error.place == "[0].breed")
    #expect(error.details?.debugDescription.contains("Animal and Breed") == true)
  }

  /// A part without members.
  struct Nothing: Encodable {
    func encode(to encoder: any Encoder) throws {}
  }

  @Test(arguments: Backend.allCases)
  func `encodes parts without members as an empty object`(_ backend: Backend) throws {
    #expect(try backend.encode([Composed(Nothing(), Nothing())]) == JSONTree(parsing: "[{}]"))
  }
}
