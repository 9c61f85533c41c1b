import MedleyBase

/// The index of a document and the state of decoding, behind one pointer.
///
/// Reading a property of a class costs a retain and a release where the compiler can't see its
/// lifetime: 5 % of an element of the mixed feed. So the state that every
/// step reads is in memory of its own, which the `Document` frees. Everything that holds a
/// `DocumentIndex` is kept alive by its document.
@safe @usableFromInline package struct DocumentIndex {
  @usableFromInline struct State: ~Copyable {
    var bytes = Bytes()
    @usableFromInline var entries = IndexEntries(capacity: 256)
    var entryCount = 0
    var stringStops = StringStopBitmap(capacity: 1 << 12)
    var strings = StringCache()
    var containers = ContainerPool<ContainerState, DecodingContainers>()
    /// Whether the decode call has ended, so that each container must own its document.
    var isRetired = false
    var plans = PointerTable<TypePlan>()
    /// Whether types decode absent members by a rule of their own.
    var absences = PointerTable<Bool>()
    /// The object whose tag was found last, and the member with the tag.
    var taggedObject = notFound
    var tag = notFound
    /// The end of the bytes that came, in a document that isn't complete.
    var certainEnd = Int.max
    /// Whether the document has stored the `intValue` of any keys.
    var hasKeyNumbers = false
    var convertsKeys = false
    var convertsFromSnakeCase = false
    var convertsFloats = false
    /// What plans the types that aren't plain; nil if there are no such types.
    var planner: (any TypePlanner)?
    /// The decoder of the elements of a feed, after the document has shown that they have one.
    var elementDecoder: UncountedReference<AnyElementDecoder>?
    var errorTexts = ErrorTexts()
    var distinctKeys = DistinctKeys()
    /// The last value with an error, and the error with its place.
    var lastPlace: (value: Int, error: any Error)?
    var lastPath = LastPath()
    /// What most documents don't need, made when something of it is needed.
    var tables: OwnedValue<DocumentTables>?
    /// The document, which frees this state when it goes, so it outlives every reading of it.
    var document: UncountedReference<Document>?
  }

  @usableFromInline let storage = OwnedValue(State())

  func deallocate() {
    state.entries.deallocate()
    state.stringStops.deallocate()
    state.strings.deallocate()
    state.containers.deallocate()
    state.plans.deallocate()
    state.absences.deallocate()
    state.errorTexts.deallocate()
    state.tables?.deallocate()
    releaseElementDecoder()
    storage.deallocate()
  }

  // Sound, all of them: the document keeps the state as long as there are references to it.

  @inline(__always) var state: State {
    _read { yield storage.value }
    nonmutating _modify { yield &storage.value }
  }

  @inline(__always) package var bytes: Bytes { state.bytes }

  @inlinable @inline(__always) package var entries: IndexEntries {
    unsafe storage.memory.pointee.entries
  }

  @inline(__always) package var entryCount: Int { state.entryCount }

  /// Stores the member with the tag of an object, so that a container of the object, which usually
  /// comes next, skips it.
  @inline(__always) func keepTag(_ member: Int, of object: Int) {
    state.taggedObject = object
    state.tag = member
  }

  /// The member with the tag of an object, if that was found last; otherwise `notFound`.
  @inline(__always) func tag(of object: Int) -> Int {
    state.taggedObject == object ? state.tag : Self.notFound
  }

  @inline(__always) package var document: Document {
    unsafe state.document.unsafelyUnwrapped.object
  }

  /// Calls a function with the document, without counting a reference for it.
  @inline(__always) func withDocument<Result>(_ body: (Document) -> Result) -> Result {
    unsafe state.document.unsafelyUnwrapped.withObject(body)
  }

  /// The end of the bytes that came, in a document that isn't complete.
  package var certainEnd: Int {
    get { state.certainEnd }
    nonmutating set { state.certainEnd = newValue }
  }

  /// Whether a strategy converts keys.
  @inline(__always) package var convertsKeys: Bool { state.convertsKeys }

  /// Whether the strategy is that of snake case.
  ///
  /// To read the options of the document copies them, a third of what the strategy takes.
  package var convertsFromSnakeCase: Bool { state.convertsFromSnakeCase }

  /// Whether a strategy reads infinity and NaN from strings.
  package var convertsFloats: Bool { state.convertsFloats }

  /// Removes the stored `intValue`s of the keys of an object, which is read by another type of key.
  @inline(__always) func forgetKeyNumbers(in object: Int) {
    if state.hasKeyNumbers { document.forgetNumbers(in: object) }
  }

  /// Notes that the payload states the keys of an object, for texts that must not have them.
  @inline(never) func noteDictionaryKeys(of object: Int) {
    guard !hasDictionaryKeys(object) else { return }
    entries[object + 1].bits |= Self.dictionaryKeys
    // To forget each path took 13 % of the time of a type that tries several kinds in turn.
    if state.lastPath.mayLead(into: object) { document.forgetPath() }
  }

  /// Whether the payload states the keys of an object.
  func hasDictionaryKeys(_ object: Int) -> Bool {
    entries[object + 1].bits & Self.dictionaryKeys != 0
  }

  /// A bit of a container's second entry, beside the place after its last byte.
  private static var dictionaryKeys: UInt64 { 1 << 31 }

  /// Whether an object was decoded last as a dictionary, whose keys aren't converted.
  func isReadAsDictionary(_ object: Int) -> Bool {
    entries[object + 2].bits & Self.readAsDictionary != 0
  }

  /// A bit of a container's third entry, beside its index in its parent.
  static var readAsDictionary: UInt64 { 1 << 31 }

  @inline(__always) func container<Key: CodingKey>(
    keyedBy type: Key.Type,
    at object: Int
  ) -> KeyedDecodingContainer<Key> {
    forgetKeyNumbers(in: object)
    // A payload doesn't state the keys that Medley's own code asks for.
    if Key.mayHaveText, Key.self != WireKey.self {
      noteDictionaryKeys(of: object)
    }
    if convertsKeys { document.readAsObject(object) }
    // Not of `type`, which may be a subclass: the container is for `Key`.
    let key = ObjectIdentifier(Key.self)
    return state.containers.withChain(for: key, orNew: newContainers(type)) {
      $0.container(keyedBy: type, at: object, in: self)
    }
  }

  /// Returns the chain for a new type of key.
  private func newContainers<Key: CodingKey>(_ type: Key.Type) -> DecodingContainers {
    let cachesKeys = MemoryLayout<Key>.size <= 1 && document.options.keepsKeys
    return DecodingContainers(cachesKeys: cachesKeys, isEndless: state.isRetired)
  }

  /// Returns whether no container is referenced, at the end of a part of a decode call.
  package func endPart() -> Bool { state.containers.isFree() }

  /// The number of containers that are kept for reuse.
  package var containerCount: Int { state.containers.containerCount }

  /// Releases all containers and ends their reuse.
  ///
  /// A type may store its decoder, make containers after the decode call, and release the decoder
  /// before them.
  func retireContainers() {
    state.containers.deallocate()
    state.containers = ContainerPool()
    state.isRetired = true
  }
}

