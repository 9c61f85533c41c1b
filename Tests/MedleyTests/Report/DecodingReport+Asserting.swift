import Foundation
import Medley
import TestSupport

extension DecodingReport {
  /// What became of each value that was wrong, such as `items[3] dropped`, in order.
  var losses: [String] {
    issues.map { "\($0.recoveredPath.place) \($0.action)" }
  }

  /// The place of each fault, in order.
  var places: [String] {
    issues.map(\.codingPath.place)
  }
}

/// A key that no other test's payload has: for what is heard by the whole process.
func uniqueKey() -> String {
  "k\(UUID().uuidString)"
}

extension Backend {
  /// Decode calls with one decoder's user information, for any thread.
  func decodeCall(
    _ configure: (inout UserInfo) -> Void = { _ in }
  ) -> @Sendable (String) throws -> [Int] {
    var userInfo: UserInfo = [:]
    configure(&userInfo)
    let fixed = userInfo
    return { json in
      try decode(Lossy<[Int]>.self, from: json) { $0 = fixed }.wrappedValue
    }
  }
}

/// Calls a function on a thread of its own, which no task-local value reaches.
func onOwnThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}

/// Calls a function on a queue, as networking libraries do.
func onQueue<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(with: Result { try body() }) }
  }
}
