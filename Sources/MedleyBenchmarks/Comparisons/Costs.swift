import Foundation
import ManyMedia
import Medley
import MedleyJSON

extension Comparisons {
  /// The additional cost of elements on the engine compared with simpler ones.
  static func costs(_ size: Int) -> [Comparison.Plan] {
    [
      tagPlace(size), registeredTypes(size), usedTags(size), usedTypes(size), polymorphism(size),
      unknown(size),
    ]
  }

  private typealias Feed = [Polymorphic<any Media>]

  private static func tagPlace(_ size: Int) -> Comparison.Plan {
    .init("cost of the tag's place", .time, on: "\(size) elements") {
      let decoder = PolymorphicJSONDecoder(.embedding)
      return [MixedFeed.TagPlace.first, .middle, .last, .random].map { place in
        let json = MixedFeed(count: size, tagPlace: place).json
        let goal = place == .first ? nil : Goal(1.05)
        return Side("tag \(place)", bytes: json.count, goal: goal) {
          try decoder.decode(Feed.self, from: json)
        }
      }
    }
  }

  // MARK: - Registered types

  private static func registeredTypes(_ size: Int) -> Comparison.Plan {
    .init("cost of registered types, three in use", .time, on: "\(size) elements") {
      let json = MixedFeed(count: size).json
      return try [3, 30, 300, 3000].map { count in
        let registry = try PolymorphicRegistry.embedding.registering(numbered: count - 3)
        let decoder = PolymorphicJSONDecoder(registry)
        let goal = count == 3 ? nil : Goal(1.05)
        return Side("\(count) types", bytes: json.count, goal: goal) {
          try decoder.decode(Feed.self, from: json)
        }
      }
    }
  }

  /// Three types, under three tags each, or a thousand.
  private static func usedTags(_ size: Int) -> Comparison.Plan {
    .init("cost of tags in use", .time, on: "\(size) elements") {
      let tags = (0..<3000).map(PolymorphicRegistry<any Media>.numberedTag)
      let registry = try PolymorphicRegistry<any Media>.aliases(tags)
      let (decoder, foundation) = (PolymorphicJSONDecoder(registry), JSONDecoder.knowing(registry))
      return [3, 3000].map { count in
        let json = MixedFeed(count: size, tags: Array(tags[..<count])).json
        let goal = count == 3 ? nil : Goal(1.05)
        var side = Side("\(count) tags", bytes: json.count, goal: goal) {
          try decoder.decode(Feed.self, from: json)
        }
        side.expected = { AnyHashable(try foundation.decode(Feed.self, from: json)) }
        return side
      }
    }
  }

  /// Concrete types only, because the runtime finds the metadata of generic types more slowly.
  private static func usedTypes(_ size: Int) -> Comparison.Plan {
    .init("cost of types in use", .time, on: "\(size) elements") {
      let types = NumberedTypes.all
      let tags = types.indices.map(PolymorphicRegistry<any Media>.numberedTag)
      var registry = PolymorphicRegistry<any NumberedMedia>("type")
      for (type, tag) in zip(types, tags) { try registry.register(numbered: type, for: tag) }
      let (decoder, foundation) = (PolymorphicJSONDecoder(registry), JSONDecoder.knowing(registry))
      return [3, 30, 99, 300, 600].map { count in
        let json = MixedFeed(count: size, tags: Array(tags[..<count])).json
        let form = { (feed: [Polymorphic<any NumberedMedia>]) in
          AnyHashable(feed.known.map { ["\(type(of: $0))", "\($0.id)", $0.title] })
        }
        var side = Side(
          "\(count) types",
          bytes: json.count,
          work: { try decoder.decode([Polymorphic<any NumberedMedia>].self, from: json) },
          as: form
        )
        side.expected = {
          form(try foundation.decode([Polymorphic<any NumberedMedia>].self, from: json))
        }
        return side
      }
    }
  }

  // MARK: - Polymorphism

  private static func polymorphism(_ size: Int) -> Comparison.Plan {
    .init("cost of polymorphism, a feed of one type", .time, on: "\(size) elements") {
      let decode = Decode(
        json: MixedFeed(count: size, kinds: 1).json,
        engine: PolymorphicJSONDecoder(.embedding)
      )
      return [
        decode.onEngine([Movie].self, "homogeneous"),
        Side(
          "registry to enum",
          bytes: decode.json.count,
          goal: Goal(1.3),
          work: { try decode.engine.decode([Item].self, from: decode.json) },
          as: { items in
            items.compactMap { if case .movie(let movie) = $0 { movie } else { nil } }
          }
        ),
        Side(
          "registry to existential",
          bytes: decode.json.count,
          goal: Goal(1.3),
          work: { try decode.engine.decode(Feed.self, from: decode.json) },
          as: { $0.known.compactMap { $0 as? Movie } }
        ),
      ]
    }
  }

  private static func unknown(_ size: Int) -> Comparison.Plan {
    .init("cost of unknown elements", .time, on: "\(size) elements") {
      let (decoder, foundation) = (
        PolymorphicJSONDecoder(.embedding), JSONDecoder.knowing(.embedding)
      )
      return [0, 10, 100].map { percent in
        let json = MixedFeed(count: size, unknownPerThousand: percent * 10).json
        let goal = percent == 0 ? nil : Goal(1)
        var side = Side("\(percent) % unknown", bytes: json.count, goal: goal) {
          try decoder.decode(Feed.self, from: json)
        }
        side.expected = { AnyHashable(try foundation.decode(Feed.self, from: json)) }
        return side
      }
    }
  }
}

extension PolymorphicRegistry where Base == any Media {
  /// A registry in which each of three types has a third of the tags.
  fileprivate static func aliases(_ tags: [String]) throws -> Self {
    var registry = Self("type")
    for (index, tag) in tags.enumerated() {
      switch index % 3 {
      case 0: try registry.register(Movie.self, for: .string(tag)) { $0 }
      case 1: try registry.register(Book.self, for: .string(tag)) { $0 }
      default: try registry.register(Song.self, for: .string(tag)) { $0 }
      }
    }
    return registry
  }
}

extension PolymorphicRegistry where Base == any NumberedMedia {
  fileprivate mutating func register<Numbered: NumberedMedia>(
    numbered type: Numbered.Type,
    for tag: String
  ) throws {
    try register(type, for: .string(tag)) { $0 }
  }
}
