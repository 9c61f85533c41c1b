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
