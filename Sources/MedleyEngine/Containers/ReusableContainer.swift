/// A keyed container that can be reused, and whether it is free.
///
/// It is a class, because containers that escape outlive their pool.
@safe class ReusableContainer {
  /// The object inside the container; nil if reflection doesn't show it.
  private var box: Unmanaged<AnyObject>?
  /// What the container needs, if it is referenced beyond its call.
  final var owner: AnyObject?

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
