/// A function that appends bytes, and returns false at the end.
///
/// It runs outside of actors, as iterators do, so that one for bytes isn't entered for each byte.
@usableFromInline typealias AsyncFeedRead = @concurrent (FeedBuffer) async throws -> Bool

/// The input of a feed.
@usableFromInline enum FeedSource {
  /// A function that appends bytes where the feed is read, and returns false at the end.
  ///
  /// If its bytes are there, as those of a file, the reader of several tasks may call it while
  /// elements wait.
  case function((FeedBuffer) throws -> Bool, isReady: Bool = true)
  /// An asynchronous sequence.
  case sequence(AsyncFeedRead)
}

/// The chunks in which a feed is read, and its elements are decoded.
@usableFromInline enum FeedChunk {
  /// The largest number of bytes: more don't make it faster, and fewer stay in the cache.
  @usableFromInline static var size: Int { 1 << 16 }

  /// Returns a function that appends the next chunk to a buffer, and returns false at the end.
  @inlinable static func reading<Chunks: Sequence>(_ chunks: Chunks) -> (FeedBuffer) -> Bool
  where Chunks.Element: Collection<UInt8> {
    var chunks = chunks.makeIterator()
    return { buffer in
      guard let chunk = chunks.next() else { return false }
      buffer.append(contentsOf: chunk)
      return true
    }
  }

  /// Returns a function that appends the next bytes to a buffer, and returns false at the end.
  ///
  /// Contiguous bytes are copied in chunks. Of others, no more are taken than an element needs.
  static func reading<Bytes: Sequence>(_ bytes: Bytes) -> (FeedBuffer) -> Bool
  where Bytes.Element == UInt8 {
    var position = 0
    var iterator: Bytes.Iterator?
    return { buffer in
      if iterator == nil {
        let appended = bytes.withContiguousStorageIfAvailable {
          unsafe buffer.append($0, from: position, atMost: size)
        }
        if let appended {
          position += appended
          return appended > 0
        }
      }
      var bytes = iterator ?? bytes.makeIterator()
      defer { iterator = bytes }
      var awaited = buffer.awaited
      for _ in 0..<size {
        guard let byte = bytes.next() else { return false }
        buffer.append(byte)
        if awaited.isLast(byte) { break }
      }
      return true
    }
  }
}

// MARK: - Reading asynchronous sequences

extension FeedChunk {
  /// Returns a function that appends the next chunk to a buffer, and returns false at the end.
  @inlinable static func reading<Chunks: AsyncSequence>(_ chunks: Chunks) -> AsyncFeedRead
  where Chunks.Element: Collection<UInt8> {
    // Made when the feed is first read; nil also while chunks are read, and after an error.
    var iterator: Chunks.AsyncIterator?
    return { buffer in
      var input = iterator.take() ?? chunks.makeAsyncIterator()
      guard let chunk = try await input.next() else { return false }
      iterator = input
      buffer.append(contentsOf: chunk)
      return true
    }
  }

  /// Returns a function that appends the next bytes to a buffer, and returns false at the end.
  @inlinable static func reading<Bytes: AsyncSequence>(_ bytes: Bytes) -> AsyncFeedRead
  where Bytes.Element == UInt8 {
    // Made when the feed is first read; nil also while bytes are read, and after an error.
    var iterator: Bytes.AsyncIterator?
    return { buffer in
      // Local variables, because a property of a class is looked at anew after each byte. The bytes
      // are written behind those of the buffer, which nothing else uses before the last of them.
      var input = iterator.take() ?? bytes.makeAsyncIterator()
      let room = unsafe buffer.room(for: size)
      var awaited = buffer.awaited
      var count = 0
      while let byte = try await input.next() {
        unsafe room[count] = byte
        count &+= 1
        if awaited.isLast(byte) || count == size {
          iterator = input
          buffer.commit(count)
          return true
        }
      }
      buffer.commit(count)
      return false
    }
  }
}
