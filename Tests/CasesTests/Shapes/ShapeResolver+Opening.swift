import Medley
import MedleyComposition
import MedleyResilience

// MARK: - Opening metatypes

extension ShapeResolver {
  func list<Element: Codable>(of type: Element.Type) -> any Codable.Type {
    [Element].self
  }

  func dictionary<Value: Codable>(of type: Value.Type) -> any Codable.Type {
    [String: Value].self
  }

  func optional<Wrapped: Codable>(of type: Wrapped.Type) -> any Codable.Type {
    Wrapped?.self
  }

  func lossy(_ type: any Codable.Type) throws(CaseProblem) -> any Codable.Type {
    guard let type = type as? any (LossyDecodable & Encodable).Type else {
      throw .invalid("Nothing can be dropped from \(type)")
    }
    func lossy<Value: LossyDecodable & Encodable>(_ type: Value.Type) -> any Codable.Type {
      Lossy<Value>.self
    }
    return lossy(type)
  }

  func lossless(_ type: any Codable.Type) throws(CaseProblem) -> any Codable.Type {
    guard let type = type as? any LosslessConvertible.Type else {
      throw .invalid("Nothing else can become \(type)")
    }
    func lossless<Value: LosslessConvertible>(_ type: Value.Type) -> any Codable.Type {
      Lossless<Value>.self
    }
    return lossless(type)
  }

  func field<Value: Codable>(of type: Value.Type) -> any Codable.Type {
    FieldValue<Value>.self
  }

  func dictionary<Value: Codable>(
    of type: Value.Type,
    by key: any OpenCatalogueEnum.Type
  ) -> any Codable.Type {
    func dictionary<Key: OpenCatalogueEnum>(by key: Key.Type) -> any Codable.Type {
      [OpenEnum<Key>: Value].self
    }
    return dictionary(by: key)
  }

  func open<Known: OpenCatalogueEnum>(_ type: Known.Type) -> any Codable.Type {
    OpenEnum<Known>.self
  }
}

// MARK: - Composing

extension ShapeResolver {
  /// The compositions that have a name, and that this case could use.
  var compositions: [(name: String, type: any Registrable.Type)] {
    Catalogue.compositions.keys.compactMap { name in
      (try? payload(named: name)).map { (name, $0) }
    }
  }

  /// The composition of two parts, or of more, the first of them composed before.
  func composition(of shapes: [CaseShape]) throws(CaseProblem) -> any Registrable.Type {
    var whole = try part(shapes[0])
    for shape in shapes.dropFirst() { whole = composed(whole, with: try part(shape)) }
    return whole
  }

  func part(_ shape: CaseShape) throws(CaseProblem) -> any Registrable.Type {
    guard let part = try type(of: shape) as? any Registrable.Type else {
      throw .invalid("No part of a composition: \(shape)")
    }
    return part
  }

  private func composed(
    _ base: any Registrable.Type,
    with part: any Registrable.Type
  ) -> any Registrable.Type {
    func composed<Base: Registrable, Part: Registrable>(
      _ base: Base.Type,
      _ part: Part.Type
    ) -> any Registrable.Type {
      Composed<Base, Part>.self
    }
    return composed(base, part)
  }
}
