import Medley

/// One of fifteen digit types; three of them make 3,375 generic types.
protocol Digit: Sendable {}

enum Digit0: Digit {}
enum Digit1: Digit {}
enum Digit2: Digit {}
enum Digit3: Digit {}
enum Digit4: Digit {}
enum Digit5: Digit {}
enum Digit6: Digit {}
enum Digit7: Digit {}
enum Digit8: Digit {}
enum Digit9: Digit {}
enum DigitA: Digit {}
enum DigitB: Digit {}
enum DigitC: Digit {}
enum DigitD: Digit {}
enum DigitE: Digit {}

/// One of 3,375 types with the two common properties of the mixed feed.
struct Numbered<First: Digit, Second: Digit, Third: Digit>: Media, Hashable {
  var id: Int
  var title: String
}

extension PolymorphicRegistry where Base == any Media {
  private static var digits: [any Digit.Type] {
    [
      Digit0.self, Digit1.self, Digit2.self, Digit3.self, Digit4.self, Digit5.self, Digit6.self,
      Digit7.self, Digit8.self, Digit9.self, DigitA.self, DigitB.self, DigitC.self, DigitD.self,
      DigitE.self,
    ]
  }

  /// A copy of this registry with `count` more types, each with its own tag.
  func registering(numbered count: Int) throws -> Self {
    func register<First: Digit, Second: Digit, Third: Digit>(
      _: First.Type,
      _: Second.Type,
      _: Third.Type,
      for tag: String,
      in registry: inout Self
    ) throws {
      try registry.register(Numbered<First, Second, Third>.self, for: .string(tag))
    }
    let digits = Self.digits
    var registry = self
    for number in 0..<count {
      let (first, second, third) = (number / 225, number / 15 % 15, number % 15)
      let tag = Self.numberedTag(number)
      try register(digits[first], digits[second], digits[third], for: tag, in: &registry)
    }
    return registry
  }

  static func numberedTag(_ number: Int) -> String {
    let digits = String(number)
    return "TYPE_" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
