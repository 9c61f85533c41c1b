import Foundation
import Medley

/// A type with its coders, and what they make of a document.
struct TestedType<Value: Decodable> {
  let decoder: JSONDecoder
  let encoder: JSONEncoder

  /// A decoded document.
  struct Decoded {
    let value: Value
    let issues: [DecodingIssue]
    /// What the value is encoded as; nil if it isn't `Encodable`, or can't be encoded.
    let encoded: JSONNode?
  }

  func decode(_ document: JSONNode) throws -> Decoded {
    let (value, report) = try DecodingReport.collecting {
      try decoder.decode(Value.self, from: document.data)
    }
    let encoded = encoded(value).flatMap { JSONNode(parsing: $0) }
    return Decoded(value: value, issues: report.issues, encoded: encoded)
  }

  /// Returns what a value is encoded as; nil if it isn't `Encodable`, or can't be encoded.
  func encoded(_ value: Value) -> Data? {
    (value as? any Encodable).flatMap { try? encoder.encode($0) }
  }
}

extension Error {
  /// The summary of a decoding error; the text of others.
  var inOneLine: String { (self as? DecodingError)?.summary ?? "\(self)" }

  /// The path of the error without indices and keys of data.
  var memberPath: String {
    guard let error = self as? DecodingError, !error.path.isEmpty else { return "an unknown path" }
    return error.path.withoutData
  }
}
