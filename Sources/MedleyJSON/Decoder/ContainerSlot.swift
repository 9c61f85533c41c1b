import Medley

/// A keyed container that a pool keeps.
///
/// It is a class so that whoever holds the container can be kept apart from the pool that made it.
@safe class ContainerSlot {
  let cell: ContainerCell
  /// The object inside the container; nil if it couldn't be found out what that is.
  fileprivate var box: Unmanaged<AnyObject>?
  /// What the container reads, if somebody holds it beyond the decode call.
  var document: Document?

  fileprivate init(_ cell: ContainerCell) {
    self.cell = cell
  }

  deinit {
    cell.deallocate()
  }

  /// Whether nobody but the slot holds the container.
  @inline(__always) final var isFree: Bool {
    guard var box = unsafe box else { return false }
    // Sound: an unmanaged reference is a reference that isn't counted, so that the one counted is the
    // slot's own container's; and any class will do to count. `AnyObject` won't: Swift 6.3.1, in
    // language mode 6 and without optimisation, says of every such reference that it is shared.
    return unsafe withUnsafeMutablePointer(to: &box) { box in
      unsafe box.withMemoryRebound(to: ContainerSlot.self, capacity: 1) { object in
        unsafe isKnownUniquelyReferenced(&object.pointee)
      }
    }
  }
}

/// A slot for one type of container.
///
/// It is generic over the container and not over the key: a copy of a `KeyedDecodingContainer<Key>`
/// needs its metadata, which takes 400 instructions to look up where only `Key` is known. Here it is
/// the class's own generic argument, one load away, as long as ``take()`` stays a call.
final class TypedSlot<Container>: ContainerSlot {
  private let container: Container

  /// - Parameters:
  ///   - cell: What the container reads from.
  ///   - container: A container that nobody else holds.
  init(_ cell: ContainerCell, _ container: consuming Container) {
    self.container = container
    super.init(cell)
    unsafe box = Self.onlyReference(in: self.container)
  }

  @inline(never) func take() -> Container { container }

  /// Whether ``isFree`` tells whether somebody holds the container: it is asked while nobody does,
  /// and while somebody does.
  func canTellWhetherFree() -> Bool {
    let isFreeBefore = isFree
    let isFreeMeanwhile = withExtendedLifetime(take()) { isFree }
    return isFreeBefore && !isFreeMeanwhile
  }

  private static func onlyReference(in container: Container) -> Unmanaged<AnyObject>? {
    // A type can say that it consists of something else than it does, also by a conformance that
    // some other module adds. Only what the runtime itself says is true.
    guard !(container is any CustomReflectable) else { return nil }
    let mirror = Mirror(reflecting: container)
    guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size,
      mirror.displayStyle == .struct, mirror.children.count == 1,
      let child = mirror.children.first?.value, type(of: child) is AnyClass
    else { return nil }
    return unsafe Unmanaged.passUnretained(child as AnyObject)
  }
}
