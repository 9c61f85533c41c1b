import Foundation

extension Records {
  /// The client as it is written without a library.
  enum ByHand {}
}

extension Records.ByHand {
  struct Page: ClientDocument, Codable {
    var records: [Entry]
    var cursor: String?
  }

  struct Entry: Codable, Sendable {
    var uri: String
    var cid: String
    var value: AnyRecord
  }

  struct Post: Records.Record {
    var text: String
    var createdAt: Date
    var facets: [Facet]?
    var embed: AnyRecord?
  }

  /// What a range of a post's text means.
  struct Facet: Codable, Sendable {
    var index: Records.ByteRange
    var features: [AnyRecord]
  }

  struct QuoteWithMedia: Records.Record {
    var record: Records.Link
    var media: AnyRecord
  }

  // MARK: - Registering

  /// What each module registers.
  enum Modules {
    static func registerFeed(in types: inout RecordTypes) {
      types.register(Post.self, for: "garden.feed.post")
      types.register(Records.Like.self, for: "garden.feed.like")
      types.register(Records.Repost.self, for: "garden.feed.repost")
    }

    static func registerGraph(in types: inout RecordTypes) {
      types.register(Records.Follow.self, for: "garden.graph.follow")
      types.register(Records.Block.self, for: "garden.graph.block")
      types.register(Records.Profile.self, for: "garden.actor.profile")
    }

    static func registerEmbeds(in types: inout RecordTypes) {
      types.register(Records.Images.self, for: "garden.embed.images")
      types.register(Records.External.self, for: "garden.embed.external")
      types.register(Records.Quote.self, for: "garden.embed.record")
      types.register(QuoteWithMedia.self, for: "garden.embed.recordWithMedia")
    }

    static func registerText(in types: inout RecordTypes) {
      types.register(Records.MentionFeature.self, for: "garden.richtext.facet#mention")
      types.register(Records.LinkFeature.self, for: "garden.richtext.facet#link")
      types.register(Records.TagFeature.self, for: "garden.richtext.facet#tag")
    }
  }
}

extension Records.ByHand.RecordTypes {
  /// The types of the app, put together when it starts.
  static let app = {
    var types = Self()
    Records.ByHand.Modules.registerFeed(in: &types)
    Records.ByHand.Modules.registerGraph(in: &types)
    Records.ByHand.Modules.registerEmbeds(in: &types)
    Records.ByHand.Modules.registerText(in: &types)
    return types
  }()
}
