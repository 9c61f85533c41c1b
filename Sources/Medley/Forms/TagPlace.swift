import MedleyBase

/// Where the tag of an element stands, and where its payload: a wire form, as data.
///
/// `locate` reads it with any decoder. `DirectForm`, for Foundation's decoders, and the `TagFinder` of
/// the engine find registered strings at it without a finding. None of them knows a form, so a new
/// form says its place and how it is written.
package enum TagPlace: Sendable {
  /// Under the keys of a path, the outermost first.
  case path([MemberKey], Payload)
  /// Parts under several keys, beside the members of the payload.
  case members([MemberKey])
  /// The only key of an object, whose value is the payload.
  case onlyKey
  /// The only key of an object, whose value is an object with the values of an enum's case: a registered
  /// type is under `_0`, and functions read the fields.
  case caseName
  /// The key of a member that isn't null, of which the first registered counts; its value is the
  /// payload.
  case presentMember
  /// The element at an index, 0 or 1, of an array of two, of which the other is the payload.
  case pair(tagAt: Int)
  /// The kind of the value itself.
  case kind
  /// Nowhere: the fields tell the type.
  case fields
  /// Nowhere: the types are tried.
  case trial
  /// Where a function of the app finds it.
  case anywhere(@Sendable (any Decoder) throws -> TypeTag?)
  /// In the first of several places that has a tag.
  case alternatives(AlternativePlaces)

  /// The payload of an element with its tag under a key.
  package enum Payload: Equatable, Sendable {
    /// The element, with the tag among its members.
    case element
    /// A member of the element.
    case member(MemberKey)
    /// The member of the element whose key is the tag.
    case named
  }
}

// MARK: - What follows from the place

extension TagPlace {
  /// The only key of a tag among the members of the payload; nil for other places.
  var key: MemberKey? {
    if case .path(let keys, .element) = self, keys.count == 1 { keys[0] } else { nil }
  }

  /// The keys of the tag or of its parts; nil for places without.
  private var keys: [MemberKey]? {
    switch self {
    case .path(let keys, _), .members(let keys): keys
    case .onlyKey, .caseName, .presentMember, .pair, .kind, .fields, .trial, .anywhere,
      .alternatives:
      nil
    }
  }

  /// The kind of element in which the tag can stand; nil for any kind.
  package var shape: ValueKind? {
    switch self {
    case .path, .members, .onlyKey, .caseName, .presentMember, .fields: .object
    case .pair: .array
    case .kind, .trial, .anywhere, .alternatives: nil
    }
  }

  /// The places of which this one consists: itself, unless it has alternatives.
  private var each: [TagPlace] {
    if case .alternatives(let all) = self { all.places } else { [self] }
  }

  /// Whether an element may be opened as an object before the tag is looked for.
  var mayBeInObject: Bool { shape == .object || isEqual(to: .trial) || each.count > 1 }

  /// Whether the payload is the element itself, rather than a part of it.
  package var isPayloadWhole: Bool {
    switch self {
    case .path(_, let payload): payload == .element
    case .onlyKey, .caseName, .presentMember, .pair: false
    case .members, .kind, .fields, .trial, .anywhere: true
    case .alternatives(let all): all.places.allSatisfy(\.isPayloadWhole)
    }
  }

  /// Whether the payload is written alone, because it tells its type itself.
  var isTagless: Bool { isPayloadWhole && tagPaths.isEmpty && each.count == 1 }

  /// Whether it has the keys that it needs.
  var isComplete: Bool { each.allSatisfy { $0.keys?.isEmpty != true } }

  /// Whether the fields of the types tell the type, or they are tried.
  var usesCandidates: Bool { deducesTypes || each.contains { $0.isEqual(to: .trial) } }

  /// Whether every two types must differ in their fields.
  package var deducesTypes: Bool { each.contains { $0.isEqual(to: .fields) } }

  /// Whether a list of tags stands for the first that is registered.
  var takesLists: Bool { each.contains { $0.keys?.contains(where: \.isList) == true } }

  /// Whether an object with one member may be a tag and its content.
  package var readsLoneMembers: Bool { shape == .object && !isPayloadWhole && tagPaths.isEmpty }

  /// Returns whether a tag can stand at this place.
  package func accepts(_ tag: TypeTag) -> Bool {
    switch self {
    case .path(let keys, .named): tag.keyText.map { $0 != keys.first?.name } ?? false
    case .path, .pair: ScalarKind(tag) != nil
    case .members(let keys): tag.isCompound(of: keys.count)
    case .onlyKey, .caseName, .presentMember: tag.keyText != nil
    case .kind: tag.string.flatMap(JSONKind.init(rawValue:)) != nil
    case .fields, .trial, .anywhere: true
    case .alternatives(let all): all.places.contains { $0.accepts(tag) }
    }
  }

