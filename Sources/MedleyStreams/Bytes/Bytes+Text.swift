import MedleyEngine
import MedleyJSON

// MARK: - Reading texts

extension Bytes {
  /// Returns whether a part has the bytes of a text.
  func isEqual(to text: some Collection<UInt8>, in range: Range<Int>) -> Bool {
    text.count == range.count && zip(range, text).allSatisfy { self[$0] == $1 }
  }

  /// Returns the value of a string in quotation marks; nil if it isn't valid.
  func string(_ range: Range<Int>) -> String? {
    let text = part(from: range.lowerBound, count: range.count).copy
    return try? PolymorphicJSONDecoder().decode(String.self, from: text)
  }
}
