import Medley
import MedleyEngine

/// The tags with several parts, as states.
///
/// A state is the number of a beginning of a tag: of one that has the same first parts. The last
/// one is that of a whole tag.
final class CompoundTags: Sendable {
  struct Part {
    /// The numbers of the strings that this part may be.
    let strings: TagIndex
    let stringCount: Int
    /// The states behind this part, by the state before it and the number of its string.
    let states: [Int: Int]

    @inline(__always) func state(_ before: Int, _ value: Int, _ index: DocumentIndex) -> Int? {
      let string = index.registration(for: value, in: strings)
      return string < 0 ? nil : states[before &* stringCount &+ string]
    }
  }

  let parts: [Part]
  /// The registrations, by the state of the whole tag.
  let registrations: [Int]

  /// - Parameters:
  ///   - all: The tags, with the positions of their entries.
  ///   - count: The number of their parts.
  ///   - other: The registration of a state that isn't a whole tag.
  init(_ all: [(parts: [String], position: Int)], count: Int, other: Int) {
    let tags = all.filter { $0.parts.count == count }
    var ends = [Int](repeating: 0, count: tags.count)
    parts = (0..<count).map { part in
      // As tags, because canonically equivalent strings are different ones.
      var numbers: [TypeTag: Int] = [:]
      for tag in tags where numbers[.string(tag.parts[part])] == nil {
        numbers[.string(tag.parts[part])] = numbers.count
      }
      var states: [Int: Int] = [:]
      for (index, tag) in tags.enumerated() {
        let step = ends[index] * numbers.count + (numbers[.string(tag.parts[part])] ?? 0)
        ends[index] = states[step] ?? states.count
        states[step] = ends[index]
      }
      return Part(
        strings: TagIndex(numbers.map { ($0.key.string ?? "", $0.value) }),
        stringCount: numbers.count,
        states: states
      )
    }
    var registrations = [Int](repeating: other, count: tags.count)
    for (tag, end) in zip(tags, ends) { registrations[end] = tag.position }
    self.registrations = registrations
  }
}
