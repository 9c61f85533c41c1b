/// Keyed containers that are used again for the next object.
///
/// `KeyedDecodingContainer(_:)` allocates a box and looks up the metadata of two generic types: 1,450
/// of 6,150 instructions for an element of the mixed feed. So containers are kept for each type of
/// key, and pointed at the next object, but only while nobody else holds them. That is asked with
/// documented means alone: reflection shows, once, that a container is a struct with a single
/// reference inside; somebody else holds the container exactly if that object isn't uniquely
/// referenced. Should reflection ever show anything else, no container is used twice.
///
/// The pool is a hash table of chains, one for each type of key. The containers of a chain are taken
/// and given back like a stack, as objects nest, so the first free one is at the last place or
/// beside it.
@safe struct ContainerPool {
  /// The containers for one type of key.
  @safe private struct Chain {
    var key: ObjectIdentifier?
    var slots: UnsafeMutablePointer<Unmanaged<ContainerSlot>>?
    var count = 0
    var capacity = 0
    /// Where the container was that was taken last.
    var last = 0
  }

  private var chains: UnsafeMutablePointer<Chain>
  private var capacity = 32
  private var count = 0
  /// Whether the decode call is over, so that each container has to keep the document itself.
  private var isRetired = false

  init() {
    unsafe chains = .allocate(capacity: capacity)
    unsafe chains.initialize(repeating: Chain(), count: capacity)
  }

  // Sound, all of it: chains and slots are initialised as far as they are counted, and each slot is
  // retained by the pool until `deallocate()`.

  func deallocate() {
    for position in 0..<capacity {
      let chain = unsafe chains[position]
      for slot in 0..<chain.count { unsafe chain.slots.unsafelyUnwrapped[slot].release() }
      unsafe chain.slots?.deallocate()
    }
    unsafe chains.deallocate()
  }

