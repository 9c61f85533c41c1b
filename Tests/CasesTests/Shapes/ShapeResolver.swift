import Medley

/// Makes Swift types of shapes, by opening metatypes: any composition of what exists is a type.
struct ShapeResolver {
  let bases: CaseBases

  /// What the case says of its own types.
  let described: [TypeDescription]

  /// The type that `shape` stands for.
  ///
  /// - Throws: ``CaseProblem/pending(_:)`` if the library has no type for the shape yet.
  func type(of shape: CaseShape) throws(CaseProblem) -> any Codable.Type {
    switch shape {
    case .string: return String.self
    case .int: return Int.self
    case .double: return Double.self
    case .bool: return Bool.self
    case .named(let name): return try payload(named: name)
    case .element(let base): return try bases.base(named: base).element
    case .list(let element):
      let element = try type(of: element)
      return list(of: element)
    case .dictionary(.string, let value):
      let value = try type(of: value)
      return dictionary(of: value)
    case .optional(let wrapped):
      let wrapped = try type(of: wrapped)
      return optional(of: wrapped)
    case .lossy(let wrapped): return try lossy(try type(of: wrapped))
    case .wrapper(.element(let base)): return try bases.base(named: base).wrapper()
    case .dictionary(.openEnum, _), .openEnum: throw .pending("needs the shape 'open'")
    case .lossless: throw .pending("needs the shape 'lossless'")
    case .flag: throw .pending("needs the shape 'flag'")
    case .field: throw .pending("needs the shape 'field'")
    case .defaulted: throw .pending("needs the shape '='")
    case .composed: throw .pending("needs the shape '&'")
    case .dictionary: throw .invalid("The keys of a dictionary are strings or an open enum")
    case .wrapper: throw .invalid("A wrapper holds an element of a base")
    }
  }

  /// The struct of the catalogue that is called `name`.
  func payload(named name: String) throws(CaseProblem) -> any Payload.Type {
    if let payload = Catalogue.payloads[name] { return payload }
    // A type that isn't declared yet: what it is made of tells whether it could be.
    if let description = described.first(where: { $0.name == name }) {
      switch description.form {
      case .name(let shape): _ = try type(of: shape)
      case .fields(let fields): for shape in fields.values { _ = try type(of: shape) }
      }
    }
    throw .invalid("The catalogue has no type '\(name)'")
  }

  /// Makes sure that the case means the catalogue's types by the names that it uses.
  func checkAgreement() throws(CaseProblem) {
    for description in described {
      let payload = try payload(named: description.name)
      var declared: [String: CaseShape] = [:]
      for (name, shape) in payload.fields { declared[name] = try CaseShape(parsing: shape) }
      guard case .fields(declared) = description.form else {
        throw .invalid("The catalogue's '\(description.name)' has other fields")
      }
    }
  }
}

// MARK: - Opening metatypes

extension ShapeResolver {
  private func list<Element: Codable>(of type: Element.Type) -> any Codable.Type {
    [Element].self
  }

  private func dictionary<Value: Codable>(of type: Value.Type) -> any Codable.Type {
    [String: Value].self
  }

  private func optional<Wrapped: Codable>(of type: Wrapped.Type) -> any Codable.Type {
    Wrapped?.self
  }

  private func lossy(_ type: any Codable.Type) throws(CaseProblem) -> any Codable.Type {
    guard let type = type as? any (LossyDecodable & Encodable).Type else {
      throw .pending("needs a lossy \(type)")
    }
    return wrapped(type)
  }

  private func wrapped<Value: LossyDecodable & Encodable>(
    _ type: Value.Type
  ) -> any Codable.Type {
    Lossy<Value>.self
  }
}
