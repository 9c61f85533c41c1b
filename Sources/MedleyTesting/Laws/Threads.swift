import Foundation
import MedleyBase

/// Work on several threads.
enum Threads {
  /// Calls a function for each number below a count, on all processors.
  static func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let next = Lock(0)
    run(min(count, ProcessInfo.processInfo.activeProcessorCount)) { _ in
      while true {
        let number = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard number < count else { return }
        body(number)
      }
    }
  }

  /// Calls a function on a number of threads at once, and waits for them.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    #if os(WASI)
    // It has one thread.
    for number in 0..<count { body(number) }
    #else
    let (running, end) = (Lock(count), NSCondition())
    for number in 0..<count {
      let thread = Thread {
        body(number)
        end.lock()
        running.withLock { $0 -= 1 }
        end.signal()
        end.unlock()
      }
      // As the main thread has: a document may be as deep as a decoder allows.
      thread.stackSize = 8 << 20
      thread.start()
    }
    end.lock()
    while running.withLock({ $0 }) > 0 { end.wait() }
    end.unlock()
    #endif
  }
}
