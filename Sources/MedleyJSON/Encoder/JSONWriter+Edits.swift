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
    var edits = EditList(self.edits.filter { $0.end > $0.start })
    self.edits = []
    let source = output
    var target = ByteBuffer(capacity: source.count + 2 * edits.count + 16)
    var copies = CopyList(self.copies)
    var parts = [EditList.Part(position: 0, end: source.count)]
    while var part = parts.popLast() {
      let next = edits.nextStop(in: part)
      if next.position > part.position {
        let range = part.position..<next.position
        part.separate(before: source[part.position], &target)
        copies.move(range, to: target.count)
        target.append(range, of: source)
        part.position = next.position
      }
      if next.isInsertion, let insertion = edits.takeInsertion(at: part.position) {
        if insertion.isBefore { part.needsSeparator = true }
        parts.append(part)
        parts.append(insertion.part)
      } else if next.isRemoval {
        part.position = next.end
        parts.append(part)
      } else if part.position < part.end {
        parts.append(part)
      }
    }
    source.deallocate()
    output = target
    self.copies = copies.moved
  }
}

/// The edits of a document, by position.
private struct EditList {
  /// A part of the written bytes that is copied.
  struct Part {
    var position: Int
    let end: Int
    /// The edit that moves it; -1 for the document.
    var edit = -1
    /// Whether a comma comes first, unless the part is the first content of its container.
    var needsComma = false
    /// Whether a comma comes before the next byte, unless that is a bracket or a comma.
    var needsSeparator = false

    /// Writes the comma before a byte of the part.
    mutating func separate(before byte: UInt8, _ target: inout ByteBuffer) {
      if needsComma {
        needsComma = false
        let last = target.count > 0 ? target[target.count - 1] : UInt8(ascii: "[")
        if last != UInt8(ascii: "["), last != UInt8(ascii: "{"), byte != UInt8(ascii: ",") {
          target.append(UInt8(ascii: ","))
        }
      }
      if needsSeparator {
        needsSeparator = false
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): break
        default: target.append(UInt8(ascii: ","))
        }
      }
    }
  }

  /// The next position at which something is inserted or removed.
  struct Stop {
    let position: Int
    var isInsertion = false
    var isRemoval = false
    var end = 0
  }

  private let edits: [Edit]
  /// The edits by their first byte, the longest first.
  private let removals: [Int]
  /// The edits by their target, in the order of writing.
  private let insertions: [Int]
  private var isTaken: [Bool]

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
    isTaken = Array(repeating: false, count: edits.count)
  }

  func nextStop(in part: Part) -> Stop {
    let insertion = insertions.partition(from: part.position) { edits[$0].destination ?? 0 }
      .first { !isTaken[$0] && (edits[$0].destination ?? 0) < part.end }
    let removal = removals.partition(from: part.position) { edits[$0].start }
      .first { $0 != part.edit && edits[$0].start < part.end && edits[$0].end <= part.end }
    let inserted = insertion.flatMap { edits[$0].destination } ?? .max
    let removed = removal.map { edits[$0].start } ?? .max
    if insertion != nil, inserted <= removed { return Stop(position: inserted, isInsertion: true) }
    if let removal {
      return Stop(position: removed, isRemoval: true, end: edits[removal].end)
    }
    return Stop(position: part.end)
  }

  /// Returns the next part that is inserted at a position.
  mutating func takeInsertion(at position: Int) -> (part: Part, isBefore: Bool)? {
    let next = insertions.partition(from: position) { edits[$0].destination ?? 0 }
      .first { !isTaken[$0] && edits[$0].destination == position }
    guard let next else { return nil }
    isTaken[next] = true
    let edit = edits[next]
    var part = Part(position: edit.start, end: edit.end, edit: next)
    var isBefore = false
    switch edit.target {
    case .none, .replacement: break
    case .end: part.needsComma = true
    case .before:
      part.needsComma = true
      isBefore = true
    }
    return (part, isBefore)
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
  /// The elements from the first whose key is at least a position; they are sorted by it.
  fileprivate func partition(from position: Int, _ key: (Int) -> Int) -> ArraySlice<Int> {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if key(self[middle]) < position { low = middle + 1 } else { high = middle }
    }
    return self[low...]
  }
}

/// The values that were written as they came, while the bytes move.
private struct CopyList {
  private let copies: [Range<Int>]
  private(set) var moved: [Range<Int>] = []

  init(_ copies: [Range<Int>]) {
    let order = copies.indices.sortedOrder { copies[$0].lowerBound < copies[$1].lowerBound }
    self.copies = order.map { copies[$0] }
  }

  /// Notes that a range of bytes is moved.
  mutating func move(_ range: Range<Int>, to position: Int) {
    guard !copies.isEmpty else { return }
    let indices = Array(copies.indices)
    var low = 0
    var high = indices.count
    while low < high {
      let middle = (low + high) / 2
      if copies[middle].lowerBound < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    while low < copies.count, copies[low].lowerBound < range.upperBound {
      let start = copies[low].lowerBound - range.lowerBound + position
      moved.append(start..<start + copies[low].count)
      low += 1
    }
  }
}
