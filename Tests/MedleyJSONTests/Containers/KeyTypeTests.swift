import Foundation
import TestSupport
import Testing

/// Key types of unusual sizes and spellings, because the engine caches keys by their byte.
@Suite struct KeyTypeTests {
  /// Reads every key of a type twice, in both directions.
  private struct Members<Key: CodingKey & CaseIterable>: Decodable {
    var values: [String: Int] = [:]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      for key in Key.allCases {
        values[key.stringValue] = try container.decode(Int.self, forKey: key)
      }
      for key in Key.allCases.reversed() {
        #expect(try container.decode(Int.self, forKey: key) == values[key.stringValue])
      }
      #expect(container.allKeys.count == Key.allCases.count)
    }
  }

  private func check<Key: CodingKey & CaseIterable>(_ type: Key.Type, _ backend: Backend) throws {
    let names = type.allCases.map(\.stringValue)
    let values = Dictionary(uniqueKeysWithValues: zip(names, 0...))
    let text = String(decoding: try JSONEncoder().encode([values, values]), as: UTF8.self)
    let decoded = try backend.decode([Members<Key>].self, from: text)
    #expect(decoded.map(\.values) == [values, values])
  }

  private enum Single: CodingKey, CaseIterable { case only }

  private enum Renamed: String, CodingKey, CaseIterable {
    case first = "second"
    case second = "first"
    case third = "a key that is longer than any word of the index"
  }

  private enum Spelled: String, CodingKey, CaseIterable {
    case empty = ""
    case umlaut = "größe"
    case kanji = "名前"
    case face = "👍🏽"
    case quotes = "\"\\/"
    case lines = "\n\t\u{1}"
    case nul = "\u{0}"
    case eight = "12345678"
    case nine = "123456789"
  }

  private enum Numbered: Int, CodingKey, CaseIterable {
    case one = 1
    case two = 2
    case minus = -1
  }

  private struct ByteKey: CodingKey, CaseIterable {
    var byte: UInt8
    static let allCases = (UInt8.min...(.max)).map { ByteKey(byte: $0) }
    var stringValue: String { "b\(byte)" }
    var intValue: Int? { nil }
    init(byte: UInt8) { self.byte = byte }
    init?(intValue: Int) { nil }
    init?(stringValue: String) {
      guard let byte = UInt8(stringValue.dropFirst()) else { return nil }
      self.byte = byte
    }
  }

  private struct BoolKey: CodingKey, CaseIterable {
    var isUpper: Bool
    static let allCases = [BoolKey(isUpper: true), BoolKey(isUpper: false)]
    var stringValue: String { isUpper ? "A" : "a" }
    var intValue: Int? { nil }
    init(isUpper: Bool) { self.isUpper = isUpper }
    init?(intValue: Int) { nil }
    init?(stringValue: String) { self.init(isUpper: stringValue == "A") }
  }

  /// A key with a payload that has the size of a byte.
  private enum Payload: CodingKey, CaseIterable {
    case flag(Bool)
    case none
    static let allCases = [Payload.flag(true), .flag(false), .none]

    var stringValue: String {
      switch self {
      case .flag(let isOn): "flag \(isOn)"
      case .none: "none"
      }
    }
    var intValue: Int? { nil }
    init?(intValue: Int) { nil }
    init?(stringValue: String) {
      guard let key = Self.allCases.first(where: { $0.stringValue == stringValue }) else {
        return nil
      }
      self = key
    }
  }

  @Test(arguments: Backend.allJSON)
  func `finds members by keys of any size`(_ backend: Backend) throws {
    try check(Single.self, backend)
    try check(SeventyKeys.self, backend)
    try check(ByteKeys.self, backend)
    try check(ManyKeys.self, backend)
    try check(ByteKey.self, backend)
    try check(BoolKey.self, backend)
    try check(Payload.self, backend)
    #expect(MemoryLayout<Single>.size == 0 && MemoryLayout<ByteKeys>.size == 1)
    #expect(MemoryLayout<Payload>.size == 1 && MemoryLayout<ManyKeys>.size == 2)
  }

  /// An object with the keys from one to another, which are read and written the last first.
  private struct Reversed<Key: CodingKey & CaseIterable & Sendable>: Codable, Equatable {
    var values: [Int: Int] = [:]

    init(_ numbers: ClosedRange<Int>) {
      for number in numbers { values[number] = number * 7 }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      for (number, key) in Key.allCases.enumerated().reversed() {
        values[number] = try container.decodeIfPresent(Int.self, forKey: key)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      for (number, key) in Key.allCases.enumerated().reversed() {
        try container.encodeIfPresent(values[number], forKey: key)
      }
    }
  }

  private func checkReversed<Key: CodingKey & CaseIterable & Sendable>(
    _ type: Key.Type,
    _ backend: Backend
  ) throws {
    let last = type.allCases.count - 1
    // Ranges that need more and more room, and then all.
    let ranges = [0...0, 3...7, 0...8, 5...17, 30...40, 60...last, 0...last, 2...2]
    for range in ranges + ranges.reversed() {
      let object = Reversed<Key>(range)
      let text = String(decoding: try backend.encoded([object, object]), as: UTF8.self)
      #expect(try backend.decode([Reversed<Key>].self, from: text) == [object, object])
      let single = try JSONDecoder().decode([String: Int].self, from: backend.encoded(object))
      #expect(single == Dictionary(uniqueKeysWithValues: range.map { ("c\($0)", $0 * 7) }))
    }
  }

  /// Room for keys is made as they are used.
  @Test(arguments: Backend.allJSON)
  func `reads and writes keys in any order`(_ backend: Backend) throws {
    try checkReversed(SeventyKeys.self, backend)
    try checkReversed(ByteKeys.self, backend)
    try checkReversed(ManyKeys.self, backend)
  }

  @Test(arguments: Backend.allJSON)
  func `finds members by keys of any spelling`(_ backend: Backend) throws {
    try check(Renamed.self, backend)
    try check(Spelled.self, backend)
    try check(Numbered.self, backend)
  }

  @Test(arguments: Backend.allJSON)
  func `finds keys with escapes`(_ backend: Backend) throws {
    let keys = Spelled.allCases.enumerated().map { number, key in
      let units = key.rawValue.utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      return "\"\(units.joined())\": \(number)"
    }
    let text = "[{\(keys.joined(separator: ", "))}]"
    let decoded = try backend.decode([Members<Spelled>].self, from: text)
    #expect(decoded.first?.values["größe"] == 1)
    #expect(decoded.first?.values.count == Spelled.allCases.count)
  }

  @Test(arguments: Backend.allJSON)
  func `coding paths have the integer values of keys`(_ backend: Backend) throws {
    struct Holder: Decodable {
      var one: [Int]
      var minus: [Int]
      enum CodingKeys: Int, CodingKey {
        case one = 1
        case minus = -1
      }
    }
    let error = #expect(throws: DecodingError.self) {
      try backend.decode(Holder.self, from: #"{"one": [1], "minus": [true]}"#)
    }
    #expect(error?.details?.codingPath.map(\.intValue) == [-1, 0])
    #expect(error?.details?.codingPath.map(\.stringValue) == ["minus", "Index 0"])
  }

  /// An object that is read by keys with numbers, and then in another way.
  private struct Retried<Second: Decodable & Sendable>: Decodable {
    private struct Counted: CodingKey {
      var stringValue: String
      var intValue: Int? { stringValue.utf8.count }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Counted.self)
      _ = try? container.decode(Int.self, forKey: Counted(stringValue: "image"))
      _ = try decoder.singleValueContainer().decode(Second.self)
    }
  }

  private struct Image: Decodable {
    var image: Int
  }

  @Test(arguments: Backend.allJSON)
  func `drops integer values of keys when another key type reads the object`(_ backend: Backend) {
    func numbers<Second: Decodable & Sendable>(_ type: Second.Type) -> [Int?]? {
      let error = #expect(throws: DecodingError.self) {
        try backend.decode(Retried<Second>.self, from: #"{"image": "x"}"#)
      }
      return error?.details?.codingPath.map(\.intValue)
    }
    #expect(numbers([String: Int].self) == [nil])
    #expect(numbers(Image.self) == [nil])
    #expect(numbers([Int: Int].self) != [5])
  }
}
