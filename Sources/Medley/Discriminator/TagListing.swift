/// The text of the tags of a registry for messages, made when a message first needs it.
///
/// A payload can have an error in each element. It is a class, so that the copies of a registry
/// share the text.
final class TagListing: Sendable {
  private struct Made {
    let list: String
    let nearest: NearestTags
  }

  private let made = Lock<Made?>(nil)

  /// The first tags and the number of the others.
  func list(_ tags: [TypeTag]) -> String {
    made(of: tags).list
  }

  /// Returns the tag that is most similar to another one.
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
  /// Returns the first tags and the number of the others.
  var listed: String {
    let limit = 8
    let first = prefix(limit).map(\.shortened).joined(separator: ", ")
    return count > limit ? "\(first) and \(count - limit) more" : first
  }
}
