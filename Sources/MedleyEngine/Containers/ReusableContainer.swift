/// A keyed container that can be reused, and whether it is free.
///
/// It is a class, because containers that escape outlive their pool.
@safe class ReusableContainer {
  /// The object inside the container; nil if reflection doesn't show it.
  private var box: Unmanaged<AnyObject>?

  /// Whether there is no other reference to the container.
  @inline(__always) final var isFree: Bool {
    guard var box = unsafe box else { return false }
    // Sound: an unmanaged reference isn't counted, so the only counted one is that of this object's
    // own container, and any class can be used for counting. `AnyObject` can't: Swift 6.3.1, in
    // language mode 6 and without optimisation, reports every such reference as shared.
    return unsafe withUnsafeMutablePointer(to: &box) { box in
      unsafe box.withMemoryRebound(to: ReusableContainer.self, capacity: 1) { object in
        unsafe isKnownUniquelyReferenced(&object.pointee)
      }
    }
  }

  /// Finds the object inside a container without other references.
  final func findReference<Container>(in container: Container) {
    // A custom mirror, which any module can add, may show something else than what is stored.
    guard !(container is any CustomReflectable) else { return }
    let mirror = Mirror(reflecting: container)
    guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size,
      mirror.displayStyle == .struct, mirror.children.count == 1,
      let child = mirror.children.first?.value, type(of: child) is AnyClass
    else { return }
    unsafe box = Unmanaged.passUnretained(child as AnyObject)
  }
}

/// Pooled containers that are referenced beyond their call.
///
/// There is no notification when the last copy of such a container is released, so they are polled:
/// each call checks a few of them, and twice as many as were added. So those that are free are at
/// most about as many as those that aren't. They are rare, because a type that stores its containers
/// when it decodes gets those that own their document from the start (see `ContainerPool`).
struct EscapedContainers<Container: ReusableContainer> {
  private(set) var containers: [Container] = []
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
