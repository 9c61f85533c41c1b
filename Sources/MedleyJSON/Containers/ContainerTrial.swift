/// The trial of a type of key, whose containers own what they read until it has ended.
struct ContainerTrial {
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
