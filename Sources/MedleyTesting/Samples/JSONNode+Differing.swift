import MedleyBase

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
  ///   - path: The path of both trees.
  /// - Returns: The differences.
  /// - Complexity: O(*nm*) in the size of both trees and their depth.
  func differences(
    from old: JSONNode,
    _ dictionaries: DictionaryKeys? = nil,
    at path: NodePath = []
  ) -> [NodeDifference] {
    switch (old, self) {
    case (.scalar(let old), .scalar(let new)) where old == new: return []
    case (.object, .object(let new)):
      let children = dictionaries?.children(of: old) ?? old.children
      let olds = Dictionary(grouping: children, by: \.name)
      let keys = Set(new.map(\.name))
      let lost = children.filter { !keys.contains($0.name) }
      return new.flatMap { member in
        olds[member.name]?.flatMap {
          member.value.differences(from: $0.value, dictionaries, at: path + [$0.key])
        } ?? [NodeDifference(path: path + [member.key], new: member.value)]
      } + lost.map { NodeDifference(path: path + [$0.key], old: $0.value) }
    case (.array(let old), .array(let new)) where old.count == new.count:
      return zip(old, new).enumerated().flatMap { index, pair in
        pair.1.differences(from: pair.0, dictionaries, at: path + [WireKey(index: index)])
      }
    case (.array(let old), .array(let new)):
      // What both begin and end with is the same.
      let start = zip(old, new).prefix { $0 == $1 }.count
      let rest = min(old.count, new.count) - start
      let end = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.prefix(rest).count
      return (start..<(old.count - end)).map {
        NodeDifference(path: path + [WireKey(index: $0)], old: old[$0], isElement: true)
      }
        + (start..<(new.count - end)).map {
          NodeDifference(path: path + [WireKey(index: $0)], new: new[$0], isElement: true)
        }
    default: return [NodeDifference(path: path, old: old, new: self)]
    }
  }
}
