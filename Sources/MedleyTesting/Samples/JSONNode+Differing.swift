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
    case (.object, .object):
      let members = dictionaries?.children(of: old) ?? old.children
      let olds = Dictionary(grouping: members, by: \.name)
      let keys = Set(children.map(\.name))
      let lost = members.filter { !keys.contains($0.name) }
      return children.flatMap { new in
        olds[new.name]?.flatMap {
          new.value.differences(from: $0.value, dictionaries, at: path + [$0.key])
        } ?? [NodeDifference(path: path + [new.key], new: new.value)]
      } + lost.map { NodeDifference(path: path + [$0.key], old: $0.value) }
    case (.array(let olds), .array(let news)) where olds.count == news.count:
      return zip(old.children, children).flatMap { old, new in
        new.value.differences(from: old.value, dictionaries, at: path + [new.key])
      }
    case (.array(let olds), .array(let news)):
      // What both begin and end with is the same.
      let start = zip(olds, news).prefix { $0 == $1 }.count
      let rest = min(olds.count, news.count) - start
      let end = zip(olds.reversed(), news.reversed()).prefix { $0 == $1 }.prefix(rest).count
      return old.children[start...].dropLast(end)
        .map { NodeDifference(path: path + [$0.key], old: $0.value, isElement: true) }
        + children[start...].dropLast(end)
        .map { NodeDifference(path: path + [$0.key], new: $0.value, isElement: true) }
    default: return [NodeDifference(path: path, old: old, new: self)]
    }
  }
}
