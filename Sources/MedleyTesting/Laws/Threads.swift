import Foundation
import MedleyBase

/// Work on several threads.
enum Threads {
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
