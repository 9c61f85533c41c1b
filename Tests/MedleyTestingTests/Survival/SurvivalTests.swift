import Foundation
import Medley
import MedleyComposition
import MedleyEngine
import MedleyResilience
import MedleyTesting
import Testing

@Suite struct SurvivalTests {
  // MARK: - Outcomes

  private struct Movie: Codable {
    enum Genre: String, Codable { case crime = "CRIME" }

    var title: String
    var genre: Genre
    var year: Int?
    @Defaulted<Defaults.Zero> var rating: Int
  }

  @Test func `shows what each change of each member costs`() throws {
    let table = try Survival(
      of: Movie.self,
      samples: [
        #"{"title": "Heat", "genre": "CRIME", "year": 1995, "rating": 3, "studio": {"id": 1}}"#
      ]
    )
    let expected = """
      Movie: 4 of 4 members cost the whole document

      member      absent   null     kind   value  added   order
      title       fails    fails    fails  kept
      genre       fails    fails    fails  fails
      year        nil      nil      fails  kept
      rating      default  default  fails  kept
      (document)                                  unread  kept

      Not read: studio

      """
    #expect(table.description == expected)
  }

  @Test func `has the same table in Markdown`() throws {
    let table = try Survival(
      of: Movie.self,
      samples: [#"{"title": "Heat", "genre": "CRIME", "studio": {"id": 1}}"#]
    )
    let expected = """
      ### Movie: 2 of 2 members cost the whole document

      | member | absent | null | kind | value | added | order |
      | --- | --- | --- | --- | --- | --- | --- |
      | `title` | fails | fails | fails | kept |  |  |
      | `genre` | fails | fails | fails | fails |  |  |
      | `(document)` |  |  |  |  | unread | kept |

      Not read: `studio`

      """
    #expect(table.markdown == expected)
  }

  private struct Page: Codable {
    @Lossy var ids: [Int]
    @Lossy var count: Int?
    @Lossless var price: Double
    var state: OpenEnum<State>
    var extra: PayloadValue
    var prices: [String: Double]

    enum State: String { case open }
  }

  @Test func `tells what is reported from what is lost in silence`() throws {
    let table = try Survival(
      of: Page.self,
      samples: [
        """
        {"ids": [1, 2], "count": 3, "price": 2.5, "state": "open", "extra": {"a": [1]},
          "prices": {"EUR": 1.5, "USD": 2}}
        """
      ]
    )
    let expected = """
      Page: 5 of 10 members cost the whole document

      member      absent   null     kind     value  element  added   order
      price       fails    fails    fails    kept
                                    kept
      state       fails    fails    fails    kept
      extra       fails    nil      kept                     kept
      prices      fails    fails    fails                    fails
      prices[…]   nil      fails    fails    kept
      (document)                                             unread  kept
      ids         default  default  default         dropped
      ids[]                                  kept
      count       nil      nil      nil      kept
      extra.a     nil      nil      kept            kept
      extra.a[]                              kept

      """
    #expect(table.description == expected)
  }

  private struct Silent: Codable {
    var name: Name?
    var tags: [String]

    struct Name: Codable {
      var first: String
      var last: String
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try? container.decode(Name.self, forKey: .name)
      tags = ((try? container.decode([Tag].self, forKey: .tags)) ?? []).compactMap(\.text)
    }

    /// An element that hides what it can't read.
    struct Tag: Decodable {
      var text: String?

      init(from decoder: any Decoder) throws {
        text = try? decoder.singleValueContainer().decode(String.self)
      }
    }
  }

  @Test func `finds what a type hides`() throws {
    let table = try Survival(
      of: Silent.self,
      samples: [#"{"name": {"first": "Ada", "last": "Byron"}, "tags": ["a", "b"]}"#]
    )
    let expected = """
      Silent: 0 of 5 members cost the whole document, 4 lose a value in silence

      member      absent   null     kind  value  element  added   order
      name        nil      nil      lost                  unread
      name.first  lost     lost     lost  kept
      name.last   lost     lost     lost  kept
      tags        default  default  lost         lost
      (document)                                          unread  kept
      tags[]                              kept

      """
    #expect(table.description == expected)
  }

  private struct Label: Codable {
    var text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let number = try? container.decode(Int.self, forKey: .text)
      text = try number.map(String.init) ?? container.decode(String.self, forKey: .text)
    }
  }

  @Test func `shows a value that is converted, and others below it`() throws {
    let table = try Survival(of: Label.self, samples: [#"{"text": "a"}"#])
    let expected = """
      Label: 1 of 1 members costs the whole document

      member      absent  null   kind       value  added   order
      text        fails   fails  fails      kept
                                 converted
      (document)                                   unread  kept

      """
    #expect(table.description == expected)
  }

  // MARK: - Elements

  private protocol Media: Codable, Sendable {}

  private struct Film: Media {
    var title: String
    var minutes: Int?
  }

  private struct Book: Media {
    var title: String?
    var pages: Int
  }

  private struct Feed: Codable { @Lossy var items: [Polymorphic<any Media>] }

  /// A decoder and an encoder with the registry of the feed.
  private static func coders(_ decoder: JSONDecoder) -> (JSONDecoder, JSONEncoder) {
    let media = PolymorphicRegistry<any Media>("type", ["MOVIE": Film.self, "BOOK": Book.self])
    let encoder = JSONEncoder()
    decoder.userInfo.register(media)
    encoder.userInfo.register(media)
    return (decoder, encoder)
  }

  private static let feedTable = """
    Feed: 0 of 6 members cost the whole document

    member           absent   null     kind     value  element  added   order
    (document)                                                  unread  kept
    items            default  default  default         dropped
    items[]                                                     unread
                                                                kept
    items[].type     dropped  dropped  dropped  kept
                                       kept
    items[].title    dropped  dropped  dropped  kept
                     nil      nil
    items[].minutes  nil      nil      dropped  kept
    items[].pages    dropped  dropped  dropped  kept

    """

  @Test(arguments: [false, true])
  func `merges the elements of all samples`(_ usesEngine: Bool) throws {
    let (decoder, encoder) = Self.coders(usesEngine ? DropInJSONDecoder() : JSONDecoder())
    let table = try Survival(
      of: Feed.self,
      samples: [
        #"{"items": [{"type": "MOVIE", "title": "Heat", "minutes": 170}]}"#,
        #"{"items": [{"type": "BOOK", "title": "Momo", "pages": 300}, {"type": "OPERA"}]}"#,
      ],
      decoder: decoder,
      encoder: encoder
    )
    #expect(table.description == Self.feedTable)
  }

  @Test func `takes no longer for a feed that repeats its kinds of elements`() throws {
    let (decoder, encoder) = Self.coders(JSONDecoder())
    let kinds = [
      #"{"type": "MOVIE", "title": "Heat", "minutes": 170}"#,
      #"{"type": "BOOK", "title": "Momo", "pages": 300}"#, #"{"type": "OPERA"}"#,
    ]
    let elements = (0..<3000).map { kinds[$0 % 3].replacingOccurrences(of: "170", with: "\($0)") }
    let table = try Survival(
      of: Feed.self,
      samples: [#"{"items": [\#(elements.joined(separator: ","))]}"#],
      decoder: decoder,
      encoder: encoder
    )
    #expect(table.description == Self.feedTable)
  }

  // MARK: - Types of other shapes

  private struct Request: Decodable {
    enum Method: String, Decodable { case get }

    var method: Method
    var headers: [String: String]?
    var body: Body?

    struct Body: Decodable { var text: String }
  }

  @Test func `compares what reflection shows of a type that is only decoded`() throws {
    let table = try Survival(
      of: Request.self,
      samples: [#"{"method": "get", "headers": {"a": "b"}, "body": {"text": "c"}}"#]
    )
    let expected = """
      Request: 5 of 5 members cost the whole document

      member      absent  null   kind   value  added   order
      method      fails   fails  fails  fails
      headers     nil     nil    fails         fails
                                               kept
      headers[…]  nil     fails  fails  kept
      body        nil     nil    fails         unread
      body.text   fails   fails  fails  kept
      (document)                               unread  kept

      """
    #expect(table.description == expected)
  }

  private struct Ordered: Codable {
    var first: String
    var values: [Double]

    private struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      guard let key = container.allKeys.first else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "No member"))
      }
      first = key.stringValue
      values = try container.decode([Double].self, forKey: key)
    }
  }

  @Test func `shows a type that depends on the order of members`() throws {
    // Foundation's decoder has an order of its own.
    let table = try Survival(
      of: Ordered.self,
      samples: [#"{"a": [1], "b": [2]}"#],
      decoder: DropInJSONDecoder()
    )
    let document = table.description.split(separator: "\n").first { $0.hasPrefix("(document)") }
    #expect(document?.hasSuffix("lost") == true, "\(table)")
  }

  private struct Versioned: Codable {
    var schemaVersion: Int
    var fullName: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      schemaVersion = try container.decode(Int.self, forKey: .schemaVersion)
      fullName = try container.decode(String.self, forKey: .fullName)
      guard schemaVersion < 3 else {
        throw DecodingError.dataCorruptedError(
          forKey: .fullName,
          in: container,
          debugDescription: "No name in version \(schemaVersion)"
        )
      }
    }
  }

  @Test func `names the path of an error that is elsewhere`() throws {
    let table = try Survival(
      of: Versioned.self,
      samples: [#"{"schemaVersion": 2, "fullName": "Ada"}"#]
    )
    let row = table.description.split(separator: "\n").first { $0.hasPrefix("schemaVersion") }
    #expect(row == "schemaVersion  fails   fails  fails  fails                 at fullName")
    #expect(table.markdown.contains("| `schemaVersion` (at fullName) | fails |"))
  }

  @Test func `obeys the strategies of the coders`() throws {
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let table = try Survival(
      of: Versioned.self,
      samples: [#"{"schema_version": 2, "full_name": "Ada"}"#],
      decoder: decoder,
      encoder: encoder
    )
    #expect(table.description.contains("full_name       fails   fails  fails  kept"), "\(table)")
  }

  private struct Empty: Codable {}

  @Test func `has a row for the document alone if the type reads nothing`() throws {
    let table = try Survival(of: Empty.self, samples: [#"{"a": {"b": [1]}, "c": null}"#])
    let expected = """
      Empty: 0 of 0 members cost the whole document

      member      added   order
      (document)  unread  kept

      Not read: a, c

      """
    #expect(table.description == expected)
  }

  @Test func `takes scalars and arrays at the top level`() throws {
    let numbers = try Survival(of: [Int].self, samples: [[1, 2]])
    let expected = """
      Array<Int>: 1 of 2 members costs the whole document

      member      value  element  order
      (document)         fails    kept
      []          kept

      """
    #expect(numbers.description == expected)
    let text = try Survival(of: String.self, samples: [#""a""#])
    #expect(text.description.hasSuffix("(document)  kept\n"), "\(text)")
  }

  // MARK: - Size

  private struct Ten: Codable {
    var a, b: String
    var c, d: Int
    var e, f: Double
    var g, h: Bool
    var i, j: String?
  }

  private struct Hundred: Codable { var a, b, c, d, e, f, g, h, i: Ten }

  @Test func `takes a hundred members in three samples`() throws {
    let ten = Ten(a: "a", b: "b", c: 1, d: 2, e: 0.5, f: 1.5, g: true, h: false, i: "i", j: "j")
    let value = Hundred(
      a: ten,
      b: ten,
      c: ten,
      d: ten,
      e: ten,
      f: ten,
      g: ten,
      h: ten,
      i: ten
    )
    let table = try Survival(of: Hundred.self, samples: [value, value, value])
    #expect(table.description.hasPrefix("Hundred: 99 of 99 members cost the whole document"))
  }

  @Test func `has lines of at most 100 characters`() throws {
    let table = try Survival(
      of: [String: [String: Label]].self,
      samples: [#"{"aVeryLongNameOfAMember": {"anotherVeryLongName": {"text": "a"}}}"#]
    )
    #expect(table.description.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(table)")
  }

  private struct LongNames: Codable {
    var aMemberWithAVeryLongName: Inner

    struct Inner: Codable {
      var anotherMemberWithAVeryLongName: Deepest

      struct Deepest: Codable {
        var theLastMemberWithALongName: [Versioned]
      }
    }
  }

  @Test func `gives a path that is too long for its column a line of its own`() throws {
    let sample = """
      {"aMemberWithAVeryLongName": {"anotherMemberWithAVeryLongName": {
        "theLastMemberWithALongName": [{"schemaVersion": 2, "fullName": "Ada"}]}}}
      """
    let table = try Survival(of: LongNames.self, samples: [sample])
    let path = "aMemberWithAVeryLongName.anotherMemberWithAVeryLongName.theLastMemberWithALongName"
    let expected = """
      \(path)[].schemaVersion
                                                       fails   fails  fails  fails
        at \(path)[].fullName
      """
    #expect(table.description.contains(expected), "\(table)")
    #expect(table.description.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(table)")
  }
}
