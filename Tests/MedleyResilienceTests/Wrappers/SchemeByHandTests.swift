import Foundation
import Medley
import MedleyFoundation
import MedleyResilience
import TestSupport
import Testing

/// Types that are decoded and encoded through another type, their scheme, by hand.
@Suite struct SchemeByHandTests {
  struct PostScheme: Codable {
    var id: String
    var tagList: String?
    var views: Int?
  }

  enum PostError: Error, Equatable {
    case noIdentifier
  }

  struct Post: Codable, Hashable, Sendable {
    var id: Identifier<Post>
    var tags: [String]
    var views = 0

    init(id: Identifier<Post>, tags: [String]) {
      self.id = id
      self.tags = tags
    }

    init(from decoder: any Decoder) throws {
      let scheme = try PostScheme(from: decoder)
      guard let id = Identifier<Post>(scheme.id) else {
        throw decoder.corruption("A post has no identifier.", because: PostError.noIdentifier)
      }
      self.id = id
      tags = scheme.tagList?.split(separator: ",").map(String.init) ?? []
      views = scheme.views ?? 0
    }

    func encode(to encoder: any Encoder) throws {
      try PostScheme(id: id.rawValue, tagList: tags.joined(separator: ","), views: views)
        .encode(to: encoder)
    }
  }

  @Test(arguments: Backend.allCases)
  func `decodes and encodes as its scheme`(_ backend: Backend) throws {
    let posts = try backend.keep(
      [Post].self,
      #"[{"id":"a","tagList":"x,y","views":1},{"id":"b","tagList":"","views":0}]"#
    )
    #expect(posts.map(\.tags) == [["x", "y"], []])
    #expect(try backend.decode(Post.self, from: #"{"id":"c"}"#) == Post(id: "c", tags: []))
  }

  @Test(arguments: Backend.allCases)
  func `an error in the scheme has its path`(_ backend: Backend) throws {
    #expect(try backend.fault([Post].self, #"[{"id":4}]"#) == "typeMismatch at [0].id")
    #expect(try backend.fault([Post].self, "[{}]") == "keyNotFound at [0].id")
    #expect(try backend.fault([Post].self, "[4]") == "typeMismatch at [0]")
  }

  @Test(arguments: Backend.allCases)
  func `an error thrown by the type is the cause of an error with its path`(
    _ backend: Backend
  ) throws {
    struct Page: Decodable {
      var post: Post
    }
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Page].self, from: #"[{"post":{"id":""}}]"#)
    }
    #expect(error.kind == .dataCorrupted && error.place == "[0].post")
    #expect(error.details?.underlyingError as? PostError == .noIdentifier)
    // The cause is unchanged, so the path has the location.
    #expect(!backend.seesBytes || backend.line(of: error) == 1)
  }

  @Test(arguments: Backend.allCases)
  func `lossy collections drop values that the type refuses`(_ backend: Backend) throws {
    let (posts, issues) = try backend.collect(
      Lossy<[Post]>.self,
      #"[{"id":""},{"id":"a"},{"id":[]},null]"#
    )
    #expect(posts.wrappedValue == [Post(id: "a", tags: [])])
    #expect(issues == ["[0] dropped", "[2].id dropped", "[3] dropped"])
  }

  /// Decoded only, from a scalar.
  struct Percentage: Decodable, Equatable {
    var fraction: Double

    init(from decoder: any Decoder) throws {
      let scheme = try Int(from: decoder)
      guard (0...100).contains(scheme) else {
        throw decoder.corruption("\(scheme) is no percentage.")
      }
      fraction = Double(scheme) / 100
    }
  }

  @Test(arguments: Backend.allCases)
  func `supports scalar schemes and types that are only decoded`(_ backend: Backend) throws {
    #expect(try backend.decode([Percentage].self, from: "[25]").map(\.fraction) == [0.25])
    #expect(try backend.fault([Percentage].self, #"["x"]"#) == "typeMismatch at [0]")
    let (list, issues) = try backend.collect(Lossy<[Percentage]>.self, "[0,101,null]")
    #expect(list.wrappedValue.map(\.fraction) == [0])
    #expect(issues == ["[1] dropped", "[2] dropped"])
  }

  @Test(arguments: Backend.allCases)
  func `a DecodingError thrown by the type has the path of the value`(_ backend: Backend) throws {
    #expect(try backend.fault([Percentage].self, "[0,101]") == "dataCorrupted at [1]")
  }

  /// A scheme that decoders treat specially.
  struct Moment: Codable, Equatable {
    var seconds: Double

    init(seconds: Double) {
      self.seconds = seconds
    }

    init(from decoder: any Decoder) throws {
      let scheme = try decoder.singleValueContainer().decode(Date.self)
      seconds = scheme.timeIntervalSince1970
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(Date(timeIntervalSince1970: seconds))
    }
  }

  @Test func `supports a date as the scheme`() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let json = Data(#"["1970-01-01T00:01:00Z"]"#.utf8)
    let moments = try decoder.decode([Moment].self, from: json)
    #expect(moments == [Moment(seconds: 60)])
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    #expect(try encoder.encode(moments) == json)
    #expect(try Backend.binaryPropertyList.roundTrip(moments) == moments)
  }

  /// Encoded only; throws for some values.
  struct Secret: Encodable {
    var isOpen: Bool

    func encode(to encoder: any Encoder) throws {
      guard isOpen else { throw PostError.noIdentifier }
      try ["a": 1].encode(to: encoder)
    }
  }

  @Test func `supports types that are only encoded and may throw`() throws {
    try Backend.json.expect([Secret(isOpen: true)], encodesTo: #"[{"a":1}]"#)
    #expect(throws: PostError.noIdentifier) { try Backend.json.encode([Secret(isOpen: false)]) }
  }

  struct Film: Media {
    var title: String

    init(from decoder: any Decoder) throws {
      guard let title = try [String: String](from: decoder)["name"] else {
        throw PostError.noIdentifier
      }
      self.title = title
    }

    func encode(to encoder: any Encoder) throws {
      try ["name": title].encode(to: encoder)
    }
  }

  @Test(arguments: Backend.allCases)
  func `supports payloads with a scheme`(_ backend: Backend) throws {
    let registry = PolymorphicRegistry<any Media>("type", ["F": Film.self])
    let json = #"[{"type":"F","name":"a"}]"#
    let feed = try backend.feed(json, registry)
    #expect(feed.known.map(\.title) == ["a"])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
    let error = try #require(throws: DecodingError.self) {
      try backend.feed(#"[{"type":"F"}]"#, registry)
    }
    #expect(error.place == "[0]")
  }
}

extension Decoder {
  fileprivate func corruption(
    _ message: String,
    because cause: (any Error)? = nil
  ) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: message,
        underlyingError: cause
      )
    )
  }
}
