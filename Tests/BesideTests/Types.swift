import Medley
import MedleyResilience
import TestSupport

enum Item: PolymorphicEnum, Equatable {
  case movie(Movie)
  case book(Book)
  case divider
  case unknown(UnknownPayload)

  static let registry = PolymorphicRegistry<Item>("type") {
    try $0.register(for: "MOVIE", as: Item.movie)
    try $0.register(for: "BOOK", "NOVEL", as: Item.book)
    try $0.register(.divider, for: "DIVIDER")
  }
}

struct Shelf: Media {
  var title: String
  var items: [Polymorphic<any Media>]
}

struct Playlist: Media {
  var title: String
  @Lossy var seconds: [Int]
}

struct Visit: Codable, Hashable {
  var startedAt: Int
}

class View: Codable, PolymorphicBase {
  let id: String

  init(id: String) {
    self.id = id
  }

  static let registry = PolymorphicRegistry<View>("class") {
    try $0.register(Label.self, for: "label") { $0 }
    try $0.register(View.self, for: "view") { $0 }
  }
}

final class Label: View {
  let text: String

  private enum CodingKeys: CodingKey {
    case text
  }

  init(id: String, text: String) {
    self.text = text
    super.init(id: id)
  }

  required init(from decoder: any Decoder) throws {
    text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
  }
}

extension PolymorphicRegistry<any Media> {
  /// Movies, and books under two tags of one registration.
  static var aliases: Self {
    Self("type") {
      try $0.register(Movie.self, for: "MOVIE")
      try $0.register(Book.self, for: "BOOK", "NOVEL")
    }
  }
}
