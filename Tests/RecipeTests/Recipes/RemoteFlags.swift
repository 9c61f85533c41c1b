import Foundation
import Medley
import MedleyResilience
import TestSupport
import Testing

/// The code of the article *Remote flags*.
@Suite struct RemoteFlagsTests {
  struct Flags: Codable {
    @Lossy var flags: [Flag]

    func isOn(_ key: String, default isOn: Bool) -> Bool {
      let flag = flags.first { $0.key == key }
      return if case .boolean(let on) = flag?.value { on } else { isOn }
    }
  }

  struct Flag: Codable {
    var key: String
    var value: FlagValue?
    var reason: OpenEnum<Reason>?
  }

  enum FlagValue: PolymorphicEnum {
    case boolean(Bool)
    case string(String)
    case number(Double)
    case object([String: PayloadValue])
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<FlagValue>(.jsonKind) {
      try $0.register(for: "boolean", as: FlagValue.boolean)
      try $0.register(for: "string", as: FlagValue.string)
      try $0.register(for: "number", as: FlagValue.number)
      try $0.register(for: "object", as: FlagValue.object)
    }
  }

  enum Reason: String {
    case split = "SPLIT"
    case disabled = "DISABLED"
  }

  static let response = #"""
    {"flags": [
      {"key": "new-player", "value": true, "reason": "SPLIT"},
      {"key": "page-size", "value": 50, "reason": "TARGETING_MATCH"},
      {"key": "theme", "value": {"accent": "teal"}, "reason": "GEO"},
      {"key": "search", "reason": "DISABLED"}]}
    """#

  @Test func `runs the code of the article`() throws {
    let data = Data(Self.response.utf8)
    let flags = try JSONDecoder().decode(Flags.self, from: data)
    let isNew = flags.isOn("new-player", default: false)
    #expect(isNew)
    #expect(flags.isOn("search", default: true))
    #expect(flags.isOn("page-size", default: true))
  }

  @Test(arguments: Backend.recipes)
  func `encodes the response unchanged for the next start`(_ backend: Backend) throws {
    let flags = try backend.keep(Flags.self, Self.response).flags
    guard case .number(50) = flags[1].value, case .object(let theme) = flags[2].value else {
      Issue.record("\(flags)")
      return
    }
    #expect(theme == ["accent": "teal"])
    #expect(flags[2].reason == .unknown("GEO"))
    #expect(flags[3].value == nil)
  }

  @Test(arguments: Backend.recipes)
  func `keeps a value of a kind that isn't known`(_ backend: Backend) throws {
    let json = Self.response.replacingOccurrences(of: "50", with: "[5, 10]")
    let flags = try backend.keep(Flags.self, json)
    guard case .unknown(let value) = flags.flags[1].value else {
      Issue.record("\(flags)")
      return
    }
    #expect(value.content == [5, 10])
    #expect(flags.isOn("page-size", default: true))
  }

  @Test(arguments: Backend.recipes)
  func `a broken flag is dropped and reported, and costs no other`(_ backend: Backend) throws {
    let json = Self.response.replacingOccurrences(of: #""page-size""#, with: "null")
    let (flags, report) = try DecodingReport.collecting {
      try backend.decode(Flags.self, from: json)
    }
    #expect(flags.flags.map(\.key) == ["new-player", "theme", "search"])
    #expect(report.issues.map(\.codingPath.place) == ["flags[1].key"])
  }
}
