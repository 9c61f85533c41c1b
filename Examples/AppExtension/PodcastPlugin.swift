import Medley

/// What a plugin brings: more types for the library's protocol, in a registry of its own.
enum PodcastPlugin {
  static let registry = PolymorphicRegistry<any Media>("type", ["PODCAST": Podcast.self])
}

struct Podcast: Media {
  var title: String
  var host: String
}
