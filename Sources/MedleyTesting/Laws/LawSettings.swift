import Foundation
import MedleyEngine

/// The settings of a test, from which each thread makes its own coders.
struct LawSettings: Sendable {
  // `JSONDecoder` and `JSONEncoder` can be sent from macOS 13 and iOS 16 on, these earlier.
  private let decoder = DropInJSONDecoder()
  private let encoder = DropInJSONEncoder()
  /// Whether the coders of the test run MedleyEngine.
  private let usesEngine: (decoder: Bool, encoder: Bool)
  /// The paths of members that needn't be encoded.
  let dropping: Set<String>
  /// Whether two values that are decoded from one document are equal, so that a comparison tells
  /// something.
  var comparesValues = false

  init(_ decoder: JSONDecoder, _ encoder: JSONEncoder, dropping: Set<String>) {
    usesEngine = (decoder is DropInJSONDecoder, encoder is DropInJSONEncoder)
    self.dropping = dropping
    self.decoder.takeSettings(of: decoder)
    self.encoder.takeSettings(of: encoder)
  }

  /// Makes a decoder, or the other one: MedleyEngine, or Foundation's if the test uses MedleyEngine.
  func makeDecoder(isOther: Bool = false) -> JSONDecoder {
    let copy = usesEngine.decoder == isOther ? JSONDecoder() : DropInJSONDecoder()
    copy.takeSettings(of: decoder)
    return copy
  }

  /// Makes an encoder that sorts keys, so that equal values are the same bytes.
  func makeEncoder() -> JSONEncoder {
    let copy = usesEngine.encoder ? DropInJSONEncoder() : JSONEncoder()
    copy.takeSettings(of: encoder)
    copy.outputFormatting.insert(.sortedKeys)
    return copy
  }
}

extension JSONDecoder {
  fileprivate func takeSettings(of other: JSONDecoder) {
    dateDecodingStrategy = other.dateDecodingStrategy
    dataDecodingStrategy = other.dataDecodingStrategy
    nonConformingFloatDecodingStrategy = other.nonConformingFloatDecodingStrategy
    keyDecodingStrategy = other.keyDecodingStrategy
    userInfo = other.userInfo
    if #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) {
      allowsJSON5 = other.allowsJSON5
      assumesTopLevelDictionary = other.assumesTopLevelDictionary
    }
  }
}

extension JSONEncoder {
  fileprivate func takeSettings(of other: JSONEncoder) {
    outputFormatting = other.outputFormatting
    dateEncodingStrategy = other.dateEncodingStrategy
    dataEncodingStrategy = other.dataEncodingStrategy
    nonConformingFloatEncodingStrategy = other.nonConformingFloatEncodingStrategy
    keyEncodingStrategy = other.keyEncodingStrategy
    userInfo = other.userInfo
  }
}
