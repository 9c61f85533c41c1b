import TestSupport

/// Reads an object member by member, and refuses it if a member was left unread: an expectation
/// that the runner doesn't know would otherwise pass.
struct MemberReader {
  private let place: String
  private let object: JSONTree
  private var unread: [String]

  init(_ tree: JSONTree, at place: String) throws(CaseProblem) {
    guard let members = tree.members else { throw .invalid("\(place) is no object: \(tree)") }
    guard tree.duplicateKey == nil else { throw .invalid("\(place) has a member twice") }
    self.place = place
    object = tree
    unread = members.map(\.key)
  }

  mutating func value(_ key: String) -> JSONTree? {
    unread.removeAll { $0.hasSameCodeUnits(as: key) }
    return object[key]
  }

  mutating func required(_ key: String) throws(CaseProblem) -> JSONTree {
    guard let value = value(key) else { throw .invalid("\(place) has no '\(key)'") }
    return value
  }

  mutating func string(_ key: String) throws(CaseProblem) -> String {
    guard let string = try required(key).string else { throw complaint(key, "string") }
    return string
  }

  mutating func optionalString(_ key: String) throws(CaseProblem) -> String? {
    object[key] == nil ? nil : try string(key)
  }

  mutating func flag(_ key: String) throws(CaseProblem) -> Bool {
    guard let value = value(key) else { return false }
    guard let flag = value.boolean else { throw complaint(key, "Boolean") }
    return flag
  }

  mutating func integer(_ key: String) throws(CaseProblem) -> Int? {
    guard let value = value(key) else { return nil }
    guard let integer = value.number?.int64 else { throw complaint(key, "integer") }
    return Int(integer)
  }

  mutating func elements(_ key: String) throws(CaseProblem) -> [JSONTree]? {
    guard let value = value(key) else { return nil }
    guard let elements = value.elements else { throw complaint(key, "array") }
    return elements
  }

  mutating func strings(_ key: String) throws(CaseProblem) -> [String]? {
    guard let elements = try elements(key) else { return nil }
    let strings = elements.compactMap(\.string)
    guard strings.count == elements.count else { throw complaint(key, "array of strings") }
    return strings
  }

  func finish() throws(CaseProblem) {
    guard let key = unread.first else { return }
    throw .invalid("\(place) has '\(key)', which the runner doesn't know")
  }

  private func complaint(_ key: String, _ kind: String) -> CaseProblem {
    .invalid("'\(key)' of \(place) is no \(kind): \(object[key] ?? nil)")
  }
}
