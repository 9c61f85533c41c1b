import Foundation
import Medley
import MedleyJSON
import MedleyTesting

struct Advert: Codable, Equatable {
  var sponsor: String
}

/// An enum of the client, with every way to register a case.
enum Item: PolymorphicEnum, Equatable {
  case movie(Movie)
  case book(Book)
  case advert(content: Advert)
  case divider
  case unknown(UnknownPayload)

  struct Divider: Codable {}

  static let registry = PolymorphicRegistry<Item>("type") { registry in
    try registry.register(
      for: "MOVIE",
      as: Item.movie,
      from: { if case .movie(let movie) = $0 { return movie } else { return nil } }
    )
    try registry.register(for: "BOOK", "NOVEL", as: Item.book)
    try registry.register(for: "AD", as: Item.advert)
    try registry.register(
      Divider.self,
      for: "DIVIDER",
      as: { _ in .divider },
      from: { if case .divider = $0 { return Divider() } else { return nil } }
    )
  }
}

/// One that can't keep what it doesn't know.
enum Reply: PolymorphicEnum, Equatable {
  case success(Movie)
  case failure(Advert)

  static let registry = PolymorphicRegistry<Reply>("ok") { registry in
    try registry.register(for: true, as: Reply.success)
    try registry.register(for: false, as: Reply.failure)
  }
}

/// One that keeps only the tag of what it doesn't know.
enum Block: PolymorphicEnum, Equatable {
  case book(Book)
  case unsupported(type: String?)

  static let registry = PolymorphicRegistry<Block>("type") { registry in
    try registry.register(for: "BOOK", as: Block.book)
  }

  static func unknown(_ payload: UnknownPayload) -> Block {
    .unsupported(type: payload.tag?.string)
  }
}

enum Items {
  static func check() throws {
    let json = """
      [{"duration":162,"title":"Ran","type":"MOVIE"},{"pages":304,"title":"Momo","type":"NOVEL"},\
      {"sponsor":"Acme","type":"AD"},{"type":"DIVIDER"},{"size":7,"type":"SONG"}]
      """
    let items = try JSONDecoder().decode([Item].self, json: json)
    expect(items[1] == .book(Book(title: "Momo", pages: 304)))
    expect(items[2] == .advert(content: Advert(sponsor: "Acme")))
    expect(items[3] == .divider)
    expect(items[4].unknownPayload?.content["size"] == 7)
    let written = json.replacingOccurrences(of: "NOVEL", with: "BOOK")
    expect(try JSONEncoder().text(items) == written)
    expect(try PolymorphicJSONDecoder().decode([Item].self, from: json) == items)
    try Item.registry.validate(samples: items.dropLast())

    expect((try? JSONDecoder().decode(Reply.self, json: #"{"ok":1}"#)) == nil)
    let block = try JSONDecoder().decode(Block.self, json: #"{"type":"SONG"}"#)
    expect(block == .unsupported(type: "SONG"))
  }
}
