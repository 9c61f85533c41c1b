import Foundation
import MedleyJSON
import TestSupport
import Testing

/// Floating-point numbers are the nearest to what is written, whatever the spelling.
@Suite(.onEachEngine) struct FloatingPointTests {
  /// Spellings of numbers: short, long, near to halfway, subnormal, near to both borders.
  private struct Spellings {
    var random: SeededRandom

    mutating func digits(_ count: Int) -> String {
      String((0..<count).map { _ in "0123456789".randomElement(using: &random) ?? "0" })
    }

    mutating func next() -> String {
      let sign = Bool.random(using: &random) ? "-" : ""
      return sign + magnitude()
    }

    /// A number with up to nine digits before the point and 22 after it, sometimes with an exponent.
    mutating func decimal() -> String {
      let sign = Bool.random(using: &random) ? "-" : ""
      let whole = Bool.random(using: &random) ? "0" : whole(1...9)
      let fraction = digits(Int.random(in: 1...22, using: &random))
      let exponents = ["e5", "E-3", "e+12", "E0", "e-300"]
      let isWithout = Int.random(in: 0...7, using: &random) > 0
      let exponent = isWithout ? "" : exponents.randomElement(using: &random) ?? ""
      return sign + whole + "." + fraction + exponent
    }

    private mutating func whole(_ range: ClosedRange<Int>) -> String {
      let digits = digits(Int.random(in: range, using: &random))
      return digits.first == "0" ? "7" + digits : digits
    }

