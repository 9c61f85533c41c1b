import Foundation
import Medley

extension Records {
  /// The client with Medley.
  enum WithMedley {}
}

extension Records.WithMedley {
  struct Page: ClientDocument, Codable, Equatable {
    var records: [Entry]
    var cursor: String?
  }

  struct Entry: Codable, Equatable, Sendable {
    var uri: String
    var cid: String
    var value: Polymorphic<any Records.Record>
  }

  struct Post: Records.Record, Equatable {
    var text: String
    var createdAt: Date
    var facets: [Facet]?
    @PolymorphicValue var embed: (any Records.Record)?
  }

  /// What a range of a post's text means.
  struct Facet: Codable, Equatable, Sendable {
    var index: Records.ByteRange
    @PolymorphicArray var features: [any Records.Record]
  }

  struct QuoteWithMedia: Records.Record, Equatable {
    var record: Records.Link
    var media: Polymorphic<any Records.Record>
  }

  // MARK: - Registering

  /// What each module registers.
  enum Modules {
    static let feed = PolymorphicRegistry<any Records.Record>(
      "$type",
      [
        "garden.feed.post": Post.self,
        "garden.feed.like": Records.Like.self,
        "garden.feed.repost": Records.Repost.self,
      ]
    )

    static let graph = PolymorphicRegistry<any Records.Record>(
      "$type",
      [
        "garden.graph.follow": Records.Follow.self,
        "garden.graph.block": Records.Block.self,
        "garden.actor.profile": Records.Profile.self,
      ]
    )

    static let embeds = PolymorphicRegistry<any Records.Record>(
      "$type",
      [
        "garden.embed.images": Records.Images.self,
        "garden.embed.external": Records.External.self,
        "garden.embed.record": Records.Quote.self,
        "garden.embed.recordWithMedia": QuoteWithMedia.self,
      ]
    )

    static let text = PolymorphicRegistry<any Records.Record>(
      "$type",
      [
        "garden.richtext.facet#mention": Records.MentionFeature.self,
        "garden.richtext.facet#link": Records.LinkFeature.self,
        "garden.richtext.facet#tag": Records.TagFeature.self,
      ]
    )
  }

  /// The types of the app, put together when it starts.
  static let registry = PolymorphicRegistry<any Records.Record>("$type") {
    for module in [Modules.feed, Modules.graph, Modules.embeds, Modules.text] {
      $0 = try $0.merging(module)
    }
  }
}
