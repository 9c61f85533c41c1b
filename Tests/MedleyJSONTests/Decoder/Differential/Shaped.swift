import Foundation
import Medley
import MedleyBase

/// Decodes the values of a ``Shape`` and records them.
struct Shaped: Decodable {
  let trace: String

  init(from decoder: any Decoder) throws {
    guard let plan = decoder.userInfo[.shapes] as? ShapePlan else { throw ShapePlan.Missing() }
    let shape = plan.next
    // The next element of an array is of the same shape.
    defer { plan.next = shape }
    trace = try Interpreter(plan: plan).read(shape, from: decoder)
  }
}

extension CodingUserInfoKey {
  static let shapes: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "shapes") else { preconditionFailure() }
    return key
  }()
}

/// The shape of what is decoded next.
///
/// It is a class, because all types share the `userInfo` of a decoder.
final class ShapePlan: Sendable {
  struct Missing: Error {}

  private let shape: Lock<Shape>

  init(_ shape: Shape) {
    self.shape = Lock(shape)
  }

  var next: Shape {
    get { shape.withLock { $0 } }
    set { shape.withLock { $0 = newValue } }
  }
}

/// Follows a shape through the containers of a decoder.
struct Interpreter {
  let plan: ShapePlan

  func read(_ shape: Shape, from decoder: any Decoder) throws -> String {
    switch shape {
    case .scalar(let scalar):
      return try decoder.singleValueContainer().show(scalar)
    case .value(let scalar):
      return try decoder.showInitialised(scalar)
    case .optional(let shape):
      let container = try decoder.singleValueContainer()
      return container.decodeNil() ? "null" : try value(shape) { try container.decode($0) }
    case .array(let shape):
      plan.next = shape
      return "\(try [Shaped](from: decoder).map(\.trace))"
    case .dictionary(let key, let shape):
      return try value(.dictionary(key, shape)) {
        try decoder.singleValueContainer().decode($0)
      }
    case .object(let object):
      switch object.keys {
      case .names:
        return try read(object, decoder, Name.self) { $0 }
      case .numbers:
        return try read(object, decoder, NumberedName.self) {
          NumberedName(stringValue: $0.rawValue)
        }
      case .dynamic:
        return try read(object, decoder, DynamicKey.self) { DynamicKey($0) }
      }
    case .row(let elements):
      var container = try decoder.unkeyedContainer()
      return try read(elements, from: &container)
    case .firstOf(let shapes):
      for shape in shapes.dropLast() {
        if let trace = try? read(shape, from: decoder) { return trace }
      }
      return try read(shapes[shapes.count - 1], from: decoder)
    case .wrapped(let shape):
      let container = try decoder.singleValueContainer()
      return "(\(try value(shape) { try container.decode($0) }))"
    }
  }

  /// A value of a shape, decoded as the most similar type.
  private func value(
    _ shape: Shape,
    _ decode: (any (Decodable & Traced).Type) throws -> any Decodable & Traced
  ) throws -> String {
    plan.next = shape
    switch shape {
    case .array(let shape):
      plan.next = shape
      return try decode([Shaped].self).trace
    case .optional(let shape):
      plan.next = shape
      return try decode(Shaped?.self).trace
    case .dictionary(let key, let shape):
      plan.next = shape
      switch key {
      case .string: return try decode([String: Shaped].self).trace
      case .int: return try decode([Int: Shaped].self).trace
      case .word: return try decode([Word: Shaped].self).trace
      case .code: return try decode([Code: Shaped].self).trace
      }
    default:
      return try decode(Shaped.self).trace
    }
  }
}

/// A value with a trace: shaped values and collections of them.
protocol Traced {
  var trace: String { get }
}

extension Shaped: Traced {}
extension Optional: Traced where Wrapped == Shaped {
  var trace: String { map(\.trace) ?? "nil" }
}
extension Array: Traced where Element == Shaped {
  var trace: String { "\(map(\.trace))" }
}
extension Dictionary: Traced where Value == Shaped {
  var trace: String { "\(map { "\($0.key): \($0.value.trace)" }.sorted())" }
}

// MARK: - Reading objects