  /// A container for the object at `head`.
  @inline(__always) mutating func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    at head: Int,
    in index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    let key = ObjectIdentifier(type)
    var place = Self.hash(key) & (capacity &- 1)
    while let found = unsafe chains[place].key {
      if found == key {
        let chain = unsafe chains + place
        let last = unsafe chain.pointee.last
        if unsafe Self.isFree(chain, last) {
          // One that encloses it may be free as well; the next search begins there.
          if last > 0, unsafe Self.isFree(chain, last &- 1) {
            unsafe chain.pointee.last = last &- 1
          }
          return unsafe Self.take(chain, last, type, MemberCursor(index, head))
        }
        return unsafe takeFurther(chain, type, head, index)
      }
      place = (place &+ 1) & (capacity &- 1)
    }
    return addChain(type, head, index)
  }

  @inline(__always) private static func hash(_ key: ObjectIdentifier) -> Int {
    let bits = UInt64(truncatingIfNeeded: UInt(bitPattern: key)) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: bits &>> 40)
  }

  @inline(__always) private static func isFree(
    _ chain: UnsafeMutablePointer<Chain>,
    _ position: Int
  ) -> Bool {
    unsafe chain.pointee.slots.unsafelyUnwrapped[position]._withUnsafeGuaranteedRef { $0.isFree }
  }

  @inline(__always) private static func take<Key: CodingKey>(
    _ chain: UnsafeMutablePointer<Chain>,
    _ position: Int,
    _ type: Key.Type,
    _ cursor: MemberCursor
  ) -> KeyedDecodingContainer<Key> {
    unsafe chain.pointee.slots.unsafelyUnwrapped[position]._withUnsafeGuaranteedRef { slot in
      slot.cell.point(at: cursor)
      // Sound: it is filed under this very type of key.
      return unsafe unsafeDowncast(slot, to: TypedSlot<KeyedDecodingContainer<Key>>.self).take()
    }
  }

  // MARK: - Growing

  @inline(never) private mutating func takeFurther<Key: CodingKey>(
    _ chain: UnsafeMutablePointer<Chain>,
    _ type: Key.Type,
    _ head: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    let next = unsafe chain.pointee.last + 1
    if unsafe next < chain.pointee.count, unsafe Self.isFree(chain, next) {
      unsafe chain.pointee.last = next
      return unsafe Self.take(chain, next, type, MemberCursor(index, head))
    }
    return unsafe addContainer(to: chain, type, head, index)
  }

  private func addContainer<Key: CodingKey>(
    to chain: UnsafeMutablePointer<Chain>,
    _ type: Key.Type,
    _ head: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    let cell = ContainerCell(index, keyedBy: type, at: head)
    let container = KeyedDecodingContainer(ObjectContainer<Key>(cell: cell))
    let slot = TypedSlot(cell, container)
    if unsafe chain.pointee.count == chain.pointee.capacity {
      let capacity = unsafe max(2, chain.pointee.capacity * 2)
      let grown = UnsafeMutablePointer<Unmanaged<ContainerSlot>>.allocate(capacity: capacity)
      if let old = unsafe chain.pointee.slots {
        unsafe grown.moveInitialize(from: old, count: chain.pointee.count)
        unsafe old.deallocate()
      }
      unsafe chain.pointee.slots = grown
      unsafe chain.pointee.capacity = capacity
    }
    let position = unsafe chain.pointee.count
    unsafe (chain.pointee.slots.unsafelyUnwrapped + position).initialize(to: .passRetained(slot))
    unsafe chain.pointee.count = position + 1
    unsafe chain.pointee.last = position
    return container
  }

  @inline(never) private mutating func addChain<Key: CodingKey>(
    _ type: Key.Type,
    _ head: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    if isRetired { return Self.containerAlone(type, head, index) }
    if count * 2 >= capacity { grow() }
    count += 1
    let chain = unsafe place(for: ObjectIdentifier(type))
    unsafe chain.pointee.key = ObjectIdentifier(type)
    return unsafe addContainer(to: chain, type, head, index)
  }

  private func place(for key: ObjectIdentifier) -> UnsafeMutablePointer<Chain> {
    var place = Self.hash(key) & (capacity - 1)
    while unsafe chains[place].key != nil { place = (place + 1) & (capacity - 1) }
    return unsafe chains + place
  }

  private mutating func grow() {
    let (old, oldCapacity) = unsafe (chains, capacity)
    capacity *= 2
    unsafe chains = .allocate(capacity: capacity)
    unsafe chains.initialize(repeating: Chain(), count: capacity)
    for position in 0..<oldCapacity {
      guard let key = unsafe old[position].key else { continue }
      unsafe place(for: key).pointee = old[position]
    }
    unsafe old.deallocate()
  }

  // MARK: - Giving back

  /// How many containers there are.
  var containerCount: Int {
    var sum = 0
    for position in 0..<capacity { sum += unsafe chains[position].count }
    return sum
  }

  /// Lets go of all containers, and from now on makes each one for itself.
  ///
  /// A decoder that is kept may be asked for containers after the decode call, and let go before
  /// them.
  mutating func retire() {
    deallocate()
    self = ContainerPool()
    isRetired = true
  }

  private static func containerAlone<Key: CodingKey>(
    _ type: Key.Type,
    _ head: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    let cell = ContainerCell(index, keyedBy: type, at: head)
    let container = KeyedDecodingContainer(ObjectContainer<Key>(cell: cell))
    Parking.park([TypedSlot(cell, container)], with: index.document)
    return container
  }

  /// The slots of containers that somebody still holds.
  var held: [ContainerSlot] {
    var held: [ContainerSlot] = []
    for position in 0..<capacity {
      let chain = unsafe chains[position]
      for place in 0..<chain.count {
        let slot = unsafe chain.slots.unsafelyUnwrapped[place].takeUnretainedValue()
        if !slot.isFree { held.append(slot) }
      }
    }
    return held
  }
}
