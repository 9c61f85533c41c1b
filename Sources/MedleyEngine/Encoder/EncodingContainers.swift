/// The containers of a writer for one type of key.
///
/// A container that is still referenced when the call ends is detached from its writer, so that it
/// writes nothing, and isn't reused.
final class EncodingContainers: ContainerChain<EncodingContainerState> {
  private let keys = EncodedKeys()
  private let cachesKeys: Bool
  /// Whether the keys of the type are cached.
  private var hasCachedKeys = false
  /// Containers that keep their states themselves.
  private var unpooled: [PooledContainer<EncodingContainerState>] = []

  init(cachesKeys: Bool) {
    self.cachesKeys = cachesKeys
  }

  deinit {
    keys.deallocate()
  }

  /// Returns a container for an object.
  @inline(__always) func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    _ writer: JSONWriter,
    _ target: EncodingTarget
  ) -> KeyedEncodingContainer<Key> {
    guard let position = free() else { return addedContainer(keyedBy: type, writer, target) }
    return take(position) { $0.point(writer, target) }
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
    guard !isFull else { return unpooledContainer(PooledContainer(state)) }
    let pooled = TypedPooledContainer(
      state,
      KeyedEncodingContainer(ObjectEncodingContainer<Key>(state, ownedBy: nil))
    )
    guard pooled.canTellWhetherFree() else { return unpooledContainer(pooled) }
    append(pooled)
    return pooled.take()
  }

  /// Returns a container that keeps its state itself, because the pool can't know when it is released.
  private func unpooledContainer<Key: CodingKey>(
    _ owner: PooledContainer<EncodingContainerState>
  ) -> KeyedEncodingContainer<Key> {
    unpooled.append(owner)
    return KeyedEncodingContainer(ObjectEncodingContainer(owner.state, ownedBy: owner))
  }

  /// Returns whether the keys of both types are cached, and none is that of both.
  func isDisjoint(from other: EncodingContainers) -> Bool {
    hasCachedKeys && other.hasCachedKeys && keys.isDisjoint(from: other.keys)
  }

  override func endCall(_ held: inout [PooledContainer<EncodingContainerState>]) {
    keys.forget()
    if !unpooled.isEmpty { detachUnpooled() }
    super.endCall(&held)
  }

  @inline(never) private func detachUnpooled() {
    for container in unpooled { container.state.detach() }
    unpooled = []
  }
}

// MARK: - Writing nothing

extension JSONWriter {
  /// A container that writes nothing.
  static func deadContainer<Key: CodingKey>() -> KeyedEncodingContainer<Key> {
    let owner = PooledContainer(EncodingContainerState(nil, keySize: -1))
    return KeyedEncodingContainer(ObjectEncodingContainer(owner.state, ownedBy: owner))
  }
}

extension ValueEncoder {
  /// The encoder of a value that is finished, which writes nothing.
  static var dead: ValueEncoder { ValueEncoder(output: Output(), level: -1, serial: 0) }
}
