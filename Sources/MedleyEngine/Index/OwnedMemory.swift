/// A growing list in memory that its owner frees.
///
/// It isn't an array, whose every change looks for other references and whose every reading checks
/// the count.
@safe struct MemoryStack<Element> {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 32) {
    self.capacity = capacity
    unsafe base = .allocate(capacity: capacity)
  }

  // Sound, all of it: the elements up to the count are initialised, and others are never read.

  func deallocate() {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  @inline(__always) subscript(position: Int) -> Element {
    _read {
      assert(position >= 0 && position < count)
      yield unsafe base[position]
    }
    nonmutating _modify {
      assert(position >= 0 && position < count)
      yield unsafe &base[position]
    }
  }

  @inline(__always) mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  @inline(__always) mutating func pop() {
    assert(count > 0)
    count &-= 1
    _ = unsafe (base + count).move()
  }

  mutating func removeAll() {
    unsafe base.deinitialize(count: count)
    count = 0
  }

  @inline(never) private mutating func grow() {
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    unsafe grown.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = grown
    capacity *= 2
  }
}

/// A value in memory that its owner frees.
///
/// Its copies share the value, and have no counted references: copying a container for each member costs
/// nothing.
@safe struct OwnedValue<Value> {
  private let memory: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) {
    unsafe memory = .allocate(capacity: 1)
    unsafe memory.initialize(to: value)
  }

  // Sound, all of it: the owner of the value outlives everything that reads it.

  func deallocate() {
    unsafe memory.deinitialize(count: 1)
    unsafe memory.deallocate()
  }

  @inline(__always) var value: Value {
    _read { yield unsafe memory.pointee }
    nonmutating _modify { yield unsafe &memory.pointee }
  }

  /// A number that no other value has at the same time.
  var identity: UInt { UInt(bitPattern: unsafe memory) }
}

/// A hash table with types and objects as keys, in memory of its own.
///
/// A few tables are read for every decoded value. It uses open addressing, and doesn't retain its
/// keys: the caller must.
@safe struct PointerTable<Value> {
  private struct Entry {
    var key: ObjectIdentifier?
    var value: Value?
  }

  private var entries: UnsafeMutablePointer<Entry>
  private var capacity = 32
  private(set) var count = 0

  init() {
    unsafe entries = .allocate(capacity: capacity)
    unsafe entries.initialize(repeating: Entry(), count: capacity)
  }

  // Sound, all of it: every entry up to the capacity is initialised.

  func deallocate() {
    unsafe entries.deinitialize(count: capacity)
    unsafe entries.deallocate()
  }

  @inline(__always) private static func hash(_ key: ObjectIdentifier) -> Int {
    let bits = UInt64(truncatingIfNeeded: UInt(bitPattern: key)) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: bits &>> 40)
  }

  /// Returns the value for a key, or nil.
  @inline(__always) subscript(key: ObjectIdentifier) -> Value? {
    var place = Self.hash(key) & (capacity &- 1)
    while let found = unsafe entries[place].key {
      if found == key { return unsafe entries[place].value }
      place = (place &+ 1) & (capacity &- 1)
    }
    return nil
  }

  /// Adds or replaces the value for a key.
  @inline(never) mutating func insert(_ value: Value, for key: ObjectIdentifier) {
    var entry = unsafe place(for: key)
    if unsafe entry.pointee.key == nil {
      if count * 2 >= capacity {
        grow()
        unsafe entry = place(for: key)
      }
      count += 1
    }
    unsafe entry.pointee = Entry(key: key, value: value)
  }

  /// Returns the place of a key, or the free one for it.
  private func place(for key: ObjectIdentifier) -> UnsafeMutablePointer<Entry> {
    var place = Self.hash(key) & (capacity - 1)
    while let found = unsafe entries[place].key, found != key {
      place = (place + 1) & (capacity - 1)
    }
    return unsafe entries + place
  }

  @inline(never) private mutating func grow() {
    let (old, oldCapacity) = unsafe (entries, capacity)
    capacity *= 2
    unsafe entries = .allocate(capacity: capacity)
    unsafe entries.initialize(repeating: Entry(), count: capacity)
    for position in 0..<oldCapacity {
      guard let key = unsafe old[position].key else { continue }
      unsafe place(for: key).pointee = old[position]
    }
    unsafe old.deinitialize(count: oldCapacity)
    unsafe old.deallocate()
  }
}
