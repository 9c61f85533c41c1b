/// Pooled containers that are referenced beyond the decode call, with the documents that they read.
///
/// There is no notification when the last copy of such a container is released, so they are polled:
/// each decode call checks a few of them. They are rare, because a type that stores its containers
/// from the start gets those that own their document (see `ContainerPool`).
struct EscapedContainers {
  private var containers: [PooledContainer] = []
  /// The position of the container to check next.
  private var next = 0

  /// The number of containers that each decode call checks.
  private static let step = 8

  var count: Int { containers.count }

  /// Keeps a document alive until its containers are free.
  mutating func insert(_ held: [PooledContainer], of document: Document) {
    for container in held { container.document = document }
    containers += held
  }

  /// Adds the containers of another collection.
  mutating func insert(_ other: EscapedContainers) {
    containers += other.containers
  }

  /// Checks a few containers, and removes and returns those that are free, with their documents.
  mutating func removeFree() -> EscapedContainers {
    var free = EscapedContainers()
    for _ in 0..<min(Self.step, containers.count) {
      if next >= containers.count { next = 0 }
      if containers[next].isFree {
        containers.swapAt(next, containers.count - 1)
        free.containers.append(containers.removeLast())
      } else {
        next += 1
      }
    }
    return free
  }

  /// Releases the documents.
  func release() {
    for container in containers { container.document = nil }
  }
}
