import Medley
import MedleyJSON

/// Whether a document means the same to the engine and to `JSONDecoder`.
///
/// They differ on purpose in numbers that no type holds exactly, in keys that are canonically
/// equivalent, and in depth.
struct DocumentShape {
  private(set) var isComparable = true

  /// - Returns: nil if the document isn't JSON.
  init?(_ document: [UInt8]) {
    guard let value = try? PolymorphicJSONDecoder().decode(PayloadValue.self, from: document) else {
      return nil
    }
    isComparable = Self.isComparable(value, depth: 0)
  }

  private static func isComparable(_ value: PayloadValue, depth: Int) -> Bool {
    switch value {
    case .number, .other: return false
    // To JSONDecoder 1.0 is an integer.
    case .double(let double): return double.rounded() != double
    case .array(let elements):
      return depth < 100 && elements.allSatisfy { isComparable($0, depth: depth + 1) }
    case .object(let members):
      return depth < 100 && Set(members.map(\.key)).count == members.count
        && members.allSatisfy { isComparable($0.value, depth: depth + 1) }
    default: return true
    }
  }
}
