import Foundation

/// Runs a function on a thread with a stack of 512 KB.
///
/// Apple's platforms give that much to every thread but the main one, and to those of tasks.
func onSmallStack<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Result { try body() }) }
    thread.stackSize = 512 << 10
    thread.start()
  }
}
