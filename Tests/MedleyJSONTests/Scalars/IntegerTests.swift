import MedleyJSON
import TestSupport
import Testing

/// Integers of every width against `JSONDecoder`, and against their own borders.
@Suite(.onEachEngine) struct IntegerTests {
  /// Spellings that are integers, nearly so, or too large for one width or another.
  private static let spellings: [String] = {
    var spellings = [
      "0", "-0", "1", "-1", "1.0", "-1.0", "1e2", "1E2", "1e+2", "1.5", "1e-1", "10e-1", "2.5e1",
      "0.0", "-0.0", "0e5", "1e400", "-1e400", "1e-400", "2e-324", "1e19", "1e20", "1.28e2",
      "1e40000000000000000000", "1e-40000000000000000000", "9007199254740991.0",
      "12345678901234567890120e9223372036854775807", "10e9223372036854775807",
      "9007199254740992.0", "9007199254740993.0", "9007199254740993e0", "90071992547409930e-1",
      "9223372036854775807.0", "9223372036854775808.0", "1.00000000000000000000000001",
      "18446744073709551615e0", "18446744073709551616.0",
      "12345678", "123456789", "-12345678", "-123456789", "123456789012345678",
      "1234567890123456789", "-123456789012345678", "-1234567890123456789",
    ]
    for width in [7, 8, 15, 16, 31, 32, 63, 64, 127, 128] {
      let power = power(of: width)
      spellings += [
        power, "-" + power, less(power), "-" + less(power), more(power), "-" + more(power),
      ]
    }
    return spellings
  }()

  /// A power of two, in decimal.
  private static func power(of exponent: Int) -> String {
    var digits = [1]
    for _ in 0..<exponent {
      var carry = 0
      for index in digits.indices {
        let doubled = digits[index] * 2 + carry
        digits[index] = doubled % 10
        carry = doubled / 10
      }
      if carry > 0 { digits.append(carry) }
    }
    return digits.reversed().map(String.init).joined()
  }

  /// One less and one more: powers of two end in 2, 4, 6 or 8.
  private static func less(_ power: String) -> String { stepped(power, -1) }
  private static func more(_ power: String) -> String { stepped(power, 1) }

  private static func stepped(_ power: String, _ step: Int) -> String {
    String(power.dropLast()) + String((power.last?.wholeNumberValue ?? 0) + step)
  }

