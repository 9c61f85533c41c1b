import Foundation
import MedleyEngine

/// The settings of a test, from which each thread makes its own coders.
struct LawSettings: Sendable {
  /// Makes a decoder, or the other one: MedleyEngine, or Foundation's if the test uses MedleyEngine.
  let makeDecoder: @Sendable (_ isOther: Bool) -> JSONDecoder
  /// Makes an encoder that sorts keys, so that equal values are the same bytes.
  let makeEncoder: @Sendable () -> JSONEncoder
  /// The paths of members that needn't be encoded.
  let dropping: Set<String>

  init(_ decoder: JSONDecoder, _ encoder: JSONEncoder, dropping: Set<String>) {
    self.dropping = dropping
    makeDecoder = Self.copying(decoder)
    makeEncoder = Self.copying(encoder)
  }

  // The coders themselves can be sent from macOS 13 and iOS 16 on.

  private static func copying(_ coder: JSONDecoder) -> @Sendable (_ isOther: Bool) -> JSONDecoder {
    let isEngine = coder is DropInJSONDecoder
    let (dates, data) = (coder.dateDecodingStrategy, coder.dataDecodingStrategy)
    let (floats, keys) = (coder.nonConformingFloatDecodingStrategy, coder.keyDecodingStrategy)
    let userInfo = coder.userInfo
    var syntax = (allowsJSON5: false, assumesTopLevelDictionary: false)
    if #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) {
      syntax = (coder.allowsJSON5, coder.assumesTopLevelDictionary)
    }
    return { [syntax] isOther in
      let copy = isEngine == isOther ? JSONDecoder() : DropInJSONDecoder()
      copy.dateDecodingStrategy = dates
      copy.dataDecodingStrategy = data
      copy.nonConformingFloatDecodingStrategy = floats
      copy.keyDecodingStrategy = keys
      copy.userInfo = userInfo
      if #available(macOS 12, iOS 15, tvOS 15, watchOS 8, *) {
        (copy.allowsJSON5, copy.assumesTopLevelDictionary) = syntax
      }
      return copy
    }
  }

  private static func copying(_ coder: JSONEncoder) -> @Sendable () -> JSONEncoder {
    let isEngine = coder is DropInJSONEncoder
    let format = coder.outputFormatting.union(.sortedKeys)
    let (dates, data) = (coder.dateEncodingStrategy, coder.dataEncodingStrategy)
    let (floats, keys) = (coder.nonConformingFloatEncodingStrategy, coder.keyEncodingStrategy)
    let userInfo = coder.userInfo
    return {
      let copy = isEngine ? DropInJSONEncoder() : JSONEncoder()
      copy.outputFormatting = format
      copy.dateEncodingStrategy = dates
      copy.dataEncodingStrategy = data
      copy.nonConformingFloatEncodingStrategy = floats
      copy.keyEncodingStrategy = keys
      copy.userInfo = userInfo
      return copy
    }
  }
}
