import Foundation

/// The bytes of a document that is being written, and the state of encoding, behind one pointer.
///
///     levels      0 object ── member "feed" ──▶ 1 array ── element 2 ──▶ 2 object ── member "id"
///     bytes       {"feed":[{"id":1},{"id":2},{"id":
///
/// Values are written to the bytes as soon as they are encoded. A level is a value that may go on.
/// It is finished, and its bracket is written, when its parent goes on.
///
/// The innermost value whose `encode(to:)` is running is the frame. A container below it may go on as
/// well, because a type can capture one. What is written to it, or to a nested container that is
/// finished, is a text of its own until the end of the call; see `Segment`.
///
/// The state is in memory of its own, as that of a `DocumentIndex` is. Everything that has a writer
/// is kept alive by its `Output`, which frees the memory.
@safe package struct JSONWriter {
  struct State {
    var text = WrittenText(number: -1, capacity: 4096)
    var levels = WriterStack<Level>()
    /// The level whose `encode(to:)` is running.
    var frame = 0
    /// The number of running calls of `encode(to:)`.
    var frames = 0
    /// The number of open arrays and objects.
    var nesting = 0
    var serial = 0
    var depthLimit = 512
    var escapesSlashes = true
    var convertsKeys = false
    /// Whether an object may have a key twice.
    var mayRepeat = false
    /// Whether an object has keys of two types that are known to have none in common.
    var hasMixedKeys = false
    var plans = PointerTable<EncodingPlan>()
    var containers = EncodingContainerPool()
    var shapes = FieldShapes()
    /// The objects whose tags are written, the innermost last.
    var taggedPayloads = WriterStack<TaggedPayload>()
    var places: [Place] = []
    var childTables: [ChildTable] = []
    var segments: [Segment] = []
    /// The last keys of levels, if their texts aren't those of the types.
    var originals: [Int: any CodingKey] = [:]
    /// An `EncodingError` in a function that can't throw, erased, because the size of one is only
    /// known at run time.
    var fault: (any Error)?
    // Sound: the output frees this state when it goes, so it outlives every reading of it.
    unowned(unsafe) var owner: Output?
  }

  private let state: UnsafeMutablePointer<State>

  init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: State(owner: nil))
  }

  func deallocate() {
    removeSegments()
    unsafe state.pointee.text.output.deallocate()
    unsafe state.pointee.levels.deallocate()
    unsafe state.pointee.taggedPayloads.deallocate()
    unsafe state.pointee.plans.deallocate()
    unsafe state.pointee.containers.deallocate()
    unsafe state.pointee.shapes.deallocate()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  // Sound, all of them: the output keeps the state as long as there are references to it.

  @inline(__always) package var output: ByteBuffer {
    get { unsafe state.pointee.text.output }
    nonmutating _modify { yield unsafe &state.pointee.text.output }
  }

  /// The text that is being written.
  var text: WrittenText {
    get { unsafe state.pointee.text }
    nonmutating _modify { yield unsafe &state.pointee.text }
  }

  var textNumber: Int { unsafe state.pointee.text.number }

  @inline(__always) var levels: WriterStack<Level> {
    get { unsafe state.pointee.levels }
    nonmutating _modify { yield unsafe &state.pointee.levels }
  }

  /// The innermost level.
  package var lastLevel: Int { levels.count - 1 }

  @inline(__always) var frame: Int {
    get { unsafe state.pointee.frame }
    nonmutating set { unsafe state.pointee.frame = newValue }
  }

  @inline(__always) package var frames: Int {
    get { unsafe state.pointee.frames }
    nonmutating set { unsafe state.pointee.frames = newValue }
  }

  @inline(__always) package var nesting: Int {
    get { unsafe state.pointee.nesting }
    nonmutating set { unsafe state.pointee.nesting = newValue }
  }

  @inline(__always) package var depthLimit: Int {
    get { unsafe state.pointee.depthLimit }
    nonmutating set { unsafe state.pointee.depthLimit = newValue }
  }

  @inline(__always) var escapesSlashes: Bool {
    get { unsafe state.pointee.escapesSlashes }
    nonmutating set { unsafe state.pointee.escapesSlashes = newValue }
  }

  @inline(__always) package var convertsKeys: Bool {
    get { unsafe state.pointee.convertsKeys }
    nonmutating set { unsafe state.pointee.convertsKeys = newValue }
  }

  @inline(__always) var mayRepeat: Bool {
    get { unsafe state.pointee.mayRepeat }
    nonmutating set { unsafe state.pointee.mayRepeat = newValue }
  }

  @inline(__always) var hasMixedKeys: Bool {
    get { unsafe state.pointee.hasMixedKeys }
    nonmutating set { unsafe state.pointee.hasMixedKeys = newValue }
  }

  @inline(__always) var taggedPayloads: WriterStack<TaggedPayload> {
    get { unsafe state.pointee.taggedPayloads }
    nonmutating _modify { yield unsafe &state.pointee.taggedPayloads }
  }

  var places: [Place] {
    get { unsafe state.pointee.places }
    nonmutating _modify { yield unsafe &state.pointee.places }
  }

  var childTables: [ChildTable] {
    get { unsafe state.pointee.childTables }
    nonmutating _modify { yield unsafe &state.pointee.childTables }
  }

  var merges: [Int] {
    get { unsafe state.pointee.text.merges }
    nonmutating _modify { yield unsafe &state.pointee.text.merges }
  }

  var segments: [Segment] {
    get { unsafe state.pointee.segments }
    nonmutating _modify { yield unsafe &state.pointee.segments }
  }

  package var copies: [Range<Int>] {
    get { unsafe state.pointee.text.copies }
    nonmutating _modify { yield unsafe &state.pointee.text.copies }
  }

  /// Begins to write a segment, or goes on with the text before it.
  func exchange(_ segment: Int) {
    unsafe swap(&state.pointee.text, &state.pointee.segments[segment].content)
  }

  package var originals: [Int: any CodingKey] {
    get { unsafe state.pointee.originals }
    nonmutating _modify { yield unsafe &state.pointee.originals }
  }

  var fault: (any Error)? {
    get { unsafe state.pointee.fault }
    nonmutating set { unsafe state.pointee.fault = newValue }
  }

  @inline(__always) package var owner: Output {
    get { unsafe state.pointee.owner.unsafelyUnwrapped }
    nonmutating set { unsafe state.pointee.owner = newValue }
  }

  @inline(__always) func withPlans<Result>(
    _ body: (inout PointerTable<EncodingPlan>) -> Result
  ) -> Result {
    unsafe body(&state.pointee.plans)
  }

  @inline(__always) func withContainers<Result>(
    _ body: (inout EncodingContainerPool) -> Result
  ) -> Result {
    unsafe body(&state.pointee.containers)
  }

  @inline(__always) func withShapes<Result>(_ body: (inout FieldShapes) -> Result) -> Result {
    unsafe body(&state.pointee.shapes)
  }

  var lastSerial: Int { unsafe state.pointee.serial }

  @inline(__always) func nextSerial() -> Int {
    unsafe state.pointee.serial &+= 1
    return unsafe state.pointee.serial
  }

  var options: EncodingOptions { owner.call.options }

  /// The limit for the memory of a document that is kept for the next one.
  private static var largestKept: Int { 1 << 20 }

  /// Prepares the state for a call, or for none.
  func reset() {
    output.count = 0
    // The memory of one large document isn't kept for the small ones after it.
    if output.capacity > Self.largestKept { unsafe free(output.release(replacingBy: 4096)) }
    levels.removeAll()
    (frame, frames, nesting) = (0, 0, 0)
    (mayRepeat, hasMixedKeys) = (false, false)
    if !places.isEmpty { places = [] }
    if !childTables.isEmpty { childTables = [] }
    if !merges.isEmpty { merges.removeAll(keepingCapacity: merges.capacity < 1 << 12) }
    if !segments.isEmpty { removeSegments() }
    if !copies.isEmpty { copies = [] }
    if !originals.isEmpty { originals = [:] }
    fault = nil
  }
}

/// The stack of what is being written, which its owner frees.
///
/// It isn't an array, whose every change looks for other references and whose every reading checks
/// the count.
@safe struct WriterStack<Element> {
  private var base: UnsafeMutablePointer<Element>
  private var capacity = 32
  private(set) var count = 0

  init() {
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
