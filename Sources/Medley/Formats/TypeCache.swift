import MedleyBase
import Synchronization

/// What is made once for each type.
///
/// It is found without a lock, however many types there are. What is made for more types than the
/// limit isn't kept: generic types have no end.
///
/// What is stored isn't removed, so callers needn't retain it: each reference is counted atomically,
/// which takes as long as 20 other instructions.
@safe package final class TypeCache: Sendable {
  private let limit: Int
  private let made = Lock(TypeTable<any AnyObject & Sendable>())
  /// A `TypeMap`, on systems that have it.
  private let map: (any AnyObject & Sendable)?
  /// The same, which is read without counting references.
  // Sound: `map` retains it, and it can be sent.
  nonisolated(unsafe) private let mapReference: Unmanaged<AnyObject>?

  package init(limit: Int = 1 << 14) {
    self.limit = limit
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      map = TypeMap()
    } else {
      map = nil
    }
    unsafe mapReference = map.map { unsafe .passUnretained($0) }
  }

  /// Returns what was made for a type, which lives as long as this cache.
  package func find(_ type: ObjectIdentifier) -> Unmanaged<AnyObject>? {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
      let map = unsafe mapReference
    {
      // Sound: `init` has stored nothing else, and retains it.
      return unsafe map._withUnsafeGuaranteedRef {
        unsafe unsafeDowncast($0, to: TypeMap.self).find(type)
      }
    }
    return unsafe findLocked(type)
  }

  @inline(never) private func findLocked(_ type: ObjectIdentifier) -> Unmanaged<AnyObject>? {
    unsafe made.withLock { $0[type] }.map { unsafe .passUnretained($0) }
  }

  /// Stores what was made for a type, unless another thread was faster.
  ///
  /// - Returns: What is stored, or the new one if the cache is full.
  @discardableResult package func insert(
    _ new: any AnyObject & Sendable,
    for type: ObjectIdentifier
  ) -> any AnyObject & Sendable {
    made.withLock { made in
      if let known = made[type] { return known }
      guard made.count < limit else { return new }
      made.insert(new, for: type)
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let map {
        // Sound: `init` has stored nothing else.
        unsafe unsafeDowncast(map, to: TypeMap.self).insert(.passUnretained(new), for: type)
      }
      return new
    }
  }
}

/// A test of types whose results are cached.
///
/// Casts to protocols and the names of types take thousands of instructions.
package struct TypeTest: Sendable {
  private final class Result: Sendable {
    let passes: Bool

    init(_ passes: Bool) { self.passes = passes }
  }

  private let known = TypeCache()
  private let test: @Sendable (any Any.Type) -> Bool

  package init(_ test: @escaping @Sendable (any Any.Type) -> Bool) {
    self.test = test
  }

  package func passes(_ type: any Any.Type) -> Bool {
    guard let known = unsafe known.find(ObjectIdentifier(type)) else { return run(type) }
    // Sound: nothing else is stored.
    return unsafe known._withUnsafeGuaranteedRef {
      unsafe unsafeDowncast($0, to: Result.self).passes
    }
  }

  @inline(never) private func run(_ type: any Any.Type) -> Bool {
    let passes = test(type)
    known.insert(Result(passes), for: ObjectIdentifier(type))
    return passes
  }
}

// MARK: - Maps

