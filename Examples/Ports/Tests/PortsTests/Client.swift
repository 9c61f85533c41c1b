import Foundation
import Ports
import Testing

/// Both versions of a client, each with both decoders.
struct Client: CustomTestStringConvertible, Sendable {
  let version: Version
  let reader: Reader

  static let all = Version.allCases.flatMap { version in
    Reader.allCases.map { Client(version: version, reader: $0) }
  }

  static let withMedley = all.filter { $0.version == .withMedley }

  var testDescription: String { "\(version.rawValue), \(reader.rawValue)" }

  /// Returns what a document decodes as, as text.
  func outline(
    _ port: (Version) -> DocumentType,
    _ json: String
  ) throws -> String {
    try port(version).decode(Data(json.utf8), with: reader).outline
  }

  /// Returns a document that was decoded and encoded again, with sorted keys.
  func encoded(_ type: (Version) -> DocumentType, _ json: String) throws -> String {
    let document = try type(version).decode(Data(json.utf8), with: reader)
    return try same { try document.encoded(with: $0) }
  }

  /// Returns what a client sends to save a document, with sorted keys.
  func request(_ type: (Version) -> DocumentType, _ json: String) throws -> String {
    let document = try type(version).decode(Data(json.utf8), with: reader)
    return try same { try document.encodedRequest(with: $0) }
  }

  /// Returns what both encoders write.
  private func same(_ encode: (Writer) throws -> Data?) throws -> String {
    let texts = try Writer.allCases.map { try JSON.sorted(#require(try encode($0))) }
    #expect(texts[0] == texts[1])
    return texts[0]
  }

  /// Returns the coding path of a document's error.
  func errorPath(_ port: (Version) -> DocumentType, _ json: String) throws -> String {
    let error = try #require(throws: DecodingError.self) { try outline(port, json) }
    switch error {
    case .keyNotFound(let key, let context): return JSON.path(context.codingPath + [key])
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      return JSON.path(context.codingPath)
    @unknown default: return ""
    }
  }
}

/// Comparing documents as text.
enum JSON {
  static func sorted(_ text: String) throws -> String {
    try sorted(Data(text.utf8))
  }

  static func sorted(_ data: Data) throws -> String {
    let value = try JSONSerialization.jsonObject(with: data)
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    let sorted = try JSONSerialization.data(withJSONObject: value, options: options)
    return String(decoding: sorted, as: UTF8.self)
  }

  static func path(_ keys: [any CodingKey]) -> String {
    keys.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }.joined()
  }
}
