import Foundation
import Medley
import MedleyJSON
import TestSupport
import Testing

/// Finding members by converted keys, on objects whose keys collide and on others.
@Suite(.onEachEngine) struct SnakeCaseSearchTests {
  private enum Key: String, CodingKey, CaseIterable {
    case imageUrl, imageURL, url, aB, image2X, image2x, caf, kind
    case written = "image_url"
    case framed = "_aB"
    case trailing = "aB_"
    case accented = "caféUrl"
    case dashed = "a-BC"
    case quoted = "it'sOk"
    case empty = ""
  }

  private static let spellings = [
    "image_url", "imageUrl", "IMAGE_URL", "image__url", "image_Url", "imageURL", "image_u_r_l",
    "url",
    "a_b", "aB", "A_B", "_a_b", "_aB", "a_b_", "_", "__", "", "image_2x", "image2X", "image_2X",
    "image2x", "café_url", "caféUrl", "caf", "a-b_c", "a-BC", "it's_ok", "it'sOk", "kind", "KIND",
    "\\u0075rl", "image\\u005furl",
  ]

  /// The numbers under all keys, by a container that is asked in some order.
  private struct Numbers: Decodable, Equatable {
    var numbers: [String: Int] = [:]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let first = try container.decodeIfPresent(Int.self, forKey: .kind) ?? 0
      let keys = Key.allCases
      for place in keys.indices {
        let key = keys[(place + max(0, first)) % keys.count]
        numbers[key.rawValue] = try container.decodeIfPresent(Int.self, forKey: key)
        #expect(container.contains(key) == (numbers[key.rawValue] != nil))
      }
    }
  }

  /// The same by declared fields, whose names are compared with the converted keys as well.
  private struct Fields: FieldDecodable, Equatable {
    var imageUrl: Int?
    var url: Int?
    var aB: Int?

    init(fields: inout FieldReader) throws {
      imageUrl = try fields.decodeIfPresent("imageUrl")
      url = try fields.decodeIfPresent("url")
      aB = try fields.decodeIfPresent("aB")
    }
  }

  private static func text(_ random: inout SeededRandom) -> String {
    let objects = (0..<20).map { _ in
      let members = (0..<random.number(below: 7)).map { number in
        #""\#(random.pick(spellings))": \#(number)"#
      }
      return "{\(members.joined(separator: ", "))}"
    }
    return "[\(objects.joined(separator: ","))]"
  }

  @Test(arguments: Thoroughness.seeds(1..<400))
  func `members are those of JSONDecoder`(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let text = Self.text(&random)
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = .convertFromSnakeCase
    let engine = Engine.current.decoder()
    engine.keyDecodingStrategy = .convertFromSnakeCase
    let expected = try foundation.decode([Numbers].self, from: Data(text.utf8))
    #expect(try engine.decode([Numbers].self, from: text) == expected, "\(text)")
    #expect(
      try engine.decode([Fields].self, from: text)
        == foundation.decode([Fields].self, from: Data(text.utf8)),
      "\(text)"
    )
  }

  @Test(arguments: [11, 12, 47, 48, 49, 40_000])
  func `a member of an object with many keys is found`(_ count: Int) throws {
    struct Wide: Decodable { var imageUrl: Int }
    let members = (1..<count).map { #""a_\#($0)": 1"# } + [#""image_url": 2"#]
    let decoder = Engine.current.decoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let text = "{\(members.joined(separator: ","))}"
    #expect(try decoder.decode(Wide.self, from: text).imageUrl == 2)
  }
}
