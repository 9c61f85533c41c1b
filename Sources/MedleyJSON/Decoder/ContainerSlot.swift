import Medley

/// A keyed container that a pool keeps.
///
/// It is a class so that whoever holds the container can be kept apart from the pool that made it.
@safe class ContainerSlot {
  let cell: ContainerCell
  /// The object inside the container; nil if it couldn't be found out what that is.
  fileprivate var box: Unmanaged<AnyObject>?
  /// What the container reads, if somebody holds it beyond the decode call.
  fileprivate var document: Document?

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

  init(_ cell: ContainerCell, _ container: Container) {
    self.container = container
    super.init(cell)
    unsafe box = Self.onlyReference(in: container)
  }

  @inline(never) func take() -> Container { container }

  private static func onlyReference(in container: Container) -> Unmanaged<AnyObject>? {
    let mirror = Mirror(reflecting: container)
    guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size,
      mirror.displayStyle == .struct, mirror.children.count == 1,
      let child = mirror.children.first?.value, type(of: child) is AnyClass
    else { return nil }
    return unsafe Unmanaged.passUnretained(child as AnyObject)
  }
}

/// Containers that somebody holds beyond the decode call, with the documents that they read.
enum Parking {
  private struct Parked: @unchecked Sendable {
    // Sound: what is here is only asked whether it is free, under the lock, and let go.
    var slots: [ContainerSlot] = []
  }

  private static let parked = Lock(Parked())

  /// Keeps documents alive until nobody holds their containers any more.
  static func park(_ slots: [ContainerSlot], with document: Document) {
    for slot in slots { slot.document = document }
    let held = Parked(slots: slots)
    let free = parked.withLock { parked in
      // Asked once: in between, another thread may let go of a container.
      var free = Parked()
      var others = held
      for slot in parked.slots {
        if slot.isFree { free.slots.append(slot) } else { others.slots.append(slot) }
      }
      parked = others
      return free
    }
    // Outside of the lock: documents go with them.
    for slot in free.slots { slot.document = nil }
  }
}
