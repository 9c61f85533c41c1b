/// The containers of a document for one type of key.
///
/// A type may store its container. So the first containers for a type of key own what they read,
/// and are freed with the last copy. After some that were released, the type gets containers of
/// the pool.
final class DecodingContainers: ContainerChain<ContainerState> {
  /// The releases after which a type gets containers of the pool: several, because the first
  /// reflection in a process takes longer than a first call on `JSONDecoder`.
  private static let trialCount = 6

  /// The cached names of the keys; nil if they aren't cached.
  private let keys: LearnedKeysOwner?
  /// The last container that owns what it reads, until the next review.
  private var trial: PooledContainer<ContainerState>?
  /// The number of released containers.
  private var releases = 0
  /// Whether containers can't be reused, so that each must own its document.
  private var isEndless: Bool

  init(cachesKeys: Bool, isEndless: Bool) {
    keys = cachesKeys ? LearnedKeysOwner() : nil
    self.isEndless = isEndless
  }

  /// Returns a container for an object.
  @inline(__always) func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    at object: Int,
    in index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    guard let position = free() else { return addedContainer(type, object, index) }
    return take(position) { $0.point(at: MemberCursor(index, object)) }
  }

  @inline(never) private func addedContainer<Key: CodingKey>(
    _ type: Key.Type,
    _ object: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    guard !isFull, !isEndless, count > 0 || hasPassed() else {
      return owningContainer(object, index)
    }
    let state = ContainerState(index, at: object, keys, keySize: MemoryLayout<Key>.size)
    let pooled = TypedPooledContainer(
      state,
      KeyedDecodingContainer(ObjectContainer<Key>(state: state))
    )
    guard pooled.canTellWhetherFree() else {
      isEndless = true
      return owningContainer(object, index)
    }
    append(pooled)
    return pooled.take()
  }

  /// Returns a container that owns what it reads.
  private func owningContainer<Key: CodingKey>(
    _ object: Int,
    _ index: DocumentIndex
  ) -> KeyedDecodingContainer<Key> {
    let keeper = PooledContainer(ContainerState(index, at: object, nil, keySize: 0))
    // The document outlives the state, which reads its index.
    keeper.owner = index.document
    if count == 0, !isEndless { trial = keeper }
    return KeyedDecodingContainer(OwningObjectContainer<Key>(owner: keeper))
  }

  /// Returns whether enough containers were released.
  private func hasPassed() -> Bool {
    reviewTrial()
    return releases >= Self.trialCount
  }

  /// Counts the last container if it was released; one that is still referenced may enclose the
  /// next.
  private func reviewTrial() {
    guard trial != nil else { return }
    if isKnownUniquelyReferenced(&trial) { releases += 1 }
    trial = nil
  }

  override func review() -> Bool {
    reviewTrial()
    return super.review()
  }

  override func endCall(_ held: inout [PooledContainer<ContainerState>]) {
    reviewTrial()
    keys?.keys.forget()
    super.endCall(&held)
  }
}
