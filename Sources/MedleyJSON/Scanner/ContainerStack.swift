/// The containers that the scanner has entered and not left, innermost last.
///
/// An array would check for each push whether it is shared and for each pop whether it is empty:
/// 100 instructions for each object.
@safe struct ContainerStack {
  struct Frame {
    var head: Int
    var isObject: Bool
    var size: Int
    var flags: UInt64
    var filter: KeyFilter
  }

  private var frames: UnsafeMutablePointer<Frame>
  private var capacity = 32
  private(set) var count = 0

  init() {
    unsafe frames = .allocate(capacity: capacity)
  }

  func deallocate() {
    unsafe frames.deallocate()
  }

  @inline(__always) mutating func push(_ frame: Frame) {
    if count == capacity { grow() }
    // Sound: there is room, and frames hold nothing that is counted.
    unsafe (frames + count).initialize(to: frame)
    count &+= 1
  }

  @inline(__always) mutating func pop() -> Frame {
    assert(count > 0)
    count &-= 1
    // Sound: it was pushed.
    return unsafe frames[count]
  }

  @inline(never) private mutating func grow() {
    let grown = UnsafeMutablePointer<Frame>.allocate(capacity: capacity * 2)
    unsafe grown.moveInitialize(from: frames, count: count)
    unsafe frames.deallocate()
    unsafe frames = grown
    capacity *= 2
  }
}
