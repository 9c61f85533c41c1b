import Foundation
import Medley
import MedleyFoundation
import Testing

/// Payloads under their tags, some of which encoders write by themselves.
@Suite struct ExternalPayloadTests {
  enum Item: PolymorphicEnum {
    case day(Date)
    case bytes(Data)
    case link(URL)
    case price(Decimal)
    case table([String: Int])
    case days([Date])
    case person(Person)
    case none(Person?)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>(.external) { registry in
      try registry.register(for: "theDay", as: Item.day)
      try registry.register(for: "theBytes", as: Item.bytes)
      try registry.register(for: "theLink", as: Item.link)
      try registry.register(for: "thePrice", as: Item.price)
      try registry.register(for: "theTable", as: Item.table)
      try registry.register(for: "theDays", as: Item.days)
      try registry.register(for: "thePerson", as: Item.person)
      try registry.register(for: "theNone", as: Item.none)
    }
  }

  struct Person: Codable { var firstName: String }

  private static let date = Date(timeIntervalSince1970: 0)

  @Test(arguments: [
    (Item.day(date), #"{"theDay":"1970-01-01T00:00:00Z"}"#),
    (.bytes(Data([1, 2])), #"{"theBytes":"AQI="}"#),
    (.link(URL(fileURLWithPath: "/a")), #"{"theLink":"file:///a"}"#),
    (.price(Decimal(7)), #"{"thePrice":7}"#),
    (.table(["firstName": 1]), #"{"theTable":{"firstName":1}}"#),
    (.days([date]), #"{"theDays":["1970-01-01T00:00:00Z"]}"#),
    (.person(Person(firstName: "Ada")), #"{"thePerson":{"first_name":"Ada"}}"#),
    (.none(Person(firstName: "Ada")), #"{"theNone":{"first_name":"Ada"}}"#),
  ])
  func `are written with the strategies of the encoder, and their tags as they are`(
    _ item: Item,
    _ expected: String
  ) throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = .withoutEscapingSlashes
    #expect(try String(decoding: encoder.encode(item), as: UTF8.self) == expected)
  }

  @Test func `keep dates and data in property lists`() throws {
    let list = try PropertyListEncoder().encode([Item.day(Self.date), .bytes(Data([1]))])
    let decoded = try unsafe PropertyListSerialization.propertyList(from: list, format: nil)
    let items = try #require(decoded as? [[String: Any]])
    #expect(items.first?["theDay"] as? Date == Self.date)
    #expect(items.last?["theBytes"] as? Data == Data([1]))
  }

  @Test func `have the path of an error inside of them`() throws {
    struct Failing: Codable {
      var ratio: Double
    }
    var registry = PolymorphicRegistry<Failing>(.external)
    try registry.register(Failing.self, for: "bad")
    let encoder = JSONEncoder()
    encoder.userInfo.register(registry)
    let error = #expect(throws: EncodingError.self) {
      try encoder.encode([Polymorphic.known(Failing(ratio: .nan))])
    }
    guard case .invalidValue(_, let context)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["Index 0", "bad", "ratio"])
  }
}
