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
