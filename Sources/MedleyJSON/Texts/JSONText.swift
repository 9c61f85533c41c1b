import Foundation
public import Medley
import MedleyEngine

/// A property whose value is JSON inside a string.
///
/// ```swift
/// struct Message: Codable {
///   // "event": "{\"type\": \"join\", \"user\": 7}"
///   @JSONText var event: Polymorphic<any Event>
///   @JSONText var details: Details?  // nil if absent or null
///   var attachments: [JSONText<Attachment>]
/// }
/// ```
///
/// It works on every decoder and encoder. The text is decoded as by ``PolymorphicJSONDecoder``, with
/// the registries and the rest of the decoder's `userInfo`. Inside a document of
/// ``PolymorphicJSONDecoder``, its strategies apply to the text, too. Other decoders don't tell their
/// strategies: state them with `userInfo.decodeTexts(with:)`, or the default ones apply. Paths of
/// errors and issues go on into the text: `event.user`.
///
/// A value that isn't assigned is encoded as the text that came. Otherwise the text has sorted keys.
@propertyWrapper
public struct JSONText<Value> {
  /// The value.
  public var wrappedValue: Value {
    didSet { text = nil }
  }

  /// The text that came, until the value is changed.
  private var text: String?

  /// Creates a property with a value.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

extension JSONText: Sendable where Value: Sendable {}

// MARK: - Comparing

extension JSONText: FormKeeping {}
extension JSONText: Equatable where Value: Equatable {}
extension JSONText: Hashable where Value: Hashable {}

// MARK: - Decoding

extension JSONText: Decodable where Value: Decodable {
  /// Decodes a string, and a value from the JSON in it.
  ///
  /// - Throws: `DecodingError.typeMismatch` if there is no string, `DecodingError.dataCorrupted` at
  ///   its path if it isn't JSON, and what the value throws, with a path into the text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let none = Self.none, container.decodeNil() {
      self.init(wrappedValue: none)
    } else {
      let text = try container.decode(String.self)
      self.init(wrappedValue: try EmbeddedText.decode(text, in: decoder))
      self.text = text
    }
  }

  /// Nil, if the value may be nil.
  private static var none: Value? {
    (Value.self as? any NilRepresentable.Type)?.init(nilLiteral: ()) as? Value
  }
}

extension JSONText: KeyedDecodable where Value: Decodable {
  /// Decodes the member; an optional one may be absent.
  public init<Key: CodingKey>(from container: KeyedDecodingContainer<Key>, forKey key: Key) throws {
    if let none = Self.none, !container.contains(key) {
      self.init(wrappedValue: none)
    } else {
      self = try container.decodePlain(JSONText.self, forKey: key)
    }
  }
}

// MARK: - Encoding

extension JSONText: Encodable where Value: Encodable {
  /// Encodes a string with the JSON of the value, or null for nil.
  ///
  /// - Throws: `EncodingError` if the value can't be encoded as JSON, with a path into the text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if (wrappedValue as? any NilRepresentable)?.isNil == true {
      try container.encodeNil()
    } else {
      try container.encode(try text ?? EmbeddedText.text(of: wrappedValue, in: encoder))
    }
  }
}

extension JSONText: KeyedEncodable where Value: Encodable {
  /// Encodes the member, and omits it for nil.
  public func encode<Key>(into object: inout KeyedEncodingContainer<Key>, forKey key: Key) throws {
    if (wrappedValue as? any NilRepresentable)?.isNil == true { return }
    // Of any type, since the container would ask a text for the member again.
    let text: any Encodable = self
    try object.encode(text, forKey: key)
  }
}

/// Decodes and encodes JSON in a string of another document.
enum EmbeddedText {
  /// Decodes a value from a text.
  ///
  /// - Parameters:
  ///   - text: JSON.
  ///   - outer: The decoder of the string.
  /// - Returns: The value.
  /// - Throws: `DecodingError`, with a path that begins with that of the string.
  static func decode<Value: Decodable>(_ text: String, in outer: any Decoder) throws -> Value {
    let (options, path) = (options(in: outer), outer.codingPath)
    return try text.withBytes { bytes in
      try Document.pool.withUTF8Document(bytes, for: options, at: path) {
        try $0.index.decode(Value.self, at: 0)
      }
    }
  }

  /// The settings for texts in a document of a decoder.
  private static func options(in outer: any Decoder) -> CallOptions {
    if let decoder = outer as? ValueDecoder { return decoder.document.settings }
    let stated = outer.userInfo[decoderKey] as? PolymorphicJSONDecoder
    var options = (stated?.nextCall ?? .standard).options
    options.userInfo = UserInfo(of: outer)
    return CallOptions(options)
  }

  /// The key of the decoder whose strategies other decoders use for texts.
  static let decoderKey = CodingUserInfoKey(own: "Medley.textDecoder")

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
    set(decoder, for: EmbeddedText.decoderKey)
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
    set(decoder, for: EmbeddedText.decoderKey)
  }
}
