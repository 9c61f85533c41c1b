import Foundation
import Medley
import MedleyComposition
import MedleyResilience
import TestSupport
import Testing

/// The code of the article *ActivityPub*.
@Suite struct ActivityPubTests {
  enum Activity: PolymorphicEnum {
    case create(Preserving<Action>)
    case like(Preserving<Action>)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Self>(.list(at: "type")) {
      try $0.register(for: "Create", as: Activity.create)
      try $0.register(for: "Like", as: Activity.like)
    }
  }

  struct Action: Codable {
    var id, actor: String
    var to: OneOrMany<String>?
    var object: Object
  }
  struct Note: Codable { var id, content: String }

  enum Object: PolymorphicEnum {
    case id(String)
    case note(Note)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Object>(
      .list(at: "type").or(.jsonKind)
    ) {
      try $0.register(for: "Note", as: Object.note)
      try $0.register(
        for: "string",
        options: .in(.jsonKind),
        as: Object.id
      )
    }
  }

  static let inbox = #"""
    [{"@context": "https://www.w3.org/ns/activitystreams",
      "id": "https://a.example/1", "type": "Create",
      "actor": "https://a.example/ada", "to": "https://b.example/max",
      "object": {"id": "https://a.example/n/1", "type": "Note",
        "content": "Hello", "sensitive": false}},
     {"id": "https://b.example/2", "type": "Like",
      "actor": "https://b.example/max",
      "object": "https://a.example/n/1"}]
    """#

  @Test func `runs the code of the article`() throws {
    let data = Data(Self.inbox.utf8)
    var lines: [String] = []
    let inbox = try JSONDecoder().decode([Activity].self, from: data)
    for activity in inbox {
      switch activity {
      case .create(let create):
        guard case .note(let note) = create.object else { break }
        lines.append("\(create.actor): \(note.content)")
      case .like(let like): lines.append("\(like.actor) likes")
      case .unknown: break
      }
    }
    #expect(
      lines == ["https://a.example/ada: Hello", "https://b.example/max likes"]
    )
  }

  @Test(arguments: Backend.recipes)
  func `encodes an inbox unchanged, with unknown members and types`(_ backend: Backend) throws {
    let json = Self.inbox.replacingOccurrences(of: #""Like""#, with: #""EmojiReact""#)
    let inbox = try backend.keep([Activity].self, json)
    guard case .create(let create) = inbox[0], case .unknown(let react) = inbox[1] else {
      Issue.record("\(inbox)")
      return
    }
    #expect(create.to?.wrappedValue == ["https://b.example/max"])
    #expect(react.tag == "EmojiReact")
  }

  @Test(arguments: Backend.recipes)
  func `an object of an unknown type is kept inside its activity`(_ backend: Backend) throws {
    let json = Self.inbox.replacingOccurrences(of: #""Note""#, with: #""Poll""#)
    let inbox = try backend.keep([Activity].self, json)
    guard
      case .create(let create) = inbox[0],
      case .unknown(let poll) = create.object
    else {
      Issue.record("\(inbox)")
      return
    }
    #expect(poll.tag == "Poll")
  }

  @Test(arguments: Backend.recipes)
  func `keeps several addressees, and none`(_ backend: Backend) throws {
    let several = Self.inbox.replacingOccurrences(
      of: #""to": "https://b.example/max""#,
      with: #""to": ["https://b.example/max", "https://c.example/eve"]"#
    )
    let inbox = try backend.keep([Activity].self, several)
    guard case .create(let create) = inbox[0], case .like(let like) = inbox[1] else {
      Issue.record("\(inbox)")
      return
    }
    #expect(create.to?.wrappedValue.count == 2)
    #expect(like.to == nil)
  }

  @Test(arguments: Backend.recipes)
  func `a list of types selects the one that is known, and is kept`(_ backend: Backend) throws {
    let json = Self.inbox.replacingOccurrences(
      of: #""type": "Create""#,
      with: #""type": ["https://a.example/Publish", "Create"]"#
    )
    let inbox = try backend.keep([Activity].self, json)
    guard case .create(let create) = inbox[0] else {
      Issue.record("\(inbox)")
      return
    }
    #expect(create.actor == "https://a.example/ada")
  }

  @Test(arguments: Backend.recipes)
  func `a broken activity fails the inbox, with its path`(_ backend: Backend) throws {
    let json = Self.inbox.replacingOccurrences(of: #""Hello""#, with: "null")
    #expect(try backend.place(ofErrorIn: json, as: [Activity].self) == "[0].object.content")
  }
}
