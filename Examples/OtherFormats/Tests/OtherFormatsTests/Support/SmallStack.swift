import Foundation

/// Runs a function on a thread with a stack of 512 KB.
///
/// Secondary threads and tasks have that size on Apple's platforms.
func onSmallStack<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Result { try body() }) }
    thread.stackSize = 512 << 10
    thread.start()
  }
}
