import Foundation
import Medley
import MedleyBase
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// The engine finds the tags of every wire form in its index, and reads all else as other decoders
/// do.
@Suite struct FormFastPathTests {
  protocol Media: Codable, Sendable {}

  struct Movie: Media, Hashable {
    var id: Int
    var director: String
  }

  struct Book: Media, Hashable {
    var id: Int
    var author: String
    var pages: [Int]?
  }

  /// A wire form, plain elements of it, and others that need a slower search or are kept.
  struct Form: Sendable, CustomTestStringConvertible {
    let name: String
    let discriminator: Discriminator
    var movie: TypeTag = "MOVIE"
    var book: TypeTag = "BOOK"
    let plain: [String]
    let others: [String]
    /// Those of the others that the index finds as well.
    var found = 0

    var testDescription: String { name }

    func registry() throws -> PolymorphicRegistry<any Media> {
      var registry = PolymorphicRegistry<any Media>(discriminator)
      registry.policies.unknown = .keep
      registry.policies.missing = .keep
      registry.policies.null = .keep
      registry.policies.wrongKind = .keep
      registry.policies.malformed = .keep
      try registry.register(Movie.self, for: movie) { $0 }
      try registry.register(Book.self, for: book) { $0 }
      return registry
    }
  }

  private static let movie = #"{"id":1,"director":"Mann"}"#
  private static let book = #"{"id":2,"author":"Eco","pages":[1,2]}"#

  /// Tells types by their members: registered ones, an unknown one, a number, none, and an error.
  private static let custom = Discriminator.custom { decoder in
    enum Key: CodingKey { case director, author, other, number, broken }
    let container = try decoder.container(keyedBy: Key.self)
    if container.contains(.director) { return "MOVIE" }
    if container.contains(.author) { return "BOOK" }
    if container.contains(.other) { return "SONG" }
    if container.contains(.number) { return 7 }
    if container.contains(.broken) { _ = try container.decode(String.self, forKey: .broken) }
    return nil
  }

