/// The trial of a type of key, whose containers own what they read until it has ended.
private struct ContainerTrial {
  /// The owner of the last container, until the next review.
  var owner: ContainerOwner?
  /// The number of released containers.
  var releases = 0
  /// Whether the containers can't be reused, so that the trial doesn't end.
  var isEndless = false

  /// Counts the last container if it was released; one that is still referenced may enclose the
  /// next.
  mutating func review() {
    guard owner != nil else { return }
    if isKnownUniquelyReferenced(&owner) { releases += 1 }
    owner = nil
  }
}

/// The trials of the types of keys of a pool, also those that have ended.
struct ContainerTrials {
  /// The released containers after which a trial ends.
  private let length: Int
  private var trials = PointerTable<ContainerTrial>()
  /// The number of trials that haven't ended.
  private var open = 0

  init(length: Int) {
    self.length = length
  }

  func deallocate() {
    trials.deallocate()
  }

  /// The number of types.
  var count: Int { trials.count }

  /// Reviews the trial of a type, which begins if the type is a new one.
  ///
  /// - Returns: Whether enough containers were released.
  mutating func hasPassed(_ key: ObjectIdentifier) -> Bool {
    guard trials[key] != nil else {
      trials.insert(ContainerTrial(), for: key)
      open += 1
      return false
    }
    return trials.update(key) { [length] trial in
      trial?.review()
      return trial.map { $0.releases >= length && !$0.isEndless } ?? false
    }
  }

  /// Ends the trial of a type, or makes it endless if its containers can't be reused.
  mutating func end(_ key: ObjectIdentifier, isReused: Bool) {
    if isReused { open -= 1 } else { trials.update(key) { $0?.isEndless = true } }
  }

  /// Keeps the owner of the last container of a type until the next review.
  mutating func keep(_ owner: ContainerOwner, for key: ObjectIdentifier) {
    trials.update(key) { $0?.owner = owner }
  }

  /// Reviews all trials.
  @inline(__always) mutating func review() {
    if open > 0 { reviewAll() }
  }

  @inline(never) private mutating func reviewAll() {
    trials.updateAll { $0?.review() }
  }
}
