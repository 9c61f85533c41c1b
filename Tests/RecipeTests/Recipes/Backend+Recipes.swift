import Foundation
import TestSupport
import Testing

extension Backend {
  /// The decoders of the recipes, whose documents are JSON.
  static let recipes = Backend.allJSON

  /// Decodes a document and expects that it encodes unchanged.
  func keep<Value: Codable>(
    _ type: Value.Type,
    _ json: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Value {
    let value = try decode(type, from: json)
    #expect(try encode(value) == JSONTree(parsing: json), sourceLocation: sourceLocation)
    return value
  }

  /// The path of the error for a document that doesn't decode.
  func place<Value: Decodable>(
    ofErrorIn json: String,
    as type: Value.Type,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    try #require(throws: DecodingError.self, sourceLocation: sourceLocation) {
      try decode(type, from: json)
    }.place
  }
}
