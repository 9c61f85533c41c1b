import Foundation
import Medley
import MedleyJSON
import MedleyResilience

struct Author {}

struct Page: Codable {
  var name: String
  var banner: Polymorphic<any Media>?
  @PolymorphicValue var hero: (any Media)?
  @PolymorphicArray var shelf: [any Media]
  @Lossy var items: [Polymorphic<any Media>]
  @Lossy var votes: [String: [Int]]
  @Lossy @Lossless var codes: [Int]
  @Lossless var id: String
  @LenientBool var liked: Bool
  @Defaulted<Defaults.Zero> var views: Int
  @Defaulted<Defaults.Empty> @Lossy var tags: [String]
  @OmittedWhenEmpty var notes: [String]
  @NullWhenEmpty var links: [String]
  @NullWhenNil var due: Int?
  var subtitle: FieldValue<String>
  var author: Identifier<Author>
  var ratings: [Identifier<Author>: Int]
}

struct TextScheme: Codable {
  var text: String
}

struct Words: Codable, Equatable {
  var words: [String]

  init(from decoder: Decoder) throws {
    words = try TextScheme(from: decoder).text.split(separator: " ").map(String.init)
  }

  func encode(to encoder: Encoder) throws {
    try TextScheme(text: words.joined(separator: " ")).encode(to: encoder)
  }
}

/// One that reads its members by hand.
struct Visit: Decodable {
  private enum CodingKeys: String, CodingKey {
    case title
    case views
    case tags
  }

  var title: String
  var views: Int
  var tags: [String]

  init(from decoder: Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = try container.decode(.title)
    views = try container.decode(.views, default: 0)
    tags = try container.decodeLossy(.tags)
  }
}

/// Properties of every kind.
enum Properties {
  static func check() throws {
    let json = """
      {"name":"Home","hero":{"type":"MOVIE","title":"Ran","duration":162},\
      "shelf":[{"type":"SONG"},{"type":"BOOK","title":"Momo","pages":304}],"items":[7],\
      "votes":{"a":[1,"x"]},"codes":[1,"2"],"id":12,"liked":"yes","tags":["a",1],"links":[],\
      "due":null,"subtitle":null,"author":"ada","ratings":{"grace":5}}
      """
    var page = try PolymorphicJSONDecoder(Registering.media).decode(Page.self, from: json)
    expect(page.hero?.title == "Ran" && page.$shelf.count == 2)
    expect(page.items.isEmpty && page.votes == ["a": [1]] && page.codes == [1, 2])
    expect(page.id == "12" && page.liked && page.views == 0 && page.tags == ["a"])
    expect(page.subtitle.isNull && page.author == "ada" && page.ratings["grace"] == 5)
    page.subtitle = .value("News")
    page.shelf = []
    let encoder = JSONEncoder()
    encoder.userInfo.register(Registering.media)
    expect(try encoder.text(page).contains(#""shelf":[{"type":"SONG"}],"subtitle":"News""#))

    let words = try JSONDecoder().decode(Words.self, json: #"{"text":"a b"}"#)
    expect(words.words == ["a", "b"])
    expect(try JSONEncoder().text(words) == #"{"text":"a b"}"#)
    let visit = try JSONDecoder().decode(Visit.self, json: #"{"title":"x","tags":[1,"y"]}"#)
    expect(visit.title == "x" && visit.views == 0 && visit.tags == ["y"])
  }
}
