/// A type of key whose containers own what they read.
struct ContainerTrial {
  /// The last container, until it is known whether somebody keeps it.
  var owner: ContainerOwner?
  /// How many were let go.
  var releases = 0
  /// Whether the containers can't be used again.
  var isEndless = false

  /// Counts the last container if it was let go; one that is still held may enclose the next.
  mutating func review() {
    guard owner != nil else { return }
    if isKnownUniquelyReferenced(&owner) { releases += 1 }
    owner = nil
  }
}
