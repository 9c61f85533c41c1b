#if canImport(Darwin)
import os

/// A lock around a value, which one thread at a time reads or changes.
///
/// `Synchronization.Mutex` needs newer systems than this package, so Apple's platforms use the lock
/// of `os`, which macOS 13 and iOS 16 have.
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

/// A lock around a value, for builds with the thread sanitizer.
///
/// `Mutex` waits on futexes in code of the standard library that isn't instrumented, so the
/// sanitizer reports false races. It supports `pthread_mutex_lock`.
///
/// It is `Sendable`, because the state is only accessed between locking and unlocking.
@safe package final class Lock<State: Sendable>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var state: State

  package init(_ state: State) {
    self.state = state
    // Sound: the memory was allocated for it.
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    // Sound: there is no reference to the lock, so no thread holds it.
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

/// A lock around a value, which one thread at a time reads or changes.
///
/// The value isn't inside the mutex, because a generic class would look up the metadata of
/// `Mutex<State>` for each use and release, about 400 instructions each.
///
/// It is `Sendable`, because the state is only accessed while the mutex is locked.
@safe package final class Lock<State: Sendable>: @unchecked Sendable {
  private let mutex = Mutex(())
  // The mutex excludes other accesses, so run-time checks for exclusivity aren't needed.
  @exclusivity(unchecked) private var state: State

  package init(_ state: State) {
    unsafe self.state = state
  }

  package func withLock<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result {
    try mutex.withLock { _ in unsafe try body(&state) }
  }
}
#endif
