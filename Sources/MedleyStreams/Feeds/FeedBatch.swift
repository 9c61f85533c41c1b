import Medley
import MedleyBase
import MedleyEngine
import MedleyJSON

/// Complete elements of a feed, which are loaded together and decoded one by one.
///
///     buffer ── splitter ──▶ pieces ── scanner ──▶ index ── decode ──▶ element
///
/// The scanner reads a batch in one go, with the memory and the caches of one document. It may read
/// beyond the end of an invalid text, so that one is scanned again alone, and then two are scanned
/// in one go, four, and so on: no input makes the scanner read bytes again and again.
///
/// It is a class, because it owns the document. One task at a time uses it.
final class FeedBatch {
  let buffer = FeedBuffer()
  private var pieces = FeedPieces()
  let decoder: PolymorphicJSONDecoder
  private let format: FeedFormat
  /// The type of the elements, if they are tagged from beside: a cast for each of them would take a
  /// third of its time.
  private var taggedType: (any TaggedDecodable.Type)?
  /// The next element.
  private var cursor = 0
  /// The piece with the first element of the document, at which the memory of the document begins.
  private var firstPiece = 0
  /// The number of bytes of the tag that was inserted after the first byte of the element.
  private var inserted = 0
  /// The end of the elements in the document.
  private var loadedEnd = 0
  private var document: Document?
  /// The index of the document while that has elements: to read it counts no references to the
  /// document.
  private var index: DocumentIndex?
  /// The entries of the next element and of the last one in the index.
  private var entry = 0
  private var lastEntry = 0
  /// The limit for the elements that the next scan reads.
  private var scanLimit = Int.max
  /// The text of an event with its tag.
  private let taggedText = FeedBuffer()

  init(_ decoder: PolymorphicJSONDecoder, _ format: FeedFormat) {
    self.decoder = decoder
    self.format = format
    buffer.hasExcerpts = decoder.includesExcerpts
  }

  /// Takes the elements that another batch has found, which that one has no more afterwards.
  convenience init(taking other: FeedBatch) {
    self.init(other.decoder, other.format)
    let start = other.pieces.ranges[0].lowerBound
    buffer.take(start..<other.pieces.ranges[other.count - 1].upperBound, of: other.buffer)
    pieces = other.pieces.moved(to: start)
    other.end()
  }

  deinit {
    releaseDocument()
  }

  /// The path of an array; empty in other formats.
  private var keys: [any CodingKey] { format.arrayPath?.map { WireKey($0) } ?? [] }

  /// Whether the next element can be decoded.
  @inline(__always) var isReady: Bool { cursor < loadedEnd }

  /// The number of elements.
  var count: Int { pieces.ranges.count }

  /// Whether there are elements that aren't loaded.
  var hasMore: Bool { cursor < count }

  // MARK: - Loading

  /// Finds the next elements, and scans those of an array at the same time.
  ///
  /// - Parameters:
  ///   - splitter: What finds them.
  ///   - isAtEnd: Whether no bytes follow.
  ///   - scans: Whether this batch decodes them.
  /// - Returns: Why there are no more.
  func collect(from splitter: inout any FeedSplitter, isAtEnd: Bool, scans: Bool) -> FeedStop {
    let document = scans && format.arrayPath != nil ? takeDocument() : nil
    var search = FeedSearch(isAtEnd: isAtEnd, document: document)
    // In a local variable, so that no access to the property lasts while the splitter works.
    swap(&search.found, &pieces)
    let stop = splitter.collect(&search, in: buffer)
    swap(&search.found, &pieces)
    guard let document else { return stop }
    // Without an element that is too large.
    loadedEnd = min(search.endScan(), count)
    if loadedEnd < count { scanLimit = 1 }
    if loadedEnd > 0 { attach(document, at: 0) }
    return stop
  }