// MARK: - Reading

extension DocumentIndex {
  /// The position of a value that wasn't found, which reads as null.
  package static let notFound = -1

  @inlinable @inline(__always) package func kind(_ position: Int) -> Kind {
    guard position >= 0 else { return .null }
    // Sound: the scanner writes no other kinds.
    return unsafe unsafeBitCast(
      UInt8(truncatingIfNeeded: entries[position].kindBits),
      to: Kind.self
    )
  }

  @inlinable @inline(__always) package func isNull(_ position: Int) -> Bool {
    kind(position) == .null
  }
  @inlinable @inline(__always) package func next(_ position: Int) -> Int { entries.next(position) }

  /// The number of children of a container.
  ///
  /// - Complexity: O(1); with more than 16 million children O(*n*) for the first call.
  @inline(__always) package func size(_ container: Int) -> Int {
    let size = entries[container].size
    return size < IndexEntry.largestSize ? size : document.largeSize(of: container)
  }

  @inline(never) func countChildren(_ container: Int) -> Int {
    let step = kind(container) == .object ? 1 : 0
    return ChildPositions(entries, of: container, step: step).reduce(0) { size, _ in size + 1 }
  }

  /// Appends the children of a container in order.
  package func appendChildren(of container: Int, to children: inout [Child]) {
    let step = kind(container) == .object ? 1 : 0
    for position in ChildPositions(entries, of: container, step: step) {
      children.append(Child(key: position, value: position + step))
    }
  }

