import MedleyBase

/// A pool of keyed containers, which are reused for other objects.
///
/// It is to encoding what `ContainerPool` is to decoding: `KeyedEncodingContainer(_:)` allocates a
/// box and looks up the metadata of two generic types. A container that is still referenced when the
/// call ends is detached from its writer, so that it writes nothing, and isn't reused.
@safe struct EncodingContainerPool {
  private var chains = unsafe PointerTable<Unmanaged<EncodingContainerChain>>()
  private var all: [EncodingContainerChain] = []
  /// The chains of this encode call.
  private var used = unsafe WriterStack<Unmanaged<EncodingContainerChain>>()

  func deallocate() {
    unsafe chains.deallocate()
    unsafe used.deallocate()
  }

  var containerCount: Int { all.reduce(0) { $0 + $1.count } }
  var typeCount: Int { all.count }

  /// Returns a container for an object.
  @inline(__always) mutating func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    _ writer: JSONWriter,
    _ target: EncodingTarget
  ) -> KeyedEncodingContainer<Key> {
    // Not `type`, which may be a subclass: the container is for `Key`.
    if let chain = unsafe chains[ObjectIdentifier(Key.self)] {
      // Sound: `all` retains the chain.
      return unsafe chain._withUnsafeGuaranteedRef {
        if !$0.isUsed { use($0) }
        return $0.container(keyedBy: type, writer, target)
      }
    }
    return firstContainer(keyedBy: type, writer, target)
  }

  @inline(never) private mutating func firstContainer<Key: CodingKey>(
    keyedBy type: Key.Type,
    _ writer: JSONWriter,
    _ target: EncodingTarget
  ) -> KeyedEncodingContainer<Key> {
    let chain = EncodingContainerChain(cachesKeys: writer.options.keepsKeys)
    all.append(chain)
    unsafe chains.insert(.passUnretained(chain), for: ObjectIdentifier(Key.self))
    use(chain)
    return chain.container(keyedBy: type, writer, target)
  }

  /// Adds a chain to those of this encode call.
  private mutating func use(_ chain: EncodingContainerChain) {
    chain.isUsed = true
    unsafe used.push(.passUnretained(chain))
  }

  /// Returns whether two types of keys are cached and have no key in common.
  func areDisjoint(_ first: ObjectIdentifier, _ second: ObjectIdentifier) -> Bool {
    guard let firstChain = unsafe chains[first], let secondChain = unsafe chains[second] else {
      return false
    }
    // Sound: `all` retains both.
    return unsafe firstChain._withUnsafeGuaranteedRef { first in
      unsafe secondChain._withUnsafeGuaranteedRef { first.isDisjoint(from: $0) }
    }
  }

  /// Ends an encode call.
  ///
  /// - Returns: The containers that are still referenced.
  mutating func endCall() -> [PooledEncodingContainer] {
    var held: [PooledEncodingContainer] = []
    for position in unsafe 0..<used.count {
      // Sound: `all` retains the chain.
      unsafe used[position]._withUnsafeGuaranteedRef { $0.endCall(&held) }
    }
    unsafe used.removeAll()
    return held
  }
}

/// The containers for one type of key.
///
/// It is a class, because the table of the pool is copied when it grows.
@safe final class EncodingContainerChain {
  /// The containers, which are retained.
  ///
  /// A copy is changed: each reading would be checked if the list itself were changed in place.
  private var containers = unsafe WriterStack<Unmanaged<PooledEncodingContainer>>(capacity: 4)
  var count: Int { unsafe containers.count }
  /// The limit for a chain, and so for what can escape from it.
  private static let longestChain = 256
  /// The position of the container that was taken last.
  ///
  /// Objects nest, so the chain is a stack.
  private var last = 0
  /// Whether it is used in this encode call.
  fileprivate var isUsed = false
  private let keys = EncodedKeys()
  private let cachesKeys: Bool
  /// Whether the keys of the type are cached.
  private var hasCachedKeys = false
  /// Containers that keep their states themselves.
  private var unpooled: [PooledEncodingContainer] = []
  private var hasUnpooled = false

  init(cachesKeys: Bool) {
    self.cachesKeys = cachesKeys
  }

  deinit {
    for position in 0..<count { unsafe containers[position].release() }
    unsafe containers.deallocate()
    keys.deallocate()
  }

  @inline(__always) private func isFree(_ position: Int) -> Bool {
    unsafe containers[position]._withUnsafeGuaranteedRef { $0.isFree }
  }

  @inline(__always) func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    _ writer: JSONWriter,
    _ target: EncodingTarget
  ) -> KeyedEncodingContainer<Key> {
    var position = last
    if position < count, isFree(position) {
      // The containers around it may be free as well.
      while position > 0, isFree(position &- 1) { position &-= 1 }
      last = position
    } else {
      position = last &+ 1
      guard position < count, isFree(position) else {
        return addedContainer(keyedBy: type, writer, target)
      }
      last = position
    }
    return unsafe containers[position]._withUnsafeGuaranteedRef { container in
      container.state.point(writer, target)
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
    _ target: EncodingTarget
  ) -> KeyedEncodingContainer<Key> {
    let canCache = cachesKeys && MemoryLayout<Key>.size <= 1
    hasCachedKeys = canCache
    let state = EncodingContainerState(keys, keySize: canCache ? MemoryLayout<Key>.size : -1)
    state.point(writer, target)
    // Reflection finds out whether a container is free, which takes longer than making one.
    guard count < Self.longestChain else { return unpooledContainer(state) }
    let pooled = TypedPooledEncodingContainer(
      state,
      KeyedEncodingContainer(ObjectEncodingContainer<Key, Void>(state: state, keeper: ()))
    )
    guard pooled.canTellWhetherFree() else {
      return unpooledContainer(state.copy())
    }
    last = count
    var grown = unsafe containers
    unsafe grown.push(.passRetained(pooled))
    unsafe containers = grown
    return pooled.take()
  }

  /// Returns a container that keeps its state itself, because the pool can't know when it is released.
  private func unpooledContainer<Key: CodingKey>(
    _ state: EncodingContainerState
  ) -> KeyedEncodingContainer<Key> {
    let keeper = PooledEncodingContainer(state)
    unpooled.append(keeper)
    hasUnpooled = true
    return KeyedEncodingContainer(
      ObjectEncodingContainer<Key, PooledEncodingContainer>(state: state, keeper: keeper)
    )
  }

  /// Returns whether the keys of both types are cached, and none is that of both.
  func isDisjoint(from other: EncodingContainerChain) -> Bool {
    hasCachedKeys && other.hasCachedKeys && keys.isDisjoint(from: other.keys)
  }

  /// Ends an encode call, and adds the containers that are still referenced.
  func endCall(_ held: inout [PooledEncodingContainer]) {
    isUsed = false
    keys.forget()
    last = 0
    if hasUnpooled { detachUnpooled() }
    var position = 0
    while position < count, isFree(position) { position &+= 1 }
    if position < count { removeHeld(&held) }
  }

  @inline(never) private func detachUnpooled() {
    for container in unpooled { container.state.detach() }
    unpooled = []
    hasUnpooled = false
  }

  /// Removes the containers that are still referenced.
  @inline(never) private func removeHeld(_ held: inout [PooledEncodingContainer]) {
    var kept = unsafe WriterStack<Unmanaged<PooledEncodingContainer>>(capacity: count)
    for position in 0..<count {
      if isFree(position) {
        unsafe kept.push(containers[position])
      } else {
        held.append(unsafe containers[position].takeRetainedValue())
      }
    }
    unsafe containers.deallocate()
    unsafe containers = kept
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
