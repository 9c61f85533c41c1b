import Synchronization

/// What is made once for each type.
///
/// The first types are found without a lock, the next ones with it, and what is made for more types
/// than the limit isn't kept: generic types have no end.
///
/// What is stored isn't removed, so callers needn't retain it: each reference is counted atomically,
/// which takes as long as 20 other instructions.
@safe final class TypeCache: Sendable {
  private static let listLimit = 1024
  private static let limit = 1 << 14

  private let made = Lock(TypeTable<any AnyObject & Sendable>())
  /// A `FrozenList` for each remainder of addresses, on systems that have it.
  private let lists: [any AnyObject & Sendable]
  /// The same, which are read without counting references.
  // Sound: `lists` retains them, and nothing writes to the memory after `init`.
  nonisolated(unsafe) private let references: UnsafeMutablePointer<Unmanaged<AnyObject>>

  init() {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      lists = (0..<Self.listCount).map { _ in FrozenList() }
    } else {
      lists = []
    }
    unsafe references = .allocate(capacity: Self.listCount)
    for (index, list) in lists.enumerated() {
      unsafe (references + index).initialize(to: .passUnretained(list))
    }
  }

  deinit {
    // Sound: `init` has allocated it, and unmanaged references need no end of their own.
    unsafe references.deallocate()
  }

  private static let listCount = 16

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @inline(__always) private static func place(of type: ObjectIdentifier) -> Int {
    let address = UInt(bitPattern: type)
    return Int((address >> 4 ^ address >> 9) % UInt(listCount))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func list(of type: ObjectIdentifier) -> FrozenList {
    // Sound: `init` has stored nothing else.
    unsafe unsafeDowncast(lists[Self.place(of: type)], to: FrozenList.self)
  }

  /// Returns what was made for a type, which lives as long as this cache.
  func find(_ type: ObjectIdentifier) -> Unmanaged<AnyObject>? {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      // Sound: `init` has stored nothing else.
      let known = unsafe references[Self.place(of: type)]._withUnsafeGuaranteedRef {
        unsafe unsafeDowncast($0, to: FrozenList.self).findUnretained(type)
      }
      if let known = unsafe known { return unsafe known }
    }
    return unsafe made.withLock { $0[type] }.map { unsafe .passUnretained($0) }
  }

  /// Stores what was made for a type, unless another thread was faster.
  ///
  /// - Returns: What is stored, or the new one if the cache is full.
  func insert(
    _ new: any AnyObject & Sendable,
    for type: ObjectIdentifier
  ) -> any AnyObject & Sendable {
    made.withLock { made in
      if let known = made[type] { return known }
      guard made.count < Self.limit else { return new }
      made.insert(new, for: type)
      if made.count <= Self.listLimit,
        #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
      {
        list(of: type).append(type, new)
      }
      return new
    }
  }
}

/// A test of types whose results are cached.
///
/// Casts to protocols and the names of types take thousands of instructions.
struct TypeTest: Sendable {
  private final class Result: Sendable {}

  private static let passed = Result()
  private static let failed = Result()

  private let known = TypeCache()
  private let test: @Sendable (any Any.Type) -> Bool

  init(_ test: @escaping @Sendable (any Any.Type) -> Bool) {
    self.test = test
  }

  func passes(_ type: any Any.Type) -> Bool {
    guard let known = unsafe known.find(ObjectIdentifier(type)) else {
      return run(type) === Self.passed
    }
    return unsafe known._withUnsafeGuaranteedRef { $0 === Self.passed }
  }

  @inline(never) private func run(_ type: any Any.Type) -> any AnyObject & Sendable {
    known.insert(test(type) ? Self.passed : Self.failed, for: ObjectIdentifier(type))
  }
}

