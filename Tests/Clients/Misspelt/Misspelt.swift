// Registrations and enums that don't compile. `.ci/clients` type-checks them, and looks on each line
// for the error that is stated above it.

import Medley
import MedleyResilience

struct Picture: Codable {
  var url: String
}

enum Block: PolymorphicEnum {
  case paragraph(String)
  case image(identifier: String, picture: Picture)
  case table(rows: Int, columns: Int, title: String?)
  case divider
  case unknown(UnknownPayload)

  static let registry = PolymorphicRegistry<Block>("type") { registry in
    // error: a case without content is a value: try registry.register(.divider, for: "divider")
    try registry.register(for: "divider", as: .divider)
    // error: a case without content is a value: try registry.register(.divider, for: "divider")
    try registry.register(for: "divider", "rule", as: Block.divider)
    // error: a case with several values needs functions for its fields: try registry.register(for:
    try registry.register(for: "image", as: Block.image)
    // error: { fields in .image(identifier: try fields.decode("identifier"), ...) } encoding: { ... }
    try registry.register(for: "table", "grid", as: Block.table)
  }
}

protocol Media: Codable, Sendable {}

enum Kind: String {
  case picture
}

func registerPictures() throws {
  var media = PolymorphicRegistry<any Media>("type")
  // error: cannot convert value of type 'Picture' to closure result type 'any Media'
  try media.register(Picture.self, for: "picture") { $0 }
  // error: cannot convert value of type 'Picture' to closure result type 'any Media'
  try media.register(Picture.self, for: "picture", "image") { $0 }
  // error: cannot convert value of type 'Picture' to closure result type 'any Media'
  try media.register(Picture.self, for: Kind.picture) { $0 }
  // error: cannot convert value of type 'Picture' to closure result type 'any Media'
  try media.register(Picture.self, matching: "*_picture") { $0 }
  // error: cannot convert value of type 'Picture' to closure result type 'any Media'
  try media.register(encodable: Picture.self, for: "picture") { $0 }
  // error: cannot convert value of type 'Picture' to closure result type 'any Media'
  _ = try media.registering(Picture.self, for: "picture") { $0 }
  var blocks = PolymorphicRegistry<Block>("type")
  // error: cannot convert value of type 'Picture' to closure result type 'Block'
  try blocks.register(Picture.self, for: "picture") { $0 }
}

// error: type 'Album' does not conform to protocol 'Decodable'
struct Album: Decodable {
  @Lossy var pictures: [Picture]
  // error: is unavailable: @Lossy drops elements of an array, a set or a dictionary. For a single
  @Lossy var cover: Picture
}

// error: type 'Score' does not conform to protocol 'Decodable'
struct Score: Decodable {
  // error: is unavailable: @Lossy drops elements of an array, a set or a dictionary. For a single
  @Lossy var points: Int = 0
}

// error: of protocol 'PolymorphicEnum': the compiler codes an enum with a raw value by that
enum Level: String, PolymorphicEnum {
  case low, high

  static let registry = PolymorphicRegistry<Level>("level")
}

// error: of protocol 'PolymorphicDecodable': the compiler codes an enum with a raw value by that
enum Arriving: String, PolymorphicDecodable {
  case low, high

  static let registry = PolymorphicRegistry<Arriving>("level")
}

// error: and not with its registry: leave the raw type or RawRepresentable out
enum Leaving: String, PolymorphicEncodable {
  case low, high

  static let registry = PolymorphicRegistry<Leaving>("level")
}
