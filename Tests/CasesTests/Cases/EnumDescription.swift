import TestSupport

/// What a case says of an enum with raw values: their kind, and the cases with theirs.
struct EnumDescription: Equatable {
  let name: String
  let raw: CaseShape

  /// The raw values, by the names of the cases.
  let cases: [String: JSONTree]

  init(name: String, _ tree: JSONTree) throws(CaseProblem) {
    var reader = try MemberReader(tree, at: "the enum '\(name)'")
    self.name = name
    raw = try CaseShape(parsing: reader.string("raw"))
    guard let members = try reader.required("cases").members else {
      throw .invalid("The cases of the enum '\(name)' are no object")
    }
    cases = Dictionary(members.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
    try reader.finish()
  }

  static func list(_ tree: JSONTree?) throws(CaseProblem) -> [EnumDescription] {
    var list: [EnumDescription] = []
    for member in tree?.members ?? [] {
      list.append(try EnumDescription(name: member.key, member.value))
    }
    return list
  }
}
