import Foundation
import Medley

// MARK: - Moving what was written late

extension JSONWriter {
  /// Applies the edits to the bytes.
  ///
  /// What is moved may contain places to which something else is moved, so there is a stack.
  ///
  /// - Complexity: O(*n* + *m* log *m*), where *n* is the number of bytes and *m* that of edits.
  func applyEdits() {
    let edits = EditList(self.edits.filter { $0.end > $0.start })
    self.edits = []
    let source = output
    var target = ByteBuffer(capacity: source.count + 2 * edits.count + 16)
    var copies = MovedRanges(self.copies)
    var merges = MovedRanges(self.merges.map { $0..<$0 + 1 })
    var parts = [edits.part(0..<source.count, of: -1)]
    while var part = parts.popLast() {
      let next = edits.nextStop(in: part)
      if next.position > part.position {
        let range = part.position..<next.position
        part.separate(before: source[part.position], &target)
        copies.move(range, to: target.count)
        merges.move(range, to: target.count)
        target.append(range, of: source)
        part.position = next.position
      }
      switch next.kind {
      case .insertion(let edit):
        part.nextInsertion += 1
        parts.append(edits.afterInsertion(of: edit, part))
        parts.append(edits.insertion(edit))
      case .removal(let end):
        parts.append(edits.moved(part, to: end))
      case .end: break
      }
    }
    source.deallocate()
    output = target
    self.copies = copies.moved
    self.merges = merges.moved.map(\.lowerBound)
  }
}

/// The edits of a document, by position.
private struct EditList {
  /// A part of the written bytes that is copied.
  struct Part {
    var position: Int
    let end: Int
    /// The edit that moves it; -1 for the document.
    let edit: Int
    /// Whether a comma comes before the next byte, unless that is the first content of a container.
    var needsComma = false
    /// The first edits that may begin, or be inserted, at the position or after it.
    var nextRemoval: Int
    var nextInsertion: Int

    /// Writes the comma before a byte of the part.
    mutating func separate(before byte: UInt8, _ target: inout ByteBuffer) {
      guard needsComma else { return }
      needsComma = false
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): return
      default: break
      }
      let last = target.count > 0 ? target[target.count - 1] : UInt8(ascii: "[")
      if last != UInt8(ascii: "["), last != UInt8(ascii: "{") { target.append(UInt8(ascii: ",")) }
    }
  }

  /// The next position at which something is inserted or removed.
  struct Stop {
    enum Kind {
      case insertion(Int)
      case removal(end: Int)
      case end
    }

    let position: Int
    let kind: Kind
  }

  private let edits: [Edit]
  /// The edits by their first byte, the longest first.
  private let removals: [Int]
  /// The edits by their target, in the order of writing.
  private let insertions: [Int]

  var count: Int { edits.count }

  init(_ edits: [Edit]) {
    self.edits = edits
    removals = edits.indices.sortedOrder {
      (edits[$0].start, -edits[$0].end) < (edits[$1].start, -edits[$1].end)
    }
    insertions = edits.indices.sortedOrder {
      edits[$0].destination ?? 0 < edits[$1].destination ?? 0
    }
    .filter { edits[$0].destination != nil }
  }

  /// Returns a range of the written bytes as a part.
  func part(_ range: Range<Int>, of edit: Int, needsComma: Bool = false) -> Part {
    Part(
      position: range.lowerBound,
      end: range.upperBound,
      edit: edit,
      needsComma: needsComma,
      nextRemoval: removals.first(from: range.lowerBound) { edits[$0].start },
      nextInsertion: insertions.first(from: range.lowerBound) { edits[$0].destination ?? 0 }
    )
  }

  /// Returns the rest of a part from a position, behind what is removed.
  func moved(_ part: Part, to position: Int) -> Part {
    self.part(position..<part.end, of: part.edit, needsComma: part.needsComma)
  }

  /// Returns what an edit inserts.
  func insertion(_ edit: Int) -> Part {
    let needsComma =
      switch edits[edit].target {
      case .none, .replacement: false
      case .end, .before: true
      }
    return part(edits[edit].start..<edits[edit].end, of: edit, needsComma: needsComma)
  }

  /// Returns the rest of a part behind what an edit inserts.
  func afterInsertion(of edit: Int, _ part: Part) -> Part {
    var part = part
    if case .before = edits[edit].target { part.needsComma = true }
    return part
  }

  func nextStop(in part: Part) -> Stop {
    var removal = part.nextRemoval
    // The edit that moves the part itself, and others around it, begin there as well.
    while removal < removals.count, edits[removals[removal]].start < part.end,
      !contains(part, removals[removal])
    {
      removal += 1
    }
    let removed = removal < removals.count ? edits[removals[removal]] : nil
    let start = removed.map { $0.start < part.end ? $0.start : .max } ?? .max
    if part.nextInsertion < insertions.count {
      let edit = insertions[part.nextInsertion]
      let position = edits[edit].destination ?? 0
      // What is inserted where a moved part begins belongs to that part. A placeholder is replaced.
      let isFirst = position < start || position == start && removed?.destination == nil
      if position < part.end, isFirst { return Stop(position: position, kind: .insertion(edit)) }
    }
    guard let removed, start < .max else { return Stop(position: part.end, kind: .end) }
    return Stop(position: start, kind: .removal(end: removed.end))
  }

  /// Whether an edit that begins in a part is inside of it.
  private func contains(_ part: Part, _ edit: Int) -> Bool {
    edits[edit].end <= part.end && edit != part.edit
      && (edit > part.edit || edits[edit].destination == nil)
  }
}

extension Edit {
  fileprivate var destination: Int? {
    switch target {
    case .none: nil
    case .replacement(let position), .end(let position), .before(let position): position
    }
  }
}

extension [Int] {
  /// The index of the first element whose key is at least a position; they are sorted by it.
  fileprivate func first(from position: Int, _ key: (Int) -> Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if key(self[middle]) < position { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Ranges of the written bytes, while the bytes move.
private struct MovedRanges {
  private let ranges: [Range<Int>]
  private(set) var moved: [Range<Int>] = []

  init(_ ranges: [Range<Int>]) {
    let order = ranges.indices.sortedOrder { ranges[$0].lowerBound < ranges[$1].lowerBound }
    self.ranges = order.map { ranges[$0] }
  }

  /// Notes that a range of bytes is moved.
  mutating func move(_ range: Range<Int>, to position: Int) {
    guard !ranges.isEmpty else { return }
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    while low < ranges.count, ranges[low].lowerBound < range.upperBound {
      let start = ranges[low].lowerBound - range.lowerBound + position
      moved.append(start..<start + ranges[low].count)
      low += 1
    }
  }
}
