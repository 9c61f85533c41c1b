/// A growing list in memory that its owner frees.
///
/// It isn't an array, whose every change looks for other references and whose every reading checks
/// the count.
@safe struct MemoryStack<Element> {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 32) {
    self.capacity = capacity
    unsafe base = .allocate(capacity: capacity)
  }

  // Sound, all of it: the elements up to the count are initialised, and others are never read.

  func deallocate() {
    unsafe base.deinitialize(count: count)
    unsafe base.deallocate()
  }

  @inline(__always) subscript(position: Int) -> Element {
    _read {
      assert(position >= 0 && position < count)
      yield unsafe base[position]
    }
    nonmutating _modify {
      assert(position >= 0 && position < count)
      yield unsafe &base[position]
    }
  }

  @inline(__always) mutating func push(_ element: consuming Element) {
    if count == capacity { grow() }
    unsafe (base + count).initialize(to: element)
    count &+= 1
  }

  @inline(__always) mutating func pop() {
    assert(count > 0)
    count &-= 1
    _ = unsafe (base + count).move()
  }

  mutating func removeAll() {
    unsafe base.deinitialize(count: count)
    count = 0
  }

  @inline(never) private mutating func grow() {
    let grown = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    unsafe grown.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = grown
    capacity *= 2
  }
}
