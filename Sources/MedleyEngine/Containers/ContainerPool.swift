/// A pool of keyed containers, which are reused for other objects.
///
/// `KeyedDecodingContainer(_:)` allocates a box and looks up the metadata of two generic types:
/// a fourth of an element of the mixed feed. So the pool keeps containers for
/// each type of key. It points a container at the next object if there is no other reference to it.
/// Documented means show that: reflection, once, that a container is a struct with a single
/// reference inside, and `isKnownUniquelyReferenced` whether that object has other references. If
/// reflection shows anything else, containers aren't reused.
///
/// A type may store its container. So the first containers for a type of key own what they read,
/// and are freed with the last copy. After some that were released, the type gets containers of
/// the pool. These own nothing, because counting references for each member takes 9 % of the time.
/// Those that are still referenced after the decode call are kept in the `DocumentPool`.
///
/// The pool is a hash table of chains, one for each type of key.
@safe struct ContainerPool {
  /// The releases after which a type gets containers of the pool: several, because the first
  /// reflection in a process takes longer than a first call on `JSONDecoder`.
  private static let trialCount = 6
  private var chains: UnsafeMutablePointer<ContainerChain>
  private var capacity = 32
  /// The places of the chains, so that growing and releasing don't look at the whole table.
  private var places: [Int] = []
  /// The place of the chain that was used last, so that a call ends with a look at those it used.
  ///
  /// A look at one that wasn't used takes 30 instructions, for each small chunk of a feed.
  private var lastUsed = -1
  /// Whether the decode call has ended, so that each container must own its document.
  private var isRetired = false
  private var trials = ContainerTrials(length: trialCount)

  init() {
    unsafe chains = .allocate(capacity: capacity)
    unsafe chains.initialize(repeating: ContainerChain(), count: capacity)
  }

  // Sound, all of it: chains and containers are initialised up to their counts, and the pool
  // retains each container until `deallocate()`.

  func deallocate() {
    for place in places {
      let chain = unsafe chains[place]
      chain.deallocate()
    }
    unsafe chains.deallocate()
    trials.deallocate()
  }

