import Foundation
import Medley
import MedleyComposition
import TestSupport
import Testing

/// The code of the article *AT Protocol*.
@Suite struct ATProtocolTests {
  enum Record: PolymorphicEnum {
    case post(Preserving<Post>)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Record>("$type") {
      try $0.register(for: "app.bsky.feed.post", as: Record.post)
    }
  }

  struct Post: Codable {
    var text, createdAt: String
    var embed: Embed?
  }

  enum Embed: PolymorphicEnum {
    case external(External)
    case record(Quote)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Embed>("$type") {
      try $0.register(
        for: "app.bsky.embed.external",
        as: Embed.external
      )
      try $0.register(for: "app.bsky.embed.record", as: Embed.record)
    }
  }

  struct External: Codable { var external: Card }
  struct Card: Codable { var uri, title, description: String }
  struct Quote: Codable { var record: StrongRef }
  struct StrongRef: Codable { var uri, cid: String }

  static let record = #"""
    {"$type": "app.bsky.feed.post", "text": "Look",
     "createdAt": "2024-10-10T15:24:00Z", "langs": ["en"],
     "embed": {"$type": "app.bsky.embed.external",
       "external": {"uri": "https://example.org", "title": "Example",
         "description": "", "thumb": {"$type": "blob", "size": 9}}}}
    """#

  @Test func `runs the code of the article`() throws {
    let data = Data(Self.record.utf8)
    var saved = Data()
    let record = try JSONDecoder().decode(Record.self, from: data)
    if case .post(var post) = record {
      post.text = "Read"
      saved = try JSONEncoder().encode(Record.post(post))
    }
    let changed = Self.record.replacingOccurrences(of: "Look", with: "Read")
    #expect(try JSONTree(parsing: Array(saved)) == JSONTree(parsing: changed))
  }

  @Test(arguments: Backend.recipes)
  func `encodes a record unchanged, with what the types don't know`(_ backend: Backend) throws {
    guard case .post(var post) = try backend.keep(Record.self, Self.record) else {
      Issue.record("not a post")
      return
    }
    post.text = "Read"
    let changed = Self.record.replacingOccurrences(of: "Look", with: "Read")
    #expect(try backend.encode(Record.post(post)) == JSONTree(parsing: changed))
  }

  @Test(arguments: Backend.recipes)
  func `keeps unknown embeds and records`(_ backend: Backend) throws {
    let json = Self.record.replacingOccurrences(of: "embed.external", with: "embed.hologram")
    guard
      case .post(let post) = try backend.keep(Record.self, json),
      case .unknown(let embed) = post.embed
    else {
      Issue.record("not a post with an unknown embed")
      return
    }
    #expect(embed.tag == "app.bsky.embed.hologram")

    let other = #"{"$type": "com.example.score", "points": 3}"#
    guard case .unknown(let record) = try backend.keep(Record.self, other) else {
      Issue.record("not unknown")
      return
    }
    #expect(record.content["points"] == 3)
  }

  @Test(arguments: Backend.recipes)
  func `a broken embed fails the record, with its path`(_ backend: Backend) throws {
    let json = Self.record.replacingOccurrences(of: #""Example""#, with: "7")
    #expect(try backend.place(ofErrorIn: json, as: Record.self) == "embed.external.title")
  }
}
