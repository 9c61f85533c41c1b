import Medley
import MedleyResilience
import TestSupport
import Testing

/// Defaults, lossy fields and decoders of a `FieldReader`.
@Suite struct FieldReaderTests {
  struct Post: FieldDecodable, Equatable {
    var title: String
    var footer: String?
    var views: Int
    var small: Int8
    var rating: Double
    var gain: Float
    var pinned: Bool
    var author: Inner
    var links: [String]
    var field: FieldValue<Int>
    var id: Lossless<Int?>

    init(fields: inout FieldReader) throws {
      title = try fields.decode("title", default: "untitled")
      footer = try fields.decode("footer")
      views = try fields.decode("views", default: -1)
      small = try fields.decode("small", default: 8)
      rating = try fields.decode("rating", default: 0.5)
      gain = try fields.decode("gain", default: 1)
      pinned = try fields.decode("pinned", default: true)
      author = try fields.decode("author", default: Inner(named: "nobody"))
      links = try fields.decode("links", default: ["none"])
      field = try fields.decode("field")
      id = try fields.decode("id")
    }
  }

  static let keys = [
    "title", "footer", "views", "small", "rating", "gain", "pinned", "author", "links", "field",
    "id",
  ]

  @Test(arguments: Backend.allCases)
  func `uses a default for absent and null members`(_ backend: Backend) throws {
    let absent = try backend.decode(Post.self, from: #"{"x":1}"#)
    #expect(absent.title == "untitled" && absent.footer == nil && absent.views == -1)
    #expect(absent.small == 8 && absent.rating == 0.5 && absent.gain == 1 && absent.pinned)
    #expect(absent.author.name == "nobody" && absent.links == ["none"])
    #expect(absent.field == .absent && absent.id.wrappedValue == nil)
    let nulls = Self.keys.map { #""\#($0)":null"# }.joined(separator: ",")
    var null = try backend.decode(Post.self, from: "{\(nulls)}")
    #expect(null.field == .null)
    null.field = .absent
    #expect(null == absent)
  }

  @Test(arguments: Backend.allCases)
  func `doesn't use a default for present members`(_ backend: Backend) throws {
    let post = try backend.decode(
      Post.self,
      from: """
        {"title":"t","footer":"f","views":3,"small":4,"rating":2,"gain":3,"pinned":false,
         "author":{"name":"a"},"links":[],"field":5,"id":"6"}
        """
    )
    #expect(post.title == "t" && post.footer == "f" && post.views == 3 && post.small == 4)
    #expect(post.rating == 2 && post.gain == 3 && !post.pinned && post.author.name == "a")
    #expect(post.links == [] && post.field == .value(5) && post.id.wrappedValue == 6)
  }

  @Test(arguments: Backend.allCases, keys)
  func `doesn't use a default for members of the wrong type`(
    _ backend: Backend,
    _ key: String
  ) throws {
    let wrong = key == "links" ? "{}" : "[]"
    #expect(
      try backend.fault([Post].self, #"[{"\#(key)":\#(wrong)}]"#) == "typeMismatch at [0].\(key)"
    )
  }

  struct Loose: FieldDecodable {
    var tags: [String]
    var volume: Int

    init(fields: inout FieldReader) throws {
      tags = try fields.decodeLossy("tags")
      volume = try fields.decodeLossy("volume", default: 5)
    }
  }

  @Test(arguments: Backend.allCases)
  func `lossy fields are dropped or defaulted, and reported`(_ backend: Backend) throws {
    let (loose, issues) = try backend.collect(
      [Loose].self,
      #"[{"tags":["a",1,"b"],"volume":"loud"},{"tags":["c"],"volume":6}]"#
    )
    #expect(loose.map(\.tags) == [["a", "b"], ["c"]] && loose.map(\.volume) == [5, 6])
    #expect(issues == ["[0].tags[1] dropped", "[0].volume defaulted"])
    let (absent, absentIssues) = try backend.collect(Loose.self, #"{"volume":null}"#)
    #expect(absent.tags == [] && absent.volume == 5 && absentIssues == ["tags defaulted"])
  }

  struct Probe: FieldDecodable {
    struct Rest: Decodable {
      var b: Int
    }

    var contains: [Bool]
    var twice: [Int]
    var rest: Rest
    var path: [String]
    var note: String?

    init(fields: inout FieldReader) throws {
      contains = [fields.contains("a"), fields.contains("n"), fields.contains("z")]
      let first = try fields.decode("b", as: Int.self)
      let second = try fields.decodeIfPresent("b", as: Int.self)
      twice = [first, second ?? 0]
      rest = try Rest(from: fields.decoder)
      path = fields.decoder.codingPath.map(\.stringValue)
      note = CodingUserInfoKey(rawValue: "note").flatMap { fields.decoder.userInfo[$0] as? String }
    }
  }

  @Test(arguments: Backend.allCases)
  func `tells which members are present and provides a decoder`(_ backend: Backend) throws {
    let null = "null"
    let probes = try backend.decode(
      [String: Probe].self,
      from: #"{"p":{"a":1,"b":2,"n":\#(null)}}"#
    ) {
      if let key = CodingUserInfoKey(rawValue: "note") { $0[key] = "here" }
    }
    let probe = try #require(probes["p"])
    #expect(probe.contains == [true, true, false] && probe.twice == [2, 2] && probe.rest.b == 2)
    #expect(probe.path == ["p"] && probe.note == "here")
  }
}

extension Inner {
  init(named name: String) {
    self.name = name
  }
}
