/// A lock around a value, which one thread at a time reads or changes.
///
/// It is `Sendable`, because the state is only accessed while the lock is held. Code of the app must
/// not run meanwhile, since it may lead back to the lock: not a closure, and not the `deinit` of a
/// value that is replaced, which ``exchange(_:)`` returns.
package final class Lock<State: Sendable>: @unchecked Sendable {
  private let system = SystemLock()
  // Sound: the lock excludes other accesses.
  private var state: State

  package init(_ state: State) {
    self.state = state
  }

  package func withLock<Result: Sendable>(
    _ body: @Sendable (inout State) throws -> Result
  ) rethrows -> Result {
    try system.withLock { try body(&state) }
  }

  /// Replaces the value and returns the old one, which is released without the lock.
  @discardableResult package func exchange(_ new: State) -> State {
    withLock { state in
      defer { state = new }
      return state
    }
  }
}

#if canImport(Darwin) || THREAD_SANITIZER
#if canImport(Darwin)
import os
#else
import Glibc
#endif

/// The system's lock, which stays at one address.
///
/// `Synchronization.Mutex` needs macOS 15 and iOS 18, so Apple's platforms use `os_unfair_lock`.
///
/// Builds with the thread sanitizer use `pthread_mutex_lock`. `Mutex` waits on futexes in code of
/// the standard library that isn't instrumented, so the sanitizer reports false races.
@safe package struct SystemLock: ~Copyable {
  #if canImport(Darwin)
  private let address = UnsafeMutablePointer<os_unfair_lock_s>.allocate(capacity: 1)
  #else
  private let address = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  #endif

  package init() {
    // Sound: the memory was allocated for it.
    #if canImport(Darwin)
    unsafe address.initialize(to: os_unfair_lock_s())
    #else
    unsafe pthread_mutex_init(address, nil)
    #endif
  }

  deinit {
    // Sound: there is no reference to the lock, so no thread holds it.
    #if !canImport(Darwin)
    unsafe pthread_mutex_destroy(address)
    #endif
    unsafe address.deallocate()
  }

  /// Calls a function while this thread holds the lock.
  package func withLock<Result: Sendable>(_ body: () throws -> Result) rethrows -> Result {
    // Sound: the lock was initialised, and lives as long as this value.
    #if canImport(Darwin)
    unsafe os_unfair_lock_lock(address)
    defer { unsafe os_unfair_lock_unlock(address) }
    #else
    unsafe pthread_mutex_lock(address)
    defer { unsafe pthread_mutex_unlock(address) }
    #endif
    return try body()
  }
}
#else
public import Synchronization

/// The system's lock.
///
/// What it protects isn't inside the mutex, because a generic class would look up the metadata of
/// `Mutex<State>` for each use and release, about 400 instructions each.
@usableFromInline package struct SystemLock: ~Copyable {
  @usableFromInline let mutex = Mutex(())

  package init() {}

  /// Calls a function while this thread holds the lock.
  @inlinable @inline(__always)
  package func withLock<Result: Sendable>(_ body: () throws -> Result) rethrows -> Result {
    try mutex.withLock { _ in try body() }
  }
}
#endif
