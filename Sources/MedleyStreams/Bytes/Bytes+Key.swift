import MedleyEngine
import MedleyJSON

// MARK: - Comparing keys

extension Bytes {
  /// Returns whether a string in quotation marks, which is valid, is a key.
  func isKey(_ key: String, _ range: Range<Int>) -> Bool {
    let body = range.lowerBound + 1..<range.upperBound - 1
    let isPlain = body.allSatisfy { self[$0] != UInt8(ascii: "\\") }
    if isPlain, body.count == key.utf8.count {
      return zip(body, key.utf8).allSatisfy { self[$0] == $1 }
    }
    let text = unsafe withBytes(from: range.lowerBound, count: range.count) { unsafe Array($0) }
    return (try? PolymorphicJSONDecoder().decode(String.self, from: text)) == key
  }
}
