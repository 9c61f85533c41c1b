import Foundation
import MedleyBase

/// Work on several threads.
enum Threads {
  /// Calls a function on a number of threads at once, and returns all results, in any order.
  static func run<Result: Sendable>(
    _ count: Int,
    _ body: @escaping @Sendable (Int) -> Result
  ) -> [Result] {
    #if os(WASI)
    // It has one thread.
    return (0..<count).map(body)
    #else
    let (results, end) = (Lock<[Result]>([]), NSCondition())
    for number in 0..<count {
      let thread = Thread {
        let result = body(number)
        end.lock()
        results.withLock { $0.append(result) }
        end.signal()
        end.unlock()
      }
      // As the main thread has: a document may be as deep as a decoder allows.
      thread.stackSize = 8 << 20
      thread.start()
    }
    end.lock()
    while results.withLock(\.count) < count { end.wait() }
    end.unlock()
    return results.withLock(\.self)
    #endif
  }
}