    private mutating func magnitude() -> String {
      let exponent = Int.random(in: -345...310, using: &random)
      switch Int.random(in: 0...7, using: &random) {
      case 0:
        return whole(1...17)
      case 1:
        return whole(1...3) + "." + digits(Int.random(in: 1...18, using: &random))
      case 2:
        return whole(1...20) + "e\(exponent)"
      case 3:
        return "0." + String(repeating: "0", count: Int.random(in: 0...30, using: &random))
          + whole(1...25)
      case 4:
        // Any double, as short as it can be.
        let double = Double(bitPattern: random.next() & 0x7fef_ffff_ffff_ffff)
        return "\(double)"
      case 5:
        // Halfway between two floats, exactly or nearly so.
        let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()) & 0x7f7f_ffff)
        let halfway = (Double(float) + Double(float.nextUp.isFinite ? float.nextUp : float)) / 2
        return "\(halfway)" + ("\(halfway)".contains("e") ? "" : digits(3))
      case 6:
        // Near to the smallest and to the largest.
        return [
          "4.9", "2.4", "2.5", "1.7976931348623157", "1.7976931348623158", "2.2250738585072014",
        ]
        .randomElement(using: &random).map { $0 + digits(4) }.map { digits in
          digits + (["e-324", "e308", "e-308", "e-45", "e38"].randomElement(using: &random) ?? "")
        } ?? "0"
      default:
        return whole(20...40) + "." + digits(20) + "e\(exponent)"
      }
    }
  }

  private static var decoder: any EngineDecoding { Engine.current.decoder() }

  /// A number as it is decoded, in the midst of a text; nil if that throws.
  private func decoded<Value: Decodable>(_ type: Value.Type, _ spelling: String) -> Value? {
    try? Self.decoder.decode([Value].self, from: "[\(spelling)]").first
  }

  /// What is expected: the standard library's value, unless it is out of range.
  private func expected<Value: BinaryFloatingPoint & LosslessStringConvertible>(
    _ type: Value.Type,
    _ spelling: String
  ) -> Value? {
    let isZero = !spelling.prefix { $0 != "e" && $0 != "E" }.contains { ("1"..."9").contains($0) }
    guard let value = Value(spelling), value.isFinite, value != 0 || isZero else { return nil }
    return value
  }

  private func check(_ spelling: String) {
    let double = decoded(Double.self, spelling)
    if double?.bitPattern != expected(Double.self, spelling)?.bitPattern {
      Issue.record("Double \(spelling): \(String(describing: double))")
    }
    let float = decoded(Float.self, spelling)
    if float?.bitPattern != expected(Float.self, spelling)?.bitPattern {
      Issue.record("Float \(spelling): \(String(describing: float))")
    }
  }

  @Test(arguments: Thoroughness.seeds(0..<20))
  func `rounds correctly`(_ seed: UInt64) {
    var spellings = Spellings(random: SeededRandom(seed: seed))
    for _ in 0..<5000 { check(spellings.next()) }
  }

  @Test(arguments: ["", "1", "20", "731", "9999", "123456"])
  func `rounds all short fractions correctly`(_ whole: String) throws {
    for digits in 1...min(3, 7 - whole.count) {
      for fraction in 0..<[10, 100, 1000][digits - 1] {
        let zeros = String(repeating: "0", count: digits - "\(fraction)".count)
        check("\(whole.isEmpty ? "0" : whole).\(zeros)\(fraction)")
      }
    }
    for end in ["5e1", "5E-1", "0e0", "05", "50", "123456", "1234567"] {
      check("\(whole.isEmpty ? "0" : whole).\(end)")
    }
  }

  /// A text without zeros after it, in which each number has others around it.
  @Test(arguments: Thoroughness.seeds(0..<20))
  func `rounds decimals of any length in lists of lists`(_ seed: UInt64) throws {
    var spellings = Spellings(random: SeededRandom(seed: seed))
    let lists = (0..<400).map { _ in
      (0..<Int.random(in: 1...4, using: &spellings.random)).map { _ in spellings.decimal() }
    }
    let text = "[\(lists.map { "[\($0.joined(separator: ","))]" }.joined(separator: ", "))]"
    let doubles = try Self.decoder.decode([[Double]].self, from: text)
    let members = try Self.decoder.decode([[String: Double]].self, from: Self.members(lists))
    #expect(doubles.count == lists.count && members.count == lists.count)
    for (place, list) in lists.enumerated() {
      let expected = list.map { Double($0)?.bitPattern }
      #expect(doubles[place].map(\.bitPattern) == expected, "\(list)")
      #expect(list.indices.map { members[place]["\($0)"]?.bitPattern } == expected, "\(list)")
    }
  }

  /// Lists of numbers as objects with their indices as keys.
  private static func members(_ lists: [[String]]) -> String {
    let objects = lists.map { list in
      let members = list.enumerated().map { #""\#($0.offset)": \#($0.element)"# }
      return "{\(members.joined(separator: ","))}"
    }
    return "[\(objects.joined(separator: ","))]"
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `rounds hundreds of digits correctly`(_ seed: UInt64) {
    var spellings = Spellings(random: SeededRandom(seed: seed))
    for _ in 0..<50 {
      check("0." + spellings.digits(800))
      check("1" + spellings.digits(300) + "." + spellings.digits(500))
      check(
        "1" + spellings.digits(800) + "e-\(Int.random(in: 500...1130, using: &spellings.random))"
      )
      // 1 + 2^-53 is halfway between two doubles: what comes last decides.
      let halfway = "1.00000000000000011102230246251565404236316680908203125"
      check(halfway)
      check(halfway + spellings.digits(700))
      check("1.0000000000000001110223024625156540423631668090820312" + spellings.digits(700))
    }
  }

  @Test(arguments: [
    "5e-324", "4.9406564584124654e-324", "2.4703282292062328e-324", "2.4703282292062327e-324",
    "2.2250738585072011e-308", "2.2250738585072014e-308", "1.7976931348623157e308",
    "1.7976931348623158e308", "1.7976931348623159e308", "1e309", "1e-400", "0e500", "-0", "-0.0",
    "0e-500", "1.401298464324817e-45", "7.006492321624085e-46", "7.006492321624086e-46",
    "1.0509738482436128e-45", "3.4028234663852886e38", "3.4028235677973366e38",
    "3.4028235677973365e38", "1.1754943508222875e-38", "1.1754942807573643e-38", "9007199254740993",
    "16777217", "16777217.0000000000000000000001", "0.1", "1e23", "8.5e22", "1e22",
  ])
  func `decodes the limits as JSONDecoder does`(_ spelling: String) {
    check(spelling)
    #expect(ScalarOutcome<Double>.engine(spelling) == .foundation(spelling))
    #expect(ScalarOutcome<Float>.engine(spelling) == .foundation(spelling))
  }
}
