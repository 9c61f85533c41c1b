import Foundation
import Medley
import MedleyEngine

/// Decodes and encodes JSON in a string of another document.
enum EmbeddedText {
  /// Decodes a value from a text.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - text: JSON.
  ///   - outer: The decoder of the string.
  /// - Returns: The value.
  /// - Throws: `DecodingError`, with a path that begins with that of the string.
  static func decode<Value: Decodable>(
    _ type: Value.Type,
    from text: String,
    in outer: any Decoder
  ) throws -> Value {
    let (options, path) = (options(in: outer), outer.codingPath)
    return try text.withBytes { bytes in
      try Document.pool.withUTF8Document(bytes, for: options, at: path) {
        try $0.index.decode(type, at: 0)
      }
    }
  }

  /// The settings for texts in a document of a decoder.
  private static func options(in outer: any Decoder) -> CallOptions {
    if let decoder = outer as? ValueDecoder { return decoder.document.settings }
    let stated = decoderKey.flatMap { outer.userInfo[$0] as? PolymorphicJSONDecoder }
    var options = (stated?.nextCall ?? .standard).options
    options.userInfo = UserInfo(of: outer)
    return CallOptions(options)
  }

  /// The key of the decoder whose strategies other decoders use for texts.
  static let decoderKey = CodingUserInfoKey(rawValue: "Medley.textDecoder")

  /// Encodes a value as a text.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - outer: The encoder of the string.
  /// - Returns: JSON with sorted keys.
  /// - Throws: `EncodingError`, with a path that begins with that of the string.
  static func text(of value: any Encodable, in outer: any Encoder) throws -> String {
    // A tree, since the `userInfo` of an encoder is of another type on Apple's systems.
    let tree: PayloadValue
    do {
      tree = try PayloadValue(encoding: value, userInfo: outer.userInfo)
    } catch let error as EncodingError {
      throw error.inside(outer.codingPath)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(tree).withBytes { $0.string }
  }
}

// MARK: - Stating the strategies of texts

extension Dictionary where Key == CodingUserInfoKey, Value == any Sendable {
  /// Decodes each ``JSONText`` of this decoder with the strategies of another one.
  ///
  /// A type can't find out the strategies of `JSONDecoder`, so the text in a string is decoded with
  /// the default ones unless you state them:
  ///
  /// ```swift
  /// let texts = PolymorphicJSONDecoder()
  /// texts.keyDecodingStrategy = .convertFromSnakeCase
  /// decoder.userInfo.decodeTexts(with: texts)
  /// ```
  ///
  /// Registries and other user information are those of the document that contains the text. Inside
  /// a document of ``PolymorphicJSONDecoder``, its own strategies apply.
  ///
  /// - Parameter decoder: The decoder with the strategies, which later changes apply to as well.
  public mutating func decodeTexts(with decoder: PolymorphicJSONDecoder) {
    guard let key = EmbeddedText.decoderKey else { return }
    set(decoder, for: key)
  }
}

extension Dictionary where Key == CodingUserInfoKey, Value == Any {
  /// Decodes each ``JSONText`` of this decoder with the strategies of another one.
  ///
  /// ```swift
  /// var userInfo: [CodingUserInfoKey: Any] = [:]
  /// userInfo.decodeTexts(with: texts)
  /// let event = try YAMLDecoder().decode(
  ///   Event.self, from: yaml, userInfo: userInfo)
  /// ```
  ///
  /// - Parameter decoder: The decoder with the strategies, which later changes apply to as well.
  public mutating func decodeTexts(with decoder: PolymorphicJSONDecoder) {
    guard let key = EmbeddedText.decoderKey else { return }
    set(decoder, for: key)
  }
}
