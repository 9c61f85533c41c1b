import Foundation
import TOMLKit
import XMLCoder
import Yams

/// A format other than JSON, with its package's decoder and encoder.
package enum Format: String, CaseIterable, Sendable {
  case yaml
  case toml
  case xml

  /// The `userInfo` of a decoder or an encoder.
  package typealias UserInfo = [CodingUserInfoKey: Any]
}

// MARK: - Coding

extension Format {
  /// Decodes a document.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - document: The text of the document.
  ///   - configure: Puts registries into the decoder's `userInfo`.
  /// - Returns: The decoded value.
  /// - Throws: What the format's decoder throws.
  package func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    from document: String,
    userInfo configure: (inout UserInfo) -> Void = { _ in }
  ) throws -> Value {
    var userInfo: UserInfo = [:]
    configure(&userInfo)
    switch self {
    case .yaml:
      return try YAMLDecoder().decode(type, from: document, userInfo: userInfo)
    case .toml:
      var decoder = TOMLDecoder()
      decoder.userInfo = userInfo
      return try decoder.decode(type, from: document)
    case .xml:
      let decoder = XMLDecoder()
      decoder.userInfo = userInfo
      return try decoder.decode(type, from: Data(document.utf8))
    }
  }

  /// Encodes a value as a document, whose root element is `feed` where the format names it.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - configure: Puts registries into the encoder's `userInfo`.
  /// - Returns: The text of the document.
  /// - Throws: What the format's encoder throws.
  package func encode(
    _ value: some Encodable,
    userInfo configure: (inout UserInfo) -> Void = { _ in }
  ) throws -> String {
    var userInfo: UserInfo = [:]
    configure(&userInfo)
    switch self {
    case .yaml:
      return try YAMLEncoder().encode(value, userInfo: userInfo)
    case .toml:
      var encoder = TOMLEncoder()
      encoder.userInfo = userInfo
      return try encoder.encode(value) + "\n"
    case .xml:
      let encoder = XMLEncoder()
      encoder.userInfo = userInfo
      encoder.outputFormatting = .prettyPrinted
      encoder.prettyPrintIndentation = .spaces(2)
      let data = try encoder.encode(value, withRootKey: "feed")
      return String(decoding: data, as: UTF8.self) + "\n"
    }
  }
}
