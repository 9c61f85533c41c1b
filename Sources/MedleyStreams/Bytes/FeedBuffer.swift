import MedleyEngine

/// The bytes of a feed from the first element that isn't complete.
///
///     | discarded | complete elements | incomplete element | padding |
///     0 .. offset | 0                                count |
///
/// Positions count from the first byte that isn't discarded. Elements are moved to the front at
/// most once, so appending is linear whatever the sizes of chunks.
///
/// It is a class, because it owns its memory, and because the document of a batch of elements
/// refers to it for the places of errors.
@safe @usableFromInline final class FeedBuffer {
  private var base = UnsafeMutableRawPointer.allocate(byteCount: 1 << 10, alignment: 16)
  private var capacity = 1 << 10
  /// The number of bytes.
  private(set) var count = 0
  /// The number of bytes that were discarded.
  private(set) var offset = 0
  // Changed as a whole, so that no access lasts while other code runs: run-time checks for
  // exclusivity took 1,000 instructions for a small chunk.
  private var lines = LineCount()
  /// Those of the first bytes of the feed that were discarded.
  private var head: [UInt8] = []
  /// The bytes that may complete the next element.
  var awaitedBytes = AwaitedBytes.any
  /// Whether the first bytes were looked at.
  private var isMarkSkipped = false

  // For clients, whose modules check accesses to a stored property at run time.
  @usableFromInline var awaited: AwaitedBytes { awaitedBytes }

  /// Whether errors in the bytes have excerpts.
  var hasExcerpts = true

  /// The number of zeros after the bytes, so that the scanner reads the last element as fast as
  /// the others: it checks for room once for each member.
  static let padding = 192

  init() {}

  init(copying other: FeedBuffer) {
    take(0..<other.count, of: other)
  }

  // Sound, all of them: positions are below `count`, which is at most `capacity - padding`, except
  // for the padding itself.

  deinit {
    unsafe base.deallocate()
  }

  /// The bytes, after which as many as the padding may be read, whatever they are.
  var bytes: Bytes { bytes(0..<count, padding: Self.padding) }

  /// Returns a part, which may end in the padding, and doesn't change until bytes are appended or
  /// discarded.
  func bytes(_ range: Range<Int>, padding: Int = 0) -> Bytes {
    precondition(range.lowerBound >= 0 && range.upperBound + padding <= capacity)
    return unsafe Bytes(
      UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count),
      padding: padding
    )
  }

  @inline(__always) subscript(position: Int) -> UInt8 {
    get { bytes[position] }
    set {
      assert(position >= 0 && position < count)
      unsafe base.storeBytes(of: newValue, toByteOffset: position, as: UInt8.self)
    }
  }

  /// Returns a copy of a part.
  func copy(_ range: Range<Int>) -> [UInt8] { bytes(range).copy }

  /// Moves bytes towards the front.
  func move(_ range: Range<Int>, to position: Int) {
    precondition(position >= 0 && position <= range.lowerBound && range.upperBound <= count)
    unsafe (base + position).copyMemory(from: base + range.lowerBound, byteCount: range.count)
  }

  /// Writes zeros after the bytes.
  func pad() {
    unsafe (base + count).initializeMemory(as: UInt8.self, repeating: 0, count: Self.padding)
  }
}

// MARK: - Appending

extension FeedBuffer {
  @usableFromInline func append(_ byte: UInt8) {
    reserve(1)
    count += 1
    self[count &- 1] = byte
  }

  /// Returns memory after the bytes, for ``commit(_:)``.
  @usableFromInline func room(for size: Int) -> UnsafeMutablePointer<UInt8> {
    reserve(size)
    // Sound: bytes have no alignment.
    return unsafe (base + count).assumingMemoryBound(to: UInt8.self)
  }

  /// Adds bytes that were written to the memory of ``room(for:)``.
  @usableFromInline func commit(_ written: Int) {
    precondition(written >= 0 && count + written + Self.padding <= capacity)
    count += written
  }

  /// Appends bytes from a position on; returns their number.
  @discardableResult @usableFromInline func append(
    _ chunk: UnsafeBufferPointer<UInt8>,
    from start: Int = 0,
    atMost size: Int = .max
  ) -> Int {
    let added = min(chunk.count - start, size)
    guard added > 0, let address = chunk.baseAddress else { return 0 }
    reserve(added)
    unsafe (base + count).copyMemory(from: address + start, byteCount: added)
    count += added
    return added
  }

