import Foundation
import Medley
import MedleyJSON
import MedleyResilience
import TestSupport

/// Lossy, nested and other payloads for random feeds.
protocol Shelved: Codable, Equatable, Sendable {}

enum LossyFeed {
  struct Shelf: Shelved {
    @Lossy var items: [Polymorphic<any Shelved>]
    @Lossy var rows: [[Int]]
    var name: String?
  }

  struct Book: Shelved {
    var pages: Int
    @Lossy var tags: [String]
  }

  /// Reads its own fields.
  struct Box: Shelved, FieldDecodable {
    var size: Int
    var items: Lossy<[Polymorphic<any Shelved>]>
    var spare: [Polymorphic<any Shelved>]?

    init(fields: inout FieldReader) throws {
      size = try fields.decode("size")
      items = try fields.decode("items")
      spare = try fields.decodeIfPresent("spare")
    }
  }

  /// Collects the issues of its contents.
  struct Vault: Shelved {
    private enum CodingKeys: CodingKey { case items, open }

    var items: [Polymorphic<any Shelved>]
    var open: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      (items, _) = try DecodingReport.collecting {
        try container.decode(Lossy<[Polymorphic<any Shelved>]>.self, forKey: .items).wrappedValue
      }
      open = try container.decode(Int.self, forKey: .open)
    }
  }

  /// Decodes with its own decoders, of both kinds.
  struct Letter: Shelved {
    private enum CodingKeys: CodingKey { case json, pages }

    var json: String
    var numbers: [Int]
    var pages: Int?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      json = try container.decode(String.self, forKey: .json)
      numbers = try JSONDecoder().decode(Lossy<[Int]>.self, from: Data(json.utf8)).wrappedValue
      numbers += try PolymorphicJSONDecoder().decode(Lossy<[Int]>.self, from: json).wrappedValue
      pages = try container.decodeIfPresent(Int.self, forKey: .pages)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(json, forKey: .json)
      try container.encode(pages, forKey: .pages)
    }
  }

  /// The type for unknown elements, if the policy has one.
  struct Generic: Shelved {
    var type: String
    @Lossy var tags: [String]
  }

  static func registry(_ variant: Int) -> PolymorphicRegistry<any Shelved> {
    var registry = PolymorphicRegistry<any Shelved>(
      "type",
      [
        "SHELF": Shelf.self, "BOOK": Book.self, "BOX": Box.self, "VAULT": Vault.self,
        "LETTER": Letter.self,
      ]
    )
    if variant & 1 != 0 { registry.policies.unknown = .decode(as: Generic.self) }
    if variant & 2 != 0 { registry.policies.malformed = .keep }
    if variant & 4 != 0 { registry.policies.missing = .keep }
    return registry
  }
}

// MARK: - Generating

extension LossyFeed {
  /// A feed with many errors.
  ///
  /// Keys are sorted, because `JSONDecoder` doesn't provide their order.
  static func text(_ random: inout SeededRandom) -> String {
    elements(&random, depth: 0)
  }

  private static func elements(_ random: inout SeededRandom, depth: Int) -> String {
    if random.once(in: 15) { return random.pick(["null", "7", "{}", "\"x\""]) }
    let count = random.number(below: depth == 0 ? 12 : 5)
    let list = (0..<count).map { _ in element(&random, depth: depth) }
    return "[\(list.joined(separator: ", "))]"
  }

  private static func element(_ random: inout SeededRandom, depth: Int) -> String {
    let isDeep = depth > 3
    switch random.number(below: isDeep ? 5 : 12) {
    case 0: return random.pick(["null", "5", "[]", "{}", #"{"type": null}"#, #"{"type": [1]}"#])
    case 1: return #"{"tags": \#(strings(&random)), "type": "OPERA\#(random.number(below: 3))"}"#
    case 2, 3, 4:
      return #"{"pages": \#(integer(&random)), "tags": \#(strings(&random)), "type": "BOOK"}"#
    case 5, 6:
      let items = elements(&random, depth: depth + 1)
      return #"{"items": \#(items), "size": \#(integer(&random)), "type": "BOX"}"#
    case 7:
      let items = elements(&random, depth: depth + 1)
      let spare = elements(&random, depth: depth + 1)
      return #"{"items": \#(items), "size": 1, "spare": \#(spare), "type": "BOX"}"#
    case 8:
      let items = elements(&random, depth: depth + 1)
      return #"{"items": \#(items), "open": \#(integer(&random)), "type": "VAULT"}"#
    case 9:
      let json = random.pick([#"[1, \"x\", 2]"#, "[]", "[true]", "["])
      return #"{"json": "\#(json)", "pages": \#(integer(&random)), "type": "LETTER"}"#
    default:
      let items = elements(&random, depth: depth + 1)
      let rows = random.pick(["[[1], [2, true], 3]", "[]", "null", "[[[]]]"])
      let name = random.once(in: 8) ? "1" : "\"n\""
      return #"{"items": \#(items), "name": \#(name), "rows": \#(rows), "type": "SHELF"}"#
    }
  }

  private static func integer(_ random: inout SeededRandom) -> String {
    random.once(in: 4)
      ? random.pick(["\"many\"", "true", "[]", "null"]) : "\(random.number(below: 99))"
  }

  private static func strings(_ random: inout SeededRandom) -> String {
    if random.once(in: 6) { return random.pick(["null", "3", "{}"]) }
    let strings = (0..<random.number(below: 4)).map { _ in
      random.pick([#""a""#, #""é""#, "1", "null"])
    }
    return "[\(strings.joined(separator: ","))]"
  }
}
