import MedleyBase

/// A pool of documents for the next decode calls, with their caches of types.
///
/// All decoders of a process share one pool, because many programs make a new decoder for each
/// call. A document is reused with the settings that its caches depend on; see `CacheBasis`.
///
/// It is a class, because decode calls on several threads share it.
package final class DocumentPool: Sendable {
  private struct Idle: @unchecked Sendable {
    // Sound: a document is either in the pool, under the lock, or used by the one call that took
    // it. Escaped containers are only checked, under the lock, and released.
    var documents: [Document] = []
    var escaped = EscapedContainers<PooledContainer>()
    /// The number of documents that were made.
    var made = 0

    mutating func take(for options: CallOptions) -> Document? {
      let place =
        documents.lastIndex { $0.version == options.version }
        ?? documents.lastIndex { $0.basis == options.basis }
      return place.map { documents.remove(at: $0) }
    }
  }

  /// A document that crosses the lock.
  private struct Handover: @unchecked Sendable {
    // Sound: see `Idle`.
    var document: Document?
    var hasEscaped = false
  }

  /// The pool of the process.
  package static let process = DocumentPool()

  /// The limit for documents in the pool, and so for concurrent calls that reuse one.
  private static let largestCount = 8
  private let idle = Lock(Idle())

  package init() {}

  // MARK: - Taking and giving

  package func take(for options: CallOptions) -> Document {
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

  /// Releases escaped containers without other references.
  private func releaseEscaped() {
    // Outside the lock, because this may free documents.
    idle.withLock { Idle(escaped: $0.escaped.removeFree()) }.escaped.release()
  }

  package func give(_ document: Document) {
    guard document.index.hasSmallCaches else { return }
    let given = Handover(document: document)
    // The oldest is released outside the lock.
    _ = idle.withLock { idle in
      let isFull = idle.documents.count == Self.largestCount
      let oldest = Handover(document: isFull ? idle.documents.removeFirst() : nil)
      if let document = given.document { idle.documents.append(document) }
      return oldest
    }
  }

  /// Keeps a document for its escaped containers.
  func keep(_ document: Document, for held: [PooledContainer]) {
    var kept = Idle()
    kept.escaped.insert(held, of: document)
    idle.withLock { [kept] in $0.escaped.insert(kept.escaped) }
  }

  /// Releases the documents in the pool.
  package func release() {
    _ = idle.withLock { idle in
      defer { idle.documents = [] }
      return Idle(documents: idle.documents)
    }
  }

  // MARK: - Counting

  package var fastPaths: FastPathCount {
    idle.withLock { $0.documents.reduce(FastPathCount()) { $0 + $1.index.fastPaths } }
  }

  package var reuse: ReuseCount {
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
