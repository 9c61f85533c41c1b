import Foundation
import Medley

/// The mixed feed as an enum with a registry, whose wire form is a parameter.
enum Feed<Form: FeedForm>: PolymorphicEnum {
  case movie(Movie)
  case book(Book)
  case song(Song)
  case unknown(UnknownPayload)

  static var registry: PolymorphicRegistry<Feed> { Form.registry }
}

/// The same without the functions that get a payload out of a case, so that reflection does.
enum ReflectedFeed<Form: FeedForm>: PolymorphicEnum {
  case movie(Movie)
  case book(Book)
  case song(Song)
  case unknown(UnknownPayload)

  static var registry: PolymorphicRegistry<ReflectedFeed> { Form.reflected }
}

/// A wire form of the mixed feed, with its two registries.
protocol FeedForm: SendableMetatype {
  static var registry: PolymorphicRegistry<Feed<Self>> { get }
  static var reflected: PolymorphicRegistry<ReflectedFeed<Self>> { get }
}

extension FeedForm {
  /// A registry of the three types with functions that get a payload out of a case.
  static func extracting(
    _ discriminator: Discriminator,
    movie: TypeTag = "MOVIE",
    book: TypeTag = "BOOK",
    song: TypeTag = "SONG"
  ) -> PolymorphicRegistry<Feed<Self>> {
    PolymorphicRegistry(discriminator) { registry in
      try registry.register(
        for: movie,
        as: Feed.movie,
        from: { if case .movie(let movie) = $0 { movie } else { nil } }
      )
      try registry.register(
        for: book,
        as: Feed.book,
        from: { if case .book(let book) = $0 { book } else { nil } }
      )
      try registry.register(
        for: song,
        as: Feed.song,
        from: { if case .song(let song) = $0 { song } else { nil } }
      )
    }
  }

  /// A registry of the three types and no more.
  static func reflecting(
    _ discriminator: Discriminator,
    movie: TypeTag = "MOVIE",
    book: TypeTag = "BOOK",
    song: TypeTag = "SONG"
  ) -> PolymorphicRegistry<ReflectedFeed<Self>> {
    PolymorphicRegistry(discriminator) { registry in
      try registry.register(for: movie, as: ReflectedFeed.movie)
      try registry.register(for: book, as: ReflectedFeed.book)
      try registry.register(for: song, as: ReflectedFeed.song)
    }
  }

  /// What is measured of the form.
  static func plans<Hand: Codable>(
    _ name: String,
    _ count: Int,
    byHand: Hand.Type,
    of form: @escaping (MixedFeed.Element) -> String
  ) -> [Comparison.Plan] {
    let comparison = ByHand<Hand, Feed<Self>>(name: "form, \(name)", count: count) {
      MixedFeed(count: count).json(of: form)
    }
    return [comparison.decoding, comparison.encoding(reflected: ReflectedFeed<Self>.self)]
  }
}

/// A tag without a case.
struct UnknownTag: Error {
  let tag: String
}
