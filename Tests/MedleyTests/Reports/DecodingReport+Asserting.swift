import Foundation
import Medley
import MedleyResilience
import TestSupport

extension DecodingReport {
  /// The path and action of each issue, such as `items[3] dropped`, in order.
  var losses: [String] {
    issues.map { "\($0.recoveredPath.place) \($0.action)" }
  }

  /// The path of each error, in order.
  var places: [String] {
    issues.map(\.codingPath.place)
  }
}

/// A key that no other test uses, since observers receive issues of the whole process.
func uniqueKey() -> String {
  "k\(UUID().uuidString)"
}

extension Backend {
  /// Decode calls with one `userInfo`, for any thread.
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

/// Calls a function on a new thread, which has no task-local values.
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
