package import Medley
package import MedleyResilience

/// An initialiser with Medley's concise functions.
package struct Concise: Decodable {
  package let flag: Bool
  package let text: String
  package let list: [Int]
  package let maybe: Cast?
  package let count: Int
  package let loose: [Int]
  package let perhaps: Cast?
  package let volume: Int

  private enum CodingKeys: CodingKey {
    case flag, text, list, maybe, count, loose, perhaps, volume
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    flag = try container.decode(.flag)
    text = try container.decode(.text)
    list = try container.decode(.list)
    maybe = try container.decodeIfPresent(.maybe)
    count = try container.decode(.count, default: 7)
    loose = try container.decodeLossy(.loose)
    perhaps = try container.decodeLossy(.perhaps)
    volume = try container.decodeLossy(.volume, default: 5)
  }
}

/// An initialiser with the standard library's functions.
package struct Verbose: Decodable {
  package let flag: Bool
  package let list: [Int]
  package let maybe: Cast?

  private enum CodingKeys: CodingKey {
    case flag, list, maybe
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    flag = try container.decode(Bool.self, forKey: .flag)
    list = try container.decode([Int].self, forKey: .list)
    maybe = try container.decodeIfPresent(Cast.self, forKey: .maybe)
  }
}

/// Wrappers decoded by their types, as in synthesised code.
package struct Explicit: Decodable {
  package let hero: PolymorphicValue<any Media>
  package let tags: Lossy<[String]>
  package let field: FieldValue<Cast>

  private enum CodingKeys: CodingKey {
    case hero, tags, field
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    hero = try container.decode(PolymorphicValue<any Media>.self, forKey: .hero)
    tags = try container.decode(Lossy<[String]>.self, forKey: .tags)
    field = try container.decode(FieldValue<Cast>.self, forKey: .field)
  }
}
