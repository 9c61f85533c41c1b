import Medley
import MedleyResilience
import TestSupport
import Testing

/// Enums whose raw values are strings and integers, and those whose `RawValue` is `Any`.
@Suite struct MixedRawValueTests {
  /// Codes of a server that names some and numbers others.
  enum Code: TypeTag, CaseIterable {
    case parseError = -32700
    case cancelled = 4
    case overloaded = "OVERLOADED"
  }

  @Test(arguments: Backend.allCases)
  func `an open enum has strings and integers`(_ backend: Backend) throws {
    let json = #"[-32700,"OVERLOADED",4,"4",5,"x"]"#
    let codes = try backend.decode([OpenEnum<Code>].self, from: json)
    #expect(
      codes == [
        .known(.parseError), .known(.overloaded), .known(.cancelled), .unknown("4"), .unknown(5),
        .unknown("x"),
      ]
    )
    #expect(try backend.encode(codes) == JSONTree(parsing: json))
  }

  struct Failure: Codable, Hashable {
    var message: String
  }

  enum Event: PolymorphicEnum, Hashable {
    case cancelled(Failure)
    case overloaded(Failure)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Event>("code") {
      try $0.register(for: Code.cancelled.rawValue, as: Event.cancelled)
      try $0.register(for: Code.overloaded.rawValue, as: Event.overloaded)
    }
  }

  @Test(arguments: Backend.allCases)
  func `its cases are tags of both kinds`(_ backend: Backend) throws {
    let json = #"[{"code":4,"message":"a"},{"code":"OVERLOADED","message":"b"}]"#
    let events = try backend.decode([Event].self, from: json)
    #expect(events == [.cancelled(Failure(message: "a")), .overloaded(Failure(message: "b"))])
    #expect(try backend.encode(events) == JSONTree(parsing: json))
  }

  // MARK: - Raw values of any type

  enum Level: ForwardCompatibleCases, RawRepresentable {
    case low, high
    case unknown(TypeTag)

    static let wireValues: KeyValuePairs<TypeTag, Level> = [1: .low, "HIGH": .high]

    init(rawValue: Any) {
      switch rawValue {
      case let text as String: self.init(wireValue: .string(text))
      case let number as Int: self.init(wireValue: .integer(Int64(number)))
      default: self = .unknown(.string("\(rawValue)"))
      }
    }

    var rawValue: Any {
      switch self {
      case .low: 1
      case .high: "HIGH"
      case .unknown(let value): value
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `forward-compatible cases can have raw values of any type`(_ backend: Backend) throws {
    let json = #"[1,"HIGH","1",2,"LOW"]"#
    let levels = try backend.decode([Level].self, from: json)
    #expect(levels == [.low, .high, .unknown("1"), .unknown(2), .unknown("LOW")])
    #expect(levels[0] == Level(rawValue: 1))
    #expect(try backend.encode(levels) == JSONTree(parsing: json))
  }
}