  /// Returns a container for an object.
  @inline(__always) mutating func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    at object: Int,
    in index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    // Not `type`, which may be a subclass: the container is for `Key`.
    let key = ObjectIdentifier(Key.self)
    var place = Self.hash(key) & (capacity &- 1)
    while let found = unsafe chains[place].key {
      if found == key {
        let chain = unsafe chains + place
        if unsafe chain.pointee.previous == ContainerChain.unused {
          unsafe chain.pointee.previous = lastUsed
          lastUsed = place
        }
        let last = unsafe chain.pointee.last
        if unsafe chain.pointee.isFree(last) {
          // The container around it may be free as well; the next search begins there.
          if last > 0, unsafe chain.pointee.isFree(last &- 1) {
            unsafe chain.pointee.last = last &- 1
          }
          return unsafe chain.pointee.take(last, type, MemberCursor(index, object))
        }
        return unsafe takeFurther(chain, type, object, index)
      }
      place = (place &+ 1) & (capacity &- 1)
    }
    return containerOnTrial(type, object, index)
  }

  @inline(__always) private static func hash(_ key: ObjectIdentifier) -> Int {
    let bits = UInt64(truncatingIfNeeded: UInt(bitPattern: key)) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: bits &>> 40)
  }

  // MARK: - Growing

  @inline(never) private mutating func takeFurther<Key: CodingKey>(
    _ chain: UnsafeMutablePointer<ContainerChain>,
    _ type: Key.Type,
    _ object: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    let next = unsafe chain.pointee.last + 1
    if unsafe next < chain.pointee.count, unsafe chain.pointee.isFree(next) {
      unsafe chain.pointee.last = next
      return unsafe chain.pointee.take(next, type, MemberCursor(index, object))
    }
    return unsafe addedContainer(chain, type, object, index)
  }

  // Separate, because a function with an optional container looks up its type.
  @inline(never) private func addedContainer<Key: CodingKey>(
    _ chain: UnsafeMutablePointer<ContainerChain>,
    _ type: Key.Type,
    _ object: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    guard unsafe chain.pointee.count < ContainerChain.longest,
      let container = unsafe addContainer(to: chain, type, object, index)
    else { return Self.owningContainer(ContainerOwner(index.document, at: object)) }
    return container
  }

  /// - Returns: Nil if the container can't be reused.
  private func addContainer<Key: CodingKey>(
    to chain: UnsafeMutablePointer<ContainerChain>,
    _ type: Key.Type,
    _ object: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key>? {
    let keys = unsafe chain.pointee.keys?.takeUnretainedValue()
    let state = ContainerState(index, at: object, keys, keySize: MemoryLayout<Key>.size)
    let pooled = TypedPooledContainer(
      state,
      KeyedDecodingContainer(ObjectContainer<Key>(state: state))
    )
    guard pooled.canTellWhetherFree() else { return nil }
    unsafe chain.pointee.append(pooled)
    return pooled.take()
  }

  private mutating func addChain<Key: CodingKey>(
    _ type: Key.Type,
    _ object: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key>? {
    var chain = ContainerChain()
    chain.key = ObjectIdentifier(Key.self)
    if MemoryLayout<Key>.size <= 1, index.document.options.keepsKeys {
      unsafe chain.keys = .passRetained(LearnedKeysOwner())
    }
    let container = unsafe withUnsafeMutablePointer(to: &chain) {
      unsafe addContainer(to: $0, type, object, index)
    }
    guard let container else {
      unsafe chain.keys?.release()
      return nil
    }
    if places.count * 2 >= capacity { grow() }
    insert(chain, for: ObjectIdentifier(Key.self))
    return container
  }

  private mutating func insert(_ chain: ContainerChain, for key: ObjectIdentifier) {
    var place = Self.hash(key) & (capacity - 1)
    while unsafe chains[place].key != nil { place = (place + 1) & (capacity - 1) }
    unsafe chains[place] = chain
    unsafe chains[place].previous = lastUsed
    lastUsed = place
    places.append(place)
  }

  private mutating func grow() {
    let (old, oldPlaces) = unsafe (chains, places)
    capacity *= 2
    places = []
    lastUsed = -1
    unsafe chains = .allocate(capacity: capacity)
    unsafe chains.initialize(repeating: ContainerChain(), count: capacity)
    for place in oldPlaces {
      if let key = unsafe old[place].key { insert(unsafe old[place], for: key) }
    }
    unsafe old.deallocate()
  }

  // MARK: - Releasing

  /// The number of key types with containers or on trial: each is on trial first.
  var typeCount: Int { trials.count }

  /// The number of containers.
  var containerCount: Int {
    places.reduce(0) { $0 + (unsafe chains[$1].count) }
  }

  /// Releases all containers and ends their reuse.
  ///
  /// A type may store its decoder, make containers after the decode call, and release the decoder
  /// before them.
  mutating func retire() {
    deallocate()
    self = ContainerPool()
    isRetired = true
  }

  // MARK: - Trials

  @inline(never) private mutating func containerOnTrial<Key: CodingKey>(
    _ type: Key.Type,
    _ object: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    let key = ObjectIdentifier(Key.self)
    if !isRetired, trials.hasPassed(key) {
      let container = addChain(type, object, index)
      trials.end(key, isReused: container != nil)
      if let container { return container }
    }
    let owner = ContainerOwner(index.document, at: object)
    if !isRetired { trials.keep(owner, for: key) }
    return Self.owningContainer(owner)
  }

  private static func owningContainer<Key: CodingKey>(
    _ owner: ContainerOwner
  ) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(OwningObjectContainer<Key>(owner: owner))
  }

  // MARK: - Ending a decode call

  /// Ends a part of a decode call.
  ///
  /// - Returns: False if containers are still referenced, which the end of the call finds.
  mutating func endPart() -> Bool {
    trials.review()
    while lastUsed >= 0 {
      let chain = unsafe chains + lastUsed
      guard unsafe chain.pointee.isFree else { return false }
      lastUsed = unsafe chain.pointee.previous
      unsafe chain.pointee.previous = ContainerChain.unused
    }
    return true
  }

  /// Ends a decode call.
  ///
  /// - Returns: The containers that are still referenced.
  mutating func endCall() -> [PooledContainer] {
    trials.review()
    for place in places {
      unsafe chains[place].keys?._withUnsafeGuaranteedRef { $0.keys.forget() }
    }
    var held: [PooledContainer] = []
    while lastUsed >= 0 {
      let chain = unsafe chains + lastUsed
      unsafe chain.pointee.addHeld(to: &held)
      lastUsed = unsafe chain.pointee.previous
      unsafe chain.pointee.previous = ContainerChain.unused
    }
    return held
  }
}

/// A keyed container of a pool for decoding.
class PooledContainer: ReusableContainer {
  let state: ContainerState

  fileprivate init(_ state: ContainerState) {
    self.state = state
  }

  deinit {
    state.deallocate()
  }
}

/// A pooled container of one type.
///
/// It is generic over the container and not over the key. Copying a `KeyedDecodingContainer<Key>`
/// needs its metadata, which is looked up from `Key`. As the class's own generic argument it takes one
/// load, if ``take()`` isn't inlined.
final class TypedPooledContainer<Container>: PooledContainer {
  private let container: Container

  /// - Parameters:
  ///   - state: The state of the container.
  ///   - container: A container without other references.
  init(_ state: ContainerState, _ container: consuming Container) {
    self.container = container
    super.init(state)
    findReference(in: self.container)
  }

  @inline(never) func take() -> Container { container }

  /// Returns whether ``isFree`` works: it must be true without another reference, and false with
  /// one.
  func canTellWhetherFree() -> Bool {
    let isFreeBefore = isFree
    let isFreeMeanwhile = withExtendedLifetime(take()) { isFree }
    return isFreeBefore && !isFreeMeanwhile
  }
}
