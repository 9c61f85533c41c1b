// MARK: - Comparing

/// Where two trees differ first.
package struct JSONDifference: Hashable, Sendable, CustomStringConvertible {
  /// The way to the difference, such as `[1].fields.title`; empty on top.
  package let path: String

  package let expected: String
  package let found: String

  package var description: String {
    "\(path.isEmpty ? "on top" : "at \(path)"): expected \(expected), found \(found)"
  }
}

/// Trees are equal if they mean the same: objects are compared without order, numbers by value and
/// strings by code unit. An object that has a member twice equals none.
extension JSONTree: Equatable {
  package static func == (left: JSONTree, right: JSONTree) -> Bool {
    left.difference(from: right) == nil
  }

  /// The first difference between this tree and the `expected` one; nil if they mean the same.
  package func difference(from expected: JSONTree) -> JSONDifference? {
    difference(from: expected, at: "")
  }

  /// The first key, with the way to it, that an object of this tree has twice.
  package var duplicateKey: String? {
    duplicateKey(at: "")
  }
}

extension JSONTree {
  private func difference(from expected: JSONTree, at path: String) -> JSONDifference? {
    switch (self, expected) {
    case (.array(let found), .array(let expected)):
      elementDifference(of: found, from: expected, at: path)
    case (.object(let found), .object(let expected)):
      memberDifference(of: found, from: expected, at: path)
    case (.null, .null):
      nil
    case (.boolean(let found), .boolean(let expected)) where found == expected:
      nil
    case (.number(let found), .number(let expected)) where found == expected:
      nil
    case (.string(let found), .string(let expected)) where found.hasSameCodeUnits(as: expected):
      nil
    default:
      JSONDifference(path: path, expected: expected.text, found: text)
    }
  }

  private func elementDifference(
    of found: [JSONTree],
    from expected: [JSONTree],
    at path: String
  ) -> JSONDifference? {
    for (index, pair) in zip(found, expected).enumerated() {
      if let difference = pair.0.difference(from: pair.1, at: "\(path)[\(index)]") {
        return difference
      }
    }
    guard found.count != expected.count else { return nil }
    return JSONDifference(
      path: path,
      expected: "\(expected.count) elements",
      found: "\(found.count)"
    )
  }

  private func memberDifference(
    of found: [Member],
    from expected: [Member],
    at path: String
  ) -> JSONDifference? {
    if let key = found.firstDuplicateKey ?? expected.firstDuplicateKey {
      return JSONDifference(
        path: path.appending(member: key),
        expected: "the member at most once",
        found: "it twice"
      )
    }
    for member in expected {
      let path = path.appending(member: member.key)
      guard let value = JSONTree.object(found)[member.key] else {
        return JSONDifference(path: path, expected: member.value.text, found: "no such member")
      }
      if let difference = value.difference(from: member.value, at: path) { return difference }
    }
    for member in found where JSONTree.object(expected)[member.key] == nil {
      return JSONDifference(
        path: path.appending(member: member.key),
        expected: "no such member",
        found: member.value.text
      )
    }
    return nil
  }

  private func duplicateKey(at path: String) -> String? {
    if let key = members?.firstDuplicateKey { return path.appending(member: key) }
    for (index, element) in (elements ?? []).enumerated() {
      if let key = element.duplicateKey(at: "\(path)[\(index)]") { return key }
    }
    for member in members ?? [] {
      if let key = member.value.duplicateKey(at: path.appending(member: member.key)) { return key }
    }
    return nil
  }
}

extension [JSONTree.Member] {
  fileprivate var firstDuplicateKey: String? {
    var seen: Set<[UInt8]> = []
    return first { !seen.insert([UInt8]($0.key.utf8)).inserted }?.key
  }
}

extension String {
  fileprivate func appending(member key: String) -> String {
    isEmpty ? key : "\(self).\(key)"
  }
}
