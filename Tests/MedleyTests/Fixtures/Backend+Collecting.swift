import Medley
import TestSupport
import Testing

extension Backend {
  /// Decodes a value, with a line for each issue: the path of the fault and what became of it.
  func collect<Value: Decodable>(
    _ type: Value.Type = Value.self,
    _ json: String
  ) throws -> (value: Value, issues: [String]) {
    let (value, report) = try DecodingReport.collecting {
      try decode(type, from: json, with: .media)
    }
    return (value, report.issues.map { "\($0.codingPath.place) \($0.action)" })
  }

  /// What is wrong with a value that doesn't decode, and where.
  func fault<Value: Decodable>(
    _ type: Value.Type,
    _ json: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let error = try #require(throws: DecodingError.self, sourceLocation: sourceLocation) {
      try decode(type, from: json, with: .media)
    }
    return "\(error.kind) at \(error.place)"
  }

  /// Decodes a value, and expects it to encode to what it was decoded from.
  func keep<Value: Codable>(
    _ type: Value.Type = Value.self,
    _ json: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Value {
    let value = try decode(type, from: json, with: .media)
    #expect(
      try encode(value, with: .media) == JSONTree(parsing: json),
      sourceLocation: sourceLocation
    )
    return value
  }

  /// Expects that a value is encoded to a certain tree.
  func expect(
    _ value: some Encodable,
    encodesTo json: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      try encode(value, with: .media) == JSONTree(parsing: json),
      sourceLocation: sourceLocation
    )
  }
}
