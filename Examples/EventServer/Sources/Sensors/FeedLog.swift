/// What a server has written of its feeds.
package actor FeedLog {
  /// The number of elements that were written, or that wait for a client.
  package private(set) var elements = 0
  /// The number of their bytes.
  package private(set) var bytes = 0
  /// Whether each feed that ended was complete, in the order in which they end.
  package nonisolated let ends: AsyncStream<Bool>
  private let end: AsyncStream<Bool>.Continuation

  package init() { (ends, end) = AsyncStream.makeStream() }

  func writes(elements: Int, bytes: Int) {
    self.elements += elements
    self.bytes += bytes
  }

  func ended(completely isComplete: Bool) { end.yield(isComplete) }
}
