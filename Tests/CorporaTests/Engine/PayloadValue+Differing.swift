import Medley
import TestSupport

/// A number that two decoders show differently.
struct NumberDifference: CustomStringConvertible {
  let engine: PayloadValue
  let foundation: PayloadValue

  /// Whether the engine kept the digits of what is the nearest double to the other.
  var isKeptAsText: Bool {
    guard case .number(let number) = engine else { return false }
    switch foundation {
    case .double(let double): return Double(number) == double
    // What is too small for a double is zero to it, of which an integer can be made.
    case .integer(0): return Double(number) == 0
    default: return false
    }
  }

  var description: String { "\(engine), and to JSONDecoder \(foundation)" }
}

extension PayloadValue {
  /// Where the value isn't what the text says, with the members of objects in order.
  func difference(fromWritten tree: JSONTree) -> String? {
    switch (self, tree) {
    case (.null, .null): return nil
    case (.boolean(let found), .boolean(let written)) where found == written: return nil
    case (.string(let found), .string(let written)) where found.hasSameCodeUnits(as: written):
      return nil
    case (_, .number(let number)) where isExactly(number): return nil
    case (.array(let found), .array(let written)) where found.count == written.count:
      return zip(found, written).lazy.compactMap { $0.difference(fromWritten: $1) }.first
    case (.object(let found), .object(let written)) where found.count == written.count:
      return zip(found, written).lazy.compactMap { found, written in
        found.key.hasSameCodeUnits(as: written.key)
          ? found.value.difference(fromWritten: written.value)
          : "\(found.key) where \(written.key) is written"
      }.first
    default: return "\(self) where \(tree) is written"
    }
  }

  /// A fraction without digits after the point is an integer, as with `JSONDecoder`.
  private func isExactly(_ number: JSONNumber) -> Bool {
    switch self {
    case .integer(let integer):
      number.int64 == integer || !number.isWrittenAsInteger && number.double == Double(integer)
    case .unsigned(let integer): number.isWrittenAsInteger && number.uint64 == integer
    case .double(let double):
      !(number.isWrittenAsInteger && (number.int64 != nil || number.uint64 != nil))
        && number.double?.bitPattern == double.bitPattern
    case .number(let text): text == number.spelling
    default: false
    }
  }

  /// The values that aren't what `JSONDecoder` shows; `1.0` is `1` to it.
  func difference(fromFoundation other: PayloadValue) -> [NumberDifference] {
    switch (self, other) {
    case (.array(let found), .array(let others)) where found.count == others.count:
      return zip(found, others).flatMap { $0.difference(fromFoundation: $1) }
    case (.object(let found), .object):
      var seen: Set<[UInt8]> = []
      let first = found.filter { seen.insert(Array($0.key.utf8)).inserted }
      let isComplete = other.tree.members?.count == first.count
      return first.flatMap { member -> [NumberDifference] in
        guard isComplete, let value = other[member.key] else {
          return [NumberDifference(engine: self, foundation: other)]
        }
        return member.value.difference(fromFoundation: value)
      }
    case (.double(let double), .integer(let integer)) where double == Double(integer): return []
    case (.double(let double), .unsigned(let integer)) where double == Double(integer): return []
    case (_, _) where self == other: return []
    default: return [NumberDifference(engine: self, foundation: other)]
    }
  }
}
