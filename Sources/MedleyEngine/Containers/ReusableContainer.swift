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

/// The state of a keyed container, in memory that its owner frees.
protocol PooledState {
  func deallocate()
}

/// The owner of the state of a keyed container, which a pool or the container itself keeps.
class PooledContainer<State: PooledState>: ReusableContainer {
  final let state: State

  init(_ state: State) {
    self.state = state
  }

  deinit {
    state.deallocate()
  }
}

/// A container of a pool.
///
/// It is generic over the container and not over the key. Copying a `KeyedDecodingContainer<Key>`
/// needs its metadata, which is looked up from `Key`. As the class's own generic argument it takes one
/// load, if ``take()`` isn't inlined.
final class TypedPooledContainer<State: PooledState, Container>: PooledContainer<State> {
  private let container: Container

  /// - Parameters:
  ///   - state: The state of the container.
  ///   - container: A container without other references.
  init(_ state: State, _ container: consuming Container) {
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
