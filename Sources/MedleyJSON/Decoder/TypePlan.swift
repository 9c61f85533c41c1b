import Foundation
import Medley

/// The way to decode a type: by its `init(from:)`, or on a fast path.
enum TypePlan {
  case byItself
  /// By its `init(from:)`, and an absent member by the type's own rule.
  case byItselfOrAbsent
  /// By an element decoder: an element of a registry, or a type that reads its fields.
  case element(AnyElementDecoder)
  case string, int, double, boolean
  case date, data, url, decimal
  /// Arrays of scalars.
  case strings, integers, doubles
  case array(any IndexedArray.Type)
  case dictionary(any IndexedDictionary.Type)

  init<Value: Decodable>(_ type: Value.Type) {
    switch type {
    case is String.Type: self = .string
    case is Int.Type: self = .int
    case is Double.Type: self = .double
    case is Bool.Type: self = .boolean
    case is Date.Type: self = .date
    case is Data.Type: self = .data
    case is URL.Type: self = .url
    case is Decimal.Type: self = .decimal
    case is [String].Type: self = .strings
    case is [Int].Type: self = .integers
    case is [Double].Type: self = .doubles
    case let array as any IndexedArray.Type: self = .array(array)
    case let dictionary as any IndexedDictionary.Type where dictionary.hasStringKeys:
      self = .dictionary(dictionary)
    case is any KeyedDecodable.Type, is any NilRepresentable.Type: self = .byItselfOrAbsent
    default: self = .byItself
    }
  }

  /// Whether the type is decoded from a scalar.
  var isScalar: Bool {
    switch self {
    case .string, .int, .double, .boolean, .date, .data, .url, .decimal: true
    case .byItself, .byItselfOrAbsent, .element: false
    case .strings, .integers, .doubles, .array, .dictionary: false
    }
  }

  var decidesOnAbsence: Bool {
    if case .byItselfOrAbsent = self { true } else { false }
  }
}

extension DocumentIndex {
  /// Returns the plan for a type.
  ///
  /// Testing conformances takes thousands of instructions, so each document caches the plans, also
  /// for the next calls.
  @inline(__always) func plan<Value: Decodable>(_ type: Value.Type) -> TypePlan {
    let key = ObjectIdentifier(type)
    return withPlans { $0[key] } ?? makePlan(type)
  }

  /// Returns the element decoder for a type; nil if it has none.
  func elementDecoder<Value: Decodable>(for type: Value.Type) -> AnyElementDecoder? {
    if case .element(let decoder) = plan(type) { decoder } else { nil }
  }

  @inline(never) private func makePlan<Value: Decodable>(_ type: Value.Type) -> TypePlan {
    var plan = TypePlan(type)
    if case .byItself = plan {
      if let element = AnyElementDecoder.make(for: type, in: self) {
        plan = .element(element)
        fastPaths.types += 1
      } else if type is any KnownElement.Type {
        // Its registry may be installed later, and this document serve other decoders then.
        return plan
      }
    }
    withPlans { $0.insert(plan, for: ObjectIdentifier(type)) }
    return plan
  }
}
