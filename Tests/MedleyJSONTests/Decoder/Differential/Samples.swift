import Foundation

/// Values of many types, from which documents are made.
enum Samples {
  static var all: [any Codable] {
    let money = Money(amount: Decimal(string: "12.340000000000000001") ?? 1, currency: .yen)
    let address = Address(
      street: "Ünter den \"Linden\" 5/7",
      zipCode: nil,
      city: "Berlin",
      coordinates: Address.Coordinates(latitude: 52.517, longitude: 13.388)
    )
    let person = Person(
      id: .max,
      firstName: "Ada",
      lastName: "Lovelace",
      born: Date(timeIntervalSince1970: -4_861_036_800),
      addresses: [address, address],
      tags: ["mathematics"],
      homepage: URL(string: "https://example.com/~ada?x=1&y=é")
    )
    let line = Order.Line(sku: "A-1", count: 255, price: money, isGift: true)
    let order = Order(
      number: -7,
      placed: Date(timeIntervalSince1970: 1_700_000_000),
      customer: person,
      lines: [line, line],
      notes: ["door_code": "12", "": "empty"]
    )
    let reply = Comment(text: "Yes 👍🏽", likes: -1, replies: [])
    let settings = Settings(
      limits: ["max_count": 3],
      weights: [-1: 0.5, 7: 1e300],
      flags: [.dark: true],
      matrix: [[1, -128], [], [127]],
      picture: Data([0, 1, 254, 255]),
      version: Settings.Version(rawValue: "1.2")
    )
    return [
      each(money), each(address), each(person), each(order), each([order, order]),
      each(Comment(text: "No\n", likes: 3, replies: [reply, reply])),
      each([
        Event.opened, .moved(x: 1, y: -0.5), .renamed("a"), .repeated(.renamed(""), times: 9),
      ]),
      each(settings),
      each(Page(items: [1, 2, 3], next: 4, range: 2..<5, pair: [1, nil])),
      each(Page(items: ["a", "é"], next: nil, range: 0..<0, pair: [nil])),
      each(Page(items: [money], next: 1, range: 1..<2, pair: [money, nil])),
      each(
        Measured(
          id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
          span: DateInterval(start: Date(timeIntervalSince1970: 0), duration: 60),
          length: Measurement(value: 2.5, unit: .meters),
          place: [1, 2, 3]
        )
      ),
      each(Dog(name: "Rex", breed: "Collie")), each(Dog(name: "Mo", breed: nil)),
      each(["a": ["b": [1, 2]], "c": [:]] as [String: [String: [UInt16]]]),
      each([true, nil, false] as [Bool?]), each("text"), each(UInt8(7)), each(1.5 as Float),
      each([Date(timeIntervalSinceReferenceDate: 0.5)]), each(Data([1, 2, 3])),
      each([Int64.min, .max]), each([Decimal(string: "1e-20") ?? 0]), each(String?.none),
    ]
  }
  private static func each(_ value: any Codable) -> any Codable { value }
}
