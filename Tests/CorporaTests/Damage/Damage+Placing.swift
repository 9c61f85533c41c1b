import Medley
import TestSupport

/// The values of a document that can be made invalid.
struct Places {
  private(set) var elements: [Element] = []
  private(set) var lists: [List] = []
  private let roles: Roles
  private let known: Set<TypeTag>

  /// An element of a registered kind that is decoded.
  struct Element {
    let path: Path
    let scope: Path
    let tag: TypeTag
    let outerTag: TypeTag?
    /// The required members, except lists and the tag.
    let required: [String]
    let requiredOfOneKind: [(key: String, kind: Roles.Kind)]
  }

  /// A list of elements that is decoded.
  struct List {
    let owner: Path
    let key: String
    let scope: Path
    let tag: TypeTag?
    let isRequired: Bool
  }

  /// Finds the values of a document.
  ///
  /// - Parameters:
  ///   - tree: The document.
  ///   - roles: The common structure of the family's documents.
  ///   - known: The registered kinds; elements of others aren't decoded.
  ///   - site: The position of the tag.
  init<At: Site>(of tree: JSONTree, _ roles: Roles, knowing known: Set<TypeTag>, at site: At.Type) {
    self.roles = roles
    self.known = known
    visitMembers(of: tree, Surroundings(path: [], scope: [], tag: nil), at: site)
  }

  private struct Surroundings {
    var path: Path
    var scope: Path
    var tag: TypeTag?
  }

  private mutating func visitMembers<At: Site>(
    of tree: JSONTree,
    _ around: Surroundings,
    at site: At.Type
  ) {
    let objectTag = At.tag(of: tree)
    for member in tree.members ?? [] {
      var inside = around
      inside.path.append(.key(member.key))
      switch roles.role(of: member.key, tagged: objectTag) {
      case .list:
        lists.append(
          List(
            owner: around.path,
            key: member.key,
            scope: around.scope,
            tag: around.tag,
            isRequired: roles.isRequired(member.key, tagged: objectTag)
          )
        )
        for (index, element) in (member.value.elements ?? []).enumerated() {
          let path = inside.path + [.index(index)]
          let surroundings = Surroundings(path: path, scope: path, tag: around.tag)
          visitElement(element, surroundings, at: site)
        }
      case .element: visitElement(member.value, inside, at: site)
      case .kind, .loose: visitLoose(member.value, inside, at: site)
      }
    }
  }

  private mutating func visitElement<At: Site>(
    _ tree: JSONTree,
    _ around: Surroundings,
    at site: At.Type
  ) {
    guard let tag = At.tag(of: tree), known.contains(tag) else { return }
    let required = roles.required(tagged: tag).sorted().filter { key in
      key != At.key && roles.role(of: key, tagged: tag) != .list
    }
    elements.append(
      Element(
        path: around.path,
        scope: around.scope,
        tag: tag,
        outerTag: around.tag,
        required: required.filter { roles.role(of: $0, tagged: tag) != .loose },
        requiredOfOneKind: required.compactMap { key in
          if case .kind(let kind) = roles.role(of: key, tagged: tag) { (key, kind) } else { nil }
        }
      )
    )
    var inside = around
    inside.tag = tag
    visitMembers(of: tree, inside, at: site)
  }

  private mutating func visitLoose<At: Site>(
    _ tree: JSONTree,
    _ around: Surroundings,
    at site: At.Type
  ) {
    guard At.tag(of: tree) == nil else { return }
    for (index, element) in (tree.elements ?? []).enumerated() {
      var inside = around
      inside.path.append(.index(index))
      visitLoose(element, inside, at: site)
    }
    visitMembers(of: tree, around, at: site)
  }
}

// MARK: - Placing

extension Places {
  /// Changes some elements and lists, at most one within each list element.
  ///
  /// Two changes in one element would both cause its loss. Nested lists may have further changes,
  /// which are lost with it. Every second document has a changed list.
  func damages(using random: inout SeededRandom) -> [Damage] {
    let targets = elements.filter { !$0.scope.isEmpty }
    var damages: [Damage] = []
    var scopes: Set<Path> = []
    for index in 0..<min(24, 3 + targets.count / 2) {
      let damage =
        index == 0 && Bool.random(using: &random)
        ? lists.randomElement(using: &random)?.damage(using: &random)
        : targets.randomElement(using: &random)?.damage(index, using: &random)
      guard let damage, scopes.insert(damage.scope).inserted else { continue }
      damages.append(damage)
    }
    return damages
  }
}

extension Places.Element {
  func damage(_ index: Int, using random: inout SeededRandom) -> Damage {
    var kinds: [Damage.Kind] = [
      .replacedByScalar, .replacedByArray, .replacedByNull, .tagRemoved, .tagNull,
      .tagOfWrongKind(index), .tagUnknown(index),
    ]
    if let key = required.randomElement(using: &random) {
      kinds += [.memberRemoved(key), .memberRemoved(key)]
    }
    if let (key, kind) = requiredOfOneKind.randomElement(using: &random) {
      kinds += [.memberOfOtherKind(key), .memberOfOtherKind(key)]
      // For JSONDecoder, null in place of a Boolean is a type mismatch.
      if kind != .boolean { kinds.append(.memberNull(key)) }
    }
    return Damage(
      kind: kinds.randomElement(using: &random) ?? .tagRemoved,
      element: path,
      scope: scope,
      tag: tag,
      outerTag: outerTag
    )
  }
}

extension Places.List {
  func damage(using random: inout SeededRandom) -> Damage {
    let kinds: [Damage.Kind] =
      [.listNull(key), .listOfOtherKind(key)] + (isRequired ? [.listRemoved(key)] : [])
    return Damage(
      kind: kinds.randomElement(using: &random) ?? .listNull(key),
      element: owner,
      scope: scope,
      tag: tag,
      outerTag: nil
    )
  }
}
