import MedleyBase
import Synchronization

/// Objects that are made once for each type.
///
/// They are found without a lock, however many types there are. What is made for more types than the
/// limit isn't kept: generic types have no end.
package final class TypeCache: Sendable {
  private let limit: Int
  private let objects = Lock([any AnyObject & Sendable]())
  /// The addresses of the objects.
  private let addresses = TypeNumbers(limit: .max)

  package init(limit: Int = 1 << 14) { self.limit = limit }

  /// Returns what was made for a type.
  package func find(_ type: ObjectIdentifier) -> AnyObject? {
    Unretained<AnyObject>(at: addresses.find(type))?.read { $0 }
  }

  /// Returns what was made for a type, without counting references: it lives as long as this cache.
  ///
  /// - Precondition: It is an object of the class itself.
  @inline(__always) func find<Object: AnyObject>(
    _ type: ObjectIdentifier,
    as class: Object.Type
  ) -> Unretained<Object>? {
    let address = addresses.find(type)
    guard let found = Unretained<AnyObject>(at: address) else { return nil }
    precondition(found.read { Swift.type(of: $0) == Object.self })
    return Unretained(at: address)
  }

  /// Stores what was made for a type, unless another thread was faster.
  ///
  /// - Returns: What is stored, or the new one if the cache is full.
  @discardableResult package func insert<Object: AnyObject & Sendable>(
    _ new: Object,
    for type: ObjectIdentifier
  ) -> Object {
    store(new, for: type)
    return find(type) as? Object ?? new
  }

  @inline(never) private func store(_ new: any AnyObject & Sendable, for type: ObjectIdentifier) {
    objects.withLock { objects in
      guard addresses.find(type) == nil, objects.count < limit else { return }
      objects.append(new)
      addresses.insert(Unretained<AnyObject>(new).address, for: type)
    }
  }
}

/// A reference that isn't counted: each counting is atomic, which takes as long as 20 other
/// instructions.
///
/// Who makes it retains the object as long as it is used.
@safe struct Unretained<Object: AnyObject> {
  private let reference: Unmanaged<Object>

  init(_ object: Object) {
    unsafe reference = .passUnretained(object)
  }

  /// Creates the reference to an object of the class that has an address; nil for none.
  @inline(__always) fileprivate init?(at address: UInt?) {
    guard let address, let pointer = unsafe UnsafeRawPointer(bitPattern: address)
    else { return nil }
    unsafe reference = .fromOpaque(pointer)
  }

  fileprivate var address: UInt { UInt(bitPattern: unsafe reference.toOpaque()) }

  // Sound: the object is retained.
  @inline(__always) func read<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try unsafe reference._withUnsafeGuaranteedRef { try body($0) }
  }
}

/// A test of types whose results are cached.
///
/// Casts to protocols and the names of types take thousands of instructions.
package struct TypeTest: Sendable {
  private let known = TypeNumbers()
  private let test: @Sendable (any Any.Type) -> Bool

  package init(_ test: @escaping @Sendable (any Any.Type) -> Bool) { self.test = test }

  package func passes(_ type: any Any.Type) -> Bool {
    (known.find(ObjectIdentifier(type)) ?? run(type)) == 1
  }

  @inline(never) private func run(_ type: any Any.Type) -> UInt {
    known.insert(test(type) ? 1 : 0, for: ObjectIdentifier(type))
  }
}

// MARK: - Maps

/// Numbers that are found once for each type, as many as the limit allows.
struct TypeNumbers: Sendable {
  #if canImport(Darwin)
  private let map: any TypeMap

  init(limit: Int = 1 << 14) {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      map = AtomicTypeMap(limit: limit)
    } else {
      map = LockedTypeMap(limit: limit)
    }
  }
  #else
  private let map: AtomicTypeMap

  init(limit: Int = 1 << 14) { map = AtomicTypeMap(limit: limit) }
  #endif

  @inline(__always) func find(_ type: ObjectIdentifier) -> UInt? { map.find(type) }

  /// Stores the number for a type, unless another thread was faster.
  ///
  /// - Returns: What is stored, or the new one if there are too many.
  @discardableResult func insert(_ new: UInt, for type: ObjectIdentifier) -> UInt {
    map.insert(new, for: type)
  }
}