  static let forms = [
    Form(
      name: "path",
      discriminator: .path("meta", "kind"),
      plain: [
        #"{"meta":{"kind":"MOVIE"},"id":1,"director":"Mann"}"#,
        #"{"id":2,"author":"Eco","meta":{"a":[],"kind":"BOOK"}}"#,
      ],
      others: [
        #"{"meta":{"kind":"SONG"}}"#, #"{"meta":{"kind":7}}"#, #"{"meta":{"kind":null}}"#,
        #"{"meta":{}}"#, #"{"meta":[]}"#, "{}", "[]", "null", "7", #""MOVIE""#,
        #"{"meta":{"kind":"MOVI\u0045"},"id":1,"director":"Mann"}"#,
        #"{"meta":{"kind":"MOVIE"},"id":"1"}"#,
      ],
      found: 1
    ),
    Form(
      name: "compound",
      discriminator: .compound("api", "kind"),
      movie: ["v1", "MOVIE"],
      book: ["v2", "BOOK"],
      plain: [
        #"{"api":"v1","id":1,"kind":"MOVIE","director":"Mann"}"#,
        #"{"kind":"BOOK","api":"v2","id":2,"author":"Eco"}"#,
      ],
      others: [
        #"{"api":"v1","kind":"BOOK"}"#, #"{"api":"v2","kind":"MOVIE"}"#, #"{"api":"v1"}"#,
        #"{"kind":"BOOK"}"#, #"{"api":1,"kind":"MOVIE"}"#, #"{"api":null,"kind":"MOVIE"}"#, "[]",
        #"{"api":"v\u0031","kind":"MOVIE","id":1,"director":"Mann"}"#,
      ]
    ),
    Form(
      name: "adjacent",
      discriminator: .adjacent(tag: "type", content: "data"),
      plain: [
        #"{"type":"MOVIE","data":\#(movie)}"#, #"{"data":\#(book),"more":[{}],"type":"BOOK"}"#,
      ],
      others: [
        #"{"type":"MOVIE"}"#, #"{"type":"MOVIE","data":null}"#, #"{"type":"MOVIE","data":7}"#,
        #"{"type":"SONG","data":{}}"#, #"{"data":{}}"#, #"{"type":{},"data":{}}"#, "[]", "null",
        #"{"type":"MOVIE","data":\#(movie),"data":{}}"#,
      ],
      found: 3
    ),
    Form(
      name: "adjacent, named by the tag",
      discriminator: .adjacent(tag: "type"),
      plain: [#"{"type":"MOVIE","MOVIE":\#(movie)}"#, #"{"BOOK":\#(book),"type":"BOOK"}"#],
      others: [
        #"{"type":"MOVIE","BOOK":{}}"#, #"{"type":"MOVIE","MOVIE":[]}"#, #"{"type":"SONG"}"#,
        #"{"type":"MOVIE","MOVI\u0045":\#(movie)}"#,
        #"{"type":"MOVIE","MOVIE":\#(movie),"MOVIE":{}}"#,
      ],
      found: 1
    ),
    Form(
      name: "list",
      discriminator: .list(at: "type"),
      plain: [
        #"{"type":"MOVIE","id":1,"director":"Mann"}"#,
        #"{"id":2,"author":"Eco","pages":[1,2],"type":"BOOK"}"#,
      ],
      others: [
        #"{"type":["MOVIE"],"id":1,"director":"Mann"}"#,
        #"{"type":["x","BOOK"],"id":2,"author":"E"}"#,
        #"{"type":["x"]}"#, #"{"type":"x"}"#, #"{"type":[]}"#, #"{"type":[[1]]}"#,
        #"{"type":null}"#,
        #"{"type":["MOVIE"]}"#, "{}", "[]", "7", #"{"typ\u0065":["MOVIE"],"id":1,"director":"M"}"#,
      ],
      found: 1
    ),
    Form(
      name: "external",
      discriminator: .external,
      plain: [#"{"MOVIE":\#(movie)}"#, #"{"BOOK":\#(book)}"#],
      others: [
        #"{"SONG":{}}"#, "{}", #"{"MOVIE":{},"BOOK":{}}"#, #"{"MOVIE":null}"#, #""MOVIE""#,
        #""SONG""#, #"{"MOVI\u0045":\#(movie)}"#, #"{"MOVIE":\#(movie),"MOVIE":{}}"#, "[]", "7",
      ],
      found: 1
    ),
    Form(
      name: "synthesized",
      discriminator: .synthesized,
      plain: [#"{"MOVIE":{"_0":\#(movie)}}"#, #"{"BOOK":{"x":1,"_0":\#(book)}}"#],
      others: [
        #"{"SONG":{}}"#, "{}", #"{"MOVIE":{},"BOOK":{}}"#, #"{"MOVIE":null}"#, #""MOVIE""#,
        #"{"MOVIE":{}}"#, #"{"MOVIE":\#(movie)}"#, #"{"MOVIE":7}"#, #"{"MOVIE":{"_0":null}}"#,
        #"{"MOVI\u0045":{"_0":\#(movie)}}"#, #"{"MOVIE":{"_0":\#(movie)},"MOVIE":{}}"#, "[]", "7",
      ],
      found: 1
    ),
    Form(
      name: "member",
      discriminator: .member,
      plain: [
        #"{"MOVIE":\#(movie)}"#, #"{"x":{},"BOOK":\#(book),"y":1}"#,
        #"{"BOOK":\#(book),"MOVIE":\#(movie)}"#, #"{"MOVIE":null,"BOOK":\#(book)}"#,
      ],
      others: [
        #"{"SONG":{}}"#, "{}", #"{"SONG":{},"x":{}}"#, #"{"SONG":1}"#, #"{"MOVIE":null}"#,
        #"{"MOVI\u0045":\#(movie)}"#, #"{"MOVIE":\#(movie),"MOVIE":{}}"#,
        #"{"é":1,"MOVIE":\#(movie)}"#, #"{"MOVIE":7}"#, "[]", "7", #""MOVIE""#, "null",
      ],
      found: 1
    ),
    Form(
      name: "member or key",
      discriminator: .member.or(.key("type")),
      plain: [
        #"{"x":1,"MOVIE":\#(movie)}"#, #"{"type":"BOOK","id":2,"author":"Eco","x":{}}"#,
        #"{"type":"BOOK","MOVIE":\#(movie)}"#,
      ],
      others: [#"{"type":"SONG"}"#, #"{"SONG":{}}"#, #"{"type":"SONG","x":{}}"#, "{}", "[]"]
    ),
    Form(
      name: "wrapper array",
      discriminator: .wrapperArray,
      plain: [#"["MOVIE",\#(movie)]"#, #"["BOOK",\#(book)]"#],
      others: [
        #"["MOVIE"]"#, "[]", #"["MOVIE",{},{}]"#, #"["SONG",{}]"#, "[7,{}]", "[null,{}]",
        #"["MOVI\u0045",\#(movie)]"#, #"["MOVIE",null]"#, "{}", #""MOVIE""#,
      ],
      found: 1
    ),
    Form(
      name: "deduced",
      discriminator: .deduced,
      plain: [movie, book, #"{"author":"Eco","id":3,"x":null}"#],
      others: [
        "{}", #"{"id":1}"#, #"{"id":1,"director":"Mann","author":"Eco"}"#, "[]", "null",
        #"{"id":1,"direct\u006fr":"Mann"}"#, #"{"id":"1","director":"Mann"}"#,
        #"{"id":1,"director":"Mann","é":1}"#,
      ],
      found: 1
    ),
    Form(
      name: "custom",
      discriminator: custom,
      plain: [movie, book, #"{"author":"Eco","id":3,"x":null}"#],
      others: [
        "{}", #"{"id":1}"#, #"{"other":1}"#, #"{"number":1}"#, #"{"broken":1}"#, "[]", "null",
        "7", #"{"id":"1","director":"Mann"}"#, #"{"direct\u006fr":"Mann"}"#,
      ],
      found: 2
    ),
    Form(
      name: "key or external",
      discriminator: .key("type").or(.external),
      plain: [
        #"{"type":"MOVIE","id":1,"director":"Mann"}"#, #"{"BOOK":\#(book)}"#,
        #"{"MOVIE":{"type":"BOOK","id":1,"director":"Mann"}}"#,
      ],
      others: [
        #"{"type":"SONG"}"#, #"{"SONG":{}}"#, "{}", #"{"type":7,"BOOK":\#(book)}"#, #""MOVIE""#,
        #"{"type":null}"#, #"{"a":1,"b":2}"#, "[]", "null",
      ]
    ),
    Form(
      name: "deduced or wrapper array or key",
      discriminator: .wrapperArray.or(.key("type")).or(.deduced),
      plain: [
        #"["MOVIE",\#(movie)]"#, #"{"type":"BOOK","id":2,"author":"Eco"}"#, movie, book,
      ],
      others: [#"["SONG",{}]"#, #"["MOVIE"]"#, #"{"type":"SONG"}"#, "{}", #"{"type":null}"#]
    ),
  ]

  /// Returns what a decoder makes of elements; nil if it throws.
  private func outcome(_ decode: () throws -> [Polymorphic<any Media>]) -> [String]? {
    try? decode().map { element in
      element.known.map { "\($0)" }
        ?? "\(element.unknown?.tag as Any) \(Self.name(of: element.unknown?.reason))"
    }
  }

  /// The reason without an error, which decoders describe differently.
  private static func name(of reason: UnknownPayload.Reason?) -> String {
    String("\(reason as Any)".prefix { $0 != ":" }.prefix(24))
  }

  @Test(arguments: forms)
  func `finds plain tags without containers`(_ form: Form) throws {
    let registry = try form.registry()
    let decoder = PolymorphicJSONDecoder(alone: true, registry)
    let json = "[\(form.plain.joined(separator: ","))]"
    let (feed, slow) = try counting(.slowElement) {
      try decoder.decode([Polymorphic<any Media>].self, from: json)
    }
    #expect(feed.allSatisfy { $0.unknown == nil })
    #expect(slow == 0)
    #expect(decoder.recognises(Polymorphic<any Media>.self))
    let reference = JSONDecoder()
    reference.userInfo.register(registry)
    let expected = try reference.decode(
      [Polymorphic<any Media>].self,
      from: Data(json.utf8)
    )
    #expect(feed == expected)
  }

  @Test(arguments: forms)
  func `reads other elements as JSONDecoder does`(_ form: Form) throws {
    let registry = try form.registry()
    let reference = JSONDecoder()
    reference.userInfo.register(registry)
    var slow = 0
    for element in form.others {
      let decoder = PolymorphicJSONDecoder(alone: true, registry)
      let json = "[\(element)]"
      let (feed, count) = counting(.slowElement) {
        outcome { try decoder.decode([Polymorphic<any Media>].self, from: json) }
      }
      let expected = outcome {
        try reference.decode([Polymorphic<any Media>].self, from: Data(json.utf8))
      }
      #expect(feed == expected, "\(element)")
      slow += count
    }
    #expect(slow >= form.others.count - form.found || !countsSteps)
  }
}
