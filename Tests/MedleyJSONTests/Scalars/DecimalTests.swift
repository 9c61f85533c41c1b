import Foundation
import MedleyJSON
import TestSupport
import Testing

/// Decimals have the digits that are written, never those of a double between.
@Suite(.onEachEngine) struct DecimalTests {
  @Test(arguments: [
    "0", "-0", "1", "-1.50", "0.1", "3.14159265358979323846264338327950288", "1e10", "1e-10",
    "1e127",
    "1e128", "1e165", "1e166", "1e-127", "1e-128", "1e-129", "0e500", "1e400", "1e-400",
    "12345678901234567890123456789012345678", "123456789012345678901234567890123456789",
    "0.3333333333333333333333333333333333333333333333", "99999999999999999999999999999999999999999",
    "340282366920938463463374607431768211455", "340282366920938463463374607431768211456",
  ])
  func `decimals equal those of JSONDecoder`(_ spelling: String) {
    #expect(ScalarOutcome<Decimal>.engine(spelling) == .foundation(spelling))
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `decimals keep every digit that fits`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<200 {
      let digits = (0..<Int.random(in: 1...37, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }
      let point = Int.random(in: 0..<digits.count, using: &random)
      let whole = "1" + digits[..<point].joined()
      let fraction = digits[point...].joined()
      let decimal = try Engine.current.decoder().decode(
        [Decimal].self,
        from: "[\(whole).\(fraction)]"
      )
      let exact = try #require(Decimal(string: whole + fraction))
      #expect(decimal == [exact * Decimal(sign: .plus, exponent: -fraction.count, significand: 1)])
    }
  }

  @Test(arguments: ["\"1\"", "null", "true", "[]"])
  func `other kinds of values aren't decimals`(_ json: String) {
    #expect(ScalarOutcome<Decimal>.engine(json) == .foundation(json))
  }
}
