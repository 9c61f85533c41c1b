/// The containers of a pool for one type of key.
///
/// Objects nest, so it is used like a stack, and its first free container is at the last place or
/// beside it.
@safe struct ContainerChain {
  /// The limit for a chain and so for what can escape; deeper containers own what they read.
  static let longest = 256

  var key: ObjectIdentifier?
  private var containers: UnsafeMutablePointer<Unmanaged<PooledContainer>>?
  private(set) var count = 0
  private var capacity = 0
  /// The position of the container that was taken last.
  var last = 0
  /// The place of the chain that was used before this one in the decode call; negative if there is
  /// none.
  var previous = unused
  /// The cached names of the keys; nil if they aren't cached.
  var keys: Unmanaged<LearnedKeysOwner>?

  /// What ``previous`` is in a chain that wasn't used.
  static var unused: Int { -2 }

  // Sound, all of it: containers are initialised up to their count, and the chain retains each
  // until `deallocate()`.

  func deallocate() {
    for container in 0..<count { unsafe containers.unsafelyUnwrapped[container].release() }
    unsafe containers?.deallocate()
    unsafe keys?.release()
  }

  @inline(__always) func isFree(_ position: Int) -> Bool {
    unsafe containers.unsafelyUnwrapped[position]._withUnsafeGuaranteedRef { $0.isFree }
  }

  /// Whether there are no references to any container.
  @inline(__always) var isFree: Bool {
    for position in 0..<count where !isFree(position) { return false }
    return true
  }

  /// Points a free container at an object, and returns it.
  @inline(__always) func take<Key: CodingKey>(
    _ position: Int,
    _ type: Key.Type,
    _ cursor: MemberCursor
  ) -> KeyedDecodingContainer<Key> {
    unsafe containers.unsafelyUnwrapped[position]._withUnsafeGuaranteedRef { container in
      container.state.point(at: cursor)
      // Sound: the chain is for this `Key`.
      return unsafe unsafeDowncast(
        container,
        to: TypedPooledContainer<KeyedDecodingContainer<Key>>.self
      ).take()
    }
  }

  mutating func append(_ container: PooledContainer) {
    if count == capacity {
      capacity = max(2, capacity * 2)
      let grown = UnsafeMutablePointer<Unmanaged<PooledContainer>>.allocate(capacity: capacity)
      if let old = unsafe containers {
        unsafe grown.moveInitialize(from: old, count: count)
        unsafe old.deallocate()
      }
      unsafe containers = grown
    }
    unsafe (containers.unsafelyUnwrapped + count).initialize(to: .passRetained(container))
    last = count
    count += 1
  }

  /// Adds the containers that are still referenced to a list.
  func addHeld(to held: inout [PooledContainer]) {
    for position in 0..<count where !isFree(position) {
      held.append(unsafe containers.unsafelyUnwrapped[position].takeUnretainedValue())
    }
  }
}
