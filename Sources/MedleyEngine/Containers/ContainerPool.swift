/// A pool of keyed containers, which are reused for other objects.
///
/// `KeyedDecodingContainer(_:)` allocates a box and looks up the metadata of two generic types:
/// a fourth of an element of the mixed feed. So the pool keeps containers for
/// each type of key. It points a container at the next object if there is no other reference to it.
/// Documented means show that: reflection, once, that a container is a struct with a single
/// reference inside, and `isKnownUniquelyReferenced` whether that object has other references. If
/// reflection shows anything else, containers aren't reused.
///
/// The containers of the pool own nothing, because counting references for each member takes 9 % of
/// the time. Those that are still referenced after the call are kept in the `CallPool`.
struct ContainerPool<State: PooledState, Chain: ContainerChain<State>> {
  /// The chains by type of key, which are retained.
  private var chains = PointerTable<UncountedReference<Chain>>()
  /// The chains of this call.
  private var used = MemoryStack<UncountedReference<Chain>>()

  func deallocate() {
    for chain in chains.values { chain.release() }
    chains.deallocate()
    used.deallocate()
  }

  /// The number of key types.
  var typeCount: Int { chains.count }

  /// The number of containers.
  var containerCount: Int { chains.values.reduce(0) { $0 + $1.object.count } }

  /// Calls a function with the chain of a type of key, which is made for a new one.
  @inline(__always) mutating func withChain<Result>(
    for key: ObjectIdentifier,
    orNew make: @autoclosure () -> Chain,
    _ body: (Chain) -> Result
  ) -> Result {
    let chain = chains[key] ?? insert(make(), for: key)
    return chain.withObject {
      if !$0.isUsed { use(chain) }
      return body($0)
    }
  }

  @inline(never) private mutating func insert(
    _ chain: Chain,
    for key: ObjectIdentifier
  ) -> UncountedReference<Chain> {
    let chain = UncountedReference(retaining: chain)
    chains.insert(chain, for: key)
    return chain
  }

  @inline(never) private mutating func use(_ chain: UncountedReference<Chain>) {
    chain.object.isUsed = true
    used.push(chain)
  }

  /// The chain of a type of key; nil if there is none.
  subscript(key: ObjectIdentifier) -> Chain? { chains[key]?.object }

  /// Returns whether no container of this call is referenced.
  func isFree() -> Bool {
    (0..<used.count).allSatisfy { used[$0].withObject { $0.review() } }
  }

  /// Ends a call.
  ///
  /// - Returns: The containers that are still referenced.
  mutating func endCall() -> [PooledContainer<State>] {
    var held: [PooledContainer<State>] = []
    for position in 0..<used.count {
      used[position].withObject { $0.endCall(&held) }
    }
    used.removeAll()
    return held
  }
}

/// The containers of a pool for one type of key.
///
/// Objects nest, so it is used like a stack, and its first free container is at the last place or
/// beside it.
///
/// It is a class, because the table of the pool is copied when it grows.
class ContainerChain<State: PooledState> {
  private typealias Containers = MemoryStack<UncountedReference<PooledContainer<State>>>

  /// The containers, which are retained.
  ///
  /// A copy is changed: each reading would be checked if the list itself were changed in place.
  private final var containers = Containers(capacity: 4)
  /// The position of the container that was taken last.
  private final var last = 0
  /// Whether it is used in this call.
  final var isUsed = false

  final var count: Int { containers.count }
  /// Whether there is no room for another container: the limit is for what can escape.
  final var isFull: Bool { count >= 256 }

  deinit {
    for position in 0..<count { containers[position].release() }
    containers.deallocate()
  }

  @inline(__always) private final func isFree(_ position: Int) -> Bool {
    containers[position].withObject { $0.isFree }
  }

  /// Finds a free container.
  ///
  /// - Returns: Its position; nil if there is none.
  @inline(__always) final func free() -> Int? {
    var position = last
    if position < count, isFree(position) {
      // The containers around it may be free as well.
      while position > 0, isFree(position &- 1) { position &-= 1 }
    } else {
      position = last &+ 1
      guard position < count, isFree(position) else { return nil }
    }
    last = position
    return position
  }

  /// Returns a free container, after a function has pointed its state at an object.
  @inline(__always)
  final func take<Container>(_ position: Int, _ point: (State) -> Void) -> Container {
    containers[position].withObject { container in
      point(container.state)
      // Sound: the chain is for one type of container.
      return unsafe unsafeDowncast(container, to: TypedPooledContainer<State, Container>.self)
        .take()
    }
  }

  final func append(_ container: PooledContainer<State>) {
    last = count
    var grown = containers
    grown.push(UncountedReference(retaining: container))
    containers = grown
  }

  /// Returns whether no container is referenced, at the end of a part of a call.
  func review() -> Bool {
    (0..<count).allSatisfy { isFree($0) }
  }

  /// Ends a call, and moves the containers that are still referenced to a list.
  func endCall(_ held: inout [PooledContainer<State>]) {
    isUsed = false
    last = 0
    if review() { return }
    var kept = Containers(capacity: count)
    for position in 0..<count {
      if isFree(position) {
        kept.push(containers[position])
      } else {
        held.append(containers[position].take())
      }
    }
    containers.deallocate()
    containers = kept
  }
}

// MARK: - Containers that are reused

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
    isFree && !withExtendedLifetime(take()) { isFree }
  }
}
