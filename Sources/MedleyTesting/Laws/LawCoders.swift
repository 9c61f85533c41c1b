import Foundation
import MedleyEngine

/// The coders of a test, and others with the same settings.
struct LawCoders: Sendable {
  let decoder: JSONDecoder
  /// MedleyEngine, or Foundation's if the test uses MedleyEngine.
  let otherDecoder: JSONDecoder
  /// An encoder that sorts keys, so that equal values are the same bytes.
  let encoder: JSONEncoder

  init(_ decoder: JSONDecoder, _ encoder: JSONEncoder) {
    self.decoder = decoder
    let other = decoder is DropInJSONDecoder ? JSONDecoder() : DropInJSONDecoder()
    other.dateDecodingStrategy = decoder.dateDecodingStrategy
    other.dataDecodingStrategy = decoder.dataDecodingStrategy
    other.nonConformingFloatDecodingStrategy = decoder.nonConformingFloatDecodingStrategy
    other.keyDecodingStrategy = decoder.keyDecodingStrategy
    other.userInfo = decoder.userInfo
    if #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) {
      other.allowsJSON5 = decoder.allowsJSON5
      other.assumesTopLevelDictionary = decoder.assumesTopLevelDictionary
    }
    otherDecoder = other
    let sorted = encoder is DropInJSONEncoder ? DropInJSONEncoder() : JSONEncoder()
    sorted.outputFormatting = encoder.outputFormatting.union(.sortedKeys)
    sorted.dateEncodingStrategy = encoder.dateEncodingStrategy
    sorted.dataEncodingStrategy = encoder.dataEncodingStrategy
    sorted.nonConformingFloatEncodingStrategy = encoder.nonConformingFloatEncodingStrategy
    sorted.keyEncodingStrategy = encoder.keyEncodingStrategy
    sorted.userInfo = encoder.userInfo
    self.encoder = sorted
  }

  var name: String { "\(type(of: decoder))" }
  var otherName: String { "\(type(of: otherDecoder))" }

  /// Returns what `PropertyListDecoder` makes of a value that `PropertyListEncoder` encodes; nil if that
  /// format can't express it.
  func throughPropertyList<Value: Decodable>(_ value: Value) throws -> Value? {
    guard let encodable = value as? any Encodable else { return nil }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    encoder.userInfo = self.encoder.userInfo
    guard let data = try? encoder.encode(encodable) else { return nil }
    let decoder = PropertyListDecoder()
    decoder.userInfo = self.decoder.userInfo
    return try decoder.decode(Value.self, from: data)
  }
}
