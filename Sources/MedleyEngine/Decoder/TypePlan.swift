import Foundation
package import MedleyBase

/// The way to decode a type: by its `init(from:)`, or on a fast path.
enum TypePlan {
  /// By its `init(from:)`.
  ///
  /// The first test of a type for a protocol searches all conformances of the process, which takes a
  /// tenth of a first call on `JSONDecoder`. So types aren't tested for a fast path:
  /// those with one are recognised when their `init(from:)` asks Medley for it. Then it is certain.
  case byItself(isCertain: Bool)
  /// By an element decoder: an element of a registry, or a type that reads its fields.
  case element(AnyElementDecoder)
  case string, int, double, boolean
  case date, data, url, decimal
  /// Arrays of scalars.
  case strings, integers, doubles
  /// Arrays of arrays of numbers, as of coordinates.
  case lists
  /// An array that isn't tested yet: the first few are decoded by their `init(from:)`.
  ///
  /// The test is of the array and its element. The value is the number of arrays and elements that
  /// were decoded without.
  case newArray(Int)
  /// Dictionaries with strings as keys, by a `DictionaryDecoder`.
  case members(AnyObject)
  /// Arrays of other elements, and dictionaries with other keys.
  case collection(any IndexedCollection.Type)

  /// Returns the plan of a scalar, or of an array of scalars; nil for other types.
  init?<Value: Decodable>(_ type: Value.Type) {
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
    case is [[Double]].Type: self = .lists
    default: return nil
    }
  }
}

extension DocumentIndex {
  /// Returns the plan for a type.
  ///
  /// Testing conformances takes longer than most values, so each document caches the plans, also for
  /// the next calls.
  @inline(__always) func plan<Value: Decodable>(_ type: Value.Type) -> TypePlan {
    let key = ObjectIdentifier(type)
    return state.plans[key] ?? makePlan(type)
  }

  @inline(never) private func makePlan<Value: Decodable>(_ type: Value.Type) -> TypePlan {
    let plan = TypePlan(type) ?? planOfGeneric(type) ?? .byItself(isCertain: false)
    state.plans.insert(plan, for: ObjectIdentifier(type))
    return plan
  }

  /// Returns the plan that the name of a type shows, or a test; nil for a type that has none.
  ///
  /// Only types that are generic, or inside a type that is, are tested for protocols that only such
  /// types conform to. `Polymorphic` conforms to none of them.
  private func planOfGeneric(_ type: any Decodable.Type) -> TypePlan? {
    let name = "\(type)"
    if name.hasPrefix("Array<") { return .newArray(0) }
    if name.hasPrefix("Dictionary<"), let type = type as? any IndexedCollection.Type {
      return type.makeDecoder().map { .members($0) } ?? .collection(type)
    }
    guard name.utf8.contains(UInt8(ascii: "<")), !name.hasPrefix("Polymorphic<") else { return nil }
    return state.planner?.genericDecoder(for: type).map { .element($0) }
  }

  // MARK: - Testing arrays

  /// Decodes an array by its `init(from:)`, or tests its type if there were more than a few.
  ///
  /// The limit is about the cost of the test.
  @inline(never) func decodeNewArray<Value: Decodable>(
    _ type: Value.Type,
    after count: Int,
    at position: Int
  ) throws -> Value {
    let next = count + 1 + (kind(position) == .array ? size(position) : 0)
    // An array that begins a call collects the issues of all elements at once, and one that isn't
    // complete keeps its elements.
    if next <= 128, isInCall, !isGrowing(position) {
      state.plans.insert(.newArray(next), for: ObjectIdentifier(type))
      return try type.init(from: ValueDecoder(document: document, position: position))
    }
    let array = type as? any IndexedCollection.Type
    let plan = array.map { TypePlan.collection($0) } ?? .byItself(isCertain: false)
    state.plans.insert(plan, for: ObjectIdentifier(type))
    return try anyDecode(type, at: position)
  }

  // MARK: - Recognising types with a fast path

  /// Returns the element decoder for a type, which is tested for all fast paths; nil if it has none.
  package func elementDecoder<Value: Decodable>(for type: Value.Type) -> AnyElementDecoder? {
    recognise(type) { state.planner?.decoder(for: type) ?? (nil, true) }
  }

  /// Returns the element decoder for a type, which is made if the type is a new one.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - make: Makes the decoder, and returns whether a type without one never has one.
  /// - Returns: The decoder; nil if the type has none.
  @inline(never) package func recognise<Value: Decodable>(
    _ type: Value.Type,
    _ make: () -> (decoder: AnyElementDecoder?, isCertain: Bool)
  ) -> AnyElementDecoder? {
    switch plan(type) {
    case .element(let decoder): return decoder
    case .byItself(isCertain: false): break
    default: return nil
    }
    let (decoder, isCertain) = make()
    if let decoder {
      state.plans.insert(.element(decoder), for: ObjectIdentifier(type))
    } else if isCertain {
      state.plans.insert(.byItself(isCertain: true), for: ObjectIdentifier(type))
    }
    return decoder
  }

  /// Returns the element decoder that is known for a type, in a document that is complete.
  ///
  /// The values of an incomplete one are kept for the next attempt.
  package func knownDecoder(of type: ObjectIdentifier) -> AnyElementDecoder? {
    guard certainEnd == .max, case .element(let decoder)? = state.plans[type] else { return nil }
    return decoder
  }

  /// Returns the element decoder for the type of the elements of an array; nil if none is known.
  @inline(__always)
  func decoder<Element: Decodable>(ofElements type: Element.Type) -> AnyElementDecoder? {
    switch plan(type) {
    case .element(let decoder): decoder
    // An array that begins a call collects the issues of all elements at once.
    case .byItself(isCertain: false): isInCall ? nil : elementDecoder(for: type)
    default: nil
    }
  }

  @inline(never) var isInCall: Bool { state.planner?.isInCall ?? true }

  /// Whether a type of payload reads its fields, as far as its first element has shown.
  package func readsFields(_ payload: ObjectIdentifier?) -> Bool {
    guard let payload, case .element(let decoder)? = state.plans[payload] else { return false }
    return decoder.readsFields
  }

  /// Whether a type decodes absent members by a rule of its own.
  @inline(never) func decidesOnAbsence<Value: Decodable>(_ type: Value.Type) -> Bool {
    switch plan(type) {
    case .byItself, .element: break
    default: return false
    }
    let key = ObjectIdentifier(type)
    if let decides = state.absences[key] { return decides }
    let decides = state.planner?.decidesOnAbsence(type) ?? false
    state.absences.insert(decides, for: key)
    return decides
  }
}
