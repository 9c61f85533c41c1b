import Foundation
import MedleyEngine

/// The settings of the coders of a test, from which each thread makes its own.
struct LawSettings: Sendable {
  private struct Decoding: Sendable {
    let isEngine: Bool
    let dates: JSONDecoder.DateDecodingStrategy
    let data: JSONDecoder.DataDecodingStrategy
    let floats: JSONDecoder.NonConformingFloatDecodingStrategy
    let keys: JSONDecoder.KeyDecodingStrategy
    let userInfo: [CodingUserInfoKey: any Sendable]
    var allowsJSON5 = false
    var assumesTopLevelDictionary = false
  }

  private struct Encoding: Sendable {
    let isEngine: Bool
    let format: JSONEncoder.OutputFormatting
    let dates: JSONEncoder.DateEncodingStrategy
    let data: JSONEncoder.DataEncodingStrategy
    let floats: JSONEncoder.NonConformingFloatEncodingStrategy
    let keys: JSONEncoder.KeyEncodingStrategy
    let userInfo: [CodingUserInfoKey: any Sendable]
  }

  private var decoding: Decoding
  private let encoding: Encoding

  init(_ decoder: JSONDecoder, _ encoder: JSONEncoder) {
    decoding = Decoding(
      isEngine: decoder is DropInJSONDecoder,
      dates: decoder.dateDecodingStrategy,
      data: decoder.dataDecodingStrategy,
      floats: decoder.nonConformingFloatDecodingStrategy,
      keys: decoder.keyDecodingStrategy,
      userInfo: decoder.userInfo
    )
    if #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) {
      decoding.allowsJSON5 = decoder.allowsJSON5
      decoding.assumesTopLevelDictionary = decoder.assumesTopLevelDictionary
    }
    encoding = Encoding(
      isEngine: encoder is DropInJSONEncoder,
      format: encoder.outputFormatting,
      dates: encoder.dateEncodingStrategy,
      data: encoder.dataEncodingStrategy,
      floats: encoder.nonConformingFloatEncodingStrategy,
      keys: encoder.keyEncodingStrategy,
      userInfo: encoder.userInfo
    )
  }

  /// Returns coders with these settings.
  func makeCoders() -> LawCoders {
    LawCoders(
      decoder: makeDecoder(isEngine: decoding.isEngine),
      otherDecoder: makeDecoder(isEngine: !decoding.isEngine),
      encoder: makeEncoder()
    )
  }

  private func makeDecoder(isEngine: Bool) -> JSONDecoder {
    let decoder = isEngine ? DropInJSONDecoder() : JSONDecoder()
    decoder.dateDecodingStrategy = decoding.dates
    decoder.dataDecodingStrategy = decoding.data
    decoder.nonConformingFloatDecodingStrategy = decoding.floats
    decoder.keyDecodingStrategy = decoding.keys
    decoder.userInfo = decoding.userInfo
    if #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) {
      decoder.allowsJSON5 = decoding.allowsJSON5
      decoder.assumesTopLevelDictionary = decoding.assumesTopLevelDictionary
    }
    return decoder
  }

  private func makeEncoder() -> JSONEncoder {
    let encoder = encoding.isEngine ? DropInJSONEncoder() : JSONEncoder()
    encoder.outputFormatting = encoding.format.union(.sortedKeys)
    encoder.dateEncodingStrategy = encoding.dates
    encoder.dataEncodingStrategy = encoding.data
    encoder.nonConformingFloatEncodingStrategy = encoding.floats
    encoder.keyEncodingStrategy = encoding.keys
    encoder.userInfo = encoding.userInfo
    return encoder
  }
}

/// Coders with the settings of a test.
struct LawCoders {
  let decoder: JSONDecoder
  /// MedleyEngine, or Foundation's if the test uses MedleyEngine.
  let otherDecoder: JSONDecoder
  /// An encoder that sorts keys, so that equal values are the same bytes.
  let encoder: JSONEncoder

  var name: String { "\(type(of: decoder))" }
  var otherName: String { "\(type(of: otherDecoder))" }

  /// Returns what `PropertyListDecoder` makes of a value that `PropertyListEncoder` encodes; nil if
  /// that format can't express it.
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
