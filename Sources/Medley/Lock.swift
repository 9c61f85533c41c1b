#if canImport(Darwin) || THREAD_SANITIZER
/// A lock around a value, which one thread at a time reads or changes.
///
/// `Synchronization.Mutex` needs macOS 15 and iOS 18, so Apple's platforms use `os_unfair_lock`.
///
/// Builds with the thread sanitizer use `pthread_mutex_lock`. `Mutex` waits on futexes in code of
/// the standard library that isn't instrumented, so the sanitizer reports false races.
///
/// It is `Sendable`, because the state is only accessed between locking and unlocking.
@safe package final class Lock<State: Sendable>: @unchecked Sendable {
  private let system = SystemLock()
  private var state: State

  package init(_ state: State) {
    self.state = state
  }

  package func withLock<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result {
    system.lock()
    defer { system.unlock() }
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

#if canImport(Darwin)
import os

/// The system's lock, which stays at one address.
@safe struct SystemLock: ~Copyable {
  private let address = UnsafeMutablePointer<os_unfair_lock_s>.allocate(capacity: 1)

  init() {
    // Sound: the memory was allocated for it.
    unsafe address.initialize(to: os_unfair_lock_s())
  }

  deinit {
    // Sound: there is no reference to the lock, so no thread holds it.
    unsafe address.deinitialize(count: 1)
    unsafe address.deallocate()
  }

  // Sound, both: the lock was initialised, and lives as long as this value.

  func lock() {
    unsafe os_unfair_lock_lock(address)
  }

  func unlock() {
    unsafe os_unfair_lock_unlock(address)
  }
}
#elseif THREAD_SANITIZER
import Glibc

/// The system's lock, which stays at one address.
@safe struct SystemLock: ~Copyable {
  private let address = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    // Sound: the memory was allocated for it.
    unsafe pthread_mutex_init(address, nil)
  }

  deinit {
    // Sound: there is no reference to the lock, so no thread holds it.
    unsafe pthread_mutex_destroy(address)
    unsafe address.deallocate()
  }

  // Sound, both: the lock was initialised, and lives as long as this value.

  func lock() {
    unsafe pthread_mutex_lock(address)
  }

  func unlock() {
    unsafe pthread_mutex_unlock(address)
  }
}
#endif

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
  @inline(never) package static func add(_ steps: Int) {
    current?.count.withLock { $0 += steps }
  }
}