  /// Returns the positions of the containers in a value, the value itself included, in order.
  package func containers(in value: Int) -> [Int] {
    var containers: [Int] = []
    let end = next(value)
    var position = value
    while position < end {
      if entries[position].isContainer {
        containers.append(position)
        position += IndexEntry.entriesPerContainer
      } else {
        position += 1
      }
    }
    return containers
  }

  /// The bytes of a value or a key, with quotation marks or brackets.
  package func text(of position: Int) -> Bytes {
    let range = range(of: position)
    return bytes.part(from: range.lowerBound, count: range.count)
  }

  /// The range of these bytes.
  package func range(of position: Int) -> Range<Int> {
    let entry = entries[position]
    if entry.isContainer {
      let end = entries[position + 1].low & IndexEntry.largestPosition
      return entries[position + 1].high..<end
    }
    let quote = kind(position).isString ? 1 : 0
    return entry.offset - quote..<entry.offset + entry.count + quote
  }
}

/// A child of a container: a member or an element.
package struct Child {
  /// The position of the key; that of the value for an element.
  package let key: Int
  package var value: Int
}

// MARK: - Comparing keys

extension DocumentIndex {
  /// Returns the value of a member with a key as it is written; `notFound` if there is none.
  package func member(_ key: String, of object: Int) -> Int {
    key.withBytes { member(KeyPattern($0), of: object) }
  }

  /// Returns whether a plain key is this one.
  @inline(__always) package func matches(_ position: Int, _ key: KeyPattern) -> Bool {
    let entry = entries[position]
    guard UInt32(truncatingIfNeeded: entry.bits &>> 32) == key.activeShape else { return false }
    let offset = entry.offset
    return bytes.word(at: offset) & key.mask == key.word
      && (key.count <= 8 || bytes.equal(offset &+ 8, key.bytes, 8, count: key.count &- 8))
  }

  /// Returns whether a key, plain or escaped, has these bytes.
  func equals(_ position: Int, _ key: Bytes) -> Bool {
    withUnescaped(position) { $0.count == key.count && $0.equal(0, key, 0, count: key.count) }
  }

  /// Finds the first member with a key in an object with repeated, escaped or many keys.
  @inline(never) func findOnSlowPath(_ key: KeyPattern, in object: Int) -> Int {
    if entries[object].flags & ObjectFlag.large != 0 {
      let position = document.keyTable(of: object).find(key.bytes, in: self)
      return position >= 0 ? position : findEquivalent(key, in: object)
    }
    for position in keys(of: object) where equals(position, key.bytes) { return position + 1 }
    return findEquivalent(key, in: object)
  }

  /// Finds a key with other Unicode scalars that is an equal string, as `JSONDecoder` does.
  ///
  /// Keys in ASCII aren't compared in this way.
  @inline(never) func findEquivalent(_ key: KeyPattern, in object: Int) -> Int {
    if key.isASCII { return Self.notFound }
    let name = key.bytes.string
    if entries[object].flags & ObjectFlag.large != 0 {
      return document.convertedMember(name, of: object)
    }
    for position in keys(of: object) where kind(position) != .ascii {
      if string(at: position) == name { return position + 1 }
    }
    return Self.notFound
  }
}
