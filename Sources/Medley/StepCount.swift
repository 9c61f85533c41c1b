/// A counter of work that a payload could multiply, for tests that compare its growth.
///
/// Times are noisy, and calls of the standard library can't be counted, so the loops of errors and
/// kept payloads count their steps. Without a test, that is one read of a task-local value for each
/// error.
///
/// ```swift
/// let count = StepCount()
/// StepCount.$current.withValue(count) { decode() }
/// #expect(count.steps < 10_000)
/// ```
package final class StepCount: Sendable {
  @TaskLocal package static var current: StepCount?

  private let count = Lock(0)

  package init() {}

  /// The number of steps.
  package var steps: Int { count.withLock { $0 } }

  /// Adds steps to the counter of a test, if there is one.
  package static func add(_ steps: Int) {
    current?.count.withLock { $0 += steps }
  }
}
