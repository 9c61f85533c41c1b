import Foundation
import Medley
import TOMLKit
import XMLCoder
import Yams

/// A format that isn't JSON, with the decoder and the encoder of the package that reads it.
package enum Format: String, CaseIterable, Sendable {
  case yaml
  case toml
  case xml

  package typealias UserInfo = [CodingUserInfoKey: Any]
}

// MARK: - Coding

extension Format {
  /// Decodes a document, with what `configure` puts into the decoder's `userInfo`.
  package func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, from text: String,
    userInfo configure: (inout UserInfo) -> Void = { _ in }
  ) throws -> Value {
    var userInfo: UserInfo = [:]
    configure(&userInfo)
    switch self {
    case .yaml:
      return try YAMLDecoder().decode(type, from: text, userInfo: userInfo)
    case .toml:
      var decoder = TOMLDecoder()
      decoder.userInfo = userInfo
      return try decoder.decode(type, from: text)
    case .xml:
      let decoder = XMLDecoder()
      decoder.userInfo = userInfo
      return try decoder.decode(type, from: Data(text.utf8))
    }
  }

  /// Encodes a document, whose root XML names `feed`.
  package func encode(
    _ value: some Encodable, userInfo configure: (inout UserInfo) -> Void = { _ in }
  ) throws -> String {
    var userInfo: UserInfo = [:]
    configure(&userInfo)
    switch self {
    case .yaml:
      return try YAMLEncoder().encode(value, userInfo: userInfo)
    case .toml:
      var encoder = TOMLEncoder()
      encoder.userInfo = userInfo
      return try encoder.encode(value)
    case .xml:
      let encoder = XMLEncoder()
      encoder.userInfo = userInfo
      encoder.outputFormatting = .prettyPrinted
      let data = try encoder.encode(value, withRootKey: "feed")
      return String(decoding: data, as: UTF8.self)
    }
  }
}
