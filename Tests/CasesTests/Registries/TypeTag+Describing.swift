import Medley
import TestSupport

extension TypeTag {
  /// The tag that a case writes as `tree`.
  init(describedBy tree: JSONTree) throws(CaseProblem) {
    switch tree {
    case .string(let string): self = .string(string)
    case .boolean(let boolean): self = .boolean(boolean)
    case .number(let number):
      guard let integer = number.int64 else { throw .invalid("No tag: \(tree)") }
      self = .integer(integer)
    case .array(let halves):
      var tags: [TypeTag?] = []
      for half in halves { tags.append(half == .null ? nil : try TypeTag(describedBy: half)) }
      self = .compound(tags)
    case .null, .object: throw .invalid("No tag: \(tree)")
    }
  }

  /// The tag as the cases write it.
  var described: JSONTree {
    switch self {
    case .string(let string): .string(string)
    case .integer(let integer): .number(JSONNumber(integer))
    case .boolean(let boolean): .boolean(boolean)
    case .compound(let halves): .array(halves.map { $0?.described ?? .null })
    }
  }
}
