/// The tags of a registry as messages name them, made when the first message needs them.
///
/// A payload can have an error in each element. It is a class so that the copies of a registry share
/// what was made once.
final class TagListing: Sendable {
  private struct Made {
    let list: String
    let nearest: NearestTags
  }

  private let made = Lock<Made?>(nil)

  /// The first of the tags, and how many more there are.
  func list(_ tags: [TypeTag]) -> String {
    made(of: tags).list
  }

  /// The tag that looks most like another one.
  func nearest(to tag: TypeTag, among tags: [TypeTag]) -> TypeTag? {
    made(of: tags).nearest.nearest(to: tag)
  }

  private func made(of tags: [TypeTag]) -> Made {
    if let made = made.withLock({ $0 }) { return made }
    let new = Made(list: tags.listed, nearest: NearestTags(tags))
    made.withLock { $0 = new }
    return new
  }
}

extension [TypeTag] {
  /// The first tags, and how many more there are.
  var listed: String {
    let limit = 8
    let first = prefix(limit).map(\.shortened).joined(separator: ", ")
    return count > limit ? "\(first) and \(count - limit) more" : first
  }
}
