public import Foundation
public import MedleyJSON

// MARK: - Decoding elements on several cores

extension PolymorphicJSONDecoder {
  /// Decodes the elements of a feed from an asynchronous sequence of chunks, with several tasks.
  ///
  /// ```swift
  /// let items = decoder.elements(
  ///   of: Item.self, in: chunks, as: .lines, concurrency: 4)
  /// for try await item in items { store(item) }
  /// ```
  ///
  /// Elements and errors come in the order of the feed. A chunk is shared by tasks if it is larger
  /// than 64 KiB, so large chunks gain most.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - chunks: The bytes of the feed in UTF-8, with or without a byte order mark.
  ///   - format: The format of the feed.
  ///   - lossily: Whether elements that fail are dropped and reported; else the first ends the feed.
  ///   - concurrency: The largest number of tasks at a time, usually that of cores.
  /// - Returns: The elements.
  /// - Complexity: O(*n*) in the size of the feed. Memory is bounded by the largest element, the
  ///   largest chunk, and the elements in 256 KiB for each task.
  public func elements<Element: Decodable & Sendable, Chunks: AsyncSequence>(
    of type: Element.Type,
    in chunks: Chunks,
    as format: FeedFormat,
    lossily: Bool = false,
    concurrency: Int
  ) -> AsyncFeedElements<Element> where Chunks.Element: Collection<UInt8> {
    AsyncFeedElements(ConcurrentFeedReader(self, format, lossily, .reading(chunks)), concurrency)
  }

  /// Decodes the elements of a feed from a sequence of chunks, with several tasks.
  ///
  /// ```swift
  /// let items = decoder.elements(
  ///   of: Item.self, in: chunks, as: .array, concurrency: 4)
  /// for try await item in items { store(item) }
  /// ```
  ///
  /// Elements and errors come in the order of the feed. A chunk is shared by tasks if it is larger
  /// than 64 KiB, so large chunks gain most.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - chunks: The bytes of the feed in UTF-8, with or without a byte order mark.
  ///   - format: The format of the feed.
  ///   - lossily: Whether elements that fail are dropped and reported; else the first ends the feed.
  ///   - concurrency: The largest number of tasks at a time, usually that of cores.
  /// - Returns: The elements.
  /// - Complexity: O(*n*) in the size of the feed. Memory is bounded by the largest element, the
  ///   largest chunk, and the elements in 256 KiB for each task.
  public func elements<Element: Decodable & Sendable, Chunks: Sequence>(
    of type: Element.Type,
    in chunks: Chunks,
    as format: FeedFormat,
    lossily: Bool = false,
    concurrency: Int
  ) -> AsyncFeedElements<Element> where Chunks.Element: Collection<UInt8> {
    AsyncFeedElements(ConcurrentFeedReader(self, format, lossily, .reading(chunks)), concurrency)
  }

  /// Decodes the elements of a feed from a sequence of bytes, with several tasks.
  ///
  /// ```swift
  /// let items = decoder.elements(
  ///   of: Item.self, in: data, as: .array, concurrency: 4)
  /// for try await item in items { store(item) }
  /// ```
  ///
  /// Elements and errors come in the order of the feed. Bytes that aren't contiguous in memory gain
  /// nothing, because reading them takes longer than decoding.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - bytes: The feed in UTF-8, with or without a byte order mark.
  ///   - format: The format of the feed.
  ///   - lossily: Whether elements that fail are dropped and reported; else the first ends the feed.
  ///   - concurrency: The largest number of tasks at a time, usually that of cores.
  /// - Returns: The elements.
  /// - Complexity: O(*n*) in the size of the feed. Memory is bounded by the largest element, and the
  ///   elements in 256 KiB for each task.
  public func elements<Element: Decodable & Sendable, Bytes: Sequence>(
    of type: Element.Type,
    in bytes: Bytes,
    as format: FeedFormat,
    lossily: Bool = false,
    concurrency: Int
  ) -> AsyncFeedElements<Element> where Bytes.Element == UInt8 {
    AsyncFeedElements(ConcurrentFeedReader(self, format, lossily, .reading(bytes)), concurrency)
  }

  /// Decodes the elements of a file, with several tasks.
  ///
  /// ```swift
  /// let items = try decoder.elements(
  ///   of: Item.self, inFileAt: url, as: .lines, concurrency: 4)
  /// for try await item in items { store(item) }
  /// ```
  ///
  /// Elements and errors come in the order of the feed. The file is read in chunks and closed at the
  /// end, or when the elements are released.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - file: The URL of the file, in UTF-8, with or without a byte order mark.
  ///   - format: The format of the feed.
  ///   - lossily: Whether elements that fail are dropped and reported; else the first ends the feed.
  ///   - concurrency: The largest number of tasks at a time, usually that of cores.
  /// - Returns: The elements.
  /// - Throws: `CocoaError` if the file can't be opened.
  /// - Complexity: O(*n*) in the size of the file. Memory is bounded by the largest element, and the
  ///   elements in 256 KiB for each task.
  public func elements<Element: Decodable & Sendable>(
    of type: Element.Type,
    inFileAt file: URL,
    as format: FeedFormat,
    lossily: Bool = false,
    concurrency: Int
  ) throws -> AsyncFeedElements<Element> {
    let source = FeedSource.function(isReady: true, try FeedFile(file).read)
    return AsyncFeedElements(ConcurrentFeedReader(self, format, lossily, source), concurrency)
  }
}
