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
  /// The order of members doesn't matter. Each member with a repeated key is compared.
  ///
  /// - Parameters:
  ///   - old: The first tree.
  ///   - dictionaries: The keys of dictionaries in the first tree, which paths tell from others.
  /// - Returns: The differences.
  /// - Complexity: O(*n*) in the size of both trees.
  func differences(
    from old: JSONNode,
    _ dictionaries: DictionaryKeys? = nil
  ) -> [NodeDifference] {
    var differences: [NodeDifference] = []
    collectDifferences(from: old, at: [], dictionaries, in: &differences)
    return differences
  }

  private func collectDifferences(
    from old: JSONNode,
    at path: NodePath,
    _ dictionaries: DictionaryKeys?,
    in list: inout [NodeDifference]
  ) {
    switch (old, self) {
    case (.scalar(let old), .scalar(let new)) where old == new: return
    case (.object, .object(let new)):
      let children = dictionaries?.children(of: old) ?? old.children
      let olds = Dictionary(grouping: children, by: \.step.name)
      for member in new {
        guard let olds = olds[member.key] else {
          list.append(NodeDifference(path: path + [.key(member.key)], new: member.value))
          continue
        }
        for (step, old) in olds {
          member.value.collectDifferences(from: old, at: path + [step], dictionaries, in: &list)
        }
      }
      let keys = Set(new.map(\.key))
      for (step, old) in children where !keys.contains(step.name) {
        list.append(NodeDifference(path: path + [step], old: old))
      }
    case (.array(let old), .array(let new)) where old.count == new.count:
      for (index, (old, new)) in zip(old, new).enumerated() {
        new.collectDifferences(from: old, at: path + [.index(index)], dictionaries, in: &list)
      }
    case (.array(let old), .array(let new)):
      // What both begin and end with is the same.
      let start = zip(old, new).prefix { $0 == $1 }.count
      let rest = min(old.count, new.count) - start
      let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(rest).count
      list += (start..<(old.count - end)).map {
        NodeDifference(path: path + [.index($0)], old: old[$0], isElement: true)
      }
      list += (start..<(new.count - end)).map {
        NodeDifference(path: path + [.index($0)], new: new[$0], isElement: true)
      }
    default:
      list.append(NodeDifference(path: path, old: old, new: self))
    }
  }
}
