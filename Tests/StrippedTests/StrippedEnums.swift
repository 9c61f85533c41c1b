import Medley
import MedleyComposition
import MedleyResilience

/// The types of this target, which is built without reflection metadata.
struct Film: Codable, Hashable {
  var title: String
}

struct Advert: Codable, Hashable {}

/// An enum that needs no reflection.
enum Item: PolymorphicEnum, Hashable {
  case film(Film)
  case trailer(Film)
  case advert
  case unknown(UnknownPayload)

  static let registry = PolymorphicRegistry<Item>("type") { registry in
    try registry.register(
      for: "FILM",
      as: Item.film,
      from: { if case .film(let film) = $0 { film } else { nil } }
    )
    try registry.register(
      for: "TRAILER",
      as: Item.trailer,
      from: { if case .trailer(let film) = $0 { film } else { nil } }
    )
    try registry.register(
      Advert.self,
      for: "AD",
      as: { _ in .advert },
      from: { if case .advert = $0 { Advert() } else { nil } }
    )
  }

  var unknownPayload: UnknownPayload? {
    if case .unknown(let payload) = self { payload } else { nil }
  }
}

/// An enum that relies on reflection.
enum Reflected: PolymorphicEnum {
  case film(Film)
  case unknown(UnknownPayload)

  static let registry = PolymorphicRegistry<Reflected>("type") { registry in
    try registry.register(for: "FILM", as: Reflected.film)
  }
}

/// An enum with values that can't be compared.
enum Remark: PolymorphicEnum {
  case film(Film)
  case line
  case space

  static let registry = PolymorphicRegistry<Remark>("type") { registry in
    try registry.register(for: "FILM", as: Remark.film)
    try registry.register(.line, for: "LINE")
    try registry.register(.space, for: "SPACE")
  }
}

/// An enum with two cases of one payload type that rely on reflection.
enum Ambiguous: PolymorphicEnum {
  case film(Film)
  case trailer(Film)

  static let registry = PolymorphicRegistry<Ambiguous>("type") { registry in
    try registry.register(for: "FILM", as: Ambiguous.film)
    try registry.register(for: "TRAILER", as: Ambiguous.trailer)
  }
}

/// An enum that provides its unknown value by hand.
enum Color: ForwardCompatibleCases {
  case red
  case unknown(String)

  static let wireValues: KeyValuePairs = ["RED": Color.red]

  var unknownWireValue: String? { if case .unknown(let value) = self { value } else { nil } }
}

/// An enum whose unknown value relies on reflection.
enum ReflectedColor: ForwardCompatibleCases {
  case red
  case unknown(String)

  static let wireValues: KeyValuePairs = ["RED": ReflectedColor.red]
}

enum Genre: String {
  case drama = "DRAMA"
}

enum Kind: String, ForwardCompatibleEnum {
  case film
  case other

  static func unknown(_ rawValue: String) -> Kind { .other }
}

protocol Media: Codable {}

extension Film: Media {}
extension Advert: Media {}

struct Extras: Codable, Hashable {
  var year: Int
}

struct Listed: ComposedCodable, Hashable {
  var common: Film
  var extras: Extras?
  var item: Item

  static let composition = Composition(Listed.init, \.common, \.extras, \.item)
}
