import MedleyEngine
import MedleyJSON

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
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  /// The number of bytes.
  private(set) var count = 0
  /// The number of bytes that were discarded.
  private(set) var offset = 0
  // Only the reader of a feed uses these, so run-time checks for exclusivity aren't needed. They
  // took 1,000 instructions for a small chunk.
  @exclusivity(unchecked) private var lines = LineCount()
  /// Those of the first bytes of the feed that were discarded.
  @exclusivity(unchecked) private var head: [UInt8] = []
  /// The bytes that may complete the next element.
  @exclusivity(unchecked) @usableFromInline var awaited = AwaitedBytes.any

  /// Whether errors in the bytes have excerpts.
  var hasExcerpts = true

  /// The number of zeros after the bytes, so that the scanner reads the last element as fast as
  /// the others: it checks for room once for each member.
  static let padding = 192

  init() {
    capacity = 1 << 10
    unsafe base = .allocate(byteCount: capacity, alignment: 16)
  }

  // Sound, all of them: positions are below `count`, which is at most `capacity - padding`, except
  // for the padding itself.

  deinit {
    unsafe base.deallocate()
  }

  /// The bytes.
  var bytes: Bytes { bytes(upTo: count) }

  /// Returns the first bytes, after which as many as the padding may be read, whatever they are.
  func bytes(upTo count: Int) -> Bytes {
    precondition(count <= self.count)
    let memory = unsafe UnsafeRawBufferPointer(start: base, count: count)
    return unsafe Bytes(memory, padding: Self.padding)
  }

  /// Returns a part, which may end in the padding, and doesn't change until bytes are appended or
  /// discarded.
  func bytes(_ range: Range<Int>) -> Bytes {
    precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
    return unsafe Bytes(UnsafeRawBufferPointer(start: base + range.lowerBound, count: range.count))
  }

  @inline(__always) subscript(position: Int) -> UInt8 {
    get { bytes[position] }
    set {
      assert(position >= 0 && position < count)
      unsafe base.storeBytes(of: newValue, toByteOffset: position, as: UInt8.self)
    }
  }

  /// Returns a copy of a part.
  func copy(_ range: Range<Int>) -> [UInt8] { bytes(range).copy(0..<range.count) }

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
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
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

  @usableFromInline func append(_ chunk: UnsafeBufferPointer<UInt8>) {
    guard let address = chunk.baseAddress else { return }
    reserve(chunk.count)
    unsafe (base + count).copyMemory(from: address, byteCount: chunk.count)
    count += chunk.count
  }

  /// Appends bytes in one go if they are contiguous.
  ///
  /// It is compiled for the chunks of a client, which took 700 instructions less for a small one.
  @inlinable func append(contentsOf chunk: some Sequence<UInt8>) {
    let isCopied: Void? = chunk.withContiguousStorageIfAvailable { unsafe append($0) }
    if isCopied == nil {
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
    unsafe head = other.firstBytes
    offset = other.offset + range.lowerBound
    unsafe lines = other.lines(before: range.lowerBound)
  }

  /// Removes bytes at the end.
  func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count)
    self.count = count
  }

  private func reserve(_ more: Int) {
    if count + more + Self.padding > capacity { grow(more) }
  }

  @inline(never) private func grow(_ more: Int) {
    reallocate(max(capacity * 2, count + more + Self.padding))
  }

  private func reallocate(_ size: Int) {
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
  ///   - lineFeeds: The number of line feeds before the position, and the position after the last one,
  ///     if they are known.
  func discard(before position: Int, _ lineFeeds: (count: Int, end: Int)? = nil) {
    guard position > 0 else { return }
    if let lineFeeds {
      unsafe lines.skip(lineFeeds, to: position)
    } else {
      unsafe lines.advance(to: position, in: bytes)
    }
    unsafe lines.discard(position)
    if offset < Self.headSize { keepHead(position) }
    if position < count {
      unsafe base.copyMemory(from: base + position, byteCount: count - position)
    }
    count -= position
    offset += position
    // The memory of one large element isn't kept for the small ones after it.
    if capacity > 1 << 20, count < 1 << 16 { reallocate(1 << 18) }
  }

  @inline(never) private func keepHead(_ position: Int) {
    let missing = unsafe Self.headSize - head.count
    if missing > 0 { unsafe head += copy(0..<min(position, missing)) }
  }
}

// MARK: - Locating

extension FeedBuffer {
  /// Returns why the first element is invalid, if the feed is in UTF-16 or UTF-32.
  func encoding(ofElementAt index: Int) -> SyntaxError.Reason? {
    guard index == 0 else { return nil }
    return unsafe firstBytes.withUnsafeBytes { unsafe .encodedFeed(beginning: $0) }
  }

  /// The first four bytes of the feed.
  private var firstBytes: [UInt8] {
    unsafe head + copy(0..<min(count, Self.headSize - head.count))
  }

  private static var headSize: Int { 4 }

  /// Returns the line of a position, beginning with 0, and the byte of the feed where it begins.
  ///
  /// - Complexity: O(*n*) in the bytes since the last call, if positions don't decrease.
  func line(of position: Int) -> (number: Int, start: Int) {
    unsafe lines.advance(to: min(position, count), in: bytes)
    return unsafe (lines.number, offset + lines.start)
  }

  /// Returns the count of a buffer that begins at a position.
  private func lines(before position: Int) -> LineCount {
    unsafe lines.advance(to: position, in: bytes)
    var lines = unsafe lines
    lines.discard(position)
    return lines
  }
}

/// The number of line feeds before a position, counted on from the last one.
private struct LineCount {
  private(set) var number = 0
  /// The beginning of the line; negative if it is discarded.
  private(set) var start = 0
  private var position = 0
  /// The same at the first byte of the buffer.
  private var first = (number: 0, start: 0)

  mutating func advance(to target: Int, in bytes: Bytes) {
    if target < position { (number, start, position) = (first.number, first.start, 0) }
    while position < target {
      let lineFeed = bytes.first(0x0a, from: position, to: target)
      guard lineFeed < target else {
        position = target
        return
      }
      position = lineFeed + 1
      number += 1
      start = position
    }
  }

  /// Counts line feeds from the first byte of the buffer to a position.
  mutating func skip(_ lineFeeds: (count: Int, end: Int), to target: Int) {
    position = target
    number = first.number &+ lineFeeds.count
    start = lineFeeds.count > 0 ? lineFeeds.end : first.start
  }

  mutating func discard(_ count: Int) {
    position -= count
    start -= count
    first = (number, start)
  }
}
