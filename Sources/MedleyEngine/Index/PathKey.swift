package import MedleyBase

/// A key of a path: a member's name, or an index.
///
/// It has 17 bytes, so an existential holds it without a box, and the string of an index is only
/// made when it is read: most errors of attempts with `try?` are never read.
package struct PathKey: LocatedKey, OwnKey {
  private enum Content {
    case name(String)
    /// A name that the payload states.
    case dictionaryKey(String)
    case index(Int)
    case other(Details)
  }

  /// It is a class, so that the other keys stay small.
  private final class Details: Sendable {
    let stringValue: String
    let intValue: Int?
    let location: (any LocatedError)?
    let isOfDictionary: Bool

    init(
      _ stringValue: String,
      _ intValue: Int?,
      at location: (any LocatedError)?,
      isOfDictionary: Bool
    ) {
      self.stringValue = stringValue
      self.intValue = intValue
      self.location = location
      self.isOfDictionary = isOfDictionary
    }
  }

  private let content: Content

  package init(stringValue: String) {
    content = .name(stringValue)
  }

  @inline(__always) package init(stringValue: String, intValue: Int?, isOfDictionary: Bool) {
    content =
      if intValue != nil {
        .other(Details(stringValue, intValue, at: nil, isOfDictionary: isOfDictionary))
      } else {
        isOfDictionary ? .dictionaryKey(stringValue) : .name(stringValue)
      }
  }

  package init(intValue: Int) {
    content = .index(intValue)
  }

  /// Creates the key with the place of its value.
  package init(_ key: any CodingKey, at location: any LocatedError) {
    let isOfDictionary = (key as? any OwnKey)?.isOfDictionary ?? type(of: key).mayHaveText
    content = .other(
      Details(key.stringValue, key.intValue, at: location, isOfDictionary: isOfDictionary)
    )
  }

  package var stringValue: String {
    switch content {
    case .name(let name), .dictionaryKey(let name): name
    case .index(let index): "Index \(index)"
    case .other(let details): details.stringValue
    }
  }

  package var intValue: Int? {
    switch content {
    case .name, .dictionaryKey: nil
    case .index(let index): index
    case .other(let details): details.intValue
    }
  }

  package var isOfDictionary: Bool {
    switch content {
    case .name, .index: false
    case .dictionaryKey: true
    case .other(let details): details.isOfDictionary
    }
  }

  package var location: (any LocatedError)? {
    if case .other(let details) = content { details.location } else { nil }
  }

  /// The string of the key, for errors.
  package var description: String { stringValue }

  package var debugDescription: String { stringValue }
}

extension PathKey: CustomReflectable {
  package var customMirror: Mirror { Mirror(reflecting: stringValue) }
}

// MARK: - Making keys for other modules

/// The keys of paths, for other modules.
package enum PathKeys {
  package static func name(_ name: String) -> any CodingKey { PathKey(stringValue: name) }
  package static func index(_ index: Int) -> any CodingKey { PathKey(intValue: index) }
}
