import Medley
import MedleyTesting
import TestSupport
import Testing

/// Enums that are `RawRepresentable` with raw values of any type, by which nothing codes them.
@Suite struct AnyRawValueTests {
  /// A token as clients of language servers have it.
  enum Token: PolymorphicEnum, RawRepresentable, Hashable {
    case text(String)
    case number(Int)

    static let registry = PolymorphicRegistry<Token>(.jsonKind) {
      try $0.register(for: "string", as: Token.text)
      try $0.register(for: "integer", as: Token.number)
    }

    init?(rawValue: Any) {
      switch rawValue {
      case let text as String: self = .text(text)
      case let number as Int: self = .number(number)
      default: return nil
      }
    }

    var rawValue: Any {
      switch self {
      case .text(let text): text
      case .number(let number): number
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `a polymorphic enum can have raw values of any type`(_ backend: Backend) throws {
    let json = #"["a",1,"1"]"#
    let tokens = try backend.decode([Token].self, from: json)
    #expect(tokens == [.text("a"), .number(1), .text("1")])
    #expect(tokens.first?.rawValue as? String == "a")
    #expect(try backend.encode(tokens) == JSONTree(parsing: json))
    try Token.registry.validate()
  }
}