  /// Returns the key that would have two uses if a tag were registered, or nil.
  func clashingKey(with tag: TypeTag) -> String? {
    guard case .path(let keys, .named)? = each.first, let key = keys.first?.name else { return nil }
    return tag.keyText == key ? key : nil
  }

  /// Returns whether there is no tag here in an element that was recorded.
  ///
  /// False if that can't be known.
  func findsNothing(in element: ObjectRecorder) throws -> Bool {
    switch self {
    case .path, .members:
      wirePaths.allSatisfy { !element.hasMember(at: $0) }
    // A string is a tag without content.
    case .onlyKey: try element.kind != .string && !element.hasMembers
    // Any member may be a tag.
    case .caseName, .presentMember: try element.kind != .object || !element.hasMembers
    case .pair: try element.kind != .array
    case .kind, .fields, .trial, .anywhere: false
    case .alternatives(let all): try all.places.allSatisfy { try $0.findsNothing(in: element) }
    }
  }

  /// Returns whether tags stand at the same place.
  ///
  /// Functions are never the same.
  func isEqual(to other: TagPlace) -> Bool {
    switch (self, other) {
    case (.path(let keys, let payload), .path(let others, let other)):
      keys == others && payload == other
    case (.members(let keys), .members(let others)): keys == others
    case (.pair(let index), .pair(let other)): index == other
    case (.onlyKey, .onlyKey), (.caseName, .caseName), (.presentMember, .presentMember),
      (.kind, .kind), (.fields, .fields), (.trial, .trial):
      true
    // Forms compare alternatives one by one.
    default: false
    }
  }
}

extension TagPlace: CustomStringConvertible {
  /// Where a tag is that is in no element, for messages.
  static var beside: String { "beside the body" }

  /// The place, for messages: `under "type"`.
  package var description: String {
    switch self {
    case .path: "under \"\(tagPaths[0].joined(separator: "."))\""
    case .members(let keys): "under " + keys.map { "\"\($0.name)\"" }.joined(separator: ", ")
    case .onlyKey: "as the only key"
    case .caseName: "as the only key, the name of a case"
    case .presentMember: "as the key of a member"
    case .pair(let index): index == 0 ? "as the first element" : "as the last element"
    case .kind: "as the JSON kind of the value"
    case .fields: "by the fields"
    case .trial: "by trying each type"
    case .anywhere: "where the custom discriminator looks"
    case .alternatives(let all): all.places.map(\.description).joined(separator: " or ")
    }
  }
}

extension TypeTag {
  /// Whether the tag has a number of parts, of which some are present and can be read.
  fileprivate func isCompound(of count: Int) -> Bool {
    guard case .compound(let parts) = self else { return false }
    let present = parts.compactMap { $0 }
    return parts.count == count && !present.isEmpty && present.allSatisfy { ScalarKind($0) != nil }
  }
}

// MARK: - Members

extension TagPlace {
  /// The paths of the tag, or of its parts, among the members of the element; empty for several
  /// places.
  @inline(never) package var tagPaths: [[String]] {
    let names = keys?.map(\.name) ?? []
    return if case .path = self { [names] } else { names.map { [$0] } }
  }

  /// The same as keys of members.
  @inline(never) var wirePaths: [[WireKey]] { tagPaths.map { $0.map { WireKey($0) } } }

  /// The key of the payload beside the tag, if it is always the same.
  package var contentKey: String? {
    if case .path(_, .member(let content)) = self { content.name } else { nil }
  }

  /// The outermost keys of the element that the place uses.
  var outermostKeys: [String] {
    each.flatMap { place in
      place.tagPaths.compactMap(\.first) + (place.contentKey.map { [$0] } ?? [])
    }
  }

  /// Whether the tag is among the members of the payload.
  @inline(never) package var isTagInPayload: Bool { isPayloadWhole && !tagPaths.isEmpty }

  /// A key, or path, that has two uses, or nil.
  var clashingKey: String? {
    let places = each
    for paths in places.map(\.tagPaths) {
      for (index, path) in paths.enumerated() {
        // Several places may read a tag at one key, but not one a tag and another one content.
        let isContent = path.count == 1 && places.contains { $0.contentKey == path[0] }
        if isContent || paths[..<index].contains(path) { return path.joined(separator: ".") }
      }
    }
    return nil
  }
}
