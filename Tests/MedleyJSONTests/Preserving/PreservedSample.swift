import Medley
import MedleyComposition
import MedleyResilience
import TestSupport

/// A type of which documents are generated, with members that it doesn't know.
///
/// All numbers of a document that the types know differ, so that a number says which value it is.
protocol PreservedSample: Codable {
  /// Returns the JSON of a value.
  static func document(_ random: inout PreservedDocuments) -> String

  /// Replaces a number, wherever it is.
  mutating func replace(_ number: Int, by other: Int)
}

/// The source of documents.
struct PreservedDocuments {
  var random: SeededRandom
  /// Whether documents have elements that a lossy list drops.
  var hasBadElements = false
  /// The numbers that the types know.
  private(set) var numbers: [Int] = []
  private var last = 100

  init(_ seed: UInt64) {
    random = SeededRandom(seed: seed, "pairs of coders")
  }

  /// Returns a number that the type knows.
  mutating func known() -> String {
    last += 1
    numbers.append(last)
    return "\(last)"
  }

  /// Returns an object with members that the type knows, and others.
  mutating func object(_ members: [(String, String)], isOpen: Bool = true) -> String {
    var members = members
    for index in 0..<(isOpen ? random.number(below: 4) : 0) {
      members.append(("x\(index)", unknown(depth: 2)))
    }
    members.shuffle(using: &random)
    return "{\(members.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
  }

  /// Returns a value that the type doesn't know.
  mutating func unknown(depth: Int) -> String {
    last += 1
    switch random.number(below: depth > 0 ? 7 : 3) {
    case 0: return "\(last)"
    case 1: return "\"text \(last)\""
    case 2: return random.once(in: 2) ? "true" : "false"
    case 3, 4:
      let elements = (0..<random.number(below: 3)).map { _ in unknown(depth: depth - 1) }
      return "[\(elements.joined(separator: ","))]"
    default:
      let members = (0..<random.number(below: 3)).map { "\"m\($0)\":\(unknown(depth: depth - 1))" }
      return "{\(members.joined(separator: ","))}"
    }
  }
}

// MARK: - Generating types

enum PreservedTypes {
  /// Returns the type of a document, which is an object, as all formats need.
  static func random(_ random: inout SeededRandom) -> any PreservedSample.Type {
    let record = record(type(depth: 3, &random), type(depth: 2, &random))
    return random.once(in: 4) ? record : preserving(record)
  }

  private static func type(
    depth: Int,
    _ random: inout SeededRandom
  ) -> any PreservedSample.Type {
    let leaves: [any PreservedSample.Type] = [
      Int.self, UnknownPayload.self, PayloadValue.self, PreservedItem.self, PreservedWhole.self,
    ]
    guard depth > 0 else { return random.pick(leaves) }
    let inner = type(depth: depth - 1, &random)
    switch random.number(below: 8) {
    case 0, 1: return preserving(inner)
    case 2: return preserving(record(inner, type(depth: 0, &random)))
    case 3: return record(inner, type(depth: depth - 1, &random))
    case 4: return array(inner)
    case 5: return lossy(inner)
    case 6: return dictionary(inner)
    default: return random.pick(leaves)
    }
  }

  private static func preserving<Value: PreservedSample>(
    _: Value.Type
  ) -> any PreservedSample.Type { Preserving<Value>.self }

  private static func array<Element: PreservedSample>(
    _: Element.Type
  ) -> any PreservedSample.Type { [Element].self }

  private static func lossy<Element: PreservedSample>(
    _: Element.Type
  ) -> any PreservedSample.Type { PreservedList<Element>.self }

  private static func dictionary<Value: PreservedSample>(
    _: Value.Type
  ) -> any PreservedSample.Type { [String: Value].self }

  private static func record<First: PreservedSample, Second: PreservedSample>(
    _: First.Type,
    _: Second.Type
  ) -> any PreservedSample.Type { PreservedRecord<First, Second>.self }
}

// MARK: - Types

extension Int: PreservedSample {
  static func document(_ random: inout PreservedDocuments) -> String { random.known() }

  mutating func replace(_ number: Int, by other: Int) {
    if self == number { self = other }
  }
}

extension Preserving: PreservedSample where Value: PreservedSample {
  static func document(_ random: inout PreservedDocuments) -> String {
    Value.document(&random)
  }

  mutating func replace(_ number: Int, by other: Int) { value.replace(number, by: other) }
}

