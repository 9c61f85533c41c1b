package import Medley
package import MedleyEngine

// MARK: - Making trees

extension DocumentIndex {
  /// Returns the value at a position as a tree, with the first of repeated keys.
  ///
  /// It doesn't recurse, because a document may be nested deeper than a stack allows: containers are
  /// made from the last to the first, so that those in one are made before it.
  package func value(at position: Int) -> PayloadValue {
    // The values that no container has taken yet, the first of them last.
    var made: [PayloadValue] = []
    for container in containers(in: position).reversed() {
      let value =
        kind(container) == .object
        ? object(at: container, taking: &made) : array(at: container, taking: &made)
      made.append(value)
    }
    return made.popLast() ?? scalar(at: position)
  }

  private func object(at position: Int, taking made: inout [PayloadValue]) -> PayloadValue {
    let entry = entries[position]
    // The scanner doesn't compare keys with escapes and those of large objects.
    let flags = ObjectFlag.repeated | ObjectFlag.escaped | ObjectFlag.large
    let mayRepeat = entry.flags & flags != 0
    var members: [PayloadValue.Member] = []
    members.reserveCapacity(size(position))
    var member = position + IndexEntry.entriesPerContainer
    while member < entry.end {
      let value = child(at: member + 1, taking: &made)
      if !mayRepeat || isFirst(member, of: position) { members.append((string(at: member), value)) }
      member = next(member + 1)
    }
    return .object(members)
  }

  private func array(at position: Int, taking made: inout [PayloadValue]) -> PayloadValue {
    var elements: [PayloadValue] = []
    elements.reserveCapacity(size(position))
    var element = position + IndexEntry.entriesPerContainer
    let end = entries[position].end
    while element < end {
      elements.append(child(at: element, taking: &made))
      element = next(element)
    }
    return .array(elements)
  }

  private func child(at position: Int, taking made: inout [PayloadValue]) -> PayloadValue {
    entries[position].isContainer ? made.removeLast() : scalar(at: position)
  }

  private func scalar(at position: Int) -> PayloadValue {
    switch kind(position) {
    case .null, .array, .object: return .null
    case .true: return .boolean(true)
    case .false: return .boolean(false)
    case .ascii, .text, .escaped: return .string(string(at: position))
    case .integer, .decimal: return number(at: position)
    }
  }

  private func wholeNumber(at position: Int) -> Int64? {
    // Not generic: an optional of a generic type looks up its metadata, 460 instructions.
    Int.bitWidth == 64
      ? (try? integer(at: position)).map { Int64($0) } : try? integer(Int64.self, at: position)
  }

  private func number(at position: Int) -> PayloadValue {
    let isDecimal = kind(position) == .decimal
    let double =
      isDecimal ? (try? conformingDouble(at: position)).flatMap { $0.isFinite ? $0 : nil } : nil
    if let double, double.rounded() != double { return .double(double) }
    // Whole numbers are integers, however they are written, as in other decoders. A number that is
    // too small for a double isn't zero.
    if let integer = wholeNumber(at: position),
      integer != 0 || digits(at: position).significand == 0
    {
      return .integer(integer)
    }
    if let unsigned = try? integer(UInt64.self, at: position), unsigned != 0 {
      return .unsigned(unsigned)
    }
    return double.map { .double($0) } ?? .number(numberText(position))
  }
}

// MARK: - Serving texts

extension Source: TextSource {
  package func value(_ range: Range<Int>) -> PayloadValue {
    var value = PayloadValue.null
    lend(range) { bytes in
      // In a document of the pool: a new one takes 15,000 instructions. Kept elements are valid.
      try? Document.pool.withUTF8Document(bytes, for: .anyDepth) {
        value = $0.index.value(at: 0)
      }
    }
    return value
  }

  package func detached(_ range: Range<Int>) -> SourceText {
    SourceText(Source(copying: bytes(range)), 0..<range.count)
  }
}
