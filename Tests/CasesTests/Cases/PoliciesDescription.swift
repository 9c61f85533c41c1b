import TestSupport

/// What a case says of the policies; what it doesn't say is the default.
struct PoliciesDescription: Equatable {
  let unknown: Policy
  let missing: Policy
  let null: Policy
  let wrongKind: Policy
  let malformed: Policy

  /// What is done in one situation.
  enum Policy: Equatable {
    case keep
    case raise
    case asMissing
    case assume(JSONTree)
    case decodeAs(CaseShape)
  }

  init(_ tree: JSONTree) throws(CaseProblem) {
    var reader = try MemberReader(tree, at: "'policies'")
    unknown = try Policy(reader.value("unknown")) ?? .keep
    missing = try Policy(reader.value("missing")) ?? .raise
    null = try Policy(reader.value("null")) ?? .asMissing
    wrongKind = try Policy(reader.value("wrongKind")) ?? .raise
    malformed = try Policy(reader.value("malformed")) ?? .raise
    try reader.finish()
  }
}

extension PoliciesDescription.Policy {
  init?(_ tree: JSONTree?) throws(CaseProblem) {
    guard let tree else { return nil }
    switch tree.string {
    case "keep": self = .keep
    case "throw": self = .raise
    case "asMissing": self = .asMissing
    case _?: throw .invalid("No policy: \(tree)")
    case nil:
      var reader = try MemberReader(tree, at: "a policy")
      if let tag = reader.value("assume") {
        self = .assume(tag)
      } else {
        self = .decodeAs(try CaseShape(parsing: reader.string("decodeAs")))
      }
      try reader.finish()
    }
  }
}