extension Array: PreservedSample where Element: PreservedSample {
  static func document(_ random: inout PreservedDocuments) -> String {
    let count = random.random.number(below: 4)
    return "[\((0..<count).map { _ in Element.document(&random) }.joined(separator: ","))]"
  }

  mutating func replace(_ number: Int, by other: Int) {
    for index in indices { self[index].replace(number, by: other) }
  }
}

extension Dictionary: PreservedSample where Key == String, Value: PreservedSample {
  static func document(_ random: inout PreservedDocuments) -> String {
    let count = random.random.number(below: 3)
    return random.object(
      (0..<count).map { ("key \($0)", Value.document(&random)) },
      isOpen: false
    )
  }

  mutating func replace(_ number: Int, by other: Int) {
    for key in keys { self[key]?.replace(number, by: other) }
  }
}

struct PreservedRecord<First: PreservedSample, Second: PreservedSample>: PreservedSample {
  var first: First
  var second: Second?

  static func document(_ random: inout PreservedDocuments) -> String {
    var members = [("first", First.document(&random))]
    if random.random.once(in: 2) { members.append(("second", Second.document(&random))) }
    return random.object(members)
  }

  mutating func replace(_ number: Int, by other: Int) {
    first.replace(number, by: other)
    second?.replace(number, by: other)
  }
}

struct PreservedList<Element: PreservedSample>: PreservedSample {
  @Lossy var list: [Element]

  static func document(_ random: inout PreservedDocuments) -> String {
    var elements = (0..<random.random.number(below: 3)).map { _ in Element.document(&random) }
    let dropsStrings = Element.self != UnknownPayload.self && Element.self != PayloadValue.self
    if random.hasBadElements, dropsStrings, random.random.once(in: 2) { elements.append("\"bad\"") }
    return random.object([("list", "[\(elements.joined(separator: ","))]")])
  }

  mutating func replace(_ number: Int, by other: Int) { list.replace(number, by: other) }
}

extension UnknownPayload: PreservedSample {
  static func document(_ random: inout PreservedDocuments) -> String {
    random.unknown(depth: 3)
  }

  mutating func replace(_ number: Int, by other: Int) {}
}

extension PayloadValue: PreservedSample {
  static func document(_ random: inout PreservedDocuments) -> String {
    random.unknown(depth: 3)
  }

  mutating func replace(_ number: Int, by other: Int) {}
}

/// An enum of payloads, of which one preserves its JSON and one doesn't.
enum PreservedItem: PolymorphicEnum, PreservedSample {
  case plain(PreservedRecord<Int, [Int]>)
  case preserved(Preserving<PreservedRecord<Int, Int>>)
  case unknown(UnknownPayload)

  static let registry = PolymorphicRegistry<PreservedItem>("type") { registry in
    try registry.register(for: "PLAIN", as: PreservedItem.plain)
    try registry.register(for: "PRESERVED", as: PreservedItem.preserved)
  }

  static func document(_ random: inout PreservedDocuments) -> String {
    let tag = random.random.pick(["PLAIN", "PRESERVED", "NEW"])
    let payload =
      switch tag {
      case "PLAIN": PreservedRecord<Int, [Int]>.document(&random)
      case "PRESERVED": PreservedRecord<Int, Int>.document(&random)
      default: random.object([])
      }
    let rest = payload.dropFirst()
    return "{\"type\":\"\(tag)\"\(rest == "}" ? "" : ",")\(rest)"
  }

  mutating func replace(_ number: Int, by other: Int) {
    switch self {
    case .plain(var payload):
      payload.replace(number, by: other)
      self = .plain(payload)
    case .preserved(var payload):
      payload.replace(number, by: other)
      self = .preserved(payload)
    case .unknown: break
    }
  }
}

/// Two parts of one object, one of which keeps what both don't know.
struct PreservedWhole: PreservedSample {
  struct Name: Codable { var name: Int }
  struct Size: Codable { var size: Int }

  var parts: Composed<Name, Preserving<Size>>

  init(from decoder: any Decoder) throws { parts = try Composed(from: decoder) }
  func encode(to encoder: any Encoder) throws { try parts.encode(to: encoder) }

  static func document(_ random: inout PreservedDocuments) -> String {
    random.object([("name", random.known()), ("size", random.known())])
  }

  mutating func replace(_ number: Int, by other: Int) {
    parts.base.name.replace(number, by: other)
    parts.extension.size.replace(number, by: other)
  }
}
