import Medley
import MedleyTesting
import TestSupport
import Testing

/// Cases with labels that are only encoded, and values with an empty object as their content.
@Suite struct OneWayRegistrationTests {
  enum Command: PolymorphicEncodable {
    case join(room: Int, name: String?)
    case leave(room: Int)
    case forgotten

    static let registry = PolymorphicRegistry<Command>("op") {
      try $0.registerEncoding(for: "join") {
        guard case .join(let room, let name) = $0 else { return nil }
        return ["room": room, "name": name]
      }
      try $0.registerEncoding(for: "leave") {
        if case .leave(let room) = $0 { ["room": room] } else { nil }
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `functions of fields encode without a way back`(_ backend: Backend) throws {
    let commands: [Command] = [
      .join(room: 1, name: "a"), .join(room: 2, name: nil), .leave(room: 1),
    ]
    #expect(
      try backend.encode(commands)
        == JSONTree(
          parsing: """
            [{"op":"join","room":1,"name":"a"},{"op":"join","room":2},{"op":"leave","room":1}]
            """
        )
    )
    #expect(throws: EncodingError.self) { try backend.encode([Command.forgotten]) }
  }

  @Test func `the registry is valid, and its tags aren't decoded`() throws {
    try Command.registry.validate()
    var registry = PolymorphicRegistry<Command>("op")
    try registry.registerEncoding(for: "leave") { _ in nil }
    let error = #expect(throws: RegistrationError.self) {
      try registry.registerEncoding(for: "leave") { _ in nil }
    }
    #expect(error != nil)
  }

  enum Message: PolymorphicEnum {
    case sent(text: String)
    case received(String)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Message>(.adjacent(tag: "type", content: "data")) {
      try $0.register(for: "received", as: Message.received)
      try $0.registerEncoding(for: "sent") {
        if case .sent(let text) = $0 { ["text": text] } else { nil }
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `in an enum that is also decoded, the tag is unknown`(_ backend: Backend) throws {
    let json = #"[{"type":"sent","data":{"text":"a"}},{"type":"received","data":"b"}]"#
    let messages = try backend.decode([Message].self, from: json)
    guard case .unknown(let payload) = messages[0], case .received = messages[1] else {
      Issue.record("\(messages)")
      return
    }
    #expect(payload.tag == "sent")
    #expect(try backend.encode(messages) == JSONTree(parsing: json))
    #expect(try backend.encode([Message.sent(text: "a"), messages[1]]) == JSONTree(parsing: json))
    try Message.registry.validate()
  }

  /// Cases with labels that go one way each.
  enum Frame: PolymorphicEnum, Hashable {
    case hello(interval: Int, session: String?)
    case beat(sequence: Int?)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Frame>(.adjacent(tag: "op", content: "d")) {
      try $0.register(for: "hello", options: .onlyDecoded) {
        .hello(interval: try $0.decode("interval"), session: try $0.decode("session"))
      }
      try $0.registerEncoding(for: "beat") {
        if case .beat(let sequence) = $0 { ["sequence": sequence] } else { nil }
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `functions of fields decode without a way back`(_ backend: Backend) throws {
    let json = """
      [{"op":"hello","d":{"interval":5}},{"op":"hello","d":{"interval":6,"session":"a"}}]
      """
    let frames = try backend.decode([Frame].self, from: json)
    #expect(frames == [.hello(interval: 5, session: nil), .hello(interval: 6, session: "a")])
    let error = try #require(throws: EncodingError.self) { try backend.encode(frames) }
    #expect(error.cause?.description.contains("hello") == true)
    let beats: [Frame] = [.beat(sequence: 7), .beat(sequence: nil)]
    #expect(
      try backend.encode(beats)
        == JSONTree(parsing: #"[{"op":"beat","d":{"sequence":7}},{"op":"beat","d":{}}]"#)
    )
    try Frame.registry.validate()
    // Without the option, it may be a mistake.
    var registry = PolymorphicRegistry<Frame>("op")
    try registry.register(for: "hello") { .beat(sequence: try $0.decode("sequence")) }
    #expect(registry.problems.map(\.code) == [.notEncodable])
  }

  // MARK: - Empty content

  enum Block: PolymorphicEnum, Hashable {
    case text(String)
    case divider
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Block>("type") {
      try $0.register(Block.divider, for: "divider")
    }

    static func make(
      _ discriminator: Discriminator,
      _ options: RegistrationOptions
    ) -> PolymorphicRegistry<Block> {
      PolymorphicRegistry<Block>(discriminator) {
        try $0.register(for: "text", as: Block.text)
        try $0.register(Block.divider, for: "divider", options: options)
      }
    }
  }

  static let forms: [(Discriminator, alone: String, content: String)] = [
    (.adjacent(tag: "type"), #"{"type":"divider"}"#, #"{"type":"divider","divider":{}}"#),
    (
      .adjacent(tag: "type", content: "data"), #"{"type":"divider"}"#,
      #"{"type":"divider","data":{}}"#
    ),
    (.external, #""divider""#, #"{"divider":{}}"#),
    (
      .external.or(.adjacent(tag: "type")), #""divider""#, #"{"divider":{}}"#
    ),
    // The tag is a member, so there is content without the option.
    (.member, #"{"divider":{}}"#, #"{"divider":{}}"#),
  ]

  @Test(arguments: Backend.allCases, forms)
  func `a value has an empty object as its content`(
    _ backend: Backend,
    _ form: (discriminator: Discriminator, alone: String, content: String)
  ) throws {
    let written: [(RegistrationOptions, String)] = [
      (RegistrationOptions(), form.alone), (.emptyContent, form.content),
    ]
    for (options, json) in written {
      let registry = Block.make(form.discriminator, options)
      let encoded = try backend.encode([Polymorphic<Block>.known(.divider)], with: registry)
      #expect(try encoded == JSONTree(parsing: "[\(json)]"))
      // Both are read, whatever is written.
      let read = try backend.decode(
        [Polymorphic<Block>].self,
        from: "[\(form.alone),\(form.content)]",
        with: registry
      )
      #expect(read.map(\.known) == [.divider, .divider])
    }
  }
}
