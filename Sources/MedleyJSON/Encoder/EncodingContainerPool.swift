import Medley

/// A pool of keyed containers, which are reused for other objects.
///
/// It is to encoding what `ContainerPool` is to decoding: `KeyedEncodingContainer(_:)` allocates a
/// box and looks up the metadata of two generic types. A container that is still referenced when the
/// call ends is detached from its writer, so that it writes nothing, and isn't reused.
@safe struct EncodingContainerPool {
  private var chains = unsafe PointerTable<Unmanaged<EncodingContainerChain>>()
  private var all: [EncodingContainerChain] = []

  func deallocate() {
    unsafe chains.deallocate()
  }

  var containerCount: Int { all.reduce(0) { $0 + $1.count } }
  var typeCount: Int { all.count }

  /// Returns a container for an object.
  @inline(__always) mutating func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    _ writer: JSONWriter,
    _ level: Int,
    _ serial: Int
  ) -> KeyedEncodingContainer<Key> {
    // Not `type`, which may be a subclass: the container is for `Key`.
    if let chain = unsafe chains[ObjectIdentifier(Key.self)] {
      // Sound: `all` retains the chain.
      return unsafe chain._withUnsafeGuaranteedRef {
        $0.container(keyedBy: type, writer, level, serial)
      }
    }
    return firstContainer(keyedBy: type, writer, level, serial)
  }

  @inline(never) private mutating func firstContainer<Key: CodingKey>(
    keyedBy type: Key.Type,
    _ writer: JSONWriter,
    _ level: Int,
    _ serial: Int
  ) -> KeyedEncodingContainer<Key> {
    let chain = EncodingContainerChain(cachesKeys: writer.options.keepsKeys)
    all.append(chain)
    unsafe chains.insert(.passUnretained(chain), for: ObjectIdentifier(Key.self))
    return chain.container(keyedBy: type, writer, level, serial)
  }

  /// Ends an encode call.
  ///
  /// - Returns: The containers that are still referenced.
  func endCall() -> [PooledEncodingContainer] {
    var held: [PooledEncodingContainer] = []
    for chain in all { chain.endCall(&held) }
    return held
  }
}

/// The containers for one type of key.
///
/// It is a class, because the table of the pool is copied when it grows.
@safe final class EncodingContainerChain {
  // Sound, all of it: `owners` retains what the others refer to.
  private var owners: [PooledEncodingContainer] = []
  private var containers: UnsafeMutablePointer<Unmanaged<PooledEncodingContainer>>
  private var capacity = 4
  private(set) var count = 0
  /// The limit for a chain, and so for what can escape from it.
  private static let longestChain = 256
  /// The position of the container that was taken last.
  ///
  /// Objects nest, so the chain is a stack.
  private var last = 0
  private var isUsed = false
  private let keys = EncodedKeys()
  /// Containers that keep their states themselves.
  private var unpooled: [PooledEncodingContainer] = []
  private let cachesKeys: Bool

  init(cachesKeys: Bool) {
    self.cachesKeys = cachesKeys
    unsafe containers = .allocate(capacity: capacity)
  }

  deinit {
    unsafe containers.deallocate()
    keys.deallocate()
  }

  @inline(__always) private func isFree(_ position: Int) -> Bool {
    unsafe containers[position]._withUnsafeGuaranteedRef { $0.isFree }
  }

  @inline(__always) func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    _ writer: JSONWriter,
    _ level: Int,
    _ serial: Int
  ) -> KeyedEncodingContainer<Key> {
    isUsed = true
    var position = last
    if position < count, isFree(position) {
      // The containers around it may be free as well.
      while position > 0, isFree(position &- 1) { position &-= 1 }
      last = position
    } else {
      position = last &+ 1
      guard position < count, isFree(position) else {
        return addedContainer(keyedBy: type, writer, level, serial)
      }
      last = position
    }
    return unsafe containers[position]._withUnsafeGuaranteedRef { container in
      container.state.point(writer, level, serial)
      // Sound: the chain is for this `Key`.
      return unsafe unsafeDowncast(
        container,
        to: TypedPooledEncodingContainer<KeyedEncodingContainer<Key>>.self
      ).take()
    }
  }

  @inline(never) private func addedContainer<Key: CodingKey>(
    keyedBy type: Key.Type,
    _ writer: JSONWriter,
    _ level: Int,
    _ serial: Int
  ) -> KeyedEncodingContainer<Key> {
    let canCache = cachesKeys && MemoryLayout<Key>.size <= 1
    let state = EncodingContainerState(keys, keySize: canCache ? MemoryLayout<Key>.size : -1)
    let pooled = TypedPooledEncodingContainer(
      state,
      KeyedEncodingContainer(ObjectEncodingContainer<Key, Void>(state: state, keeper: ()))
    )
    state.point(writer, level, serial)
    guard count < Self.longestChain, pooled.canTellWhetherFree() else {
      // The pool can't know when it is released, so it keeps its state itself.
      unpooled.append(pooled)
      return KeyedEncodingContainer(
        ObjectEncodingContainer<Key, PooledEncodingContainer>(state: state, keeper: pooled)
      )
    }
    if count == capacity {
      let grown = UnsafeMutablePointer<Unmanaged<PooledEncodingContainer>>.allocate(
        capacity: capacity * 2
      )
      unsafe grown.moveInitialize(from: containers, count: count)
      unsafe containers.deallocate()
      unsafe containers = grown
      capacity *= 2
    }
    owners.append(pooled)
    unsafe (containers + count).initialize(to: .passUnretained(pooled))
    last = count
    count += 1
    return pooled.take()
  }

  /// Ends an encode call, and adds the containers that are still referenced.
  func endCall(_ held: inout [PooledEncodingContainer]) {
    guard isUsed else { return }
    isUsed = false
    keys.forget()
    last = 0
    for container in unpooled { container.state.detach() }
    if !unpooled.isEmpty { unpooled = [] }
    guard (0..<count).contains(where: { !isFree($0) }) else { return }
    let isHeld = (0..<count).map { !isFree($0) }
    for (owner, isHeld) in zip(owners, isHeld) where isHeld { held.append(owner) }
    owners = zip(owners, isHeld).compactMap { $1 ? nil : $0 }
    for (position, owner) in owners.enumerated() {
      unsafe containers[position] = .passUnretained(owner)
    }
    count = owners.count
  }
}

/// A keyed container of a pool, and whether it is free.
///
/// It is a class, because containers that escape outlive their pool.
class PooledEncodingContainer: ReusableContainer {
  let state: EncodingContainerState

  fileprivate init(_ state: EncodingContainerState) {
    self.state = state
  }

  deinit {
    state.deallocate()
  }
}

/// A pooled container of one type; see ``TypedPooledContainer``.
final class TypedPooledEncodingContainer<Container>: PooledEncodingContainer {
  private let container: Container

  init(_ state: EncodingContainerState, _ container: consuming Container) {
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

extension JSONWriter {
  /// A container that writes nothing.
  static func deadContainer<Key: CodingKey>() -> KeyedEncodingContainer<Key> {
    let pooled = PooledEncodingContainer(EncodingContainerState(nil, keySize: -1))
    return KeyedEncodingContainer(
      ObjectEncodingContainer<Key, PooledEncodingContainer>(state: pooled.state, keeper: pooled)
    )
  }
}
