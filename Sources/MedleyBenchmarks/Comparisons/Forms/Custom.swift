import Medley

/// `{"id": 1, ...}`, of which a function of the app tells the type.
enum Custom: FeedForm {
  static let registry = extracting(discriminator)
  static let reflected = reflecting(discriminator)

  static func plans(_ count: Int) -> [Comparison.Plan] {
    plans("custom", count, byHand: Deduced.Hand.self) { MixedFeed.object($0.members) }
  }

  private static let discriminator = Discriminator.custom { decoder in
    let container = try decoder.container(keyedBy: Member.self)
    if container.contains(.director) { return "MOVIE" }
    if container.contains(.author) { return "BOOK" }
    return container.contains(.artist) ? "SONG" : nil
  }

  private enum Member: CodingKey {
    case director
    case author
    case artist
  }
}
