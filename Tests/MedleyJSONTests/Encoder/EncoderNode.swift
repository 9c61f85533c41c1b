import Foundation
import TestSupport

/// A value that encodes itself in one of many ways, which a seed chooses.
indirect enum EncoderNode: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case small(Int8, UInt16, UInt64)
  case wide(UInt64, Int64)
  case double(Double)
  case float(Float)
  case string(String)
  case date(Date)
  case data(Data)
  case url(URL)
  case decimal(Decimal)
  case optional(Int?, Date?)
  case strings([String])
  case doubles([Double])
  case stringKeys([String: EncoderNode])
  case integerKeys([Int: EncoderNode])
  case otherKeys([Double: Int])
  case enumeration(Direction)
  case record(EncoderRecord)
  case subclass(EncoderBase)
  case array([EncoderNode], ArrayWay)
  case object([Member], ObjectWay)
  case inPlace(EncoderNode)
  case nothing

  struct Member: Sendable {
    var key: String
    var value: EncoderNode
  }

  enum Direction: String, Codable, CaseIterable {
    case north, south
    case eastAndWest = "east/west"
  }

  /// How an array is encoded.
  enum ArrayWay: CaseIterable {
    case collection, container, twoContainers, superEncoders, lateNesting
  }

  /// How an object is encoded.
  enum ObjectWay: CaseIterable {
    case container, twoContainers, twoKeyTypes, nested, lateNesting, superEncoders, keptSuper
    case capturing
  }
}

/// A type with synthesised coding.
struct EncoderRecord: Encodable, Sendable {
  var id: Int
  var fullName: String
  var ratingURL: Double?
  var tags: [String]
  var isOn: Bool
  var created: Date?
  var children: [EncoderRecord]
}

/// A class whose subclass writes to the same object and to a super encoder.
class EncoderBase: Encodable, @unchecked Sendable {
  let name: String
  init(name: String) { self.name = name }
}

final class EncoderDerived: EncoderBase, @unchecked Sendable {
  let value: Int
  let usesSuperEncoder: Bool

  init(name: String, value: Int, usesSuperEncoder: Bool) {
    self.value = value
    self.usesSuperEncoder = usesSuperEncoder
    super.init(name: name)
  }

  private enum CodingKeys: String, CodingKey {
    case value, usesSuper
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(usesSuperEncoder, forKey: .usesSuper)
    try super.encode(to: usesSuperEncoder ? container.superEncoder() : encoder)
    try container.encode(value, forKey: .value)
  }
}

/// A key with any name.
struct AnyEncoderKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  init?(stringValue: String) { self.init(stringValue) }

  init?(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}

/// Another one.
struct OtherEncoderKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

// MARK: - Making values

extension EncoderNode {
  init(_ random: inout SeededRandom, depth: Int) {
    let kinds = depth > 0 ? 26 : 18
    switch random.number(below: kinds) {
    case 0: self = .null
    case 1: self = .boolean(random.once(in: 2))
    case 2: self = .integer(Int(truncatingIfNeeded: random.next()) >> random.number(below: 64))
    case 3: self = .small(.random(in: -128...127, using: &random), .max, random.next())
    case 4: self = .wide(random.next(), Int64(truncatingIfNeeded: random.next()))
    case 5: self = .double(random.double())
    case 6:
      let float = Float(random.double())
      self = .float(float.isFinite ? float : 0.1)
    case 7: self = .string(random.text())
    case 8: self = .date(Date(timeIntervalSinceReferenceDate: random.time()))
    case 9:
      self = .data(Data((0..<random.number(below: 20)).map { _ in UInt8(random.next() & 255) }))
    case 10:
      self = URL(string: "https://a.b/\(random.number(below: 99))?c=d/e").map { .url($0) } ?? .null
    case 11: self = .decimal(Decimal(random.number(below: 1 << 40)) / 1000)
    case 12: self = .optional(random.once(in: 2) ? nil : 5, random.once(in: 2) ? nil : .distantPast)
    case 13: self = .strings((0..<random.number(below: 4)).map { _ in random.text() })
    case 14: self = .doubles((0..<random.number(below: 4)).map { _ in random.double() })
    case 15: self = .enumeration(random.pick(Direction.allCases))
    case 16: self = .otherKeys(random.once(in: 2) ? [:] : [1.5: 2])
    case 17: self = .nothing
    case 18:
      self = .stringKeys(
        Dictionary((0..<random.number(below: 9)).map { _ in (random.key(), random.node(depth)) }) {
          $1
        }
      )
    case 19:
      self = .integerKeys(
        Dictionary(
          (0..<random.number(below: 4)).map { _ in (random.number(below: 99), random.node(depth)) }
        ) {
          $1
        }
      )
    case 20: self = .record(EncoderRecord(&random, depth: depth))
    case 21:
      self = .subclass(
        EncoderDerived(
          name: random.text(),
          value: 3,
          usesSuperEncoder: random.once(in: 2)
        )
      )
    case 22, 23:
      self = .array(
        (0..<random.number(below: 5)).map { _ in random.node(depth) },
        random.pick(ArrayWay.allCases)
      )
    case 24: self = .inPlace(random.node(depth))
    default:
      self = .object(
        (0..<random.number(below: 6)).map { _ in
          Member(key: random.key(), value: random.node(depth))
        },
        random.pick(ObjectWay.allCases)
      )
    }
  }
}

extension EncoderRecord {
  fileprivate init(_ random: inout SeededRandom, depth: Int) {
    id = random.number(below: 1 << 20)
    fullName = random.text()
    ratingURL = random.once(in: 3) ? nil : random.double()
    tags = (0..<random.number(below: 3)).map { _ in random.text() }
    isOn = random.once(in: 2)
    created = random.once(in: 2) ? nil : Date(timeIntervalSinceReferenceDate: random.time())
    children = []
    for _ in 0..<(depth > 1 ? random.number(below: 3) : 0) {
      children.append(EncoderRecord(&random, depth: depth - 2))
    }
  }
}

extension SeededRandom {
  fileprivate mutating func node(_ depth: Int) -> EncoderNode {
    EncoderNode(&self, depth: depth - 1)
  }

  /// A key, from few, so that some are repeated.
  fileprivate mutating func key() -> String {
    pick([
      "a", "b", "type", "id", "camelCase", "imageURLPath", "a/b", "quo\"te", "é", "e\u{301}", "",
      "_x_", "key\(number(below: 40))",
    ])
  }

  fileprivate mutating func text() -> String {
    var text = ""
    for _ in 0..<number(below: 24) {
      text.unicodeScalars.append(
        pick([
          "a", "Z", " ", "/", "\"", "\\", "\n", "\u{1}", "\u{1f}", "\u{7f}", "é", "漢", "🎬", "x",
        ])
      )
    }
    return text
  }

  /// A finite number: whole, short, or any.
  fileprivate mutating func double() -> Double {
    switch number(below: 4) {
    case 0: return Double(number(below: 2_000_000) - 1_000_000)
    case 1: return Double(number(below: 1 << 40)) / 1000
    case 2: return pick([0, -0.0, 1e15, 1e16, 1e-4, 1e-5, 0.1, 123_456_789.125, .pi, 5e-300])
    default:
      let double = Double(bitPattern: next())
      return double.isFinite ? double : 0
    }
  }

  /// A time of the years from 1900 to 2100.
  fileprivate mutating func time() -> Double {
    let seconds = Double(number(below: 6_311_433_600)) - 3_155_760_000
    return once(in: 2) ? seconds : seconds + Double(number(below: 1000)) / 1000
  }
}