#if canImport(Darwin)
/// A map of numbers with types as keys, which only grows.
private protocol TypeMap: AnyObject, Sendable {
  func find(_ type: ObjectIdentifier) -> UInt?

  /// Inserts a number for a type that has none, up to a limit, and returns the one that it has.
  func insert(_ new: UInt, for type: ObjectIdentifier) -> UInt
}

/// The map for systems without atomic values.
private final class LockedTypeMap: TypeMap {
  private let limit: Int
  private let numbers = Lock(TypeTable<UInt>())

  init(limit: Int) { self.limit = limit }

  func find(_ type: ObjectIdentifier) -> UInt? { numbers.withLock { $0[type] } }

  func insert(_ new: UInt, for type: ObjectIdentifier) -> UInt {
    numbers.withLock { numbers in
      if let known = numbers[type] { return known }
      if numbers.values.count < limit { numbers.insert(new, for: type) }
      return new
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension AtomicTypeMap: TypeMap {}
#endif

/// A map of numbers with types as keys that is read without a lock, and only grows.
///
/// A larger table takes the place of a full one, which stays as long as the map, because others may
/// be reading it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@safe private final class AtomicTypeMap: Sendable {
  private struct Slot: ~Copyable {
    let type = Atomic<ObjectIdentifier?>(nil)
    let number = Atomic<UInt>(0)
  }

  @safe private final class Table: Sendable {
    /// The slots, of which at least half are empty, and whose number is a power of two.
    // Sound: slots change only by their atomic values.
    nonisolated(unsafe) private let slots: UnsafeMutablePointer<Slot>
    let count: Int
    private let replaced: Table?

    init(count: Int, replacing old: Table?) {
      self.count = count
      replaced = old
      unsafe slots = .allocate(capacity: count)
      for place in 0..<count { unsafe (slots + place).initialize(to: Slot()) }
      guard let old else { return }
      for place in 0..<old.count {
        if let type = old[place].type.load(ordering: .relaxed) {
          insert(old[place].number.load(ordering: .relaxed), for: type)
        }
      }
    }

    deinit {
      // Sound: `init` has allocated and initialised them, and nobody else has this table any more.
      unsafe slots.deinitialize(count: count).deallocate()
    }

    private subscript(place: Int) -> Slot {
      // Sound: places are less than the number of slots.
      @inline(__always) _read { yield unsafe slots[place] }
    }

    /// Returns the number for a type, or the place of the empty slot for it.
    @inline(__always) func find(_ type: ObjectIdentifier) -> (number: UInt?, place: Int) {
      var place = type.place(of: count)
      while let other = self[place].type.load(ordering: .acquiring) {
        if other == type { return (self[place].number.load(ordering: .relaxed), place) }
        place = (place + 1) & (count - 1)
      }
      return (nil, place)
    }

    func insert(_ number: UInt, for type: ObjectIdentifier) {
      let place = find(type).place
      // Who sees the type also sees the number.
      self[place].number.store(number, ordering: .relaxed)
      self[place].type.store(type, ordering: .releasing)
    }
  }

  private let limit: Int
  private let count = Lock(0)
  private let table = unsafe Atomic<Unmanaged<Table>?>(nil)

  init(limit: Int) { self.limit = limit }

  deinit {
    unsafe table.load(ordering: .acquiring)?.release()
  }

  @inline(never) func find(_ type: ObjectIdentifier) -> UInt? {
    // Sound: the map retains its tables.
    guard let table = unsafe table.load(ordering: .acquiring) else { return nil }
    return unsafe table._withUnsafeGuaranteedRef { $0.find(type).number }
  }

  /// Inserts a number for a type that has none, up to a limit, and returns the one that it has.
  func insert(_ new: UInt, for type: ObjectIdentifier) -> UInt {
    count.withLock { count in
      if let known = find(type) { return known }
      guard count < limit else { return new }
      count += 1
      let old = unsafe table.load(ordering: .relaxed)?.takeUnretainedValue()
      if let old, count * 2 <= old.count {
        old.insert(new, for: type)
        return new
      }
      let larger = Table(count: max(8, (old?.count ?? 0) * 2), replacing: old)
      larger.insert(new, for: type)
      // It retains the old one.
      unsafe table.exchange(.passRetained(larger), ordering: .acquiringAndReleasing)?.release()
      return new
    }
  }
}

extension ObjectIdentifier {
  /// The place of a type in a hash table, whose number of slots is a power of two.
  fileprivate func place(of count: Int) -> Int {
    let bits = UInt64(truncatingIfNeeded: UInt(bitPattern: self)) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: bits >> 40) & (count - 1)
  }
}

// MARK: - Tables

/// A hash table with types as keys.
///
/// For the first dictionary with keys of a type, the runtime searches all conformances of the
/// process for that to `Hashable`: 400,000 instructions, a fifth of a first call on `JSONDecoder`.
/// This table hashes the addresses of types itself.
struct TypeTable<Value> {
  private var places = TypePlaces()
  /// The values, in the order in which their types came.
  private(set) var values: [Value] = []

