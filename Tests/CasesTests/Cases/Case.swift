import TestSupport

/// One case, as the schema has it: an input, the registries that it meets, and the outcome.
struct Case {
  let name: String
  let topic: String
  let types: [TypeDescription]
  let enums: [EnumDescription]
  let registries: [RegistryDescription]
  let operation: Operation
  let resolution: Resolution?
  let keys: KeyStrategy
  let isForEngineOnly: Bool
  let expectation: Expectation

  enum Operation {
    /// Building the registries is the case.
    case none
    case decode(root: CaseShape, input: String)

    /// The input is read as the plain type, wrapped as known, and encoded.
    case encode(base: String, type: String, input: String)

    var input: String? {
      switch self {
      case .none: nil
      case .decode(_, let input), .encode(_, _, let input): input
      }
    }
  }

  /// What is registered besides, once decoding is done.
  struct Resolution {
    let base: String
    let registrations: [RegistrationDescription]
  }
}

// MARK: - Reading

extension Case {
  init(_ tree: JSONTree) throws(CaseProblem) {
    var reader = try MemberReader(tree, at: "the case")
    name = try reader.string("name")
    topic = try reader.string("topic")
    types = try Self.types(in: reader.value("types"))
    enums = try EnumDescription.list(reader.value("enums"))
    registries = try Self.registries(in: reader.value("registries"))
    operation = try Operation(
      decode: reader.value("decode"),
      encode: reader.value("encode")
    )
    resolution = try reader.value("resolve").map { tree throws(CaseProblem) in
      try Resolution(tree)
    }
    keys = try Self.keyStrategy(reader.optionalString("keyStrategy"))
    isForEngineOnly = try Self.isForEngineOnly(reader.optionalString("only"))
    expectation = try Expectation(reader.required("expect"))
    // For people.
    _ = reader.value("notes")
    try reader.finish()
    if expectation.isEmpty, operation.input != nil { throw .invalid("The case expects nothing") }
    if (resolution == nil) != (expectation.resolved == nil) {
      throw .invalid("'resolve' and 'resolved' belong together")
    }
  }

  private static func types(in tree: JSONTree?) throws(CaseProblem) -> [TypeDescription] {
    var types: [TypeDescription] = []
    for member in tree?.members ?? [] {
      types.append(try TypeDescription(name: member.key, member.value))
    }
    return types
  }

  private static func registries(
    in tree: JSONTree?
  ) throws(CaseProblem) -> [RegistryDescription] {
    var registries: [RegistryDescription] = []
    for member in tree?.members ?? [] {
      registries.append(try RegistryDescription(base: member.key, member.value))
    }
    return registries
  }

  private static func keyStrategy(_ name: String?) throws(CaseProblem) -> KeyStrategy {
    switch name {
    case nil: .asWritten
    case "snakeCase": .snakeCase
    case let name?: throw .invalid("No key strategy '\(name)'")
    }
  }

  private static func isForEngineOnly(_ name: String?) throws(CaseProblem) -> Bool {
    switch name {
    case nil: false
    case "engine": true
    case let name?: throw .invalid("Nothing is 'only' for '\(name)'")
    }
  }
}

extension Case.Operation {
  init(decode: JSONTree?, encode: JSONTree?) throws(CaseProblem) {
    switch (decode, encode) {
    case (nil, nil):
      self = .none
    case (let tree?, nil):
      var reader = try MemberReader(tree, at: "'decode'")
      let root = try CaseShape(parsing: reader.string("root"))
      self = .decode(root: root, input: try reader.string("input"))
      try reader.finish()
    case (nil, let tree?):
      var reader = try MemberReader(tree, at: "'encode'")
      self = .encode(
        base: try reader.string("registry"),
        type: try reader.string("type"),
        input: try reader.string("input")
      )
      try reader.finish()
    case (_?, _?):
      throw .invalid("The case decodes and encodes")
    }
  }
}

extension Case.Resolution {
  init(_ tree: JSONTree) throws(CaseProblem) {
    var reader = try MemberReader(tree, at: "'resolve'")
    base = try reader.string("registry")
    registrations = try RegistrationDescription.list(reader.elements("register"))
    try reader.finish()
  }
}
