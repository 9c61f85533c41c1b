import Medley

/// Documents that wait for the next decode call, with what they have learned of types.
///
/// All decoders of a process share one pool, because many programs make a new decoder for each
/// call. A document that has learned of types with other options doesn't fit, see `LearningBasis`.
///
/// It is a class since calls on many threads share it.
final class DocumentPool: Sendable {
  private struct Idle: @unchecked Sendable {
    // Sound: a document is in the pool or with the one call that took it; the lock hands it over.
    // What has escaped is only asked whether it is free, under the lock, and let go.
    var documents: [Document] = []
    var escaped = EscapedContainers()
    /// How many documents were made.
    var made = 0

    mutating func take(for options: CallOptions) -> Document? {
      let place =
        documents.lastIndex { $0.version == options.version }
        ?? documents.lastIndex { $0.basis == options.basis }
      return place.map { documents.remove(at: $0) }
    }
  }

  /// A document that one side of the lock hands to the other.
  private struct Handover: @unchecked Sendable {
    // Sound: see `Idle`.
    var document: Document?
    var hasEscaped = false
  }

  static let process = DocumentPool()

  /// As many calls at once find a document that waits for them.
  private static let largestCount = 8
  private let idle = Lock(Idle())

  // MARK: - Taking and giving

  func take(for options: CallOptions) -> Document {
    let taken = idle.withLock { idle in
      Handover(document: idle.take(for: options), hasEscaped: idle.escaped.count > 0)
    }
    if taken.hasEscaped { releaseEscaped() }
    let document = taken.document ?? makeDocument()
    document.begin(options)
    return document
  }

  private func makeDocument() -> Document {
    idle.withLock { $0.made += 1 }
    return Document()
  }

  /// Lets go of documents whose containers nobody holds any more.
  private func releaseEscaped() {
    // Outside of the lock: documents go with them.
    idle.withLock { Idle(escaped: $0.escaped.removeFree()) }.escaped.release()
  }

  func give(_ document: Document) {
    guard document.index.hasLearnedLittle else { return }
    let given = Handover(document: document)
    // The oldest goes, outside of the lock.
    _ = idle.withLock { idle in
      let isFull = idle.documents.count == Self.largestCount
      let oldest = Handover(document: isFull ? idle.documents.removeFirst() : nil)
      if let document = given.document { idle.documents.append(document) }
      return oldest
    }
  }

  /// Keeps a document for containers that somebody holds.
  func keep(_ document: Document, for held: [ContainerSlot]) {
    var kept = Idle()
    kept.escaped.insert(held, of: document)
    idle.withLock { [kept] in $0.escaped.insert(kept.escaped) }
  }

  /// Lets go of the documents that wait.
  func release() {
    _ = idle.withLock { idle in
      defer { idle.documents = [] }
      return Idle(documents: idle.documents)
    }
  }

  // MARK: - Counting

  var fastPaths: FastPathCount {
    idle.withLock { $0.documents.reduce(FastPathCount()) { $0 + $1.index.fastPaths } }
  }

  var reuse: ReuseCount {
    idle.withLock { idle in
      ReuseCount(
        documentsMade: idle.made,
        documentsWaiting: idle.documents.count,
        containersWaiting: idle.documents.reduce(0) { $0 + $1.index.containerCount },
        containersEscaped: idle.escaped.count
      )
    }
  }
}

/// What a pool has made, and keeps to use it again: a reference that is held by mistake would
/// make it slower and change nothing else, so that tests have to count.
package struct ReuseCount: Equatable, Sendable {
  /// How many documents were made; without calls at once, and with the same options, one.
  package var documentsMade: Int
  /// How many of them wait for the next call.
  package var documentsWaiting: Int
  /// How many keyed containers those have, whatever number of objects was decoded.
  package var containersWaiting: Int
  /// How many of the containers that are used again are held beyond their calls.
  package var containersEscaped: Int
}

extension PolymorphicJSONDecoder {
  /// What is kept for the next decode call.
  package var reuse: ReuseCount { pool.reuse }

  /// Releases what a decoder that shares nothing keeps for its next calls.
  package func releaseOwnMemory() { pool.release() }

  /// Releases the memory that decoders keep for their next calls.
  ///
  /// Decoders share what they have learned of types, and the memory that the last documents took:
  /// at most eight of them, each with up to 12 MB. Call this when memory is low:
  ///
  /// ```swift
  /// func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
  ///   PolymorphicJSONDecoder.releaseMemory()
  /// }
  /// ```
  ///
  /// The next calls take as long as the first.
  public static func releaseMemory() {
    DocumentPool.process.release()
  }
}
