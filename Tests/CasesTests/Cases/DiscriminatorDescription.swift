import TestSupport

/// What a case says of a discriminator.
enum DiscriminatorDescription: Equatable {
  case key(String)
  case path([String])
  case adjacent(tag: String, content: String?)
  case external
  case wrapperArray
  case compound([String])
  case deduced
  case custom([Rule])
  case alternatives([DiscriminatorDescription])

  /// The tag of whatever has a certain key.
  struct Rule: Equatable {
    let key: String
    let tag: JSONTree
  }

  init(_ tree: JSONTree) throws(CaseProblem) {
    var reader = try MemberReader(tree, at: "a discriminator")
    let form = tree.members?.first?.key ?? ""
    switch form {
    case "key": self = .key(try reader.string(form))
    case "path": self = .path(try Self.keys(form, in: &reader))
    case "adjacent":
      var members = try MemberReader(reader.required(form), at: "'adjacent'")
      self = .adjacent(
        tag: try members.string("tag"),
        content: try members.optionalString("content")
      )
      try members.finish()
    case "external": self = try Self.flag(form, in: &reader, .external)
    case "wrapperArray": self = try Self.flag(form, in: &reader, .wrapperArray)
    case "deduced": self = try Self.flag(form, in: &reader, .deduced)
    case "compound": self = .compound(try Self.keys(form, in: &reader))
    case "custom": self = .custom(try Self.rules(reader.elements(form)))
    case "or": self = .alternatives(try Self.alternatives(reader.elements(form)))
    default: throw .invalid("No discriminator: \(tree)")
    }
    try reader.finish()
  }

  private static func flag(
    _ key: String,
    in reader: inout MemberReader,
    _ form: DiscriminatorDescription
  ) throws(CaseProblem) -> DiscriminatorDescription {
    guard try reader.flag(key) else { throw .invalid("A discriminator that isn't '\(key)'") }
    return form
  }

  private static func keys(
    _ key: String,
    in reader: inout MemberReader
  ) throws(CaseProblem) -> [String] {
    guard let keys = try reader.strings(key), !keys.isEmpty else {
      throw .invalid("The discriminator '\(key)' names no key")
    }
    return keys
  }

  private static func rules(_ elements: [JSONTree]?) throws(CaseProblem) -> [Rule] {
    var rules: [Rule] = []
    for element in elements ?? [] {
      var reader = try MemberReader(element, at: "a custom rule")
      rules.append(Rule(key: try reader.string("has"), tag: try reader.required("tag")))
      try reader.finish()
    }
    return rules
  }

  private static func alternatives(
    _ elements: [JSONTree]?
  ) throws(CaseProblem) -> [DiscriminatorDescription] {
    var forms: [DiscriminatorDescription] = []
    for element in elements ?? [] { forms.append(try DiscriminatorDescription(element)) }
    guard !forms.isEmpty else { throw .invalid("The discriminator 'or' has no alternative") }
    return forms
  }
}
