import Foundation

// Types as applications have them, with the initialisers that the compiler writes.

struct Money: Codable {
  var amount: Decimal
  var currency: Currency
  enum Currency: String, Codable {
    case eur = "EUR"
    case usd = "USD"
    case yen = "JPY"
  }
}

struct Address: Codable {
  var street: String
  var zipCode: String?
  var city: String
  var coordinates: Coordinates?
  struct Coordinates: Codable {
    var latitude: Double
    var longitude: Float
  }
}

struct Person: Codable {
  var id: UInt64
  var firstName: String
  var lastName: String?
  var born: Date?
  var addresses: [Address]
  var tags: Set<String>
  var homepage: URL?
}

struct Order: Codable {
  var number: Int
  var placed: Date
  var customer: Person
  var lines: [Line]
  var notes: [String: String]
  struct Line: Codable {
    var sku: String
    var count: UInt8
    var price: Money
    var isGift: Bool
  }
}

/// A tree of nested nodes.
final class Comment: Codable {
  var text: String
  var likes: Int32
  var replies: [Comment]

  init(text: String, likes: Int32, replies: [Comment]) {
    self.text = text
    self.likes = likes
    self.replies = replies
  }
}

/// Associated values, in the compiler's form.
enum Event: Codable {
  case opened
  case moved(x: Double, y: Double)
  case renamed(String)
  indirect case repeated(Event, times: UInt16)
}

struct Settings: Codable {
  var limits: [String: Int]
  var weights: [Int: Double]
  var flags: [Flag: Bool]
  var matrix: [[Int8]]
  var picture: Data?
  var version: Version
  enum Flag: String, Codable, CodingKeyRepresentable { case dark, loud, fast }
  struct Version: RawRepresentable, Codable { var rawValue: String }

  enum CodingKeys: String, CodingKey {
    case limits
    case weights = "weight_table"
    case flags = "f"
    case matrix = "the matrix"
    case picture
    case version = "v"
  }
}

struct Page<Item: Codable>: Codable {
  var items: [Item]
  var next: Int?
  var range: Range<Int>
  var pair: [Item?]
}

struct Measured: Codable {
  var id: UUID
  var span: DateInterval?
  var length: Measurement<UnitLength>
  var place: IndexPath
}

class Animal: Codable {
  var name: String
  var legs: Int16

  init(name: String, legs: Int16) {
    self.name = name
    self.legs = legs
  }
}

final class Dog: Animal {
  var breed: String?
  private enum CodingKeys: CodingKey { case breed }

  init(name: String, breed: String?) {
    self.breed = breed
    super.init(name: name, legs: 4)
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    breed = try container.decodeIfPresent(String.self, forKey: .breed)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(breed, forKey: .breed)
    try super.encode(to: container.superEncoder())
  }
}
