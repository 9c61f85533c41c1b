import Medley

/// Decodes the elements of a feed from the bytes that came so far.
///
///     bytes ──▶ buffer ── splitter ──▶ batch of texts ── scanner ──▶ index ── decode ──▶ element
///
/// A batch has the complete elements in the buffer, up to a size: the scanner reads them in one go,
/// with the memory and the caches of one document. Elements are decoded one by one, when they are
/// asked for. A text that is invalid ends its batch, and the others of it are scanned alone, so that
/// no input makes the scanner read bytes again and again.
///
/// It is a class, because copies of an iterator share the place in the feed.
final class FeedReader<Element: Decodable> {
  /// What comes next.
  enum Step {
    case element(Element)
    case failure(FeedFailure)
    case needsInput
    case end
  }

  let buffer = FeedBuffer()
  private let decoder: PolymorphicJSONDecoder
  private let format: FeedFormat
  private var splitter: any FeedSplitter
  private let keys: [any CodingKey]
  private var isAtEnd = false
  private var hasEnded = false

  /// The elements of the batch.
  private var pieces: [Range<Int>] = []
  private var events: [EventFields] = []
  /// What follows the batch.
  private var fault: FeedFault?
  /// The index of the first element of the batch in the feed.
  private(set) var firstIndex = 0
  /// The next element of the batch.
  private(set) var cursor = 0
  /// The end of the elements in the document.
  private var loadedEnd = 0
  private var document: Document?
  /// The entry of the next element in the index.
  private var entry = 0
  /// Whether elements are scanned one by one.
  private var isAlone = false
  /// The text of an event with its tag.
  private let taggedText = FeedBuffer()

  /// The number of bytes of a batch: more don't make it faster, and fewer stay in the cache.
  private static var batchSize: Int { 1 << 16 }

  init(_ decoder: PolymorphicJSONDecoder, _ format: FeedFormat) {
    self.decoder = decoder
    self.format = format
    splitter = format.makeSplitter(depthLimit: decoder.depthLimit)
    keys = format.path.map { PathKey(stringValue: $0) }
  }

  deinit {
    endDocument()
  }

  // MARK: - Reading

  /// Calls a function that appends bytes, after all elements so far were returned.
  ///
  /// - Parameter append: A function that returns false at the end of the feed.
  func read(_ append: (FeedBuffer) throws -> Bool) rethrows {
    prepareForInput()
    if try !append(buffer) { isAtEnd = true }
  }

  /// Discards what isn't needed, so that bytes can be appended.
  func prepareForInput() {
    let needed = splitter.firstNeeded
    buffer.discard(before: needed)
    splitter.discard(needed)
  }

  /// Ends the feed.
  func finish() { isAtEnd = true }

  /// Stops reading.
  func stop() {
    endBatch()
    hasEnded = true
  }

  /// Returns the next element.
  func next() -> Step {
    while !hasEnded {
      if cursor < loadedEnd { return decodeNext() }
      if cursor < pieces.count {
        if let failure = load() { return .failure(failure) }
        continue
      }
      endBatch()
      if let fault {
        self.fault = nil
        return .failure(failure(for: fault))
      }
      if !collect() { return hasEnded ? .end : .needsInput }
    }
    return .end
  }

  /// Collects the elements of the next batch; returns whether there is something.
  private func collect() -> Bool {
    var size = 0
    while size < Self.batchSize {
      switch splitter.next(in: buffer, isAtEnd: isAtEnd) {
      case .piece(let piece):
        if isEnd(piece) {
          hasEnded = pieces.isEmpty
          isAtEnd = true
          splitter = NothingSplitter()
          return !pieces.isEmpty
        }
        // Texts beyond 2 GiB have no positions in an index.
        pieces.append(buffer.bytes.trimmed(piece.range))
        if let event = piece.event { events.append(event) }
        size += piece.range.count
      case .fault(let fault):
        self.fault = fault
        return true
      case .needsInput: return !pieces.isEmpty
      case .end:
        if pieces.isEmpty { hasEnded = true }
        return !pieces.isEmpty
      }
    }
    return true
  }

  private func isEnd(_ piece: FeedPiece) -> Bool {
    guard case .events(let end?) = format.framing, end.utf8.count == piece.range.count else {
      return false
    }
    return zip(piece.range, end.utf8).allSatisfy { buffer[$0] == $1 }
  }

  // MARK: - Loading

