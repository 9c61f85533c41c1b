/// A wire form with the tag under a key or a path of the payload.
///
/// Examples are `{"type": "MOVIE", "title": "Heat"}` and
/// `{"meta": {"kind": "MOVIE"}, "title": "Heat"}`.
final class PathForm: WireForm {
  let tagPlace: TagPlace
  let tagMembers: TagMembers?

  init(_ path: [String]) {
    tagPlace = .path(path.map { MemberKey($0) }, .element)
    tagMembers = TagMembers(path: path)
  }
}
