package import Medley
package import MedleyEngine

// MARK: - Making trees

extension DocumentIndex {
  /// Returns the value at a position as a tree, with the first of repeated keys.
  ///
  /// It doesn't recurse, because a document may be nested deeper than a stack allows.
  package func value(at position: Int) -> PayloadValue {
    var open: [OpenContainer] = []
    var position = position
    while true {
      if entries[position].isContainer {
        open.append(OpenContainer(position, in: self))
      } else {
        let scalar = scalar(at: position)
        guard let last = open.indices.last else { return scalar }
        open[last].add(scalar)
      }
      // Continues with the next child of the innermost unfinished container.
      while let last = open.indices.last, !open[last].advance(in: self) {
        let value = open.removeLast().value
        guard let outer = open.indices.last else { return value }
        open[outer].add(value)
      }
      if let last = open.last { position = last.position }
    }
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
    if kind(position) == .decimal, let double = try? anyDouble(at: position), double.isFinite,
      double.rounded() != double
    {
      return .double(double)
    }
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
    if kind(position) == .decimal, let double = try? anyDouble(at: position), double.isFinite {
      return .double(double)
    }
    return .number(numberText(position))
  }
}

/// A container with unfinished children.
private struct OpenContainer {
  private let isObject: Bool
  private let end: Int
  /// The position of the next or the last child.
  private(set) var position: Int
  private var isBegun = false
  private var key = ""
  private var elements: [PayloadValue] = []
  private var members: [PayloadValue.Member] = []
  /// The keys so far if some may be repeated, by code unit, since different ones can be equal
  /// strings.
  private var keys: Set<[UInt8]>?

  init(_ container: Int, in index: DocumentIndex) {
    isObject = index.kind(container) == .object
    end = index.entries[container].end
    position = container + IndexEntry.entriesPerContainer
    // The scanner doesn't compare keys with escapes and those of large objects.
    let mayRepeat = ObjectFlag.repeated | ObjectFlag.escaped | ObjectFlag.large
    keys = index.entries[container].flags & mayRepeat != 0 ? [] : nil
    if isObject {
      members.reserveCapacity(index.size(container))
    } else {
      elements.reserveCapacity(index.size(container))
    }
  }

  var value: PayloadValue { isObject ? .object(members) : .array(elements) }

  /// Advances to the next child, or returns false if there is none.
  mutating func advance(in index: DocumentIndex) -> Bool {
    if isBegun { position = index.next(position) }
    isBegun = true
    while position < end {
      guard isObject else { return true }
      key = index.string(at: position)
      position += 1
      guard keys?.insert(Array(key.utf8)).inserted == false else { return true }
      position = index.next(position)
    }
    return false
  }

  mutating func add(_ value: PayloadValue) {
    if isObject {
      members.append((key, value))
    } else {
      elements.append(value)
    }
  }
}

// MARK: - Serving texts

extension Source: TextSource {
  package func value(_ range: Range<Int>) -> PayloadValue {
    var value = PayloadValue.null
    unsafe withBytes(range) { bytes in
      // In a document of the pool: a new one takes 15,000 instructions.
      let made = try? unsafe Document.pool.withUTF8Document(bytes, for: .anyDepth) {
        $0.index.value(at: 0)
      }
      if let made { value = made }
    }
    return value
  }

  package func detached(_ range: Range<Int>) -> SourceText {
    SourceText(Source(copying: bytes(range)), 0..<range.count)
  }
}
