import Medley
package import Testing

extension Backend {
  /// Decodes a value and describes each issue in a line: its path and its action.
  package func collect<Value: Decodable>(
    _ type: Value.Type = Value.self,
    _ json: String
  ) throws -> (value: Value, issues: [String]) {
    let (value, report) = try DecodingReport.collecting {
      try decode(type, from: json, with: .media)
    }
    return (value, report.issues.map { "\($0.codingPath.place) \($0.action)" })
  }

  /// The kind and the path of the error for a value that doesn't decode.
  package func fault<Value: Decodable>(
    _ type: Value.Type,
    _ json: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let error = try #require(throws: DecodingError.self, sourceLocation: sourceLocation) {
      try decode(type, from: json, with: .media)
    }
    return "\(error.kind) at \(error.place)"
  }

  /// Decodes a value and expects that it encodes unchanged.
  package func keep<Value: Codable>(
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

  /// Expects that a value encodes to the given JSON.
  package func expect(
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
