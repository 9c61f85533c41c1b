import Medley
import TestSupport

/// How many elements of each kind there are.
struct Census: Equatable {
  /// Of registered kinds.
  var known: [TypeTag: Int] = [:]
  /// Of other kinds.
  var unknown: [TypeTag: Int] = [:]
  /// Inside elements of other kinds, which aren't decoded.
  var inside: [TypeTag: Int] = [:]

  var total: Int {
    [known, unknown, inside].reduce(0) { $0 + $1.values.reduce(0, +) }
  }

  static func + (lhs: Census, rhs: Census) -> Census {
    Census(
      known: lhs.known.merging(rhs.known, uniquingKeysWith: +),
      unknown: lhs.unknown.merging(rhs.unknown, uniquingKeysWith: +),
      inside: lhs.inside.merging(rhs.inside, uniquingKeysWith: +)
    )
  }
}

// MARK: - Counting what is there

extension Census {
  /// Counts the elements of a document.
  mutating func count<At: Site>(
    _ tree: JSONTree,
    at site: At.Type,
    knowing kinds: Set<TypeTag>,
    isInside: Bool = false
  ) {
    var isInside = isInside
    if let tag = At.tag(of: tree) {
      switch (isInside, kinds.contains(tag)) {
      case (true, _): inside[tag, default: 0] += 1
      case (false, true): known[tag, default: 0] += 1
      case (false, false):
        unknown[tag, default: 0] += 1
        isInside = true
      }
    }
    for element in tree.elements ?? [] {
      count(element, at: site, knowing: kinds, isInside: isInside)
    }
    for member in tree.members ?? [] {
      count(member.value, at: site, knowing: kinds, isInside: isInside)
    }
  }
}

// MARK: - Counting what was decoded

extension Census {
  /// Counts the elements of a decoded document.
  mutating func count<At: Site>(_ content: Content<At>) {
    switch content {
    case .element(.known(let node)):
      if let tag = node.tag { known[tag, default: 0] += 1 }
      for content in (node as? Element<At>)?.members.values.map(\.self) ?? [] { count(content) }
    case .element(.unknown(let payload)):
      if let tag = payload.tag, payload.reason == .unregistered { unknown[tag, default: 0] += 1 }
      countInside(payload.content, at: At.self, isOutermost: true)
    case .object(let members):
      for content in members.values { count(content) }
    case .array(let elements):
      for content in elements { count(content) }
    case .scalar:
      break
    }
  }

  private mutating func countInside<At: Site>(
    _ value: PayloadValue,
    at site: At.Type,
    isOutermost: Bool = false
  ) {
    if !isOutermost, let tag = At.tag(of: value) { inside[tag, default: 0] += 1 }
    switch value {
    case .array(let elements):
      for element in elements { countInside(element, at: site) }
    case .object(let members):
      for member in members { countInside(member.value, at: site) }
    default: break
    }
  }
}
