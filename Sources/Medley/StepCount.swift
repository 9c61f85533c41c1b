/// Counts the steps of work that a payload could multiply, for tests that compare how they grow.
///
/// Times are noisy and calls of the standard library can't be counted, so loops on the way of errors
/// and of kept payloads say how far they went. Nothing counts unless a test asks for it: that is one
/// read of a task-local value beside the making of an error.
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

  /// How many steps were taken.
  package var steps: Int { count.withLock { $0 } }

  /// Counts steps, if a test asks for it.
  package static func add(_ steps: Int) {
    current?.count.withLock { $0 += steps }
  }
}