  /// Loads the elements from the cursor; returns the failure of the first if it is invalid.
  private func load() -> FeedFailure? {
    endDocument()
    if isAlone || format.eventTag.key != nil { return loadAlone() }
    guard let first = pieces.first, let last = pieces.last else { return nil }
    buffer.pad()
    let range = first.lowerBound..<last.upperBound + FeedBuffer.padding
    let document = makeDocument(pieces[...], events[...], from: range.lowerBound)
    let texts = pieces.lazy.map {
      $0.lowerBound - range.lowerBound..<$0.upperBound - range.lowerBound
    }
    loadedEnd = (try? unsafe document.load(buffer.memory(range), elements: texts)) ?? 0
    isAlone = loadedEnd < pieces.count
    entry = IndexEntry.entriesPerContainer
    return nil
  }

  private func loadAlone() -> FeedFailure? {
    let range = pieces[cursor]
    let document = makeDocument(
      pieces[cursor...cursor],
      events.isEmpty ? [] : events[cursor...cursor],
      from: range.lowerBound
    )
    do {
      _ = try unsafe document.load(
        buffer.memory(range),
        elements: CollectionOfOne(0..<range.count)
      )
      entry = IndexEntry.entriesPerContainer
      if format.eventTag.key != nil { try tag(document, range) }
    } catch {
      let failure = FeedFailure(
        document.error(for: error),
        at: position(of: cursor),
        sourceBytes: buffer.copy(range),
        isFinal: format.endsAtInvalidText
      )
      if failure.isFinal { hasEnded = true }
      cursor += 1
      return failure
    }
    loadedEnd = cursor + 1
    return nil
  }

  /// Adds the tag of an event to its data, if it has to come from the event.
  private func tag(_ document: Document, _ range: Range<Int>) throws(SyntaxError) {
    guard let type = events[cursor].type else { return }
    let decoder = ValueDecoder(document: document, position: entry)
    guard let text = format.eventTag.tag(for: type, in: decoder) else { return }
    taggedText.discard(before: taggedText.count)
    taggedText.append(buffer[range.lowerBound])
    taggedText.append(text)
    taggedText.append(buffer.copy(range.lowerBound + 1..<range.upperBound))
    document.feed?.inserted = text.count
    _ = try unsafe document.load(
      taggedText.memory(0..<taggedText.count),
      elements: CollectionOfOne(0..<taggedText.count)
    )
  }

  private func makeDocument(
    _ pieces: ArraySlice<Range<Int>>,
    _ events: ArraySlice<EventFields>,
    from start: Int
  ) -> Document {
    let document = decoder.takeDocument()
    document.textPath = nil
    document.feed = FeedOrigin(
      keys: keys,
      depth: format.depth,
      firstIndex: firstIndex + pieces.startIndex,
      start: start,
      pieces: pieces,
      events: events,
      buffer: buffer
    )
    self.document = document
    return document
  }

  private func endDocument() {
    guard var document else { return }
    self.document = nil
    document.feed?.buffer = nil
    decoder.finish(&document)
  }

  private func endBatch() {
    guard !pieces.isEmpty else { return }
    endDocument()
    firstIndex += pieces.count
    pieces.removeAll(keepingCapacity: true)
    events.removeAll(keepingCapacity: true)
    (cursor, loadedEnd, isAlone) = (0, 0, false)
  }

  // MARK: - Decoding

  private func decodeNext() -> Step {
    guard let document else { return .end }
    let position = entry
    let index = document.index
    entry = index.next(position)
    cursor += 1
    do {
      let element = try DecodingReport.collectingCall(for: document.userInfo) {
        try index.decode(Element.self, at: position)
      }
      document.keepElement(at: position)
      return .element(element)
    } catch {
      return .failure(failure(for: error, in: document, at: position))
    }
  }

  @inline(never) private func failure(
    for error: any Error,
    in document: Document,
    at position: Int
  ) -> FeedFailure {
    document.keepElement(at: position)
    let located = (error as? DecodingError).map { document.located($0, in: position) }
    return FeedFailure(
      located ?? error,
      at: self.position(of: cursor - 1),
      sourceBytes: buffer.copy(pieces[cursor - 1]),
      decoder: ValueDecoder(document: document, position: position)
    )
  }

  /// Returns the failure of bytes that can't be framed, which count as an element.
  private func failure(for fault: FeedFault) -> FeedFailure {
    defer {
      firstIndex += 1
      if fault.isFinal { hasEnded = true }
    }
    return FeedFailure(
      fault.error(in: buffer, at: keys, index: firstIndex),
      at: FeedPlace(fault, in: buffer).position(index: firstIndex),
      sourceBytes: buffer.copy(fault.range),
      isFinal: fault.isFinal
    )
  }

  func position(of piece: Int) -> FeedPosition {
    let event = events.isEmpty ? nil : events[piece]
    return FeedPlace(FeedPiece(range: pieces[piece], event: event), in: buffer)
      .position(index: firstIndex + piece)
  }

  /// The user information of the decoder.
  var userInfo: [CodingUserInfoKey: Any] { decoder.userInfo }
}
