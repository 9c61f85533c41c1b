#if canImport(Darwin)
import os

/// A value that one thread at a time reads or changes.
///
/// `Synchronization.Mutex` needs newer systems than this package does, so Apple's platforms use
/// the lock that `os` has had since macOS 13 and iOS 16.
package struct Lock<State: Sendable>: Sendable {
  private let lock: OSAllocatedUnfairLock<State>

  package init(_ state: State) {
    lock = OSAllocatedUnfairLock(initialState: state)
  }

  package func withLock<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result {
    try lock.withLock(body)
  }
}
#else
import Synchronization

/// A value that one thread at a time reads or changes.
package final class Lock<State: Sendable>: Sendable {
  private let mutex: Mutex<State>

  package init(_ state: State) {
    mutex = Mutex(state)
  }

  package func withLock<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result {
    try mutex.withLock { try body(&$0) }
  }
}
#endif
