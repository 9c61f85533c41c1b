import Medley
import MedleyComposition
import TestSupport
import Testing

/// Values that are decoded as a newer version, and keep what came.
@Suite struct PreservedUpgradeTests {
  struct First: Codable {
    var total: Int
  }

  struct Second: Codable, Equatable {
    var amount: Int
  }

  enum Order: PolymorphicEnum {
    case placed(Second)

    static let registry = PolymorphicRegistry<Order>("type") {
      try $0.register(for: "v2", as: Order.placed)
      try $0.register(First.self, for: "v1") { .placed(Second(amount: $0.total)) }
    }
  }

  @Test(arguments: Backend.allCases)
  func `an unchanged one is encoded as it came`(_ backend: Backend) throws {
    let json = #"[{"type":"v1","total":1,"note":"n"},{"type":"v2","amount":2,"note":"m"}]"#
    let orders = try backend.decode([Preserving<Order>].self, from: json)
    #expect(try backend.encode(orders) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `a changed one is encoded as the newer version, and read again`(_ backend: Backend) throws {
    let json = #"[{"type":"v1","total":1,"note":"n"},{"type":"v1","total":3,"note":"m"}]"#
    var orders = try backend.decode([Preserving<Order>].self, from: json)
    orders[0].value = .placed(Second(amount: 7))
    let written = try backend.encode(orders)
    #expect(written.elements?[0]["type"] == .string("v2"))
    #expect(written.elements?[0]["amount"] == .number(JSONNumber(7)))
    #expect(written.elements?[0]["note"] == .string("n"))
    #expect(try written.elements?[1] == JSONTree(parsing: json).elements?[1])
    let again = try backend.roundTrip(orders)
    guard case .placed(let order) = again[0].value else { return }
    #expect(order == Second(amount: 7))
  }

  @Test(arguments: Backend.allCases)
  func `a part of a changed value is encoded as it came`(_ backend: Backend) throws {
    struct Page: Codable {
      var title: String
      var orders: [Order]
    }
    let json = #"{"title":"a","orders":[{"type":"v1","total":1}],"next":2}"#
    var page = try backend.decode(Preserving<Page>.self, from: json)
    page.value.title = "b"
    #expect(
      try backend.encode(page)
        == JSONTree(parsing: #"{"title":"b","orders":[{"type":"v1","total":1}],"next":2}"#)
    )
  }
}
