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
#elseif THREAD_SANITIZER
import Glibc

/// A value that one thread at a time reads or changes, for builds with the thread sanitizer alone.
///
/// `Mutex` waits on futexes, from code in the standard library that isn't instrumented: the
/// sanitizer sees no lock, and reports whatever is behind one. It knows `pthread_mutex_lock`.
///
/// It is `Sendable` since the state is only touched between locking and unlocking.
@safe package final class Lock<State: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var state: State

  package init(_ state: State) {
    self.state = state
    // Sound: the memory was allocated for it.
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    // Sound: nobody refers to the lock any more, so nobody holds it.
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  package func withLock<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result {
    // Sound: the mutex was initialised, and lives as long as the lock.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&state)
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
