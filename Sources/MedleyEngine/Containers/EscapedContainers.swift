/// Pooled containers that are referenced beyond their call.
///
/// There is no notification when the last copy of such a container is released, so they are polled:
/// each call checks a few of them, and twice as many as were added. So those that are free are at
/// most about as many as those that aren't. They are rare, because a type that stores its containers
/// when it decodes gets those that own their document from the start (see `ContainerPool`).
struct EscapedContainers<Container: ReusableContainer> {
  private var containers: [Container] = []
  /// The position of the container to check next.
  private var next = 0
  /// The number of containers to check because others were added.
  private var due = 0

  /// The number of containers that each call checks.
  private static var step: Int { 8 }

  var count: Int { containers.count }

  mutating func insert(_ held: [Container]) {
    containers += held
    due += 2 * held.count
  }

  /// Adds the containers of another collection.
  mutating func insert(_ other: EscapedContainers) {
    insert(other.containers)
  }

  /// Checks a few containers, and removes and returns those that are free.
  mutating func removeFree() -> EscapedContainers {
    var free = EscapedContainers()
    let checks = min(Self.step + due, containers.count)
    due = 0
    for _ in 0..<checks {
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
}

extension EscapedContainers<PooledContainer> {
  /// Keeps a document alive until its containers are free.
  mutating func insert(_ held: [PooledContainer], of document: Document) {
    for container in held { container.document = document }
    insert(held)
  }

  /// Releases the documents.
  func release() {
    for container in containers { container.document = nil }
  }
}
