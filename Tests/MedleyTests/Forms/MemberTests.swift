import Foundation
import Medley
import MedleyBase
import MedleyComposition
import MedleyJSON
import MedleyStreams
import MedleyTesting
import TestSupport
import Testing

/// A union whose tag is the member that is present, `Discriminator.member`, in what the suite of all
/// forms doesn't do.
@Suite struct MemberTests {
  struct Note: Codable, Hashable {
    var messageText: String
  }

  enum Content: PolymorphicEnum, Hashable {
    case message(Note)
    case callbackQuery(Note)
    case count(Int)
    case pause
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Content>(.member) {
      try $0.register(for: "message", "note", as: Content.message)
      try $0.register(for: "callback_query", as: Content.callbackQuery)
      try $0.register(for: "count", as: Content.count)
      try $0.register(Content.pause, for: "pause")
    }
  }

  private static let note = #"{"messageText":"a"}"#
  private static let other = #"{"messageText":"b"}"#

  private func content(_ backend: Backend, _ element: String) throws -> Content? {
    try backend.decode([Content].self, from: "[\(element)]").first
  }

  // MARK: - Finding

  @Test(
    arguments: Backend.allCases,
    [
      #"{"message":\#(note),"callback_query":\#(other),"count":1}"#,
      #"{"count":1,"callback_query":\#(other),"message":\#(note)}"#,
      #"{"callback_query":null,"pause":null,"message":\#(note),"id":7}"#,
      #"{"from":{},"to":{"x":1},"message":\#(note)}"#,
      #"{"note":\#(other),"message":\#(note)}"#, #"{"message":\#(note),"note":\#(other)}"#,
      #"{"message":null,"note":\#(note)}"#, #"{"ü":1,"message":\#(note)}"#,
    ]
  )
  func `selects the member that is registered first and isn't null`(
    _ backend: Backend,
    _ element: String
  ) throws {
    #expect(try content(backend, element) == .message(Note(messageText: "a")))
  }

  @Test(arguments: Backend.allJSON)
  func `the first of equal keys counts`(_ backend: Backend) throws {
    let element = #"{"message":\#(Self.note),"message":\#(Self.other)}"#
    #expect(try content(backend, element) == .message(Note(messageText: "a")))
    #expect(
      try content(backend, #"{"m\u0065ssage":\#(Self.note)}"#) == .message(Note(messageText: "a"))
    )
  }

  @Test(arguments: Backend.allCases)
  func `a payload can be any value`(_ backend: Backend) throws {
    let json = #"[{"count":7},{"callback_query":\#(Self.note)},{"pause":{}}]"#
    let contents = try backend.decode([Content].self, from: json)
    #expect(contents == [.count(7), .callbackQuery(Note(messageText: "a")), .pause])
    #expect(try backend.encode(contents) == JSONTree(parsing: json))
    #expect(try content(backend, #"{"pause":false,"id":1}"#) == .pause)
  }

