import MedleyBase

/// A pool of outputs for the next encode calls, with their caches of types.
///
/// All encoders of a process share one pool, because many programs make a new encoder for each call.
/// An output is reused with the settings that its caches depend on; see `EncodingBasis`.
///
/// It is a class, because encode calls on several threads share it.
package final class OutputPool: Sendable {
  private struct Idle: @unchecked Sendable {
    // Sound: an output is either in the pool, under the lock, or used by the one call that took it.
    // Escaped containers are only checked, under the lock.
    var outputs: [Output] = []
    var escaped = EscapedContainers<PooledEncodingContainer>()
    /// The number of outputs that were made.
    var made = 0

    mutating func take(for basis: EncodingBasis) -> Output? {
      // Mostly the last, whose removal moves no others.
      guard outputs.last?.basis != basis else { return outputs.removeLast() }
      return outputs.lastIndex { $0.basis == basis }.map { outputs.remove(at: $0) }
    }
  }

  /// What crosses the lock.
  private struct Handover: @unchecked Sendable {
    // Sound: see `Idle`.
    var output: Output?
    var containers = EscapedContainers<PooledEncodingContainer>()
  }

  /// The pool of the process.
  package static let process = OutputPool()

  /// The limit for outputs in the pool, and so for concurrent calls that reuse one.
  private static let largestCount = 8
  /// The limit for the types in a cache: a program that encodes more makes them while it runs.
  private static let largestCache = 4096
  private let idle = Lock(Idle())

  package init() {}

  func take(for call: EncodingCallOptions) -> Output {
    let basis = call.basis
    let taken = idle.withLock { idle in
      var taken = Handover()
      taken.output = basis.flatMap { idle.take(for: $0) }
      if taken.output == nil { idle.made += 1 }
      // They are released outside the lock.
      if idle.escaped.count > 0 { taken.containers = idle.escaped.removeFree() }
      return taken
    }
    let output = taken.output ?? Output()
    output.begin(call)
    return output
  }

  func give(_ output: Output) {
    guard output.basis != nil, output.writer.withPlans({ $0.count }) <= Self.largestCache,
      output.writer.withContainers({ $0.typeCount }) <= Self.largestCache
    else { return }
    let given = Handover(output: output)
    // The oldest is released outside the lock.
    _ = idle.withLock { idle in
      let isFull = idle.outputs.count == Self.largestCount
      let oldest = Handover(output: isFull ? idle.outputs.removeFirst() : nil)
      if let output = given.output { idle.outputs.append(output) }
      return oldest
    }
  }

  /// Keeps the states of containers that are still referenced.
  func keep(_ held: [PooledEncodingContainer]) {
    for container in held { container.state.detach() }
    var kept = Handover()
    kept.containers.insert(held)
    idle.withLock { [kept] in $0.escaped.insert(kept.containers) }
  }

  /// Releases the outputs in the pool.
  package func release() {
    _ = idle.withLock { idle in
      defer { idle.outputs = [] }
      return Idle(outputs: idle.outputs)
    }
  }

  // MARK: - Counting

  /// The size of the memory for documents in the pool.
  package var bytesWaiting: Int {
    idle.withLock { $0.outputs.reduce(0) { $0 + $1.writer.output.capacity } }
  }

  /// The counts for tests; see ``ReuseCount``.
  package var reuse: ReuseCount {
    idle.withLock { idle in
      ReuseCount(
        documentsMade: idle.made,
        documentsWaiting: idle.outputs.count,
        containersWaiting: idle.outputs.reduce(0) {
          $0 + $1.writer.withContainers { $0.containerCount }
        },
        containersEscaped: idle.escaped.count
      )
    }
  }
}
