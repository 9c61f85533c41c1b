import TestSupport

/// A description that a case expects of a value, with what it leaves open.
struct ValueExpectation {
  let description: JSONTree

  /// The first difference between `found` and what is expected; nil if there is none.
  func difference(in found: JSONTree) -> JSONDifference? {
    found.difference(from: Self.completing(description, with: found))
  }

  /// Takes over from `found` what `expected` leaves open: of an unknown payload the reason, where
  /// it has none, and the tag, where it is `{}`.
  private static func completing(_ expected: JSONTree, with found: JSONTree) -> JSONTree {
    switch expected {
    case .array(let elements):
      return .array(
        elements.enumerated().map { index, element in
          guard let elements = found.elements, elements.indices.contains(index) else {
            return element
          }
          return completing(element, with: elements[index])
        }
      )
    case .object(var members):
      members = members.map { member in
        guard let value = found[member.key] else { return member }
        return JSONTree.Member(key: member.key, value: completing(member.value, with: value))
      }
      if let tag = expected["unknown"] {
        if tag == .object([:]), let found = found["unknown"] {
          members.removeAll { $0.key == "unknown" }
          members.append(JSONTree.Member(key: "unknown", value: found))
        }
        if expected["reason"] == nil, let reason = found["reason"] {
          members.append(JSONTree.Member(key: "reason", value: reason))
        }
      }
      return .object(members)
    case .null, .boolean, .number, .string:
      return expected
    }
  }
}