extension Interpreter {
  private func read<Key: CodingKey>(
    _ object: ObjectShape,
    _ decoder: any Decoder,
    _ type: Key.Type,
    _ key: (Name) -> Key?
  ) throws -> String {
    let container = try decoder.container(keyedBy: type)
    var traces = ["\(place(container.codingPath))"]
    if object.isReopened {
      let other = try decoder.container(keyedBy: DynamicKey.self)
      traces.append("\(other.contains(DynamicKey(.id)))")
    }
    traces += try read(object, in: container, key)
    return "{\(traces.joined(separator: ", "))}"
  }

  private func read<Key: CodingKey>(
    _ object: ObjectShape,
    in container: KeyedDecodingContainer<Key>,
    _ makeKey: (Name) -> Key?
  ) throws -> [String] {
    var traces: [String] = []
    if object.listsKeys { traces.append("\(container.allKeys.map(\.stringValue).sorted())") }
    for field in object.fields {
      guard let key = makeKey(field.name) else { continue }
      traces.append(try read(field, key, in: container))
    }
    if let parent = object.parent {
      let decoder = try container.superDecoder()
      traces.append("super \(place(decoder.codingPath)) \(try read(parent, from: decoder))")
    }
    return traces
  }

  private func read<Key: CodingKey>(
    _ field: ObjectShape.Field,
    _ key: Key,
    in container: KeyedDecodingContainer<Key>
  ) throws -> String {
    switch field.access {
    case .contains:
      return "\(container.contains(key))"
    case .decodeNil:
      return "\(try container.decodeNil(forKey: key))"
    case .superDecoder:
      let decoder = try container.superDecoder(forKey: key)
      return "\(place(decoder.codingPath)) \(try read(field.shape, from: decoder))"
    case .decode:
      if case .scalar(let scalar) = field.shape { return try container.show(scalar, key) }
      return try value(field.shape) { try container.decode($0, forKey: key) }
    case .decodeIfPresent:
      if case .scalar(let scalar) = field.shape { return try container.showIfPresent(scalar, key) }
      plan.next = field.shape
      return try container.decodeIfPresent(Shaped.self, forKey: key)?.trace ?? "absent"
    case .nested:
      switch field.shape {
      case .object(let object):
        let nested = try container.nestedContainer(keyedBy: DynamicKey.self, forKey: key)
        return try "\(place(nested.codingPath)) \(read(object, in: nested) { DynamicKey($0) })"
      case .row(let elements):
        var nested = try container.nestedUnkeyedContainer(forKey: key)
        return try read(elements, from: &nested)
      case let shape:
        return try value(shape) { try container.decode($0, forKey: key) }
      }
    }
  }
}

// MARK: - Reading arrays

extension Interpreter {
  private func read(
    _ elements: [Element],
    from container: inout any UnkeyedDecodingContainer
  ) throws -> String {
    var traces = ["\(place(container.codingPath)) \(container.count ?? -1)"]
    for element in elements {
      traces.append(container.isAtEnd ? "end" : "\(container.currentIndex)")
      traces.append(try read(element, from: &container))
    }
    return "[\(traces.joined(separator: ", "))]"
  }

  private func read(
    _ element: Element,
    from container: inout any UnkeyedDecodingContainer
  ) throws -> String {
    switch element.access {
    case .decodeNil:
      return "\(try container.decodeNil())"
    case .superDecoder:
      return try read(element.shape, from: container.superDecoder())
    case .decode:
      if case .scalar(let scalar) = element.shape { return try container.show(scalar) }
      return try value(element.shape) { try container.decode($0) }
    case .decodeIfPresent:
      if case .scalar(let scalar) = element.shape { return try container.showIfPresent(scalar) }
      plan.next = element.shape
      return try container.decodeIfPresent(Shaped.self)?.trace ?? "absent"
    case .nested:
      switch element.shape {
      case .object(let object):
        let nested = try container.nestedContainer(keyedBy: DynamicKey.self)
        return "\(try read(object, in: nested) { DynamicKey($0) })"
      case .row(let elements):
        var nested = try container.nestedUnkeyedContainer()
        return try read(elements, from: &nested)
      case let shape:
        return try value(shape) { try container.decode($0) }
      }
    }
  }
}

/// A path with the names and the numbers of its keys.
///
/// Canonically equivalent names are equal strings, and are written alike.
func place(_ path: [any CodingKey]) -> String {
  path.map { key in
    key.stringValue.precomposedStringWithCanonicalMapping + (key.intValue.map { "#\($0)" } ?? "")
  }
  .joined(separator: "/")
}