  /// Loads elements from the cursor on; returns the failure of the first if it is invalid.
  func load() -> FeedFailure? {
    let isAlone = scanLimit == 1 || format.eventTag != nil
    let wanted = pieces.ranges[cursor..<cursor + (isAlone ? 1 : min(scanLimit, count - cursor))]
    let first = wanted[cursor]
    var end = wanted[wanted.endIndex - 1].upperBound
    if !isAlone {
      buffer.pad()
      end += FeedBuffer.padding
    }
    let document = takeDocument()
    attach(document, at: cursor)
    do throws(SyntaxError) {
      let bytes = buffer.bytes(first.lowerBound..<end)
      let valid = try document.load(bytes, elements: wanted, from: first.lowerBound)
      try tag(document, first)
      loadedEnd = cursor + valid
      if valid < wanted.count { scanLimit = 1 } else if scanLimit < .max { scanLimit *= 2 }
      return nil
    } catch {
      scanLimit = isAlone ? 2 : 1
      guard isAlone else { return nil }
      let piece = pieces[cursor]
      cursor += 1
      var error = error
      error.reason = buffer.encoding(ofElementAt: piece.index) ?? error.reason
      return failure(document.error(for: error), of: piece)
    }
  }

  /// Adds the tag of an event to its data, if it has to come from the event.
  private func tag(_ document: Document, _ range: Range<Int>) throws(SyntaxError) {
    guard let tag = format.eventTag, let type = pieces.events[cursor].type,
      let text = tag.tag(for: type, at: entry, in: document)
    else { return }
    taggedText.discard(before: taggedText.count, in: 0)
    taggedText.append(buffer[range.lowerBound])
    taggedText.append(contentsOf: text)
    taggedText.append(contentsOf: buffer.copy(range.lowerBound + 1..<range.upperBound))
    inserted = text.count
    let whole = 0..<taggedText.count
    _ = try document.load(taggedText.bytes(whole), elements: [whole], from: 0)
  }

  // MARK: - Keeping the document

  /// Returns a document for the next elements: that of the last ones, unless the settings of the
  /// decoder have changed.
  private func takeDocument() -> Document {
    finishDocument()
    if let document {
      if decoder.nextCall === document.settings { return document }
      releaseDocument()
    }
    let document = decoder.pool.take(for: decoder.nextCall)
    let depth = format.arrayPath.map { $0.count + 1 } ?? 0
    document.beginFeed(keys: keys, depth: depth) { [weak self] in
      self?.jsonError(at: $0, reason: $1)
    }
    self.document = document
    return document
  }

  private func attach(_ document: Document, at piece: Int) {
    index = document.index
    document.beginBatch(at: pieces.firstIndex + piece)
    (firstPiece, inserted) = (piece, 0)
    entry = IndexEntry.entriesPerContainer
  }

  /// Ends the decoding of the last elements, and releases the document if it is still referenced.
  func finishDocument() {
    guard let index = index.take() else { return }
    // A feed is one call, in which the names of keys don't change.
    guard index.endPart(), isKnownUniquelyReferenced(&document) else {
      releaseDocument()
      return
    }
    document?.keep(hasEscaped: false)
  }

  private func releaseDocument() {
    guard var document = document.take() else { return }
    index = nil
    document.endFeed()
    decoder.pool.finish(&document)
  }

  /// Ends the batch, when its bytes may be discarded.
  func end() {
    guard count > 0 else { return }
    finishDocument()
    pieces.removeAll()
    (cursor, loadedEnd, scanLimit) = (0, 0, .max)
  }
}

// MARK: - Decoding

extension FeedBatch {
  /// Decodes the next element, which must be ready.
  ///
  /// - Throws: The error with the place of the element.
  func decode<Element: Decodable>(_ type: Element.Type) throws(FeedFailure) -> Element {
    // Only elements of a document are ready, so no input leads here: the caller would not have asked.
    guard let index else { preconditionFailure("No element is ready") }
    lastEntry = entry
    entry = index.next(lastEntry)
    cursor &+= 1
    do {
      if let tagging = format.tagging, let element = try decode(type, with: tagging) {
        return element
      }
      return try index.decodeElement(type, at: lastEntry)
    } catch {
      throw failure(for: error)
    }
  }

