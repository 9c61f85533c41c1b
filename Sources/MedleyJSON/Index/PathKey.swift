import Medley

/// A key of a path: a member's name, or an index.
///
/// It has 17 bytes, so an existential holds it without a box, and the string of an index is only
/// made when it is read: most errors of attempts with `try?` are never read.
struct PathKey: LocatedKey {
  private enum Content {
    case name(String)
    case index(Int)
    case other(Details)
  }

  /// It is a class, so that the other keys stay small.
  private final class Details: Sendable {
    let stringValue: String
    let intValue: Int?
    let location: (any LocatedError)?

    init(_ stringValue: String, _ intValue: Int?, at location: (any LocatedError)?) {
      self.stringValue = stringValue
      self.intValue = intValue
      self.location = location
    }
  }

  private let content: Content

  init(stringValue: String) {
    content = .name(stringValue)
  }

  init(stringValue: String, intValue: Int?) {
    content =
      intValue == nil ? .name(stringValue) : .other(Details(stringValue, intValue, at: nil))
  }

  init(intValue: Int) {
    content = .index(intValue)
  }

  /// Creates the key with the place of its value.
  init(_ key: any CodingKey, at location: any LocatedError) {
    content = .other(Details(key.stringValue, key.intValue, at: location))
  }

  var stringValue: String {
    switch content {
    case .name(let name): name
    case .index(let index): "Index \(index)"
    case .other(let details): details.stringValue
    }
  }

  var intValue: Int? {
    switch content {
    case .name: nil
    case .index(let index): index
    case .other(let details): details.intValue
    }
  }

  var location: (any LocatedError)? {
    if case .other(let details) = content { details.location } else { nil }
  }

  /// The string of the key, for errors.
  var description: String { stringValue }

  var debugDescription: String { stringValue }
}
