import Foundation
import Medley
import MedleyComposition
import TestSupport
import Testing

/// The code of the article *An event store*.
@Suite struct EventStoreTests {
  struct StoredEvent: ComposedCodable {
    var header: Header
    var event: OrderEvent

    static let composition = Composition(
      StoredEvent.init,
      \.header,
      \.event
    )
  }

  struct Header: Codable { var specversion, id, source: String }

  enum OrderEvent: PolymorphicEnum {
    case placed(Placed)
    case shipped(Shipped)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<OrderEvent>(
      .adjacent(tag: "type", content: "data")
    ) {
      try $0.register(for: "order.placed.v2", as: OrderEvent.placed)
      try $0.register(PlacedV1.self, for: "order.placed") {
        .placed(Placed(amount: $0.total, currency: "EUR"))
      }
      try $0.register(for: "order.shipped", as: OrderEvent.shipped)
    }
  }

  struct PlacedV1: Codable { var total: Int }
  struct Placed: Codable { var amount: Int, currency: String }
  struct Shipped: Codable { var carrier: String }

  static let log = #"""
    [{"specversion": "1.0", "id": "1", "source": "/orders/7",
      "type": "order.placed", "data": {"total": 1200}},
     {"specversion": "1.0", "id": "2", "source": "/orders/7",
      "type": "order.gifted", "data": {"to": "Ada"}}]
    """#

  @Test func `runs the code of the article`() throws {
    let data = Data(Self.log.utf8)
    var total = 0
    let log = try JSONDecoder().decode([StoredEvent].self, from: data)
    for case .placed(let placed) in log.map(\.event) {
      total += placed.amount
    }
    #expect(total == 1200)
  }

  @Test(arguments: Backend.recipes)
  func `upgrades an old event, and writes the newest version`(_ backend: Backend) throws {
    let log = try backend.decode([StoredEvent].self, from: Self.log)
    guard case .placed(let placed) = log[0].event else {
      Issue.record("\(log[0].event)")
      return
    }
    #expect(placed.amount == 1200)
    #expect(placed.currency == "EUR")
    let upgraded = #"""
      {"specversion": "1.0", "id": "1", "source": "/orders/7",
       "type": "order.placed.v2", "data": {"amount": 1200, "currency": "EUR"}}
      """#
    #expect(try backend.encode(log[0]) == JSONTree(parsing: upgraded))
  }

  @Test(arguments: Backend.recipes)
  func `encodes new and unknown events unchanged`(_ backend: Backend) throws {
    let json = #"""
      [{"specversion": "1.0", "id": "2", "source": "/orders/7",
        "type": "order.gifted", "data": {"to": "Ada"}, "traceparent": "00-1"},
       {"specversion": "1.0", "id": "3", "source": "/orders/7",
        "type": "order.shipped", "data": {"carrier": "DHL"}}]
      """#
    let log = try backend.keep([StoredEvent].self, json)
    guard case .unknown(let payload) = log[0].event else {
      Issue.record("\(log[0].event)")
      return
    }
    #expect(payload.tag == "order.gifted")
    #expect(log[0].header.id == "2")
  }

  @Test(arguments: Backend.recipes)
  func `with Preserving, attributes and old versions stay`(_ backend: Backend) throws {
    let json = Self.log.replacingOccurrences(
      of: #""order.placed","#,
      with: #""order.placed", "traceparent": "00-1","#
    )
    _ = try backend.keep([Preserving<StoredEvent>].self, json)
  }

  @Test(arguments: Backend.recipes)
  func `a broken event fails the log, with its path`(_ backend: Backend) throws {
    let json = Self.log.replacingOccurrences(of: "1200", with: #""many""#)
    #expect(try backend.place(ofErrorIn: json, as: [StoredEvent].self) == "[0].data.total")
  }
}
