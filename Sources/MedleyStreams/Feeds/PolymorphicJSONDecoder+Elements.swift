public import Foundation
public import MedleyJSON

// MARK: - Decoding elements of feeds

extension PolymorphicJSONDecoder {
  /// Decodes the elements of a feed from a sequence of chunks.
  ///
  /// ```swift
  /// var items = decoder.elements(
  ///   of: Item.self, in: chunks, as: .array(at: "items"))
  /// while let item = try items.next() {
  ///   show(item)
  /// }
  /// ```
  ///
  /// Chunks may end anywhere. An element is returned as soon as it is complete, and memory is bounded
  /// by the largest element and the largest chunk.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - chunks: The bytes of the feed in UTF-8, with or without a byte order mark.
  ///   - format: The format of the feed.
  ///   - lossily: Whether elements that fail are dropped and reported; else the first ends the feed.
  /// - Returns: The elements.
  /// - Complexity: O(*n*) in the size of the feed, whatever the sizes of chunks.
  @inlinable public func elements<Element: Decodable, Chunks: Sequence>(
    of type: Element.Type,
    in chunks: Chunks,
    as format: FeedFormat,
    lossily: Bool = false
  ) -> FeedElements<Element> where Chunks.Element: Collection<UInt8> {
    FeedElements(FeedReader(self, format, lossily, .reading(chunks)))
  }

  /// Decodes the elements of a feed from a sequence of bytes.
  ///
  /// ```swift
  /// var items = decoder.elements(of: Item.self, in: data, as: .lines)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - bytes: The feed in UTF-8, with or without a byte order mark.
  ///   - format: The format of the feed.
  ///   - lossily: Whether elements that fail are dropped and reported; else the first ends the feed.
  /// - Returns: The elements.
  /// - Complexity: O(*n*) in the size of the feed.
  public func elements<Element: Decodable, Bytes: Sequence>(
    of type: Element.Type,
    in bytes: Bytes,
    as format: FeedFormat,
    lossily: Bool = false
  ) -> FeedElements<Element> where Bytes.Element == UInt8 {
    FeedElements(FeedReader(self, format, lossily, .reading(bytes)))
  }

  /// Decodes the elements of a file.
  ///
  /// ```swift
  /// var items = try decoder.elements(
  ///   of: Item.self, inFileAt: url, as: .lines)
  /// ```
  ///
  /// The file is read in chunks and closed at the end, or when the elements are released.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - file: The URL of the file, in UTF-8, with or without a byte order mark.
  ///   - format: The format of the feed.
  ///   - lossily: Whether elements that fail are dropped and reported; else the first ends the feed.
  /// - Returns: The elements.
  /// - Throws: `CocoaError` if the file can't be opened.
  /// - Complexity: O(*n*) in the size of the file.
  public func elements<Element: Decodable>(
    of type: Element.Type,
    inFileAt file: URL,
    as format: FeedFormat,
    lossily: Bool = false
  ) throws -> FeedElements<Element> {
    let source = FeedSource.function(isReady: true, try FeedFile(file).read)
    return FeedElements(FeedReader(self, format, lossily, source))
  }

  /// Decodes the elements of a feed from an asynchronous sequence of chunks.
  ///
  /// ```swift
  /// let events = decoder.elements(
  ///   of: Polymorphic<any ServerEvent>.self,
  ///   in: response.body,
  ///   as: .serverSentEvents(until: "[DONE]")
  /// )
  /// for try await event in events { handle(event) }
  /// ```
  ///
  /// Chunks may end anywhere. An element is returned as soon as it is complete, and memory is bounded
  /// by the largest element and the largest chunk.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - chunks: The bytes of the feed in UTF-8, with or without a byte order mark.
  ///   - format: The format of the feed.
  ///   - lossily: Whether elements that fail are dropped and reported; else the first ends the feed.
  /// - Returns: The elements.
  /// - Complexity: O(*n*) in the size of the feed, whatever the sizes of chunks.
  @inlinable public func elements<Element: Decodable, Chunks: AsyncSequence>(
    of type: Element.Type,
    in chunks: Chunks,
    as format: FeedFormat,
    lossily: Bool = false
  ) -> AsyncFeedElements<Element> where Chunks.Element: Collection<UInt8> {
    AsyncFeedElements(FeedReader(self, format, lossily, .reading(chunks)))
  }

  /// Decodes the elements of a feed from an asynchronous sequence of bytes.
  ///
  /// ```swift
  /// let (bytes, _) = try await URLSession.shared.bytes(from: url)
  /// let items = decoder.elements(of: Item.self, in: bytes, as: .lines)
  /// for try await item in items { show(item) }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - bytes: The feed in UTF-8, with or without a byte order mark.
  ///   - format: The format of the feed.
  ///   - lossily: Whether elements that fail are dropped and reported; else the first ends the feed.
  /// - Returns: The elements.
  /// - Complexity: O(*n*) in the size of the feed.
  @inlinable public func elements<Element: Decodable, Bytes: AsyncSequence>(
    of type: Element.Type,
    in bytes: Bytes,
    as format: FeedFormat,
    lossily: Bool = false
  ) -> AsyncFeedElements<Element> where Bytes.Element == UInt8 {
    AsyncFeedElements(FeedReader(self, format, lossily, .reading(bytes)))
  }
}
