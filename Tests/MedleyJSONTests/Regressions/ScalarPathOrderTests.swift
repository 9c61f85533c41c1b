import Medley
import MedleyBase
import MedleyJSON
import TestSupport
import Testing

/// The paths of scalars that were asked for from the last to the first walked the array each time:
/// 40,000 of them took 0.8 seconds.
@Suite(.onEachEngine) struct ScalarPathOrderTests {
  /// The decoders of all values of a document, in its order.
  private struct Decoders: Decodable {
    var all: [any Decoder] = []

    init(from decoder: any Decoder) throws {
      if var elements = try? decoder.unkeyedContainer() {
        while !elements.isAtEnd { all += try Decoders(from: elements.superDecoder()).all }
      } else {
        all = [decoder]
      }
    }
  }

  /// Takes the places of all scalars in a certain order.
  private struct Places: Decodable {
    // The index of an order: Swift 6.3.1 crashes on a task-local function in release builds.
    @TaskLocal static var order: Int?
    var places: [String]

    init(from decoder: any Decoder) throws {
      let decoders = try Decoders(from: decoder).all
      places = Array(repeating: "", count: decoders.count)
      let positions = Self.order.map { ScalarPathOrderTests.orders[$0](decoders.indices) }
      for position in positions ?? [] {
        places[position] = decoders[position].codingPath.map { "\($0.intValue ?? -1)" }
          .joined(separator: ".")
      }
    }
  }

  private func places(
    _ text: String,
    _ order: Int
  ) throws -> (places: [String], steps: Int) {
    let (places, steps) = try counting {
      try Places.$order.withValue(order) {
        try Engine.current.decoder().decode(Places.self, from: text).places
      }
    }
    return (places, steps)
  }

  private static let orders: [@Sendable (Range<Int>) -> [Int]] = [
    { Array($0) },
    { $0.reversed() },
    // From both ends.
    { range in
      range.map { $0 % 2 == 0 ? range.lowerBound + $0 / 2 : range.upperBound - 1 - $0 / 2 }
    },
    // With a stride, so that neighbours are far from each other.
    { range in range.map { $0 * 7919 % range.count } },
  ]

  @Test(arguments: orders.indices)
  func `deriving paths of scalars in any order takes few steps`(_ order: Int) throws {
    let numbers = (0..<2000).map(String.init)
    let (places, steps) = try places("[\(numbers.joined(separator: ","))]", order)
    #expect(places == numbers)
    #expect(steps <= 2000 * 70)
    let flat = numbers.prefix(1000).joined(separator: ",")
    let both = try self.places("[[\(flat)],[\(flat)]]", order)
    #expect(both.places == (0..<2000).map { "\($0 / 1000).\($0 % 1000)" })
    #expect(both.steps <= 2000 * 70)
  }

  @Test(arguments: orders.indices)
  func `paths are correct with any values between`(_ order: Int) throws {
    // Runs of scalars before, between and behind arrays that are nested and closed at once.
    let text = "[0,1,[[2,[3,[4]],5],6],7,[[[8]]],9,[],10,[[]],11,[12,[13,14],15]]"
    let expected = [
      "0", "1", "2.0.0", "2.0.1.0", "2.0.1.1.0", "2.0.2", "2.1", "3", "4.0.0.0", "5", "7", "9",
      "10.0", "10.1.0", "10.1.1", "10.2",
    ]
    #expect(try places(text, order).places == expected)
    // The same behind many scalars, where the table is needed.
    let lead = String(repeating: "0,", count: 200)
    let shifted = expected.map { place in
      let parts = place.split(separator: ".", maxSplits: 1)
      let first = "\((Int(parts[0]) ?? 0) + 200)"
      return parts.count > 1 ? "\(first).\(parts[1])" : first
    }
    let long = try places("[" + lead + text.dropFirst(), order)
    #expect(Array(long.places.dropFirst(200)) == shifted)
  }
}
