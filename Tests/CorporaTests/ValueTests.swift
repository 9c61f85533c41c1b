import Medley
import MedleyResilience
import TestSupport
import Testing

/// Values of documents decoded with an enum that has half of them.
@Suite struct ValueTests {
  enum Operator: String {
    case assign = "="
    case less = "<"
    case coalesce = "??"
    case times = "*"
    case and = "&"
    case decrement = "--"
  }

  enum Declaration: String {
    case `var`
    case const
    case set
    case using
  }

  enum Spacing: String {
    case none
    case large
    case small
    case `default`
  }

  enum CardVersion: String {
    case first = "1.0"
    case third = "1.2"
    case sixth = "1.5"
  }

  enum Layer: Int {
    case precomposition = 0
    case image = 2
    case shape = 4
  }

  enum LineCap: Int {
    case butt = 1
  }

  enum Cell: String {
    case code
    case raw
  }

  enum MinorFormat: Int {
    case zero = 0
    case four = 4
  }

  @Test(arguments: [
    ValueCheck(Operator.self, "babel-estree", "operator"),
    ValueCheck(Declaration.self, "babel-estree", "kind"),
    ValueCheck(Spacing.self, "adaptive-cards", "spacing"),
    ValueCheck(CardVersion.self, "adaptive-cards", "version"),
    ValueCheck(Layer.self, "lottie", "ty"),
    ValueCheck(LineCap.self, "lottie", "lc"),
    ValueCheck(Cell.self, "jupyter", "cell_type"),
    ValueCheck(MinorFormat.self, "jupyter", "nbformat_minor"),
  ])
  func `an open enum keeps every value and key`(_ values: ValueCheck) throws {
    try values.check()
  }
}

/// The values under one key of a family, and an enum that knows some of them.
struct ValueCheck: Sendable {
  let family: String
  let key: String
  let check: @Sendable () throws -> Void

  init<Known: RawRepresentable & SendableMetatype>(
    _ type: Known.Type,
    _ family: String,
    _ key: String
  ) where Known.RawValue: RawJSON {
    self.family = family
    self.key = key
    check = { try Self.check(Known.self, family, key) }
  }

  private static func check<Known: RawRepresentable & SendableMetatype>(
    _ type: Known.Type,
    _ family: String,
    _ key: String
  ) throws where Known.RawValue: RawJSON {
    let values = try Corpus(family: family).documents()
      .flatMap { $0.tree.values(under: key) }
      .filter { Known.RawValue($0) != nil }
    let decoded = try Backend.json.decode(
      [OpenEnum<Known>].self,
      from: JSONTree.array(values).text
    )
    #expect(decoded.map(\.rawValue) == values.compactMap(Known.RawValue.init))
    #expect(try Backend.json.encode(decoded) == .array(values))
    #expect(decoded.contains { if case .known = $0 { true } else { false } })
    #expect(decoded.contains { if case .unknown = $0 { true } else { false } })
    for value in decoded {
      guard case .unknown(let raw) = value else { continue }
      #expect(Known(rawValue: raw) == nil)
    }

    let counts = Dictionary(decoded.map { ($0, 1) }, uniquingKeysWith: +)
    let written = try Backend.json.encode(counts)
    #expect(written.members?.count == counts.count)
    let again = try Backend.json.decode([OpenEnum<Known>: Int].self, from: written.text)
    #expect(again == counts)
  }
}

extension ValueCheck: CustomTestStringConvertible {
  var testDescription: String { "\(family), \(key)" }
}

/// A raw value that is a scalar of JSON.
protocol RawJSON: Codable, CodingKeyRepresentable, Hashable {
  init?(_ tree: JSONTree)
}

extension String: RawJSON {
  init?(_ tree: JSONTree) {
    guard let string = tree.string else { return nil }
    self = string
  }
}

extension Int: RawJSON {
  init?(_ tree: JSONTree) {
    guard let integer = tree.number?.int64 else { return nil }
    self.init(integer)
  }
}

extension JSONTree {
  /// Every value of a member with this name, however deep.
  fileprivate func values(under key: String) -> [JSONTree] {
    (elements ?? []).flatMap { $0.values(under: key) }
      + (members ?? []).flatMap { member in
        (member.key == key ? [member.value] : []) + member.value.values(under: key)
      }
  }
}
