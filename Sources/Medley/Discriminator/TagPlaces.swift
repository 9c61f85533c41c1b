/// Where a payload has its tag, or the parts of it, among its own members.
struct TagPlaces: Sendable {
  /// The objects in which the keys stand, the outermost first; empty for members of the payload.
  let objects: [WireKey]
  /// A key for each part of the tag.
  let keys: [WireKey]
  /// Which containers of the payload can be the encoder's own.
  let direct: DirectContainers
  private let isCompound: Bool

  /// Creates the place of a tag under a key or a path.
  init(path: [String]) {
    objects = path.dropLast().map { WireKey($0) }
    keys = path.suffix(1).map { WireKey($0) }
    direct = DirectContainers(reserved: Array(path.prefix(1)))
    isCompound = false
  }

  /// Creates the places of the parts of a compound tag.
  init(parts: [String]) {
    objects = []
    keys = parts.map { WireKey($0) }
    direct = DirectContainers(reserved: parts)
    isCompound = true
  }

  /// The path of the tag, for errors; that of the payload for a compound one.
  var path: [WireKey] { isCompound ? [] : objects + keys }

  /// The tag with certain parts.
  func tag(of parts: [TypeTag]) -> TypeTag? {
    isCompound ? .compound(parts) : parts.first
  }
}
