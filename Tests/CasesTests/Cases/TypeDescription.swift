import TestSupport

/// What a case says of a type that it uses: its fields, or the shape that it is a name for.
struct TypeDescription {
  let name: String
  let form: Form

  enum Form {
    case fields([String: CaseShape])
    case name(for: CaseShape)
  }

  init(name: String, _ tree: JSONTree) throws(CaseProblem) {
    self.name = name
    if let shape = tree.string {
      form = .name(for: try CaseShape(parsing: shape))
      return
    }
    guard let members = tree.members else {
      throw .invalid("The type '\(name)' is described by neither fields nor a shape")
    }
    var fields: [String: CaseShape] = [:]
    for member in members {
      guard let shape = member.value.string else {
        throw .invalid("The field '\(member.key)' of '\(name)' has no shape")
      }
      fields[member.key] = try CaseShape(parsing: shape)
    }
    form = .fields(fields)
  }
}
