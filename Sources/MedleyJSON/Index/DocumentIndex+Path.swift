// MARK: - Deriving paths

extension DocumentIndex {
  /// Returns the path of a value, derived from the links between containers.
  ///
  /// - Complexity: O(*d*), where *d* is the depth, and once for a document O(*n*) in its values.
  func path(of position: Int) -> [any CodingKey] {
    guard position > 0 else { return document.textPath ?? [] }
    if entries[position].isContainer { return pathOfContainer(position) }
    let place = ScalarPlace(of: position, in: self, since: document.lastScalar)
    document.lastScalar = place
    let key =
      kind(place.container) == .array
      ? PathKey(intValue: place.ordinal) : memberKey(of: position, in: place.container)
    return pathOfContainer(place.container) + [key]
  }

  private func pathOfContainer(_ position: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var container = position
    while container > 0 {
      let link = entries[container + 2]
      let parent = link.high & 0x7fff_ffff
      path.append(
        kind(parent) == .object ? memberKey(of: container, in: parent) : PathKey(intValue: link.low)
      )
      container = parent
    }
    path.reverse()
    return document.textPath.map { $0 + path } ?? path
  }

  private func memberKey(of value: Int, in object: Int) -> PathKey {
    document.memberKey(of: value, in: object)
  }
}
