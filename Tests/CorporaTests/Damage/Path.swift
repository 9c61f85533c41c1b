import TestSupport

/// A path into a document.
typealias Path = [Step]

/// A step of a path; the order is that in which `Picture` decodes members.
enum Step: Hashable {
  case key(String)
  case index(Int)

  init(_ key: any CodingKey) {
    self = key.intValue.map { .index($0) } ?? .key(key.stringValue)
  }
}

extension Step: Comparable {
  static func < (lhs: Step, rhs: Step) -> Bool {
    switch (lhs, rhs) {
    case (.key(let lhs), .key(let rhs)): lhs < rhs
    case (.index(let lhs), .index(let rhs)): lhs < rhs
    case (.key, .index): false
    case (.index, .key): true
    }
  }
}

extension Path {
  init(_ codingPath: [any CodingKey]) {
    self = codingPath.map(Step.init)
  }

  /// The path in Swift syntax.
  var place: String {
    reduce(into: "") { place, step in
      switch step {
      case .key(let key): place += place.isEmpty ? key : ".\(key)"
      case .index(let index): place += "[\(index)]"
      }
    }
  }

  func isInside(_ other: Path) -> Bool {
    count >= other.count && prefix(other.count).elementsEqual(other)
  }
}

// MARK: - Editing

extension JSONTree {
  /// This tree with the value at a path replaced or removed; unchanged if there is none.
  func replacing(
    at path: some Collection<Step>,
    with replacement: JSONTree?
  ) -> JSONTree? {
    guard let step = path.first else { return replacement }
    let rest = path.dropFirst()
    switch (self, step) {
    case (.array(var elements), .index(let index)) where elements.indices.contains(index):
      let element = elements[index].replacing(at: rest, with: replacement)
      elements.replaceSubrange(index...index, with: [element].compactMap(\.self))
      return .array(elements)
    case (.object(var members), .key(let key)):
      guard let index = members.firstIndex(where: { $0.key == key }) else {
        return replacement == nil || !rest.isEmpty
          ? self : .object(members + [Member(key: key, value: replacement ?? .null)])
      }
      guard let value = members[index].value.replacing(at: rest, with: replacement) else {
        members.remove(at: index)
        return .object(members)
      }
      members[index].value = value
      return .object(members)
    default:
      return self
    }
  }
}