  /// Decodes the element before the cursor with the tag beside it; nil if that has none.
  @inline(never) private func decode<Element: Decodable>(
    _ type: Element.Type,
    with tagging: FeedFormat.Tagging
  ) throws -> Element? {
    let piece = pieces[cursor - 1]
    guard let document, let tag = tagging.tag(piece.index, piece.event?.type) else { return nil }
    if taggedType == nil { taggedType = type as? any TaggedDecodable.Type }
    guard let taggedType else {
      throw DecodingError.invalid(
        at: document.index.decoder(at: lastEntry).codingPath,
        """
        The tag \(tag.shortened) stands beside the element, and \(type) takes none: use \
        Polymorphic, an enum with a registry, or a TaggedDecodable type.
        """
      )
    }
    func decode<Tagged: TaggedDecodable>(_ type: Tagged.Type) throws -> Element {
      let overridesBody = tagging.overridesBody
      return same(
        try document.decode(type, tagged: tag, overridingBody: overridesBody, at: lastEntry)
      )
    }
    let element = try document.calling(type) { try decode(taggedType) }
    document.keepElement(at: lastEntry)
    return element
  }

  /// Returns the failure of the last element.
  @inline(never) private func failure(for error: any Error) -> FeedFailure {
    document?.keepElement(at: lastEntry)
    let located = (error as? DecodingError).flatMap { document?.located($0, in: lastEntry) }
    return failure(located ?? error, of: pieces[cursor - 1], isDecoded: true)
  }

  /// Returns the failure of an element, which ends the feed if an array has it and it isn't decoded.
  private func failure(
    _ error: any Error,
    of piece: FeedPiece,
    isDecoded: Bool = false
  ) -> FeedFailure {
    FeedFailure(
      error: error,
      position: buffer.position(of: piece),
      sourceBytes: buffer.copy(piece.range),
      isDecoded: isDecoded,
      endsFeed: !isDecoded && format.arrayPath != nil
    )
  }

  /// Reports an element that failed as dropped.
  func report(_ failure: FeedFailure) {
    let error = failure.error
    if let issues = failure.issues {
      issues()
    } else if failure.isDecoded, let decoder = index?.decoder(at: lastEntry) {
      DecodingIssue.report(error, at: decoder.codingPath, action: .dropped, in: decoder)
    } else {
      let path = (error as? DecodingError)?.errorPath ?? []
      DecodingIssue.report(error, at: path, action: .dropped, for: decoder.userInfo) {
        // The bytes of an element that is too large aren't there.
        failure.sourceBytes.flatMap {
          $0.isEmpty ? nil : .value(.string(String(decoding: $0, as: UTF8.self)))
        }
      }
    }
    // The report may keep the element.
    if index != nil { document?.keepElement(at: lastEntry) }
  }

  /// Returns the failure of bytes that can't be framed, which count as an element.
  func failure(for fault: FeedFault) -> FeedFailure {
    var fault = fault
    fault.piece.index = pieces.firstIndex
    pieces.firstIndex += 1
    return failure(fault.error(in: buffer, at: keys), of: fault.piece)
  }

  func position(of piece: Int) -> FeedPosition {
    buffer.position(of: pieces[piece])
  }

  /// The place of the last element; after the last byte if there is none.
  var lastPosition: FeedPosition { cursor > 0 ? position(of: cursor - 1) : endPosition }

  /// The place after the last byte.
  var endPosition: FeedPosition {
    let end = buffer.count
    return buffer.position(of: FeedPiece(range: end..<end, index: pieces.firstIndex))
  }
}

// MARK: - Locating errors

extension FeedBatch {
  private func jsonError(at offset: Int, reason: SyntaxError.Reason?) -> JSONError? {
    guard firstPiece < count else { return nil }
    let start = pieces.ranges[firstPiece].lowerBound
    let position = start + (offset <= inserted ? min(offset, 1) : offset - inserted)
    let following = (firstPiece + 1)..<count
    let piece = pieces[following.partitioningIndex { pieces.ranges[$0].lowerBound > position } - 1]
    return buffer.jsonError(at: min(position, piece.range.upperBound), in: piece, reason: reason)
  }
}
