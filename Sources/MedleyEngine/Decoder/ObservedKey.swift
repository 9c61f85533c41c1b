import MedleyBase

/// Whether a function read keys of a path.
///
/// It is a class, because all keys of the path share it.
final class Readings: Sendable {
  private let made = Lock(false)

  var wereMade: Bool { made.withLock { $0 } }

  func record() { made.withLock { $0 = true } }
}

/// A key of a path that records when it is read, also by a description or a mirror.
struct ObservedKey: CodingKey, CustomReflectable {
  private let key: any CodingKey
  private let readings: Readings

  init(_ key: any CodingKey, _ readings: Readings) {
    self.key = key
    self.readings = readings
  }

  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }

  var stringValue: String {
    readings.record()
    return key.stringValue
  }

  var intValue: Int? {
    readings.record()
    return key.intValue
  }

  var description: String { stringValue }
  var debugDescription: String { stringValue }

  var customMirror: Mirror {
    readings.record()
    return Mirror(reflecting: key)
  }
}
