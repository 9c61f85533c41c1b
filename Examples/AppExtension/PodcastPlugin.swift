import Medley

/// A plugin with more types for the library's protocol, in its own registry.
enum PodcastPlugin {
  static let registry = PolymorphicRegistry<any Media>("type", ["PODCAST": Podcast.self])
}

struct Podcast: Media {
  var title: String
  var host: String
}