  private func compare<Value: FixedWidthInteger & Codable & Sendable>(_ type: Value.Type) {
    for spelling in Self.spellings {
      let outcome = ScalarOutcome<Value>.engine(spelling)
      // The same far from the end of the text, and where it isn't alone.
      let list = "[0, \(spelling)\(String(repeating: " ", count: 30))]"
      if Self.isRefusedByFoundation(spelling, as: type) {
        #expect(ScalarOutcome<Value>.foundation(spelling).withoutPath == Self.corrupted())
        #expect(outcome == .value(Value(spelling.prefix { $0 != "." && $0 != "e" }) ?? 0))
        continue
      }
      #expect(outcome == .foundation(spelling), "\(type) \(spelling)")
      let expected = ScalarOutcome<[Value]>.foundation(list)
      #expect(
        ScalarOutcome<[Value]>.engine(list).withoutPath == expected.withoutPath,
        "\(type) \(spelling)"
      )
      if case .error = outcome {
        #expect(ScalarOutcome<[Value]>.engine(list) == .error(kind: "corrupted", path: ["Index 1"]))
      }
    }
  }

  private static func corrupted<Value>() -> ScalarOutcome<Value> {
    .error(kind: "corrupted", path: [])
  }

  /// The largest integers with a fraction or an exponent, whose nearest double is beyond them.
  private static func isRefusedByFoundation<Value: FixedWidthInteger>(
    _ spelling: String,
    as type: Value.Type
  ) -> Bool {
    switch Value.bitWidth {
    case 64 where Value.isSigned: spelling == "9223372036854775807.0"
    case 64: spelling == "18446744073709551615e0"
    default: false
    }
  }

  /// What `JSONDecoder` takes; it refuses an exponent or a fraction beyond 64 bits.
  private func compareWide<Value: FixedWidthInteger & Codable & Sendable>(_ type: Value.Type) {
    for spelling in Self.spellings {
      let outcome = ScalarOutcome<Value>.engine(spelling)
      let expected = ScalarOutcome<Value>.foundation(spelling)
      if case .error = expected, case .value(let value) = outcome {
        #expect(spelling.contains { ".eE".contains($0) } && UInt64(exactly: value) == nil)
      } else {
        #expect(outcome == expected, "\(type) \(spelling)")
      }
    }
    #expect(ScalarOutcome<Value>.engine("1.5e30") == .value(Value("15" + zeros(29)) ?? 0))
    #expect(
      ScalarOutcome<Value>.engine("1" + zeros(30) + "e-2") == .value(Value("1" + zeros(28)) ?? 0)
    )
    #expect(
      ScalarOutcome<Value>.engine("12345678901234567890.5") == .error(kind: "corrupted", path: [])
    )
  }

  private func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

  @Test func `accepts and refuses the same integers as JSONDecoder`() {
    compare(Int.self)
    compare(Int8.self)
    compare(Int16.self)
    compare(Int32.self)
    compare(Int64.self)
    compare(UInt.self)
    compare(UInt8.self)
    compare(UInt16.self)
    compare(UInt32.self)
    compare(UInt64.self)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      compareWide(Int128.self)
      compareWide(UInt128.self)
    }
  }

  private func checkBorders<Value: FixedWidthInteger & Codable & Sendable>(_ type: Value.Type) {
    #expect(ScalarOutcome<Value>.engine("\(Value.max)") == .value(.max))
    #expect(ScalarOutcome<Value>.engine("\(Value.min)") == .value(.min))
    #expect(ScalarOutcome<Value>.engine("\(Value.max)0") == .error(kind: "corrupted", path: []))
    #expect(ScalarOutcome<Value>.engine("-\(Value.max)0") == .error(kind: "corrupted", path: []))
  }

  @Test func `decodes both limits of each type`() {
    checkBorders(Int.self)
    checkBorders(Int8.self)
    checkBorders(Int16.self)
    checkBorders(Int32.self)
    checkBorders(Int64.self)
    checkBorders(UInt.self)
    checkBorders(UInt8.self)
    checkBorders(UInt16.self)
    checkBorders(UInt32.self)
    checkBorders(UInt64.self)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      checkBorders(Int128.self)
      checkBorders(UInt128.self)
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `reads digits as the standard library does`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var numbers: [Int64] = []
    for _ in 0..<2000 {
      let bits = UInt64.random(in: 0...63, using: &random)
      numbers.append(Int64(bitPattern: random.next()) >> bits)
    }
    let json = "[\(numbers.map(String.init).joined(separator: ","))]"
    #expect(try Engine.current.decoder().decode([Int64].self, from: json) == numbers)
  }

  @Test(arguments: ["true", "\"1\"", "null", "[1]", "{}"])
  func `other kinds of values are mismatches`(_ json: String) {
    #expect(ScalarOutcome<Int>.engine(json) == .foundation(json))
    #expect(ScalarOutcome<UInt8>.engine(json) == .foundation(json))
    #expect(ScalarOutcome<Double>.engine(json) == .foundation(json))
    #expect(ScalarOutcome<Float>.engine(json) == .foundation(json))
  }

  @Test(arguments: ["true", "false", "0", "1", "\"true\"", "null", "[]"])
  func `integers aren't Booleans, and Booleans aren't integers`(_ json: String) {
    #expect(ScalarOutcome<Bool>.engine(json) == .foundation(json))
    #expect(ScalarOutcome<Int>.engine(json) == .foundation(json))
  }
}
