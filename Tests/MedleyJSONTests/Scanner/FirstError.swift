import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// The first fault that the engine finds in a text that is no JSON.
struct FirstError: Equatable {
  var offset: Int
  var reason: String

  /// - Returns: The fault; nil if the engine accepts the text.
  /// - Throws: What isn't said of a text as a whole.
  static func found(
    in text: [UInt8],
    by decoder: any EngineDecoding = PolymorphicJSONDecoder()
  ) throws -> FirstError? {
    do {
      _ = try decoder.decode(Ignored.self, from: text)
      return nil
    } catch let error as DecodingError {
      guard case .dataCorrupted(let context) = error, context.codingPath.isEmpty else {
        throw error
      }
      let location = try #require(error.jsonError)
      let fault = try #require(context.underlyingError as? JSONError)
      let reason = "\(fault)".split(separator: " At ", maxSplits: 1)[0]
      return FirstError(offset: location.offset, reason: String(reason))
    }
  }

  /// Compares what the engine finds with what the validator does, and whether white space behind
  /// the text or much of it in front changes anything.
  ///
  /// A text that is cut off is told otherwise if anything is behind it: the validator knows how.
  /// Texts that look like UTF-16 are transcoded, and have errors at other places.
  static func check(
    _ text: [UInt8],
    by decoder: any EngineDecoding = PolymorphicJSONDecoder(),
    _ hint: @autoclosure () -> String = ""
  ) throws {
    let expected = RFC8259Validator.firstFault(in: text)
    let hasOtherEncoding = text.prefix(2).contains { [0, 0xfe, 0xff].contains($0) }
    let plain = try found(in: text, by: decoder)
    if !hasOtherEncoding, !text.starts(with: [0xef, 0xbb, 0xbf]), !text.isEmpty {
      let far = try found(in: Array(Padding.lead.utf8) + text, by: decoder)
      let place = far.map { FirstError(offset: $0.offset - Padding.lead.count, reason: $0.reason) }
      if place != plain {
        Issue.record("\(hint()) \(String(decoding: text, as: UTF8.self)): \(plain), \(far)")
      }
    }
    for padding in Padding.allCases {
      let padded = text + padding.bytes
      let fault = padding == .none ? plain : try found(in: padded, by: decoder)
      let isSame: Bool
      if hasOtherEncoding {
        isSame = (fault == nil) == (expected == nil)
      } else if expected == text.count {
        isSame = fault?.offset == RFC8259Validator.firstFault(in: padded)
      } else {
        isSame = fault == plain && fault?.offset == expected
      }
      if !isSame {
        let shown = String(decoding: text, as: UTF8.self)
        Issue.record("\(hint()) \(shown) + \(padding): \(expected), \(plain), \(fault)")
      }
    }
  }
}