  /// Appends bytes in one go if they are contiguous.
  ///
  /// It is compiled for the chunks of a client, which took 700 instructions less for a small one.
  @inlinable func append(contentsOf chunk: some Sequence<UInt8>) {
    let copied = chunk.withContiguousStorageIfAvailable { unsafe append($0) }
    if copied == nil {
      for byte in chunk { append(byte) }
    }
  }

  /// Takes bytes of another buffer instead of its own, and their place in the feed.
  func take(_ range: Range<Int>, of other: FeedBuffer) {
    precondition(range.lowerBound >= 0 && range.upperBound <= other.count)
    count = 0
    reserve(range.count)
    unsafe base.copyMemory(from: other.base + range.lowerBound, byteCount: range.count)
    count = range.count
    head = other.firstBytes
    offset = other.offset + range.lowerBound
    lines = LineCount(from: other.line(of: range.lowerBound))
    isMarkSkipped = other.isMarkSkipped
  }

  /// Removes bytes at the end.
  func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count)
    self.count = count
  }

  private func reserve(_ more: Int) {
    let needed = count + more + Self.padding
    if needed > capacity { reallocate(max(capacity * 2, needed)) }
  }

  @inline(never) private func reallocate(_ size: Int) {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    unsafe memory.copyMemory(from: base, byteCount: count)
    unsafe base.deallocate()
    unsafe base = memory
    capacity = size
  }

  /// Discards the bytes before a position, which is 0 afterwards.
  ///
  /// - Parameters:
  ///   - position: The position.
  ///   - line: Its line, if that is known.
  func discard(before position: Int, in line: Int? = nil) {
    let known = line.map { line in
      (line, line > lines.first.number ? offset + position : lines.first.start)
    }
    lines = LineCount(from: known ?? self.line(of: position))
    if offset < Self.headSize { head += copy(0..<min(position, Self.headSize - head.count)) }
    if position < count { move(position..<count, to: 0) }
    count -= position
    offset += position
    // The memory of one large element isn't kept for the small ones after it.
    if capacity > 1 << 20, count < 1 << 16 { reallocate(1 << 18) }
  }
}

// MARK: - Looking at the first bytes

extension FeedBuffer {
  /// Returns the length of a byte order mark (RFC 8259 §8.1), and 0 after the first time.
  ///
  /// Returns nil if more bytes are needed to tell.
  func skipMark(isAtEnd: Bool) -> Int? {
    if isMarkSkipped { return 0 }
    let mark: [UInt8] = [0xef, 0xbb, 0xbf]
    let first = copy(0..<min(count, mark.count))
    // UTF-16 and UTF-32, which their first four bytes show.
    let isOther = count > 0 && count < 4 && (self[0] == 0 || self[0] >= 0xfe)
    guard isAtEnd || first == mark || !isOther && !mark.starts(with: first) else { return nil }
    isMarkSkipped = true
    return first == mark ? mark.count : 0
  }

  /// Returns why the first element is invalid, if the feed is in UTF-16 or UTF-32.
  func encoding(ofElementAt index: Int) -> SyntaxError.Reason? {
    index == 0 ? .encodedFeed(beginning: firstBytes) : nil
  }

  /// The first four bytes of the feed.
  private var firstBytes: [UInt8] { head + copy(0..<min(count, Self.headSize - head.count)) }

  private static var headSize: Int { 4 }
}

// MARK: - Locating

extension FeedBuffer {
  /// Returns the line of a position, beginning with 0, and the byte of the feed where it begins.
  ///
  /// - Complexity: O(*n*) in the bytes since the last call, if positions don't decrease.
  func line(of position: Int) -> (number: Int, start: Int) {
    var lines = lines
    let (bytes, end) = (bytes, min(position, count))
    if end < lines.position { lines = LineCount(from: lines.first) }
    while lines.position < end {
      let lineFeed = bytes.first(0x0a, from: lines.position, to: end)
      if lineFeed < end { lines.last = (lines.last.number + 1, offset + lineFeed + 1) }
      lines.position = min(lineFeed + 1, end)
    }
    self.lines = lines
    return lines.last
  }
}

/// The lines of a buffer, counted on from the last one: their numbers, and the bytes of the feed
/// where they begin.
private struct LineCount {
  /// The line of the first byte of the buffer, which may begin before it.
  let first: (number: Int, start: Int)
  /// The line of the position.
  var last: (number: Int, start: Int)
  var position = 0

  init(from first: (number: Int, start: Int) = (0, 0)) {
    (self.first, last) = (first, first)
  }
}
