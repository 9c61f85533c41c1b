import MedleyEngine

/// The index of a document that isn't complete, made of what its validator completes.
///
/// A snapshot copies it and closes the copy, so nothing is scanned twice.
///
///     {"a": [1, 2     entries: object, key "a", array, 1
///                     copied and closed: object of 1 until 7, key "a", array of 1 until 7, 1
struct GrowingIndex: ~Copyable {
  /// An array or object without its end.
  struct Container {
    var isObject: Bool
    /// Its first entry.
    var entry: Int
    /// The entry after the last complete child, or after its own.
    var lastEntry: Int
    /// The position after the last complete child, or after the bracket.
    var end: Int
    /// The number of complete children.
    var count = 0
    /// The key of the value that isn't complete, with quotation marks.
    var key: Range<Int>?

    /// The entry of the child that isn't complete, or that it will have.
    var openChild: Int { lastEntry + (key == nil ? 0 : 1) }
  }

  private(set) var containers: [Container] = []
  private var entries = IndexEntries(capacity: 64)
  private var count = 0
  /// Whether the document exceeds the limits of an index.
  private var isTooLarge = false

  deinit {
    entries.deallocate()
  }

  // MARK: - Growing

  /// Adds what is complete.
  ///
  /// - Parameters:
  ///   - event: What it is.
  ///   - token: The bytes of a key or scalar, with quotation marks; of a bracket, if that opens.
  ///   - kind: The kind of the key or scalar.
  ///   - bytes: The document so far.
  mutating func add(
    _ event: IncrementalValidator.Event,
    _ token: Range<Int>,
    _ kind: Kind,
    in bytes: Bytes
  ) {
    guard makesRoom(for: token) else { return }
    switch event {
    case .openedObject: open(isObject: true, token)
    case .openedArray: open(isObject: false, token)
    case .closed:
      let (last, end) = (containers.removeLast(), token.upperBound)
      entries.close(last.entry, isObject: last.isObject, size: last.count, end: count, end)
      completeChild(before: end)
    case .key: addKey(token, kind, in: bytes)
    case .scalar, .stopped:
      entries[count] = Self.entry(kind, token)
      count += 1
      completeChild(before: token.upperBound)
    }
  }

  private mutating func makesRoom(for token: Range<Int>) -> Bool {
    if token.upperBound > IndexEntry.largestPosition || token.count > IndexEntry.largestCount {
      isTooLarge = true
    }
    if !isTooLarge, count + IndexEntries.room > entries.capacity {
      do { entries = try entries.grown(beyond: count) } catch { isTooLarge = true }
    }
    return !isTooLarge
  }

  private mutating func open(isObject: Bool, _ bracket: Range<Int>) {
    let (parent, entry, end) = (containers.last, count, bracket.upperBound)
    entries[count] = IndexEntry(isObject ? .object : .array, flags: 0, size: 0, end: 0)
    entries[count + 1] = IndexEntry(bracket.lowerBound, 0)
    entries[count + 2] = IndexEntry(parent?.entry ?? Scanner.root, parent?.count ?? 0)
    count += IndexEntry.entriesPerContainer
    containers.append(Container(isObject: isObject, entry: entry, lastEntry: count, end: end))
  }

  private mutating func addKey(_ token: Range<Int>, _ kind: Kind, in bytes: Bytes) {
    let last = containers.count - 1
    let (object, size) = (containers[last].entry, containers[last].count)
    entries.write(key: Self.entry(kind, token), at: count, of: object, in: bytes)
    if size < KeyFilter.limit { entries.compareKey(at: count, of: object, in: bytes) }
    containers[last].key = token
    count += 1
  }

  /// Whether no key of an open object is a certain one.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - depth: The number of containers around the object.
  ///   - next: The entry of the first key to compare.
  ///   - bytes: The document so far.
  /// - Returns: False also if a key with an escape or not in ASCII may be the same.
  func lacksKey(_ key: String, inside depth: Int, from next: Int, in bytes: Bytes) -> Bool {
    let object = containers[depth]
    guard !isTooLarge, object.isObject else { return false }
    var position = next
    while position < object.lastEntry {
      if mayBe(key, position, in: bytes) { return false }
      position = entries.next(position + 1)
    }
    return object.key == nil || !mayBe(key, position, in: bytes)
  }

  /// Whether an entry may be a key.
  private func mayBe(_ key: String, _ position: Int, in bytes: Bytes) -> Bool {
    let entry = entries[position]
    guard entry.kindBits == UInt64(Kind.ascii.rawValue) else { return true }
    return bytes.isEqual(to: key.utf8, in: entry.offset..<entry.offset + entry.count)
  }

  private mutating func completeChild(before end: Int) {
    guard !containers.isEmpty else { return }
    let last = containers.count - 1
    containers[last].end = end
    containers[last].lastEntry = count
    containers[last].count += 1
    containers[last].key = nil
  }

  private static func entry(_ kind: Kind, _ token: Range<Int>) -> IndexEntry {
    let quote = kind.isString ? 1 : 0
    return IndexEntry(kind, offset: token.lowerBound + quote, count: token.count - 2 * quote)
  }

  // MARK: - Closing

  /// Copies the entries to those of a document, in which values are closed.
  ///
  /// - Parameters:
  ///   - other: The entries of the document, which grow for them.
  ///   - level: The number of containers that are closed; those inside are left out.
  ///   - string: The bytes of a string in the innermost, whose end was added, with its quotation
  ///     marks; nil if there is none.
  ///   - end: The end of the bytes that came, before those that close.
  /// - Returns: The number of entries.
  /// - Throws: `SyntaxError` if the document is too large.
  func copy(
    to other: inout IndexEntries,
    closing level: Int,
    string: Range<Int>?,
    before end: Int
  ) throws(SyntaxError) -> Int {
    guard !isTooLarge, end <= IndexEntry.largestPosition else {
      throw SyntaxError(offset: 0, reason: .tooLong)
    }
    // With the key of a string.
    var count = string == nil && level > 0 ? containers[level - 1].lastEntry : self.count
    while other.capacity < count + IndexEntries.room { other = try other.grown(beyond: 0) }
    other.copy(count, of: entries)
    if let string {
      // Tags are compared as bytes in strings without escapes only. Others are decoded, which
      // throws if they aren't complete.
      other[count] = Self.entry(.escaped, string)
      count += 1
    }
    var position = string?.upperBound ?? end
    for (depth, open) in containers.prefix(level).enumerated().reversed() {
      position += 1
      let hasOpenChild = depth < level - 1 || string != nil
      let size = open.count + (hasOpenChild ? 1 : 0)
      other.close(open.entry, isObject: open.isObject, size: size, end: count, position)
    }
    return count
  }
}
