/// Decoded elements, which are taken in the order in which they were added.
///
/// Elements are moved: a copy of one whose type isn't known here took 500 instructions in an array.
///
/// It is a class, because it owns its memory. It is safe to send, because one task at a time uses
/// it: the one that decodes, then the one that reads.
@safe final class ElementQueue<Element: Sendable>: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Element>
  private let capacity: Int
  /// The number of elements that were added.
  private(set) var count = 0
  private var taken = 0

  init(capacity: Int) {
    unsafe base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  // Sound, all of them: the elements from `taken` to `count` are initialised, and no others.

  deinit {
    unsafe (base + taken).deinitialize(count: count - taken)
    unsafe base.deallocate()
  }

  /// Adds the next element of a batch.
  func append(from batch: FeedBatch) throws where Element: Decodable {
    precondition(count < capacity)
    unsafe (base + count).initialize(to: try batch.decode(Element.self))
    count += 1
  }

  /// Returns the next element, which must have been added.
  func take() -> Element {
    precondition(taken < count)
    taken += 1
    return unsafe (base + (taken - 1)).move()
  }
}
