/// Keyed containers that are used again for the next object.
///
/// `KeyedDecodingContainer(_:)` allocates a box and looks up the metadata of two generic types: 1,450
/// of 6,150 instructions for an element of the mixed feed. So containers are kept for each type of
/// key, and pointed at the next object, but only while nobody else holds them. That is asked with
/// documented means alone: reflection shows, once, that a container is a struct with a single
/// reference inside; somebody else holds the container exactly if that object isn't uniquely
/// referenced. Should reflection ever show anything else, no container is used twice.
///
/// A type may keep its container. So a type of keys is on trial at first: its containers own what
/// they read, and go with the last copy. After a few that were let go, the type has containers of
/// the pool, which own nothing, since counting references for each member would take 9 % of the
/// time. What is held of those after the decode call goes to `EscapedContainers`.
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
    /// What is known of the keys; nil if none are learned.
    var keys: Unmanaged<LearnedKeysOwner>?
  }

  /// So many containers have to be let go before a type has containers of the pool.
  private static let trialCount = 4
  /// No chain has more: what escapes together is bounded, and containers that are nested deeper own
  /// what they read.
  private static let longestChain = 256

  private var chains: UnsafeMutablePointer<Chain>
  private var capacity = 32
  private var count = 0
  /// Whether the decode call is over, so that each container has to keep the document itself.
  private var isRetired = false
  private var trials: [ObjectIdentifier: ContainerTrial] = [:]

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
      unsafe chain.keys?.release()
    }
    unsafe chains.deallocate()
  }

  /// A container for the object at `head`.
  @inline(__always) mutating func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    at head: Int,
    in index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    // Not of `type`, which may be a subclass: the container is one for `Key`.
    let key = ObjectIdentifier(Key.self)
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
    return containerOnTrial(type, head, index)
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
      // Sound: it is filed under this very `Key`.
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
    return unsafe containerMore(chain, type, head, index)
  }

  /// A function of its own, since one that names an optional container looks up its type.
  @inline(never) private func containerMore<Key: CodingKey>(
    _ chain: UnsafeMutablePointer<Chain>,
    _ type: Key.Type,
    _ head: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    guard unsafe chain.pointee.count < Self.longestChain,
      let container = unsafe addContainer(to: chain, type, head, index)
    else { return Self.owningContainer(ContainerOwner(index.document, at: head)) }
    return container
  }

  /// - Returns: Nil if the container couldn't be used again.
  private func addContainer<Key: CodingKey>(
    to chain: UnsafeMutablePointer<Chain>,
    _ type: Key.Type,
    _ head: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key>? {
    let keys = unsafe chain.pointee.keys?.takeUnretainedValue()
    let cell = ContainerCell(index, at: head, keys, keySize: MemoryLayout<Key>.size)
    let slot = TypedSlot(cell, KeyedDecodingContainer(ObjectContainer<Key>(cell: cell)))
    guard slot.canTellWhetherFree() else { return nil }
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
    return slot.take()
  }

  private mutating func addChain<Key: CodingKey>(
    _ type: Key.Type,
    _ head: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key>? {
    var chain = Chain()
    chain.key = ObjectIdentifier(Key.self)
    if MemoryLayout<Key>.size <= 1, !index.document.options.convertsKeys {
      unsafe chain.keys = .passRetained(LearnedKeysOwner())
    }
    let container = unsafe withUnsafeMutablePointer(to: &chain) {
      unsafe addContainer(to: $0, type, head, index)
    }
    guard let container else {
      unsafe chain.keys?.release()
      return nil
    }
    if count * 2 >= capacity { grow() }
    count += 1
    unsafe place(for: ObjectIdentifier(Key.self)).pointee = chain
    return container
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

  /// How many types of keys are known.
  var typeCount: Int { count + trials.count }

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

  // MARK: - Trying types

  @inline(never) private mutating func containerOnTrial<Key: CodingKey>(
    _ type: Key.Type,
    _ head: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    let key = ObjectIdentifier(Key.self)
    if !isRetired {
      trials[key, default: ContainerTrial()].review()
      if let trial = trials[key], trial.releases >= Self.trialCount, !trial.isEndless {
        if let container = addChain(type, head, index) {
          trials[key] = nil
          return container
        }
        trials[key]?.isEndless = true
      }
    }
    let owner = ContainerOwner(index.document, at: head)
    if !isRetired { trials[key]?.owner = owner }
    return Self.owningContainer(owner)
  }

  private static func owningContainer<Key: CodingKey>(
    _ owner: ContainerOwner
  ) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(OwningObjectContainer<Key>(owner))
  }

  @inline(never) private mutating func reviewTrials() {
    var trial = trials.startIndex
    while trial != trials.endIndex {
      trials.values[trial].review()
      trials.formIndex(after: &trial)
    }
  }

  // MARK: - Ending a decode call

  /// Forgets what holds for one decode call.
  ///
  /// - Returns: The slots of containers that somebody still holds.
  mutating func endCall() -> [ContainerSlot] {
    if !trials.isEmpty { reviewTrials() }
    var held: [ContainerSlot] = []
    for position in 0..<capacity {
      let chain = unsafe chains + position
      guard unsafe chain.pointee.key != nil else { continue }
      unsafe chain.pointee.keys?._withUnsafeGuaranteedRef { $0.keys.forget() }
      for place in unsafe 0..<chain.pointee.count where unsafe !Self.isFree(chain, place) {
        held.append(unsafe chain.pointee.slots.unsafelyUnwrapped[place].takeUnretainedValue())
      }
    }
    return held
  }
}
