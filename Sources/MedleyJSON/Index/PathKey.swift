import Medley

/// A key of a path: a member's name, or an index.
struct PathKey: LocatedKey {
  let stringValue: String
  let intValue: Int?
  let location: (any LocatedError)?

  init(stringValue: String) {
    self.init(stringValue: stringValue, intValue: nil)
  }

  init(stringValue: String, intValue: Int?) {
    self.stringValue = stringValue
    self.intValue = intValue
    location = nil
  }

  init(intValue: Int) {
    stringValue = "Index \(intValue)"
    self.intValue = intValue
    location = nil
  }

  /// Creates the key with the place of its value.
  init(_ key: any CodingKey, at location: any LocatedError) {
    stringValue = key.stringValue
    intValue = key.intValue
    self.location = location
  }

  /// The string of the key, for errors.
  var description: String { stringValue }

  var debugDescription: String { stringValue }
}