  @Test(arguments: Backend.allCases)
  func `patterns, numbers and later tags have their place in the order`(
    _ backend: Backend
  ) throws {
    var registry = PolymorphicRegistry<any Media>(.member)
    try registry.register(Movie.self, for: "movie")
    try registry.register(Podcast.self, matching: "x_*")
    try registry.register(Book.self, for: "book", 4)
    try registry.register(Movie.self, for: "film")
    let feed = try backend.feed(
      #"""
      [{"book":{"title":"a"},"film":{"title":"b"}}, {"x_b":{"title":"c"},"x_a":{"title":"d"}},
       {"book":{"title":"e"},"x_b":{"title":"f"}}, {"id":1,"4":{"title":"g"}}]
      """#,
      registry
    )
    #expect(feed.known.map(\.title) == ["a", "d", "f", "g"])
    var folding = PolymorphicRegistry<any Media>(.member, ignoringCase: true)
    try folding.register(Movie.self, for: "movie")
    let element = #"[{"id":{},"MOVIE":{"title":"a"}}]"#
    #expect(try backend.feed(element, folding) == [.known(Movie(title: "a"))])
  }

  // MARK: - Finding nothing

  @Test(arguments: Backend.allCases)
  func `the only member that is an object is an unknown tag`(_ backend: Backend) throws {
    let json = #"[{"id":7,"poll":{"messageText":"c"},"to":[]},{"id":8,"poll":{"x":1}}]"#
    let (contents, report) = try DecodingReport.collecting {
      try backend.decode([Content].self, from: json)
    }
    let payloads = contents.compactMap(\.unknownPayload)
    #expect(payloads.map(\.tag) == ["poll", "poll"])
    #expect(payloads.map(\.reason) == [.unregistered, .unregistered])
    #expect(report.unknownTags == ["poll": 2])
    #expect(report.issues.isEmpty)
    #expect(try payloads[0].decode(as: Note.self) == Note(messageText: "c"))
    #expect(try backend.encode(contents) == JSONTree(parsing: json))
  }

  @Test(
    arguments: Backend.allCases,
    [
      (#"{"from":{},"poll":{},"id":7}"#, #"only "from", "id", "poll""#),
      (#"{"message":null,"id":7}"#, #"only "id", "message""#),
      ("{}", "no members"),
    ]
  )
  func `without a tag, the error and the report list the keys`(
    _ backend: Backend,
    _ sample: (element: String, found: String)
  ) throws {
    let error = try #require(throws: DecodingError.self) { try content(backend, sample.element) }
    #expect(error.place == "[0]")
    #expect(error.cause?.code == .missingTag)
    let expected = #"Expected one of "message", "note", "callback_query", "count", "pause" "#
    #expect(
      error.cause?.fact == "\(expected)as the key of a member but found \(sample.found)."
    )
    var registry = Content.registry
    registry.policies.missing = .keep
    let (feed, report) = try DecodingReport.collecting {
      try backend.feed("[\(sample.element)]", registry)
    }
    #expect(feed.unknown.map(\.reason) == [.untagged])
    #expect(report.issues.count == 1)
    #expect("\(report)".contains(sample.found))
    #expect(!report.redactedDescription.contains("poll"))
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: "[\(sample.element)]"))
  }

  @Test(arguments: Backend.allCases)
  func `a malformed payload is reported at its member and kept`(_ backend: Backend) throws {
    var registry = Content.registry
    registry.policies.malformed = .keep
    let json = #"[{"from":{},"message":{"messageText":7}}]"#
    let (feed, report) = try DecodingReport.collecting { try backend.feed(json, registry) }
    #expect(report.issues.map(\.codingPath.place) == ["[0].message.messageText"])
    #expect(report.issues.map(\.tag) == ["message"])
    let payload = try #require(feed.unknown.first)
    #expect(try payload.decode(as: [String: Int].self) == ["messageText": 7])
    #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json))
  }

  // MARK: - Sharing the object

  struct Info: Codable, Hashable {
    var updateId: Int
    var from: Note?
  }

  struct Update: ComposedCodable, Hashable {
    var info: Info
    var content: Content

    static let composition = Composition(Update.init, \.info, \.content)
  }

  struct Envelope: Codable, Hashable {
    var updateId: Int
    var content: Content

    enum CodingKeys: CodingKey { case updateId }

    init(from decoder: any Decoder) throws {
      updateId = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .updateId)
      content = try Content(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try encoder.encodeEnvelope { encoder in
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(updateId, forKey: .updateId)
        try content.encode(to: encoder)
      }
    }
  }

  private static let updates = #"""
    [{"updateId":7,"message":\#(note)},{"callback_query":\#(note),"updateId":8},
     {"updateId":9,"poll":{"x":[1]}},{"updateId":10,"pause":{}}]
    """#

  private static let contents: [Content?] = [
    .message(Note(messageText: "a")), .callbackQuery(Note(messageText: "a")), nil, .pause,
  ]

  @Test(arguments: Backend.allCases)
  func `shares its object with a composition`(_ backend: Backend) throws {
    let updates = try backend.decode([Update].self, from: Self.updates)
    #expect(updates.map(\.info.updateId) == [7, 8, 9, 10])
    #expect(updates.map { $0.content.unknownPayload == nil ? $0.content : nil } == Self.contents)
    #expect(try backend.encode(updates) == JSONTree(parsing: Self.updates))
    #expect(try backend.roundTrip(updates) == updates)
    let sender = try backend.decode(
      [Update].self,
      from: #"[{"updateId":1,"from":\#(Self.other),"message":\#(Self.note)}]"#
    )
    #expect(sender.map(\.info.from?.messageText) == ["b"])
    #expect(sender.map(\.content) == [.message(Note(messageText: "a"))])
  }

  @Test(arguments: Backend.allCases)
  func `shares its object with an envelope`(_ backend: Backend) throws {
    var updates = try backend.decode([Envelope].self, from: Self.updates)
    #expect(updates.map { $0.content.unknownPayload == nil ? $0.content : nil } == Self.contents)
    #expect(try backend.encode(updates) == JSONTree(parsing: Self.updates))
    updates[2].updateId = 1
    #expect(
      try backend.encode(Array(updates[2...]))
        == JSONTree(parsing: #"[{"updateId":1,"poll":{"x":[1]}},{"updateId":10,"pause":{}}]"#)
    )
  }

  // MARK: - Converting keys

  struct Mark: Codable, Hashable {
    var messageText: String
    var marks: [String: Int]?
  }

  @Test(
    arguments: Backend.allJSON,
    ["callback_query", "callbackQuery", "Callback_Query", "call_2x", "_callback", "callback"]
  )
  func `finds a tag in either spelling`(_ backend: Backend, _ tag: String) throws {
    var registry = PolymorphicRegistry<Mark>(.member)
    try registry.register(Mark.self, for: .string(tag))
    let written = tag == "callbackQuery" ? "callback_query" : tag
    let json = #"[{"update_id":7,"\#(written)":{"message_text":"a","marks":{"x_y":1}},"x":{}}]"#
    let feed: [Polymorphic<Mark>] = try backend.decode(from: json, keys: .snakeCase) {
      $0.register(registry)
    }
    #expect(feed == [.known(Mark(messageText: "a", marks: ["x_y": 1]))])
    let again: [Polymorphic<Mark>] = try backend.roundTrip(feed, keys: .snakeCase) {
      $0.register(registry)
    }
    #expect(again == feed)
    if tag.lowercased() == tag {
      let tree = try backend.encode(feed, keys: .snakeCase) { $0.register(registry) }
      #expect(
        try tree
          == JSONTree(parsing: #"[{"\#(written)":{"message_text":"a","marks":{"x_y":1}}}]"#)
      )
    }
  }

  @Test(arguments: Backend.allJSON)
  func `tells tags apart that have one converted key`(_ backend: Backend) throws {
    var registry = PolymorphicRegistry<any Media>(.member)
    try registry.register(Movie.self, for: "big_one")
    try registry.register(Book.self, for: "bigOne")
    let json = #"[{"big_one":{"title":"a"}},{"bigOne":{"title":"b"}},{"new_one":{}}]"#
    for keys in [KeyStrategy.asWritten, .snakeCase] {
      let feed: [Polymorphic<any Media>] = try backend.decode(from: json, keys: keys) {
        $0.register(registry)
      }
      #expect(feed.prefix(2) == [.known(Movie(title: "a")), .known(Book(title: "b"))])
      #expect(feed.unknown.map(\.tag) == ["new_one"])
    }
    // Without a strategy, a key is a tag as it is written.
    let content = try self.content(backend, #"{"callbackQuery":\#(Self.note)}"#)
    #expect(content?.unknownPayload?.tag == "callbackQuery")
  }

  // MARK: - Writing

  @Test(arguments: Backend.allCases)
  func `writes the first tag of a type`(_ backend: Backend) throws {
    let contents = try backend.decode([Content].self, from: #"[{"note":\#(Self.note)}]"#)
    #expect(try backend.encode(contents) == JSONTree(parsing: #"[{"message":\#(Self.note)}]"#))
  }

  @Test(arguments: Backend.allCases)
  func `leaves out the tag where it may`(_ backend: Backend) throws {
    var registry = try PolymorphicRegistry<Int>(.member).registering(Int.self, for: "count")
    registry.policies.missing = .assume("count")
    registry.policies.wrongKind = .keep
    #expect(try backend.feed(#"[{"count":1},2]"#, registry) == [.known(1), .known(2)])
    #expect(
      try backend.encode([Polymorphic.known(1)], with: registry)
        == JSONTree(parsing: #"[{"count":1}]"#)
    )
    registry.tagWriting = .unlessAssumed
    #expect(
      try backend.encode([Polymorphic.known(1)], with: registry) == JSONTree(parsing: "[1]")
    )
    registry.tagWriting = .never
    #expect(
      try backend.encode([Polymorphic.known(1)], with: registry) == JSONTree(parsing: "[1]")
    )
  }

  @Test func `is validated`() throws {
    try Content.registry.validate()
    var wrong = PolymorphicRegistry<any Media>(.member)
    try wrong.register(Movie.self, for: ["movie", "hd"])
    #expect(throws: RegistrationError.self) { try wrong.validate() }
    var untagged = PolymorphicRegistry<any Media>(.member)
    try untagged.register(Movie.self, for: "movie", options: .tagWriting(.never))
    #expect(throws: RegistrationError.self) { try untagged.validate() }
  }

  // MARK: - Combining

  @Test(
    arguments: Backend.allCases,
    [Discriminator.member.or(.key("type")), .key("type").or(.member)]
  )
  func `is one of several forms`(_ backend: Backend, _ discriminator: Discriminator) throws {
    var registry = PolymorphicRegistry<any Media>(discriminator)
    try registry.register(Movie.self, for: "movie")
    try registry.register(Book.self, for: "book", options: .in(.key("type")))
    try registry.validate()
    let json = #"""
      [{"id":1,"movie":{"title":"a"}}, {"type":"book","title":"b","more":{}},
       {"id":2,"opera":{"x":1}}, {"book":{"title":"c"}}]
      """#
    let feed = try backend.feed(json, registry)
    #expect(feed.known.map(\.title) == ["a", "b"])
    #expect(feed.unknown.map(\.tag) == ["opera", "book"])
    #expect(try backend.roundTrip(feed, with: registry) == feed)
  }

  // MARK: - Reading through the engine

  @Test func `the index finds registered members`() throws {
    let elements = [
      #"{"update_id":7,"message":\#(Self.note)}"#, #"{"callback_query":\#(Self.note),"x":null}"#,
      #"{"a":{},"message":null,"count":3}"#, #"{"pause":{}}"#,
    ]
    let json = "[\(elements.joined(separator: ","))]"
    let (contents, slow) = try counting(.slowElement) {
      try PolymorphicJSONDecoder().decode([Content].self, from: json)
    }
    #expect(slow == 0)
    #expect(try contents == Backend.json.decode([Content].self, from: json))
    #expect(contents.allSatisfy { $0.unknownPayload == nil })
  }

  @Test(arguments: [1, 7, 1000])
  func `is streamed in chunks of any size`(_ size: Int) throws {
    let bytes = Array(Self.updates.utf8)
    let chunks = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
    let results = PolymorphicJSONDecoder()
      .elements(of: Update.self, in: chunks, as: .array).results
    let updates = try results.map { try $0.result.get() }
    #expect(try updates == Backend.engine.decode([Update].self, from: Self.updates))
  }

  @Test func `waits for the tag of an element that isn't complete`() throws {
    var partial = PartialDecoder([Content].self, using: PolymorphicJSONDecoder())
    partial.append(#"[{"id":7,"from":{"x":1},"to":[1],"#.utf8)
    #expect(try partial.snapshot()?.isEmpty ?? true)
    partial.append(#""count":5,"#.utf8)
    #expect(try partial.snapshot() == [.count(5)])
    partial.append(#""z":1},{"poll":{},"#.utf8)
    #expect(try partial.snapshot() == [.count(5)])
    partial.append(#""y":1}]"#.utf8)
    #expect(try partial.snapshot()?.last?.unknownPayload?.tag == "poll")
    #expect(try partial.finish().count == 2)
  }

  @Test func `snapshots count no unknown tags`() throws {
    let (_, report) = try DecodingReport.collecting {
      var partial = PartialDecoder([Content].self, using: PolymorphicJSONDecoder())
      for byte in #"[{"from":{},"count":1}]"#.utf8 {
        partial.append(CollectionOfOne(byte))
        _ = try partial.snapshot()
      }
      return try partial.finish()
    }
    #expect(report.unknownTags.isEmpty)
  }
}
