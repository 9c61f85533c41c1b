package import Medley

/// What a sensor of a house has measured.
package protocol Reading: Codable, Sendable {
  /// The name of the sensor.
  var sensor: String { get }
}

package struct Temperature: Reading {
  package var sensor: String
  package var celsius: Double
}

package struct Door: Reading {
  package var sensor: String
  package var isOpen: Bool
}

/// A reading that the server sends, and that clients are too old to know.
struct Smoke: Reading {
  var sensor: String
  var level: Int
}

/// The readings that clients know.
package let readings = PolymorphicRegistry<any Reading>(
  "type",
  ["temperature": Temperature.self, "door": Door.self]
)

/// The readings that the server knows.
let allReadings = PolymorphicRegistry<any Reading>(
  "type",
  ["temperature": Temperature.self, "door": Door.self, "smoke": Smoke.self]
)

/// The readings of a house from one number on.
struct House: AsyncSequence {
  var first = 0
  /// The number of readings; nil for a feed without end.
  var count: Int?
  /// Whether the feed stays open after the last reading, as a live one does when nothing happens.
  var isIdle = false

  struct AsyncIterator: AsyncIteratorProtocol {
    var house: House
    var number: Int

    mutating func next() async throws -> (number: Int, reading: any Reading)? {
      if let count = house.count, number >= house.first + count {
        if house.isIdle { try await Task.sleep(for: .seconds(3600)) }
        return nil
      }
      defer { number += 1 }
      return (number, House.reading(number))
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(house: self, number: first) }

  private static func reading(_ number: Int) -> any Reading {
    switch number % 4 {
    case 0: Temperature(sensor: "kitchen", celsius: 18 + Double(number % 80) / 8)
    case 1: Door(sensor: "front", isOpen: number % 8 == 1)
    case 2: Temperature(sensor: "cellar", celsius: 9.5)
    default: Smoke(sensor: "attic", level: number % 5)
    }
  }
}
