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
package struct JSONWriter {
  struct State: ~Copyable {
    var text = WrittenText(number: -1, output: ByteBuffer(capacity: 4096))
    var levels = MemoryStack<Level>()
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
    /// Whether the text of a key depends on the key alone.
    var keepsKeys = true
    /// Whether an object may have a key twice.
    var mayRepeat = false
    /// Whether an object has keys of two types that are known to have none in common.
    var hasMixedKeys = false
    var plans = PointerTable<EncodingPlan>()
    var containers = ContainerPool<EncodingContainerState, EncodingContainers>()
    var shapes = FieldShapes()
    var parts = WrittenParts()
    /// The objects whose tags are written, the innermost last.
    var taggedPayloads = MemoryStack<TaggedPayload>()
    var places = MemoryStack<Place>(capacity: 4)
    /// The places that go on when they are asked for again: for each container with such places, by
    /// the text of the key, and the serial of the value to which they belong.
    var childTables: [(owner: Int, places: [String: Int])] = []
    var segments: [Segment] = []
    /// The last keys of levels, if their texts aren't those of the types.
    var originals: [(any CodingKey)?] = []
    /// An `EncodingError` in a function that can't throw, erased, because the size of one is only
    /// known at run time.
    var fault: (any Error)?
    /// The output, which frees this state when it goes, so it outlives every reading of it.
    var owner: UncountedReference<Output>?
  }

  private let memory = OwnedValue(State())

  init() {}

  func deallocate() {
    removeSegments()
    output.deallocate()
    levels.deallocate()
    state.taggedPayloads.deallocate()
    state.plans.deallocate()
    state.containers.deallocate()
    state.shapes.deallocate()
    state.parts.names.deallocate()
    state.places.deallocate()
    memory.deallocate()
  }

  // The output keeps the state as long as there are references to it.

  @inline(__always) var state: State {
    _read { yield memory.value }
    nonmutating _modify { yield &memory.value }
  }

  @inline(__always) var output: ByteBuffer {
    get { memory.value.text.output }
    nonmutating _modify { yield &memory.value.text.output }
  }

  @inline(__always) var levels: MemoryStack<Level> {
    get { memory.value.levels }
    nonmutating _modify { yield &memory.value.levels }
  }

  /// The innermost level.
  package var lastLevel: Int { levels.count - 1 }

  @inline(__always) package var owner: Output {
    guard let owner = state.owner else { preconditionFailure("A writer without an output") }
    return owner.object
  }

  /// Whether values are nested too deeply: in the document, or without writing anything.
  @inline(__always) package var isTooDeep: Bool {
    state.nesting > state.depthLimit || state.frames > state.depthLimit &* 4
  }

  /// Begins to write a part of another document, whose limits are those of the whole.
  package func begin(inside outer: JSONWriter) {
    (state.nesting, state.frames) = (outer.state.nesting, outer.state.frames)
  }

  /// Begins to write a segment, or goes on with the text before it.
  func exchange(_ segment: Int) {
    swap(&memory.value.text, &memory.value.segments[segment].content)
  }

  var options: EncodingOptions { owner.settings.options }

  /// The limit for the memory of a document that is kept for the next one.
  private static var largestKept: Int { 1 << 20 }

  /// Prepares the state for a call, or for none.
  func reset() {
    output.count = 0
    // The memory of one large document isn't kept for the small ones after it.
    if output.capacity > Self.largestKept {
      output.deallocate()
      output = ByteBuffer(capacity: 4096)
    }
    levels.removeAll()
    (state.frame, state.frames, state.nesting) = (0, 0, 0)
    (state.mayRepeat, state.hasMixedKeys) = (false, false)
    if state.places.count > 0 { state.places.removeAll() }
    if !state.childTables.isEmpty { state.childTables = [] }
    if !state.text.marks.isEmpty {
      state.text.marks.removeAll(keepingCapacity: state.text.marks.capacity < 1 << 12)
    }
    if !state.segments.isEmpty { removeSegments() }
    if !state.originals.isEmpty { state.originals = [] }
    state.parts.reset()
    if state.shapes.isFull {
      state.shapes.deallocate()
      state.shapes = FieldShapes()
    }
    state.fault = nil
  }
}
