import Foundation

/// The way to encode a type: by its `encode(to:)`, or on a fast path.
enum EncodingPlan {
  case byItself
  /// The same, and as a field by the type's own rule for members.
  case wrapper
  /// By its `encode(to:)`, unless it is kept as the text that came.
  case element(any ElementEncoding.Type)
  case string, int, double, float, boolean
  case date, data, url, decimal
  case strings, integers, doubles
  /// Optionals, arrays, and dictionaries with keys that are strings.
  case collection(any WritableCollection.Type)

  init<Value: Encodable>(_ type: Value.Type) {
    switch type {
    case is String.Type: self = .string
    case is Int.Type: self = .int
    case is Double.Type: self = .double
    case is Float.Type: self = .float
    case is Bool.Type: self = .boolean
    case is Date.Type: self = .date
    case is Data.Type: self = .data
    case is URL.Type: self = .url
    case is Decimal.Type: self = .decimal
    case is [String].Type: self = .strings
    case is [Int].Type: self = .integers
    case is [Double].Type: self = .doubles
    case let collection as any WritableCollection.Type where collection.isWritable:
      self = .collection(collection)
    default:
      if let encoding = EngineExtension.linked?.elementEncoding(of: type) {
        self = .element(encoding)
      } else {
        self = EngineExtension.linked?.encodesMembers(type) == true ? .wrapper : .byItself
      }
    }
  }
}

/// A protocol for collections that are encoded without a container.
///
/// A cast to the protocol finds them without knowing the element.
protocol WritableCollection {
  /// Whether this type is encoded so, and not by its `encode(to:)`.
  static var isWritable: Bool { get }
  /// Encodes the value of this type that is at an address.
  static func write(at address: ValueAddress, with writer: JSONWriter) throws
}

/// The address of a value whose type is known only at run time.
///
/// It is valid during the call that gets it.
@safe package struct ValueAddress {
  @usableFromInline let address: UnsafeRawPointer
  @usableFromInline let type: any Any.Type

  /// Calls a function with the address of a value.
  @inline(__always) static func of<Value, Result>(
    _ value: Value,
    _ body: (ValueAddress) throws -> Result
  ) rethrows -> Result {
    try unsafe withUnsafePointer(to: value) {
      try body(unsafe ValueAddress(address: UnsafeRawPointer($0), type: Value.self))
    }
  }

  /// The value, which was compared with the type: for generic types, whose metadata would be looked up
  /// for the comparison, 300 instructions.
  @inline(__always) subscript<Value>(compared type: Value.Type) -> Value {
    _read {
      assert(self.type == type)
      yield unsafe address.assumingMemoryBound(to: type).pointee
    }
  }

  /// The value, which must be of the type.
  @inlinable @inline(__always) package subscript<Value>(type: Value.Type) -> Value {
    _read {
      precondition(self.type == type)
      yield unsafe address.assumingMemoryBound(to: type).pointee
    }
  }
}

extension JSONWriter {
  /// Returns the plan for a type.
  ///
  /// Testing conformances takes longer than most values, so each writer caches the plans, also for
  /// the next calls.
  @inline(__always) func plan<Value: Encodable>(_ type: Value.Type) -> EncodingPlan {
    state.plans[ObjectIdentifier(type)] ?? makePlan(type)
  }

  @inline(never) private func makePlan<Value: Encodable>(_ type: Value.Type) -> EncodingPlan {
    let plan = EncodingPlan(type)
    state.plans.insert(plan, for: ObjectIdentifier(type))
    return plan
  }
}
