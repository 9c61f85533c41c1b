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
    update(key) { $0 = value }
  }

  /// Calls a function with the value for a key, in place, which is nil for a new key.
  mutating func update<Result>(
    _ key: ObjectIdentifier,
    _ body: (inout Value?) -> Result
  ) -> Result {
    var place = Self.hash(key) & (capacity - 1)
    while let found = unsafe entries[place].key {
      if found == key { return unsafe body(&entries[place].value) }
      place = (place + 1) & (capacity - 1)
    }
    if count * 2 >= capacity { grow() }
    count += 1
    let entry = unsafe self.place(for: key)
    unsafe entry.pointee.key = key
    return unsafe body(&entry.pointee.value)
  }

  /// Calls a function with each value, in place.
  mutating func updateAll(_ body: (inout Value?) -> Void) {
    for place in 0..<capacity where unsafe entries[place].key != nil {
      unsafe body(&entries[place].value)
    }
  }

  private func place(for key: ObjectIdentifier) -> UnsafeMutablePointer<Entry> {
    var place = Self.hash(key) & (capacity - 1)
    while unsafe entries[place].key != nil { place = (place + 1) & (capacity - 1) }
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
