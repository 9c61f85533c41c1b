/// The types that a case may name, each declared by hand.
enum Catalogue {
  static let payloads: [String: any Payload.Type] = named([
    Movie.self, Book.self, Song.self, Podcast.self, Track.self, Clip.self, ClipMeta.self,
    Labelled.self, Generic.self, Poem.self,
    Text.self, Image.self, Group.self, Column.self, Marker.self, Cat.self, Dog.self,
    Point.self, Circle.self, Place.self,
    Pod.self, Service.self,
    Counter.self, Receipt.self, Success.self, Failure.self, Throttled.self, Forbidden.self,
    PersonV1.self, Person.self,
    Car.self, Boat.self,
    Shelf.self, Page.self, Cover.self, Holder.self, Catalog.self,
    Envelope.self, MediaCommon.self, MovieDetails.self,
    Feed.self, Shelves.self, Labels.self, MaybeLabels.self, Scores.self, Matrix.self, Age.self,
    Listing.self, Review.self, Stock.self,
    Settings.self, Forgiving.self, Playlist.self, Order.self, Toggle.self,
    Profile.self, Patch.self, Stamped.self,
  ])

  /// The names of compositions, with what they stand for.
  static let compositions = [
    "StoredMovie": "MediaCommon & MovieDetails", "StampedMovie": "Stamped & MovieDetails",
    "Posting": "Envelope & @Media",
  ]

  static let openEnums: [String: any OpenCatalogueEnum.Type] = [
    "Genre": Genre.self, "Stars": Stars.self,
  ]

  static let enums: [String: any CatalogueEnum.Type] = ["Item": Item.self, "Reply": Reply.self]

  private static func named(_ types: [any Payload.Type]) -> [String: any Payload.Type] {
    Dictionary(types.map { ("\($0)", $0) }, uniquingKeysWith: { first, _ in first })
  }
}
