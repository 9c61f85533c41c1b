import Medley

/// The index of a document and what belongs to it, through one pointer.
///
/// Reading a field of a class costs a retain and a release where the compiler can't see its
/// lifetime: 290 of 5,700 instructions for an element of the mixed feed. So the state that every
/// step reads is in memory of its own, which a `Document` keeps alive; whoever holds a
/// `DocumentIndex` is reached through one.
@safe struct DocumentIndex {
  struct State {
    var bytes: Bytes
    var words: IndexWords
    var wordCount = 0
    var marks: StringStopBitmap
    var strings: StringCache
    var containers = ContainerPool()
    var plans = PointerTable<TypePlan>()
    /// The object whose tag was found last, and the member that is the tag.
    var taggedHead = nowhere
    var tag = nowhere
    var hasKeyNumbers = false
    var convertsKeys = false
    var fastPaths = FastPathCount()
    // Sound: the document frees this state when it goes, so it outlives every reading of it.
    unowned(unsafe) var document: Document?
  }

  private let state: UnsafeMutablePointer<State>

  init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: State(
        bytes: Bytes(UnsafeRawBufferPointer(start: nil, count: 0)),
        words: IndexWords(capacity: 256),
        marks: StringStopBitmap(capacity: 1 << 12),
        strings: StringCache(),
        document: nil
      )
    )
  }

  func deallocate() {
    words.deallocate()
    marks.deallocate()
    unsafe state.pointee.strings.deallocate()
    unsafe state.pointee.containers.deallocate()
    unsafe state.pointee.plans.deallocate()
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  // Sound, all of them: the document keeps the state until nobody can reach it.

  @inline(__always) var bytes: Bytes {
    get { unsafe state.pointee.bytes }
    nonmutating set { unsafe state.pointee.bytes = newValue }
  }

  @inline(__always) var words: IndexWords {
    get { unsafe state.pointee.words }
    nonmutating set { unsafe state.pointee.words = newValue }
  }

  @inline(__always) var marks: StringStopBitmap {
    get { unsafe state.pointee.marks }
    nonmutating set { unsafe state.pointee.marks = newValue }
  }

  @inline(__always) var wordCount: Int {
    get { unsafe state.pointee.wordCount }
    nonmutating set { unsafe state.pointee.wordCount = newValue }
  }

  /// Remembers the member that is the tag of an object, so that a container of the object, which is
  /// usually asked for next, needn't expect it.
  @inline(__always) func keepTag(_ member: Int, of head: Int) {
    unsafe state.pointee.taggedHead = head
    unsafe state.pointee.tag = member
  }

  /// The member that is the tag of an object, if that was found last; else `nowhere`.
  @inline(__always) func tag(of head: Int) -> Int {
    unsafe state.pointee.taggedHead == head ? state.pointee.tag : Self.nowhere
  }

  @inline(__always) var document: Document {
    get { unsafe state.pointee.document.unsafelyUnwrapped }
    nonmutating set { unsafe state.pointee.document = newValue }
  }

  /// Whether the document keeps the `intValue` of any keys.
  var hasKeyNumbers: Bool {
    get { unsafe state.pointee.hasKeyNumbers }
    nonmutating set { unsafe state.pointee.hasKeyNumbers = newValue }
  }

  var fastPaths: FastPathCount {
    get { unsafe state.pointee.fastPaths }
    nonmutating set { unsafe state.pointee.fastPaths = newValue }
  }

  /// Whether a strategy converts keys.
  @inline(__always) var convertsKeys: Bool {
    get { unsafe state.pointee.convertsKeys }
    nonmutating set { unsafe state.pointee.convertsKeys = newValue }
  }

  /// Forgets the numbers of the keys that an object was read by before.
  @inline(__always) func forgetKeyNumbers(in head: Int) {
    if hasKeyNumbers { document.forgetNumbers(in: head) }
  }

  @inline(__always) func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    at head: Int
  ) -> KeyedDecodingContainer<Key> {
    forgetKeyNumbers(in: head)
    return unsafe state.pointee.containers.container(keyedBy: type, at: head, in: self)
  }

  /// Ends a decode call, and returns the containers that somebody still holds.
  func endCall() -> [ContainerSlot] { unsafe state.pointee.containers.endCall() }

  /// Whether what was learned of types is so little that it may wait for the next call.
  var hasLearnedLittle: Bool {
    unsafe state.pointee.plans.count <= Self.largestLearning
      && state.pointee.containers.typeCount <= Self.largestLearning
  }

  /// Programs have hundreds of types that they decode; those that make more are made by a payload.
  private static let largestLearning = 4096

  /// How many containers are kept to be used again.
  var containerCount: Int { unsafe state.pointee.containers.containerCount }

  /// Makes each container for itself from now on.
  func retireContainers() {
    unsafe state.pointee.containers.retire()
  }

  @inline(__always) func withPlans<Result>(
    _ body: (inout PointerTable<TypePlan>) -> Result
  ) -> Result {
    unsafe body(&state.pointee.plans)
  }

  @inline(__always) func withStrings<Result>(_ body: (inout StringCache) -> Result) -> Result {
    unsafe body(&state.pointee.strings)
  }
}

// MARK: - Reading

extension DocumentIndex {
  /// Where a value would be that isn't there; it reads as null.
  static let nowhere = -1

  @inline(__always) func kind(_ position: Int) -> Kind {
    guard position >= 0 else { return .null }
    // Sound: the scanner writes no other kinds.
    return unsafe unsafeBitCast(
      UInt8(truncatingIfNeeded: words[position].kindBits),
      to: Kind.self
    )
  }

  @inline(__always) func isNull(_ position: Int) -> Bool { kind(position) == .null }
  @inline(__always) func next(_ position: Int) -> Int { words.next(position) }

  /// How many children a container has.
  ///
  /// - Complexity: O(1), for more than 16 million O(*n*) when it is first asked for.
  @inline(__always) func size(_ head: Int) -> Int {
    let size = words[head].size
    return size < IndexWord.largestSize ? size : document.largeSize(of: head)
  }

  @inline(never) func countChildren(_ head: Int) -> Int {
    let step = kind(head) == .object ? 1 : 0
    var position = head + IndexWord.headCount
    var size = 0
    while position < words[head].end {
      position = next(position + step)
      size += 1
    }
    return size
  }

  /// The bytes of a value, with its quotation marks or brackets.
  func range(of position: Int) -> Range<Int> {
    let word = words[position]
    switch kind(position) {
    case .object, .array:
      return words[position + 1].high..<words[position + 1].low
    case .ascii, .text, .escaped:
      return word.offset - 1..<word.offset + word.count + 1
    case .null, .yes, .no, .integer, .decimal:
      return word.offset..<word.offset + word.count
    }
  }
}