  var isEmpty: Bool { values.isEmpty }

  subscript(key: ObjectIdentifier) -> Value? { places.find(key).map { values[$0] } }

  subscript(key: ObjectIdentifier, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    _modify {
      let place = places.add(key)
      if place == values.count { values.append(value()) }
      yield &values[place]
    }
  }

  mutating func insert(_ value: Value, for key: ObjectIdentifier) {
    self[key, default: value] = value
  }
}

extension TypeTable: Sendable where Value: Sendable {}

/// The places of types in a list, which isn't generic, so that it is compiled once.
private struct TypePlaces: Sendable {
  /// The slots, of which at least half are empty, and whose number is a power of two.
  private var slots: [(key: ObjectIdentifier, place: Int)?] = []
  private var count = 0

  /// Returns the place of a type; nil if it has none.
  func find(_ key: ObjectIdentifier) -> Int? { slots.isEmpty ? nil : slots[slot(of: key)]?.place }

  /// Returns the place of a type, which is the next one if it had none.
  @inline(never) mutating func add(_ key: ObjectIdentifier) -> Int {
    if let place = find(key) { return place }
    if count * 2 >= slots.count {
      let old = slots
      slots = Array(repeating: nil, count: max(8, old.count * 2))
      for case let known? in old { slots[slot(of: known.key)] = known }
    }
    slots[slot(of: key)] = (key, count)
    count += 1
    return count - 1
  }

  /// Returns the slot of a type, which is empty if the type has none.
  private func slot(of key: ObjectIdentifier) -> Int {
    var slot = key.place(of: slots.count)
    while let known = slots[slot], known.key != key { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }
}

/// The positions of keys.
///
/// A few are searched for in a list, because of what the first dictionary takes; see ``TypeTable``.
struct KeyPositions<Key: Hashable & Sendable>: Sendable {
  private static var longestList: Int { 16 }
  // Two lists, because the first list of pairs of a key takes 27,000 instructions.
  private var keys: [Key] = []
  private var positions: [Int] = []
  /// The places of the keys in the lists, if they are many.
  private var places: [Key: Int] = [:]

  /// Returns the position of a key.
  subscript(key: Key) -> Int? {
    (places.isEmpty ? keys.firstIndex(of: key) : places[key]).map { positions[$0] }
  }

  /// Adds a key, which has no position yet.
  mutating func insert(_ position: Int, for key: Key) {
    keys.append(key)
    positions.append(position)
    guard keys.count > Self.longestList else { return }
    for place in places.count..<keys.count { places[keys[place]] = place }
  }
}

extension String {
  /// Whether all characters are ASCII: of those alone, a string has as many units in both encodings.
  ///
  /// Strings that are equal have the same code units then.
  var isASCII: Bool { utf8.count == utf16.count }
}
