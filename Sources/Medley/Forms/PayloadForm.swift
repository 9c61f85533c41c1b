/// A wire form in which the element is the payload, with the tag among its members or without one.
///
/// Examples are `{"type": "MOVIE", "title": "Heat"}`, `{"meta": {"kind": "MOVIE"}, "title": "Heat"}`
/// and `{"apiVersion": "v1", "kind": "Pod"}`. Where the fields tell the type, or the types are tried, or
/// a function of the app finds the tag, the payload is written alone.
final class PayloadForm: WireForm {
  let tagPlace: TagPlace
  let tagMembers: TagMembers?

  /// Creates a form with the tag under a key or a path.
  init(path: [String]) {
    tagPlace = .path(path.map { MemberKey($0) }, .element)
    tagMembers = TagMembers(path: path)
  }

  /// Creates a form with a tag of several members, of which one may be absent or null if a
  /// registered tag lacks it.
  init(parts keys: [String]) {
    tagPlace = .members(keys.map { MemberKey($0) })
    tagMembers = TagMembers(parts: keys)
  }

  /// Creates a form that writes no tag.
  init(_ place: TagPlace) {
    tagPlace = place
    tagMembers = nil
  }
}
