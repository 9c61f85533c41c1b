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

  @discardableResult @inline(__always) mutating func pop() -> Element {
    assert(count > 0)
    count &-= 1
    return unsafe (base + count).move()
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
@safe @usableFromInline struct OwnedValue<Value: ~Copyable> {
  @usableFromInline let memory: UnsafeMutablePointer<Value>

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

/// A reference to an object that its owner retains, or the caller of a call.
///
/// Its copies aren't counted: counting takes as long as twenty other instructions.
@safe struct UncountedReference<Object: AnyObject> {
  private let reference: Unmanaged<Object>

  /// - Parameter object: An object that outlives every use of the reference.
  init(_ object: Object) {
    unsafe reference = .passUnretained(object)
  }

  /// Retains an object until ``release()`` or ``take()`` is called.
  init(retaining object: consuming Object) {
    unsafe reference = .passRetained(object)
  }

  // Sound, all of it: the object outlives every use of the reference.

  func release() {
    unsafe reference.release()
  }

  /// Returns the object with the reference that was to be released.
  func take() -> Object { unsafe reference.takeRetainedValue() }

  /// The object, with a counted reference.
  @inline(__always) var object: Object { unsafe reference.takeUnretainedValue() }

  @inline(__always) var identity: ObjectIdentifier { withObject { ObjectIdentifier($0) } }

  /// Calls a function with the object, without counting a reference.
  @inline(__always) func withObject<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    try unsafe reference._withUnsafeGuaranteedRef { try body($0) }
  }
}

/// A hash table with types and objects as keys, in memory of its own.
///
/// A few tables are read for every decoded value. It doesn't retain its keys: the caller must.
@safe struct PointerTable<Value> {
  private var places = PointerPlaces()
  /// The values, in the order in which their keys were added.
  private var stored = MemoryStack<Value>()

  func deallocate() {
    places.deallocate()
    stored.deallocate()
  }

  var count: Int { stored.count }
  var values: [Value] { (0..<count).map { stored[$0] } }

  /// Returns the value for a key, or nil.
  @inline(__always) subscript(key: ObjectIdentifier) -> Value? {
    let place = places[key]
    return place >= 0 ? stored[place] : nil
  }

  /// Adds or replaces the value for a key.
  @inline(never) mutating func insert(_ value: Value, for key: ObjectIdentifier) {
    let place = places[key]
    if place >= 0 {
      stored[place] = value
    } else {
      places.insert(key, at: count)
      stored.push(value)
    }
  }
}

/// The places of keys in a list, found by open addressing.
///
/// It isn't generic over the values, so that it is compiled once.
private struct PointerPlaces {
  private struct Slot {
    var key: ObjectIdentifier?
    /// The place of the key; -1 in a free slot.
    var place = -1
  }

  private var slots: MemoryStack<Slot>

  /// - Parameter capacity: A power of two.
  init(capacity: Int = 32) {
    slots = MemoryStack(capacity: capacity)
    for _ in 0..<capacity { slots.push(Slot()) }
  }

  func deallocate() {
    slots.deallocate()
  }

  /// Returns the slot of a key, or the free one for it.
  @inline(__always) private func slot(for key: ObjectIdentifier) -> Int {
    let bits = UInt64(truncatingIfNeeded: UInt(bitPattern: key)) &* 0x9e37_79b9_7f4a_7c15
    let mask = slots.count &- 1
    var slot = Int(truncatingIfNeeded: bits &>> 40) & mask
    while let found = slots[slot].key, found != key { slot = (slot &+ 1) & mask }
    return slot
  }

  /// Returns the place of a key; -1 if there is none.
  @inline(__always) subscript(key: ObjectIdentifier) -> Int { slots[slot(for: key)].place }

  /// Inserts a key that isn't there yet, at a place after those of the others.
  @inline(never) mutating func insert(_ key: ObjectIdentifier, at place: Int) {
    if place * 2 >= slots.count { grow() }
    slots[slot(for: key)] = Slot(key: key, place: place)
  }

  private mutating func grow() {
    let grown = PointerPlaces(capacity: slots.count * 2)
    for position in 0..<slots.count {
      if let key = slots[position].key { grown.slots[grown.slot(for: key)] = slots[position] }
    }
    deallocate()
    self = grown
  }
}

/// Returns a value as a type that is the same at run time.
///
/// It is used for structs only, whose metatype is that of the static type.
@inline(__always) func same<Value, Same>(_ value: Value) -> Same {
  precondition(Value.self == Same.self)
  // Sound: the types are the same.
  return unsafe unsafeBitCast(value, to: Same.self)
}
