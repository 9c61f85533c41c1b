/// Containers of pools that somebody holds beyond the decode call, with the documents that they read.
///
/// Nothing tells when the last copy of such a container goes, so they have to be asked. They are few:
/// a type that keeps its containers from the start gets such as own their document (see
/// `ContainerPool`). So each decode call asks a few of them, whatever their number is.
struct EscapedContainers {
  private var slots: [ContainerSlot] = []
  /// Which one is asked next.
  private var next = 0

  /// How many are asked in each decode call.
  private static let step = 8

  var count: Int { slots.count }

  /// Keeps a document alive until nobody holds its containers any more.
  mutating func insert(_ held: [ContainerSlot], of document: Document) {
    for slot in held { slot.document = document }
    slots += held
  }

  /// Takes over all of another one.
  mutating func insert(_ other: EscapedContainers) {
    slots += other.slots
  }

  /// Removes some containers that nobody holds any more, if there are any; documents go with them.
  mutating func removeFree() -> EscapedContainers {
    var free = EscapedContainers()
    for _ in 0..<min(Self.step, slots.count) {
      if next >= slots.count { next = 0 }
      if slots[next].isFree {
        slots.swapAt(next, slots.count - 1)
        free.slots.append(slots.removeLast())
      } else {
        next += 1
      }
    }
    return free
  }

  /// Lets go of the documents.
  func release() {
    for slot in slots { slot.document = nil }
  }
}
