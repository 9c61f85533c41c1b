/// What a keyed container works on: memory that its slot keeps, without any reference, so that a
/// copy of the container for each field costs nothing.
@safe struct ContainerCell {
  @safe private struct State {
    let index: DocumentIndex
    var cursor: MemberCursor
    /// The size of a key: 0 or 1, or -1 where a key isn't its own number.
    var keySize: Int
    let patterns: UnsafeMutablePointer<KeyPattern>
  }

  /// So many keys of a type are learned.
  private static let patternCount = 64
  private let state: UnsafeMutablePointer<State>

  init<Key: CodingKey>(_ index: DocumentIndex, keyedBy type: Key.Type, at head: Int) {
    let size = MemoryLayout<Key>.size
    unsafe state = .allocate(capacity: 1)
    let patterns = UnsafeMutablePointer<KeyPattern>.allocate(capacity: Self.patternCount)
    unsafe patterns.initialize(repeating: .unlearned, count: Self.patternCount)
    unsafe state.initialize(
      to: State(
        index: index,
        cursor: MemberCursor(index, head),
        keySize: size <= 1 && !index.document.options.convertsKeys ? size : -1,
        patterns: patterns
      )
    )
  }

  // Sound, all of them: the slot keeps the cell, and the container that reads it is in the slot.

  func deallocate() {
    let patterns = unsafe state.pointee.patterns
    for position in 0..<Self.patternCount { unsafe patterns[position].deallocate() }
    unsafe patterns.deallocate()
    unsafe state.deallocate()
  }

  @inline(__always) var index: DocumentIndex { unsafe state.pointee.index }
  @inline(__always) var head: Int { unsafe state.pointee.cursor.head }

  @inline(__always) func point(at cursor: MemberCursor) {
    unsafe state.pointee.cursor = cursor
  }

  // MARK: - Finding members

  /// The position of the value under a key, or `DocumentIndex.nowhere`.
  ///
  /// A type of keys of at most 256 cases without payloads is a byte: that stands for the name, which
  /// is asked for once. Such a type has no other way to tell its names apart.
  @inline(__always) func find<Key: CodingKey>(_ key: Key) -> Int {
    let size = unsafe state.pointee.keySize
    var number = 0
    if size > 0 {
      // Sound: the sizes are equal.
      number = Int(unsafe unsafeBitCast(key, to: UInt8.self))
      guard number < Self.patternCount else { return findUnlearned(key) }
    } else if size < 0 {
      return findUnlearned(key)
    }
    let value = unsafe state.pointee.cursor.findNext(state.pointee.patterns + number, in: index)
    return value >= 0 ? value : findFurther(key, number)
  }

  @inline(never) private func findFurther<Key: CodingKey>(_ key: Key, _ number: Int) -> Int {
    let pattern = unsafe state.pointee.patterns + number
    guard unsafe pattern.pointee.isLearned || learn(key, at: number) else {
      return findUnlearned(key)
    }
    return unsafe state.pointee.cursor.find(pattern, in: index)
  }

  /// Asks for the name of a key; a key with an `intValue` isn't learned, since paths must have it.
  @inline(never) private func learn<Key: CodingKey>(_ key: Key, at number: Int) -> Bool {
    guard key.intValue == nil else {
      unsafe state.pointee.keySize = -1
      return false
    }
    unsafe state.pointee.patterns[number] = KeyPattern(key.stringValue)
    return true
  }

  @inline(never) private func findUnlearned<Key: CodingKey>(_ key: Key) -> Int {
    let position = find(named: key.stringValue)
    if position >= 0 { index.document.keepNumber(of: key, at: position, in: head) }
    return position
  }

  @inline(never) func find(named name: String) -> Int {
    let document = index.document
    if document.options.convertsKeys {
      return document.convertedMembers(of: head)[name] ?? DocumentIndex.nowhere
    }
    return KeyPattern.withPattern(of: name) { pattern in
      unsafe state.pointee.cursor.find(pattern, in: index)
    }
  }
}
