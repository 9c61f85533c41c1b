/// A place where two trees differ.
struct NodeDifference {
  var path: NodePath
  /// The value of the first tree; nil if it is only in the second.
  var old: JSONNode?
  /// The value of the second tree; nil if it is only in the first.
  var new: JSONNode?
  /// Whether it is an element that only one of two arrays has.
  var isElement = false
}

extension JSONNode {
  /// Returns the places where another tree differs, as deep inside as they are.
  ///
  /// The order of members doesn't matter.
  ///
  /// - Complexity: O(*n*) in the size of both trees.
  func differences(from old: JSONNode) -> [NodeDifference] {
    var differences: [NodeDifference] = []
    collectDifferences(from: old, at: [], in: &differences)
    return differences
  }

  private func collectDifferences(
    from old: JSONNode,
    at path: NodePath,
    in list: inout [NodeDifference]
  ) {
    switch (old, self) {
    case (.scalar(let old), .scalar(let new)) where old == new: return
    case (.object(let old), .object(let new)):
      let olds = Dictionary(old.map { ($0.key, $0.value) }) { first, _ in first }
      let news = Dictionary(new.map { ($0.key, $0.value) }) { first, _ in first }
      for member in new {
        if let value = olds[member.key] {
          let path = path + [.key(member.key)]
          member.value.collectDifferences(from: value, at: path, in: &list)
        } else {
          list.append(NodeDifference(path: path + [.key(member.key)], new: member.value))
        }
      }
      for member in old where news[member.key] == nil {
        list.append(NodeDifference(path: path + [.key(member.key)], old: member.value))
      }
    case (.array(let old), .array(let new)) where old.count == new.count:
      for (index, (old, new)) in zip(old, new).enumerated() {
        new.collectDifferences(from: old, at: path + [.index(index)], in: &list)
      }
    case (.array(let old), .array(let new)):
      // What both begin and end with is the same.
      let start = zip(old, new).prefix { $0 == $1 }.count
      let rest = min(old.count, new.count) - start
      let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(rest).count
      for index in start..<(old.count - end) {
        let path = path + [.index(index)]
        list.append(NodeDifference(path: path, old: old[index], isElement: true))
      }
      for index in start..<(new.count - end) {
        let path = path + [.index(index)]
        list.append(NodeDifference(path: path, new: new[index], isElement: true))
      }
    default:
      list.append(NodeDifference(path: path, old: old, new: self))
    }
  }
}
