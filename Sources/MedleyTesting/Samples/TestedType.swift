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
  }

  func decode(_ document: JSONNode) throws -> Decoded {
    let data = Data(document.text.utf8)
    let (value, report) = try DecodingReport.collecting {
      try decoder.decode(Value.self, from: data)
    }
    return Decoded(value: value, issues: report.issues)
  }

  /// Returns what a value is encoded as; nil if it isn't `Encodable`, or can't be encoded.
  func encoded(_ value: Value) -> JSONNode? {
    guard let value = value as? any Encodable, let data = try? encoder.encode(value) else {
      return nil
    }
    return JSONNode(parsing: data)
  }
}

extension Error {
  /// The path of the error without indices and keys of data.
  var memberPath: String {
    guard let error = self as? DecodingError, !error.path.isEmpty else { return "an unknown path" }
    return error.path.withoutData
  }
}
