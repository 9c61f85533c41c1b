import TestSupport

/// A document of which a type knows a part, for the laws of merging.
///
/// Members whose keys begin with `x` are unknown. A scalar has a spelling of its own, and the type
/// writes another one.
indirect enum MergeDocument {
  case scalar(spelling: String, written: String)
  case array([MergeDocument])
  case object([(key: String, value: MergeDocument)])

  /// Makes a document whose array elements are distinct for the type.
  static func random(
    _ random: inout SeededRandom,
    depth: Int = 4,
    number: inout Int
  ) -> MergeDocument {
    number += 1
    switch depth == 0 ? 0 : random.number(below: depth == 4 ? 2 : 4) + (depth == 4 ? 2 : 0) {
    case 0, 1:
      let text = number
      return random.once(in: 2)
        ? .scalar(spelling: "\(text).0", written: "\(text)")
        : .scalar(spelling: "\"\\u0041\(text)\"", written: "\"A\(text)\"")
    case 2:
      return .array(
        (0..<random.number(below: 5)).map { _ in
          Self.random(&random, depth: depth - 1, number: &number).numbered(&number)
        }
      )
    default:
      return .object(
        (0..<random.number(below: 6)).map { index in
          let key = "\(random.once(in: 3) ? "x" : "k")\(index)"
          return (key, Self.random(&random, depth: depth - 1, number: &number))
        }
      )
    }
  }

  /// The document with a member that no other has, so that elements are distinct.
  private func numbered(_ number: inout Int) -> MergeDocument {
    number += 1
    let scalar = MergeDocument.scalar(spelling: "\(number)e0", written: "\(number)")
    switch self {
    case .scalar: return self
    case .array(let elements): return .array(elements + [scalar])
    case .object(let members): return .object(members + [("k", scalar)])
    }
  }

  // MARK: - Writing

  /// What came: with white space that depends on the place alone.
  var text: String { text(at: 1) }

  private func text(at place: Int) -> String {
    func space(_ salt: Int) -> String {
      ["", " ", "\n  ", ""][(place &* 31 &+ salt &* 17) >> 2 & 3]
    }
    switch self {
    case .scalar(let spelling, _):
      return spelling
    case .array(let elements):
      let texts = elements.enumerated().map { index, element in
        space(index) + element.text(at: place &* 7 &+ index) + space(index + 1)
      }
      return "[\(texts.joined(separator: ","))]"
    case .object(let members):
      let texts = members.enumerated().map { index, member in
        let text = member.value.text(at: place &* 7 &+ index)
        return "\(space(index))\"\(member.key)\"\(space(index + 2)):\(space(index + 3))\(text)"
      }
      return "{\(texts.joined(separator: ","))}"
    }
  }

  /// What the type writes.
  var written: String {
    switch self {
    case .scalar(_, let written):
      return written
    case .array(let elements):
      return "[\(elements.map(\.written).joined(separator: ","))]"
    case .object(let members):
      let known = members.filter { !$0.key.hasPrefix("x") }.reversed()
      return "{\(known.map { "\"\($0.key)\":\($0.value.written)" }.joined(separator: ","))}"
    }
  }

  // MARK: - Changing

  /// The paths of all values that the type knows.
  var paths: [[Int]] {
    let children: [(Int, MergeDocument)] =
      switch self {
      case .scalar: []
      case .array(let elements): Array(elements.enumerated())
      case .object(let members):
        members.enumerated().filter { !$0.element.key.hasPrefix("x") }
          .map { ($0.offset, $0.element.value) }
      }
    return [[]] + children.flatMap { index, child in child.paths.map { [index] + $0 } }
  }

  /// Returns a copy in which a value is changed.
  func changing(
    _ path: ArraySlice<Int>,
    _ change: (MergeDocument) -> MergeDocument
  ) -> MergeDocument {
    guard let index = path.first else { return change(self) }
    switch self {
    case .scalar: return self
    case .array(var elements):
      elements[index] = elements[index].changing(path.dropFirst(), change)
      return .array(elements)
    case .object(var members):
      members[index].value = members[index].value.changing(path.dropFirst(), change)
      return .object(members)
    }
  }

  func value(at path: ArraySlice<Int>) -> MergeDocument {
    var found = self
    _ = changing(path) {
      found = $0
      return $0
    }
    return found
  }
}