/// A hash table of references with types as keys, which is read without a lock.
///
/// It only grows. A larger table takes the place of a full one, which stays as long as the map,
/// because others may be reading it. The references aren't counted: who inserts them retains them.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@safe private final class TypeMap: Sendable {
  /// `AtomicLazyReference` would take 570 instructions for each reading.
  @safe private struct Slot: ~Copyable {
    let type = Atomic<ObjectIdentifier?>(nil)
    let reference = unsafe Atomic<Unmanaged<AnyObject>?>(nil)
  }

  @safe private final class Table: Sendable {
    /// The slots, of which at least half are empty, and whose number is a power of two.
    // Sound: slots change only by their atomic values.
    nonisolated(unsafe) let slots: UnsafeMutablePointer<Slot>
    let count: Int
    private let replaced: Table?

    init(count: Int, replacing old: Table?) {
      self.count = count
      replaced = old
      unsafe slots = .allocate(capacity: count)
      for place in 0..<count { unsafe (slots + place).initialize(to: Slot()) }
      guard let old else { return }
      for place in 0..<old.count {
        if let type = unsafe old.slots[place].type.load(ordering: .relaxed),
          let reference = unsafe old.slots[place].reference.load(ordering: .relaxed)
        {
          unsafe insert(reference, for: type)
        }
      }
    }

    deinit {
      // Sound: `init` has allocated and initialised them, and nobody else has this table any more.
      unsafe slots.deinitialize(count: count)
      unsafe slots.deallocate()
    }

    /// Returns the reference for a type, or the place of the empty slot for it.
    @inline(__always)
    func find(_ type: ObjectIdentifier) -> (reference: Unmanaged<AnyObject>?, place: Int) {
      var place = type.place(of: count)
      // Sound: places are less than the number of slots.
      while let other = unsafe slots[place].type.load(ordering: .acquiring) {
        if other == type {
          return unsafe (slots[place].reference.load(ordering: .relaxed), place)
        }
        place = (place + 1) & (count - 1)
      }
      return (nil, place)
    }

    func insert(_ reference: Unmanaged<AnyObject>, for type: ObjectIdentifier) {
      let place = unsafe find(type).place
      // Sound: as above. Who sees the type also sees the reference.
      unsafe slots[place].reference.store(reference, ordering: .relaxed)
      unsafe slots[place].type.store(type, ordering: .releasing)
    }
  }

  private let table = unsafe Atomic<Unmanaged<Table>?>(nil)
  private let count = Atomic(0)

  deinit {
    unsafe table.load(ordering: .acquiring)?.release()
  }

  @inline(__always) func find(_ type: ObjectIdentifier) -> Unmanaged<AnyObject>? {
    guard let table = unsafe table.load(ordering: .acquiring) else { return nil }
    // Sound: the map retains its tables.
    return unsafe table._withUnsafeGuaranteedRef { unsafe $0.find(type).reference }
  }

  /// Inserts a reference for a type that has none.
  ///
  /// Callers hold the lock of the map.
  func insert(_ reference: Unmanaged<AnyObject>, for type: ObjectIdentifier) {
    let count = count.add(1, ordering: .relaxed).newValue
    let old = unsafe table.load(ordering: .relaxed)?.takeUnretainedValue()
    if let old, count * 2 <= old.count {
      unsafe old.insert(reference, for: type)
      return
    }
    let new = Table(count: max(8, (old?.count ?? 0) * 2), replacing: old)
    unsafe new.insert(reference, for: type)
    // The new table retains the old one.
    unsafe table.exchange(.passRetained(new), ordering: .acquiringAndReleasing)?.release()
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
struct TypeTable<Value: Sendable>: Sendable {
  private struct Slot {
    let key: ObjectIdentifier
    var value: Value
  }

  /// The slots, of which at least half are empty, and whose number is a power of two.
  private var slots: [Slot?] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  var values: [Value] { slots.compactMap { $0?.value } }

  private func place(of key: ObjectIdentifier) -> Int {
    var place = key.place(of: slots.count)
    while let slot = slots[place], slot.key != key { place = (place + 1) & (slots.count - 1) }
    return place
  }

  subscript(key: ObjectIdentifier) -> Value? {
    slots.isEmpty ? nil : slots[place(of: key)]?.value
  }

  subscript(key: ObjectIdentifier, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    @inline(never) _modify {
      if count * 2 >= slots.count { grow() }
      let place = place(of: key)
      var slot: Slot
      if let known = slots[place] {
        slot = known
      } else {
        slot = Slot(key: key, value: value())
        count += 1
      }
      // In place: the value isn't copied when it changes.
      slots[place] = nil
      defer { slots[place] = slot }
      yield &slot.value
    }
  }

  mutating func insert(_ value: Value, for key: ObjectIdentifier) {
    self[key, default: value] = value
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: nil, count: max(8, old.count * 2))
    for case let slot? in old { slots[place(of: slot.key)] = slot }
  }
}
