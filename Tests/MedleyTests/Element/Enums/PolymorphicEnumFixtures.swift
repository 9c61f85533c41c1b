import Medley
import TestSupport

/// The enums that the suites of `PolymorphicEnum` share, and their payloads.
enum EnumSamples {
  struct Film: Codable, Hashable {
    var title: String
    var minutes: Int?
  }

  struct Novel: Codable, Hashable {
    var title: String
  }

  struct Advert: Codable, Hashable {}

  struct Wheels: Codable, Hashable {
    var count: Int
  }

  /// One with everything: two cases with one type, an alias, a case without a payload, a labelled
  /// and an indirect one, and a case for what isn't known.
  indirect enum Item: PolymorphicEnum, Hashable {
    case film(Film)
    case trailer(Film)
    case novel(item: Novel)
    case advert
    case boxed(Boxed)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>("type") { registry in
      try registry.register(for: "FILM", as: Item.film)
      try registry.register(for: "TRAILER", as: Item.trailer)
      try registry.register(for: "NOVEL", "BOOK", as: Item.novel)
      try registry.register(
        Advert.self,
        for: "AD",
        as: { _ in .advert },
        from: { if case .advert = $0 { Advert() } else { nil } }
      )
      try registry.register(for: "BOX", as: Item.boxed)
    }
  }

  /// A payload that contains items.
  struct Boxed: Codable, Hashable {
    var content: [Item]
  }

  /// An enum with `from:` for every case.
  enum Direct: PolymorphicEnum, Hashable {
    case film(Film)
    case trailer(Film)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Direct>("type") { registry in
      try registry.register(
        for: "FILM",
        as: Direct.film,
        from: { if case .film(let film) = $0 { film } else { nil } }
      )
      try registry.register(
        for: "TRAILER",
        as: Direct.trailer,
        from: { if case .trailer(let film) = $0 { film } else { nil } }
      )
    }

    var unknownPayload: UnknownPayload? {
      if case .unknown(let payload) = self { payload } else { nil }
    }
  }

  /// An enum without an unknown case, whose policies keep unknown elements.
  enum Closed: PolymorphicEnum, Hashable {
    case film(Film)
    case novel(Novel)

    static let registry = PolymorphicRegistry<Closed>(
      "type",
      policies: .init(missing: .keep, wrongKind: .keep, malformed: .keep)
    ) { registry in
      try registry.register(for: "FILM", as: Closed.film)
      try registry.register(for: "NOVEL", as: Closed.novel)
    }
  }

  /// An enum with unregistered cases.
  enum Forgetful: PolymorphicEnum, Hashable {
    case film(Film)
    case trailer(Film)
    case novel(Novel)
    case advert
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Forgetful>("type") { registry in
      try registry.register(for: "FILM", as: Forgetful.film)
    }
  }

  /// An enum with another enum and a plain payload in its cases.
  enum Exhibit: PolymorphicEnum, Hashable {
    case item(Item)
    case wheels(Wheels)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Exhibit>(
      .adjacent(tag: "kind", content: "of")
    ) { registry in
      try registry.register(for: "ITEM", as: Exhibit.item)
      try registry.register(for: "WHEELS", as: Exhibit.wheels)
    }
  }
}
