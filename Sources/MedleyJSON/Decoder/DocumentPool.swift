import Medley

/// Documents that wait for the next decode call, with all that they have learned of types.
///
/// It is a class since the decoder that owns it is one, and calls on many threads share it.
final class DocumentPool: Sendable {
  private struct Idle: @unchecked Sendable {
    // Sound: a document is in the pool or with the one call that took it; the lock hands it over.
    // What has escaped is only asked whether it is free, under the lock, and let go.
    var documents: [Document] = []
    var escaped = EscapedContainers()
    /// How many documents were made.
    var made = 0
  }

  /// As many calls at once find a document that waits for them.
  private static let largestCount = 8
  private let idle = Lock(Idle())
  /// What has escaped from pools that are gone.
  private static let orphans = Lock(Idle())

  init() {
    Self.orphans.withLock { Idle(escaped: $0.escaped.removeFree()) }.escaped.release()
  }

  deinit {
    let left = idle.withLock { Idle(escaped: $0.escaped) }
    if left.escaped.count > 0 { Self.orphans.withLock { $0.escaped.insert(left.escaped) } }
  }

  func take(for options: DecodingOptions) -> Document {
    let taken = idle.withLock { idle in
      var taken = Idle(documents: idle.documents.popLast().map { [$0] } ?? [])
      if idle.escaped.count > 0 { taken.escaped = idle.escaped.removeFree() }
      return taken
    }
    // Outside of the lock: documents go with them.
    if taken.escaped.count > 0 { taken.escaped.release() }
    // What was learned with other options may not hold with these.
    let fitting = taken.documents.first.flatMap { $0.options.version == options.version ? $0 : nil }
    let document = fitting ?? makeDocument()
    document.options = options
    document.userInfo = options.userInfo
    return document
  }

  private func makeDocument() -> Document {
    idle.withLock { $0.made += 1 }
    return Document()
  }

  func give(_ document: Document) {
    let given = Idle(documents: [document])
    idle.withLock { idle in
      if idle.documents.count < Self.largestCount { idle.documents += given.documents }
    }
  }

  var fastPaths: FastPathCount {
    idle.withLock { $0.documents.reduce(FastPathCount()) { $0 + $1.index.fastPaths } }
  }

  /// Keeps a document for containers that somebody holds.
  func keep(_ document: Document, for held: [ContainerSlot]) {
    var kept = Idle()
    kept.escaped.insert(held, of: document)
    idle.withLock { [kept] in $0.escaped.insert(kept.escaped) }
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

/// What a decoder has made, and keeps to use it again: a reference that is held by mistake would
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
  package var reuse: ReuseCount { idle.reuse }
}
