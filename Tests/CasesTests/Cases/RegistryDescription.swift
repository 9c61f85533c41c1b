import TestSupport

/// What a case says of one registry.
struct RegistryDescription: Equatable {
  let base: String

  /// Whether the base is a `PolymorphicEnum`, and whether that has a case for what is unknown.
  let isEnum: Bool
  let hasUnknownCase: Bool

  let discriminator: DiscriminatorDescription
  let policies: PoliciesDescription
  let registrations: [RegistrationDescription]

  /// The registrations of a second registry that is merged into the first; nil if there is none.
  let merging: [RegistrationDescription]?
  let overriding: [RegistrationDescription]?

  init(base: String, _ tree: JSONTree) throws(CaseProblem) {
    var reader = try MemberReader(tree, at: "the registry '\(base)'")
    self.base = base
    isEnum = try reader.flag("enum")
    hasUnknownCase = try reader.flag("unknownCase")
    discriminator = try DiscriminatorDescription(reader.required("discriminator"))
    policies = try PoliciesDescription(reader.value("policies") ?? .object([:]))
    registrations = try RegistrationDescription.list(reader.elements("register"))
    merging = try reader.elements("merging").map(RegistrationDescription.list)
    overriding = try reader.elements("overriding").map(RegistrationDescription.list)
    try reader.finish()
  }
}

/// One type, and the tags that select it.
struct RegistrationDescription: Equatable {
  /// A name of the catalogue, or that of a registry after `@`.
  let type: CaseShape

  /// The canonical tag comes first.
  let tags: [JSONTree]

  let conversion: String?
  let isDecodeOnly: Bool

  /// The case of the enum that holds the payload.
  let enumCase: String?

  init(_ tree: JSONTree) throws(CaseProblem) {
    var reader = try MemberReader(tree, at: "a registration")
    type = try CaseShape(parsing: reader.string("type"))
    tags = try reader.elements("tags") ?? []
    guard !tags.isEmpty else { throw .invalid("A registration without tags: \(tree)") }
    conversion = try reader.optionalString("as")
    isDecodeOnly = try reader.flag("decodeOnly")
    enumCase = try reader.optionalString("case")
    try reader.finish()
  }

  static func list(_ elements: [JSONTree]?) throws(CaseProblem) -> [RegistrationDescription] {
    var list: [RegistrationDescription] = []
    for element in elements ?? [] { list.append(try RegistrationDescription(element)) }
    return list
  }
}
