import Foundation
import Medley
import MedleyFoundation
import MedleyResilience
import TestSupport
import Testing

@Suite struct DefaultedTests {
  enum Anonymous: DefaultSource {
    static let defaultValue = "anonymous"
  }

  enum Theme: String, Codable, CaseIterable, DefaultSource {
    case light, dark
  }

  struct Post: Codable, Hashable, Sendable {
    @Defaulted<Anonymous> var author: String
    @Defaulted<Defaults.Zero> var views: Int
    @Defaulted<Defaults.Zero> var rating: Double
    @Defaulted<Defaults.False> var liked: Bool
    @Defaulted<Defaults.Empty> var tags: [String]
    @Defaulted<Defaults.Empty> var groups: Set<Int>
    @Defaulted<Defaults.Empty> var counts: [String: Int]
    @Defaulted<Defaults.Empty> var subtitle: String
    @Defaulted<Defaults.Empty> var footer: String
    @Defaulted<Theme> var theme: Theme
  }

  static let keys = [
    "author", "views", "rating", "liked", "tags", "groups", "counts", "subtitle", "footer", "theme",
  ]
  static let defaults = """
    {"author":"anonymous","views":0,"rating":0,"liked":false,"tags":[],"groups":[],"counts":{},
     "subtitle":"","footer":"","theme":"light"}
    """

  @Test(arguments: Backend.allCases)
  func `absent and null give the default without an issue`(_ backend: Backend) throws {
    let nulls = "{\(Self.keys.map { "\"\($0)\":null" }.joined(separator: ","))}"
    for json in ["{}", nulls] {
      let (post, issues) = try backend.collect(Post.self, json)
      #expect(post == (try backend.decode(Post.self, from: Self.defaults)))
      #expect(post.author == "anonymous" && post.theme == .light && post.tags == [])
      #expect(issues.isEmpty)
      try backend.expect(post, encodesTo: Self.defaults)
    }
  }

  @Test(arguments: Backend.allCases)
  func `decodes a value and encodes it even if it equals the default`(
    _ backend: Backend
  ) throws {
    let json = """
      {"author":"ada","views":7,"rating":4.5,"liked":true,"tags":["a"],"groups":[1],
       "counts":{"a":1},"subtitle":"s","footer":"f","theme":"dark"}
      """
    let post = try backend.keep(Post.self, json)
    #expect(post.theme == .dark && post.rating == 4.5 && post.counts == ["a": 1])
    _ = try backend.keep(Post.self, Self.defaults)
  }

  @Test(arguments: Backend.allCases, keys)
  func `a value of the wrong type is an error`(_ backend: Backend, _ key: String) throws {
    let wrong = ["tags", "groups", "counts"].contains(key) ? #""x""# : "[]"
    #expect(
      try backend.fault([Post].self, #"[{"\#(key)":\#(wrong)}]"#) == "typeMismatch at [0].\(key)"
    )
  }

  @Test(arguments: Backend.allCases)
  func `an error inside the value has its own path`(_ backend: Backend) throws {
    #expect(try backend.fault(Post.self, #"{"tags":["a",1]}"#) == "typeMismatch at tags[1]")
    #expect(try backend.fault(Post.self, #"{"tags":["a",null]}"#) == "valueNotFound at tags[1]")
    #expect(try backend.fault(Post.self, #"{"counts":{"a":[]}}"#) == "typeMismatch at counts.a")
    #expect(try backend.fault(Post.self, #"{"theme":"blue"}"#) == "dataCorrupted at theme")
  }

  @Test(arguments: Backend.allCases)
  func `can be assigned like any property`(_ backend: Backend) throws {
    var post = try backend.decode(Post.self, from: #"{"views":3}"#)
    post.views += 1
    post.tags.append("new")
    let changed = try backend.roundTrip(post)
    #expect(changed == post)
    #expect(changed.views == 4 && changed.tags == ["new"])
    #expect(Set([post, changed, try backend.decode(Post.self, from: "{}")]).count == 2)
  }

  @Test(arguments: Backend.allCases)
  func `null elements have the default`(_ backend: Backend) throws {
    let list = try backend.decode([Defaulted<Defaults.Zero<Int>>].self, from: "[1,null]")
    #expect(list.map(\.wrappedValue) == [1, 0])
    try backend.expect(list, encodesTo: "[1,0]")
    let map = try backend.decode([String: Defaulted<Anonymous>].self, from: #"{"a":null}"#)
    #expect(map["a"]?.wrappedValue == "anonymous")
  }

  enum Epoch: DefaultSource {
    static let defaultValue = Date(timeIntervalSinceReferenceDate: 0)
  }

  struct Event: Codable, Equatable {
    @Defaulted<Epoch> var start: Date
    @Defaulted<Fallback> var hero: Polymorphic<any Media>

    enum Fallback: DefaultSource {
      static var defaultValue: Polymorphic<any Media> { .known(Movie(title: "fallback")) }
    }
  }

  @Test(arguments: Backend.allCases)
  func `supports defaults of types that decoders treat specially`(_ backend: Backend) throws {
    let event = try backend.decode(Event.self, from: "{}", with: .media)
    #expect(event.start == Epoch.defaultValue)
    #expect(event.hero.known?.title == "fallback")
    #expect(try backend.roundTrip(event, with: .media) == event)
  }

  @Test func `dates follow the decoder's strategy`() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    let json = #"{"start":978307260}"#
    let event = try decoder.decode(Defaulted<Epoch>.self, from: Data("978307260".utf8))
    #expect(event.wrappedValue.timeIntervalSinceReferenceDate == 60)
    struct Start: Codable {
      @Defaulted<Epoch> var start: Date
    }
    let start = try decoder.decode(Start.self, from: Data(json.utf8))
    #expect(start.start.timeIntervalSinceReferenceDate == 60)
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    #expect(try encoder.encode(start) == Data(json.utf8))
  }

  struct Generic<Value: Codable & ExpressibleByIntegerLiteral & Equatable>: Codable, Equatable {
    @Defaulted<Defaults.Zero> var value: Value
  }

  @Test(arguments: Backend.allCases)
  func `supports properties of generic structs`(_ backend: Backend) throws {
    #expect(try backend.decode(Generic<Int8>.self, from: "{}").value == 0)
    #expect(try backend.keep(Generic<Double>.self, #"{"value":2.5}"#).value == 2.5)
    #expect(try backend.fault(Generic<Int>.self, #"{"value":"x"}"#) == "typeMismatch at value")
  }

  final class Node: Codable {
    @Defaulted<Defaults.Zero> var depth: Int
    var child: Node?
  }

  @Test(arguments: Backend.allCases)
  func `supports properties of classes`(_ backend: Backend) throws {
    let node = try backend.decode(Node.self, from: #"{"child":{"depth":1}}"#)
    #expect(node.depth == 0 && node.child?.depth == 1)
    try backend.expect(node, encodesTo: #"{"depth":0,"child":{"depth":1}}"#)
  }
}
