import Foundation
import Medley
import MedleyResilience
import TestSupport
import Testing

/// The cases of an open enum are listed once, and found by their raw values.
@Suite struct ListedOpenEnumTests {
  enum Few: String, CaseIterable {
    case accent = "caf\u{e9}"
    case plain = "PLAIN"
    case empty = ""
  }

  enum Many: String, CaseIterable {
    case a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t
  }

  /// A type whose values are objects, which have to differ.
  final class Box: RawRepresentable, CaseIterable, Sendable {
    static let allCases = [Box(name: "A")]
    let rawValue: String

    private init(name: String) { rawValue = name }

    init?(rawValue: String) {
      guard rawValue == "A" else { return nil }
      self.rawValue = rawValue
    }
  }

  @Test(arguments: Backend.allCases)
  func `finds each case`(_ backend: Backend) throws {
    let few = try backend.decode([OpenEnum<Few>].self, from: #"["café","PLAIN","","plain"]"#)
    #expect(few.map(\.known) == [.accent, .plain, .empty, nil])
    let names = Many.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    let many = try backend.decode([OpenEnum<Many>].self, from: "[\(names),\"u\"]")
    #expect(many.map(\.known) == Many.allCases + [nil])
    #expect(many.last == .unknown("u"))
  }

  @Test(arguments: Backend.allCases)
  func `compares raw values as Swift does`(_ backend: Backend) throws {
    let value = try backend.decode([OpenEnum<Few>].self, from: "[\"cafe\u{301}\"]").first
    #expect(value?.known == Few(rawValue: "cafe\u{301}"))
    #expect(value?.known == .accent)
  }

  @Test(arguments: Backend.allCases)
  func `makes a new object for each value`(_ backend: Backend) throws {
    let values = try backend.decode([OpenEnum<Box>].self, from: #"["A","A","B"]"#)
    let objects = values.compactMap(\.known)
    #expect(Set(objects.map { ObjectIdentifier($0) }).count == 2)
    #expect(values.last?.rawValue == "B")
  }
}
