import Foundation
import Medley

/// How a type is decoded: by itself, or by the engine, which knows a shorter way.
enum TypePlan {
  case byItself
  case string, int, double, boolean
  case date, data, url, decimal
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
    case let array as any IndexedArray.Type: self = .array(array)
    case let dictionary as any IndexedDictionary.Type where dictionary.hasStringKeys:
      self = .dictionary(dictionary)
    default: self = .byItself
    }
  }

  /// Whether the type is no more than a value in the document.
  var isScalar: Bool {
    switch self {
    case .string, .int, .double, .boolean, .date, .data, .url, .decimal: true
    case .byItself, .array, .dictionary: false
    }
  }
}

/// The plans of the types that a document was decoded to.
///
/// What a type conforms to takes thousands of instructions to find out, so it is asked once. A hash
/// table with open addressing, in memory of its own for the same reason as the index.
@safe struct TypePlans {
  private struct Entry {
    var type: ObjectIdentifier?
    var plan: TypePlan
  }

  private var entries: UnsafeMutablePointer<Entry>
  private var capacity = 64
  private var count = 0

  init() {
    unsafe entries = .allocate(capacity: capacity)
    unsafe entries.initialize(repeating: Entry(type: nil, plan: .byItself), count: capacity)
  }

  // Sound, all of it: every entry is initialised, and entries hold nothing that is counted.

  func deallocate() {
    unsafe entries.deallocate()
  }

  @inline(__always) mutating func plan<Value: Decodable>(_ type: Value.Type) -> TypePlan {
    let key = ObjectIdentifier(type)
    var place = Self.hash(key) & (capacity &- 1)
    while let found = unsafe entries[place].type {
      if found == key { return unsafe entries[place].plan }
      place = (place &+ 1) & (capacity &- 1)
    }
    return add(type)
  }

  @inline(__always) private static func hash(_ key: ObjectIdentifier) -> Int {
    let bits = UInt64(truncatingIfNeeded: UInt(bitPattern: key)) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: bits &>> 40)
  }

  @inline(never) private mutating func add<Value: Decodable>(_ type: Value.Type) -> TypePlan {
    if count * 2 >= capacity { grow() }
    count += 1
    let plan = TypePlan(type)
    unsafe place(for: ObjectIdentifier(type)).pointee = Entry(
      type: ObjectIdentifier(type),
      plan: plan
    )
    return plan
  }

  private func place(for key: ObjectIdentifier) -> UnsafeMutablePointer<Entry> {
    var place = Self.hash(key) & (capacity - 1)
    while unsafe entries[place].type != nil { place = (place + 1) & (capacity - 1) }
    return unsafe entries + place
  }

  private mutating func grow() {
    let (old, oldCapacity) = unsafe (entries, capacity)
    capacity *= 2
    unsafe entries = .allocate(capacity: capacity)
    unsafe entries.initialize(repeating: Entry(type: nil, plan: .byItself), count: capacity)
    for position in 0..<oldCapacity {
      guard let key = unsafe old[position].type else { continue }
      unsafe place(for: key).pointee = old[position]
    }
    unsafe old.deallocate()
  }
}
