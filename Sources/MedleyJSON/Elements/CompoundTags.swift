import Medley
import MedleyEngine

/// The tags with several parts, as states.
///
/// A state is the number of a beginning of a tag: of one that has the same first parts.
final class CompoundTags: Sendable {
  /// The numbers of the strings that are parts of tags.
  private let strings: TagIndex
  private let stringCount: Int
  /// The states behind a part, by the state before it and the number of its string.
  private let states: [Int: Int]
  /// The registrations by state; `TaggedObject.otherValue` for those that are no whole tag.
  let registrations: [Int]

  /// - Parameter tags: The tags, with the positions of their entries.
  init(_ tags: [(parts: [String], position: Int)]) {
    // As tags, because canonically equivalent strings are different ones.
    var numbers: [TypeTag: Int] = [:]
    for part in tags.flatMap(\.parts) where numbers[.string(part)] == nil {
      numbers[.string(part)] = numbers.count
    }
    var states: [Int: Int] = [:]
    var registrations = [TaggedObject.otherValue]
    for tag in tags {
      var state = 0
      for part in tag.parts {
        let step = state * numbers.count + (numbers[.string(part)] ?? 0)
        state = states[step] ?? registrations.count
        if state == registrations.count {
          states[step] = state
          registrations.append(TaggedObject.otherValue)
        }
      }
      registrations[state] = tag.position
    }
    strings = TagIndex(numbers.map { ($0.key.string ?? "", $0.value) })
    stringCount = numbers.count
    self.states = states
    self.registrations = registrations
  }

  /// Returns the state behind a part, which is a plain string; nil if no tag has it there.
  @inline(__always) func state(after state: Int, _ part: Int, in index: DocumentIndex) -> Int? {
    let string = index.registration(for: part, in: strings)
    return string < 0 ? nil : states[state &* stringCount &+ string]
  }
}
