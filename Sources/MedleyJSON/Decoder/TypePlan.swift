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
    default: self = Self.collection(type) ?? Self.ownPlan(type)
    }
  }

  private static func collection(_ type: any Decodable.Type) -> TypePlan? {
    guard hasGenericArguments(type) else { return nil }
    switch type {
    case let array as any IndexedArray.Type: return .array(array)
    case let dictionary as any IndexedDictionary.Type where dictionary.hasStringKeys:
      return .dictionary(dictionary)
    default: return nil
    }
  }

  private static func ownPlan(_ type: any Decodable.Type) -> TypePlan {
    switch type {
    case is any KeyedDecodable.Type, is any NilRepresentable.Type: .byItselfOrAbsent
    default: .byItself
    }
  }

  /// Returns whether a type is generic, or inside a type that is.
  ///
  /// The first test of a type for a protocol searches all conformances of the process: 260,000
  /// instructions, a tenth of a first call on `JSONDecoder`. So only types whose name has generic
  /// arguments are tested for protocols that only generic types conform to.
  static func hasGenericArguments(_ type: any Any.Type) -> Bool {
    "\(type)".utf8.contains(UInt8(ascii: "<"))
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
      } else if TypePlan.hasGenericArguments(type), type is any KnownElement.Type {
        // Its registry may be installed later, and this document serve other decoders then.
        return plan
      }
    }
    withPlans { $0.insert(plan, for: ObjectIdentifier(type)) }
    return plan
  }
}
