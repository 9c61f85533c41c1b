import Medley
import MedleyResilience
import TestSupport
import Testing

@Suite struct ConciseDecodingTests {
  struct Post: Decodable, Equatable {
    var title: String
    var subtitle: String?
    var footer: String?
    var views: Int
    var tags: [String]
    var field: FieldValue<Int>
    var id: Lossless<Int?>
    var volume: Int
    var rows: [[Int]]

    enum CodingKeys: CodingKey {
      case title, subtitle, footer, views, tags, field, id, volume, rows
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      title = try container.decode(.title)
      subtitle = try container.decodeIfPresent(.subtitle)
      footer = try container.decode(.footer)
      views = try container.decode(.views, default: -1)
      tags = try container.decodeLossy(.tags)
      field = try container.decode(.field)
      id = try container.decode(.id)
      volume = try container.decodeLossy(.volume, default: 5)
      rows = try container.decodeLossy(.rows, default: [[0]])
    }
  }

  @Test(arguments: Backend.allCases)
  func `decodes present members`(_ backend: Backend) throws {
    let (post, issues) = try backend.collect(
      Post.self,
      """
      {"title":"t","subtitle":"s","footer":"f","views":0,"tags":["a"],"field":1,"id":"2",
       "volume":9,"rows":[[1]]}
      """
    )
    #expect(post.title == "t" && post.subtitle == "s" && post.footer == "f" && post.views == 0)
    #expect(post.tags == ["a"] && post.field == .value(1) && post.id.wrappedValue == 2)
    #expect(post.volume == 9 && post.rows == [[1]])
    #expect(issues.isEmpty)
  }

  @Test(
    arguments: Backend.allCases,
    [
      (#"{"title":""}"#, FieldValue<Int>.absent),
      (
        """
        {"title":"","subtitle":null,"footer":null,"views":null,"tags":null,"field":null,"id":null,
         "volume":null,"rows":null}
        """, .null
      ),
    ]
  )
  func `decodes absent and null members`(
    _ backend: Backend,
    _ sample: (json: String, field: FieldValue<Int>)
  ) throws {
    let (post, issues) = try backend.collect(Post.self, sample.json)
    #expect(post.subtitle == nil && post.footer == nil && post.views == -1 && post.tags == [])
    #expect(post.field == sample.field && post.id.wrappedValue == nil)
    #expect(post.volume == 5 && post.rows == [[0]])
    #expect(issues == ["tags defaulted"])
  }

  @Test(
    arguments: Backend.allCases,
    ["title", "subtitle", "footer", "views", "field", "id"]
  )
  func `throws for members of the wrong type`(_ backend: Backend, _ key: String) throws {
    let members = (key == "title" ? [] : [#""title":"t""#]) + [#""\#(key)":[]"#]
    #expect(
      try backend.fault([Post].self, "[{\(members.joined(separator: ","))}]")
        == "typeMismatch at [0].\(key)"
    )
  }

  @Test(arguments: Backend.allCases)
  func `throws for absent required members`(_ backend: Backend) throws {
    #expect(try backend.fault(Post.self, "{}") == "keyNotFound at title")
    #expect(try backend.fault(Post.self, #"{"title":null}"#) == "valueNotFound at title")
  }

  @Test(arguments: Backend.allCases)
  func `lossy members are dropped or defaulted, and reported`(_ backend: Backend) throws {
    let (post, issues) = try backend.collect(
      Post.self,
      #"{"title":"","tags":["a",1,"b"],"volume":"loud","rows":[[1,"x"],4]}"#
    )
    #expect(post.tags == ["a", "b"] && post.volume == 5 && post.rows == [[1]])
    #expect(
      issues == ["tags[1] dropped", "volume defaulted", "rows[0][1] dropped", "rows[1] dropped"]
    )
    let (other, otherIssues) = try backend.collect(
      Post.self,
      #"{"title":"","tags":"a","rows":{}}"#
    )
    #expect(other.tags == [] && other.rows == [[0]])
    #expect(otherIssues == ["tags defaulted", "rows defaulted"])
  }

  struct Elements: Decodable {
    var hero: Polymorphic<any Media>
    var items: [Polymorphic<any Media>]
    var index: [String: Polymorphic<any Media>]
    var last: Polymorphic<any Media>?

    enum CodingKeys: CodingKey {
      case hero, items, index, last
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      hero = try container.decode(.hero)
      items = try container.decodeLossy(.items)
      index = try container.decodeLossy(.index)
      last = try container.decodeLossy(.last)
    }
  }

  @Test(arguments: Backend.allCases)
  func `decodes elements of a registry`(_ backend: Backend) throws {
    let movie = #"{"type":"MOVIE","title":"a"}"#
    let bad = #"{"type":"MOVIE"}"#
    let (elements, issues) = try backend.collect(
      Elements.self,
      #"{"hero":\#(movie),"items":[\#(bad),\#(movie)],"index":{"a":\#(bad)},"last":\#(bad)}"#
    )
    #expect(elements.hero.known?.title == "a" && elements.items.count == 1)
    #expect(elements.index.isEmpty && elements.last == nil)
    #expect(
      issues == ["items[0].title dropped", "index.a.title dropped", "last.title defaulted"]
    )
    #expect(try backend.fault(Elements.self, #"{"hero":\#(bad)}"#) == "keyNotFound at hero.title")
  }

  struct Lazy: Decodable {
    var views: Int

    enum CodingKeys: CodingKey {
      case views
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var calls = 0
      func zero() -> Int {
        calls += 1
        return calls
      }
      let first: Int = try container.decode(.views, default: zero())
      let second: Int = try container.decodeLossy(.views, default: zero())
      views = first + second
      #expect(calls == 0)
    }
  }

  @Test(arguments: Backend.allCases)
  func `evaluates a default only if it is needed`(_ backend: Backend) throws {
    #expect(try backend.decode(Lazy.self, from: #"{"views":4}"#).views == 8)
  }
}
