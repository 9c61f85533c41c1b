import Medley
import MedleyEngine

/// Finds the tag in the first of several places for which it is registered, where some types are
/// registered for one place only.
///
/// A tag that is registered for another place gives way once: a later place may have the tag of the
/// element. What several such tags mean, `ElementReader` decides.
final class DividedFinder: TagFinder {
  private let places: [Place]

  private struct Place {
    let finder: TagFinder
    let tags: TagIndex
    /// The distance from what the finder finds to the tag.
    let distance: Int
  }

  private init(_ places: [Place], _ index: DocumentIndex) {
    self.places = places
    super.init(index)
  }

  /// - Returns: Nil if the places aren't divided, or if not all of them are under keys.
  static func makeDivided<Base>(
    _ registry: SharedRegistry<Base>,
    in index: DocumentIndex
  ) -> TagFinder? {
    guard let search = registry.tagSearch, search.isDivided else { return nil }
    var places: [Place] = []
    for search in search.alternatives {
      guard case .path = search.place, let finder = make(search, in: index) else { return nil }
      // That of a key finds the member.
      let distance = finder is KeyFinder ? 1 : 0
      places.append(Place(finder: finder, tags: search.strings, distance: distance))
    }
    return DividedFinder(places, index)
  }

  override func object(at position: Int) -> TaggedObject {
    var hasForeign = false
    for place in places {
      let object = place.finder.object(at: position)
      if object.isRegistered { return object }
      if object.isUntagged { continue }
      guard !hasForeign, object.tag >= 0, isRegistered(object.tag &+ place.distance) else { break }
      hasForeign = true
    }
    return TaggedObject(at: position, registration: TaggedObject.otherValue)
  }

  /// Returns whether a value is the tag of a type for any place.
  private func isRegistered(_ tag: Int) -> Bool {
    index.isPlainString(tag)
      && places.contains { index.registration(for: tag, in: $0.tags) >= 0 }
  }

  override func tag(of object: TaggedObject) -> TypeTag {
    for place in places {
      let found = place.finder.object(at: object.position)
      if found.isRegistered { return place.finder.tag(of: found) }
    }
    return ""
  }
}
