/// The input of a feed.
@usableFromInline enum FeedSource {
  /// A function that appends bytes where the feed is read, and returns false at the end.
  ///
  /// If its bytes are there, as those of a file, the reader of several tasks may call it while
  /// elements wait.
  case function(isReady: Bool, (FeedBuffer) throws -> Bool)
  /// A function that appends bytes of an asynchronous sequence, and returns false at the end.
  ///
  /// It runs outside of actors, as iterators do, so that one for bytes isn't entered for each byte.
  case sequence(@concurrent (FeedBuffer) async throws -> Bool)

  /// The largest number of bytes that are read and decoded at once: more don't make it faster, and
  /// fewer stay in the cache.
  @usableFromInline static var chunkSize: Int { 1 << 16 }
}

// MARK: - Reading sequences

extension FeedSource {
  @inlinable static func reading<Chunks: Sequence>(_ chunks: Chunks) -> FeedSource
  where Chunks.Element: Collection<UInt8> {
    var chunks = chunks.makeIterator()
    return .function(isReady: false) { buffer in
      guard let chunk = chunks.next() else { return false }
      buffer.append(contentsOf: chunk)
      return true
    }
  }

  /// Copies contiguous bytes in chunks, and takes no more of others than an element needs.
  static func reading<Bytes: Sequence>(_ bytes: Bytes) -> FeedSource where Bytes.Element == UInt8 {
    var position = 0
    var iterator: Bytes.Iterator?
    return .function(isReady: true) { buffer in
      if iterator == nil {
        let appended = bytes.withContiguousStorageIfAvailable {
          unsafe buffer.append($0, from: position, atMost: chunkSize)
        }
        if let appended {
          position += appended
          return appended > 0
        }
      }
      var bytes = iterator ?? bytes.makeIterator()
      defer { iterator = bytes }
      var awaited = buffer.awaited
      for _ in 0..<chunkSize {
        guard let byte = bytes.next() else { return false }
        buffer.append(byte)
        if awaited.isLast(byte) { break }
      }
      return true
    }
  }

  @inlinable static func reading<Chunks: AsyncSequence>(_ chunks: Chunks) -> FeedSource
  where Chunks.Element: Collection<UInt8> {
    // Made when the feed is first read; nil also while chunks are read, and after an error.
    var iterator: Chunks.AsyncIterator?
    return .sequence { buffer in
      var input = iterator.take() ?? chunks.makeAsyncIterator()
      guard let chunk = try await input.next() else { return false }
      iterator = input
      buffer.append(contentsOf: chunk)
      return true
    }
  }

  @inlinable static func reading<Bytes: AsyncSequence>(_ bytes: Bytes) -> FeedSource
  where Bytes.Element == UInt8 {
    // Made when the feed is first read; nil also while bytes are read, and after an error.
    var iterator: Bytes.AsyncIterator?
    return .sequence { buffer in
      // Local variables, because a property of a class is looked at anew after each byte. The bytes
      // are written behind those of the buffer, which nothing else uses before the last of them.
      var input = iterator.take() ?? bytes.makeAsyncIterator()
      let room = unsafe buffer.room(for: chunkSize)
      var awaited = buffer.awaited
      var count = 0
      while let byte = try await input.next() {
        unsafe room[count] = byte
        count &+= 1
        if awaited.isLast(byte) || count == chunkSize {
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