/// A list of what was made for types, which is read without a lock.
///
/// It only grows, and its nodes live as long as it does, so that unmanaged references to them are
/// sound and need no counting. Systems without atomic values take the lock.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@safe final class FrozenList: Sendable {
  @safe private final class Node: Sendable {
    let type: ObjectIdentifier
    let box: any AnyObject & Sendable
    /// The same, which is returned without counting references.
    // Sound: `box` retains it, and it can be sent.
    nonisolated(unsafe) let reference: Unmanaged<AnyObject>
    /// `AtomicLazyReference` would take 570 instructions for each reading.
    let next = unsafe Atomic<Unmanaged<Node>?>(nil)

    init(type: ObjectIdentifier, box: any AnyObject & Sendable) {
      self.type = type
      self.box = box
      unsafe reference = .passUnretained(box)
    }
  }

  /// The installed registries, by base.
  static let registries = FrozenList()

  private let first = unsafe Atomic<Unmanaged<Node>?>(nil)

  deinit {
    var node = unsafe first.load(ordering: .acquiring)
    while let current = unsafe node {
      unsafe node = current.takeUnretainedValue().next.load(ordering: .acquiring)
      unsafe current.release()
    }
  }

  /// - Complexity: O(*n*), where *n* is the number of types.
  func find(_ type: ObjectIdentifier) -> (any AnyObject & Sendable)? {
    var node = unsafe first.load(ordering: .acquiring)
    while let current = unsafe node {
      // Sound: the list retains its nodes.
      let (box, next) = unsafe current._withUnsafeGuaranteedRef {
        unsafe ($0.type == type ? $0.box : nil, $0.next.load(ordering: .acquiring))
      }
      if let box { return box }
      unsafe node = next
    }
    return nil
  }

  /// Returns what was made for a type, which lives as long as this list.
  ///
  /// - Complexity: O(*n*), where *n* is the number of types.
  @inline(__always) func findUnretained(_ type: ObjectIdentifier) -> Unmanaged<AnyObject>? {
    var node = unsafe first.load(ordering: .acquiring)
    while let current = unsafe node {
      // Sound: the list retains its nodes.
      let (found, next) = unsafe current._withUnsafeGuaranteedRef {
        unsafe ($0.type == type ? $0.reference : nil, $0.next.load(ordering: .acquiring))
      }
      if let found = unsafe found { return unsafe found }
      unsafe node = next
    }
    return nil
  }

  /// Returns whether something was made for a type, without a reference to it.
  ///
  /// - Complexity: O(*n*), where *n* is the number of types.
  func contains(_ type: ObjectIdentifier) -> Bool {
    var node = unsafe first.load(ordering: .acquiring)
    while let current = unsafe node {
      // Sound: the list retains its nodes.
      let (isFound, next) = unsafe current._withUnsafeGuaranteedRef {
        unsafe ($0.type == type, $0.next.load(ordering: .acquiring))
      }
      if isFound { return true }
      unsafe node = next
    }
    return false
  }

  /// Appends what was made for a type.
  ///
  /// Callers hold the lock of the list.
  func append(_ type: ObjectIdentifier, _ box: any AnyObject & Sendable) {
    let new = unsafe Unmanaged.passRetained(Node(type: type, box: box))
    guard var last = unsafe first.load(ordering: .acquiring) else {
      unsafe first.store(new, ordering: .releasing)
      return
    }
    while let next = unsafe last.takeUnretainedValue().next.load(ordering: .acquiring) {
      unsafe last = next
    }
    unsafe last.takeUnretainedValue().next.store(new, ordering: .releasing)
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
    let mask = slots.count - 1
    let bits = UInt64(truncatingIfNeeded: UInt(bitPattern: key)) &* 0x9e37_79b9_7f4a_7c15
    var place = Int(truncatingIfNeeded: bits >> 40) & mask
    while let slot = slots[place], slot.key != key { place = (place + 1) & mask }
    return place
  }

  subscript(key: ObjectIdentifier) -> Value? {
    slots.isEmpty ? nil : slots[place(of: key)]?.value
  }

  subscript(key: ObjectIdentifier, default value: @autoclosure () -> Value) -> Value {
    get { self[key] ?? value() }
    _modify {
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
