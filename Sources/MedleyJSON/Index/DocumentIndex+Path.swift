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

// MARK: - Deriving paths

extension DocumentIndex {
  /// Returns the path of a value, derived from the links between containers.
  ///
  /// - Complexity: O(*d*), where *d* is the depth, and once for a document O(*n*) in its values.
  func path(of position: Int) -> [any CodingKey] {
    guard position > 0 else { return [] }
    if words[position].isContainer { return pathOfContainer(position) }
    let place = ScalarPlace(of: position, in: self, since: document.lastScalar)
    document.lastScalar = place
    let key =
      kind(place.head) == .array
      ? PathKey(intValue: place.ordinal) : memberKey(of: position, in: place.head)
    return pathOfContainer(place.head) + [key]
  }

  private func pathOfContainer(_ position: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var head = position
    while head > 0 {
      let link = words[head + 2]
      let parent = link.high & 0x7fff_ffff
      path.append(
        kind(parent) == .object ? memberKey(of: head, in: parent) : PathKey(intValue: link.low)
      )
      head = parent
    }
    return path.reversed()
  }

  private func memberKey(of value: Int, in head: Int) -> PathKey {
    document.memberKey(of: value, in: head)
  }
}
