import Foundation
import MedleyBase

/// Sorts the members of objects, indents, and removes repeated keys.
///
/// The document is written first, without regard to all that, and indexed like one that is decoded.
/// Then its values are copied in their order. That takes two passes more, and no state while values
/// are encoded.
///
/// Values that were written as they came keep the order of their members.
struct Layout {
  /// An open container.
  private struct Container {
    let isObject: Bool
    let isCopy: Bool
    /// The places of its first child and the next one in `order`.
    let start: Int
    var next: Int
  }

  private let document = Document()
  /// The settings of each document: the writer limits the depth.
  private let call: CallOptions
  private var isSorted = false
  private var isIndented = false
  /// The children of open containers in the order in which they are written.
  private var order: [Child] = []
  private var containers: [Container] = []
  /// The values that were written as they came, and containers that go on with an earlier value
  /// under their key, in order.
  private var marks: [Mark] = []
  /// The value that goes on with a value, by the position of that; another one may go on with it.
  private var continuations: [Int: Int] = Dictionary()

  init() {
    var options = DecodingOptions()
    options.depthLimit = .max
    call = CallOptions(options)
  }

  /// Replaces the bytes of a writer.
  mutating func apply(_ format: JSONEncoder.OutputFormatting, to writer: JSONWriter) throws {
    document.begin(call)
    do {
      try document.load(writer.output.written)
    } catch {
      throw JSONWriter.unencodable(
        "The document can't be sorted, indented or freed of repeated keys: \(error.reason)"
      )
    }
    defer {
      document.unload()
      order.removeAll(keepingCapacity: order.capacity < 1 << 12)
      containers.removeAll(keepingCapacity: containers.capacity < 1 << 10)
      (marks, continuations) = ([], Dictionary())
    }
    isSorted = format.contains(.sortedKeys)
    isIndented = format.contains(.prettyPrinted)
    guard isSorted || isIndented || hasRepeatedKeys else { return }
    let source = writer.output
    var target = ByteBuffer(capacity: source.count + (isIndented ? source.count : 0) + 64)
    marks = writer.state.text.marks
    do {
      try write(from: source, to: &target)
    } catch {
      target.deallocate()
      throw error
    }
    source.deallocate()
    writer.output = target
  }

  private var index: DocumentIndex { document.index }

  /// Whether an object may have a key twice.
  private var hasRepeatedKeys: Bool {
    var position = 0
    while position < index.entryCount {
      if index.kind(position) == .object, mayRepeat(position) { return true }
      position += index.entries[position].isContainer ? IndexEntry.entriesPerContainer : 1
    }
    return false
  }

  /// Whether an object may have a key twice: the scanner has found one, or strings may be equal
  /// without having the same bytes.
  private func mayRepeat(_ object: Int) -> Bool {
    let flags = index.entries[object].flags
    if flags & (ObjectFlag.repeated | ObjectFlag.escaped) != 0 { return true }
    for key in index.keys(of: object) where index.kind(key) != .ascii { return true }
    // The scanner doesn't compare the keys of large objects.
    return flags & ObjectFlag.large != 0 && KeyTable(of: object, in: index).hasRepeatedKeys
  }

  // MARK: - Writing

  private mutating func write(from source: ByteBuffer, to target: inout ByteBuffer) throws {
    let hasCopies = marks.contains(where: \.isCopy)
    var position = 0
    while true {
      // MARK: Value
      let range = index.range(of: position)
      let kind = index.kind(position)
      let isContainer = kind == .object || kind == .array
      let isCopy =
        isContainer && continuations[position] == nil
        && (containers.last?.isCopy == true
          || hasCopies && isMarked(range.lowerBound, asCopy: true))
      if isContainer, isIndented || !isCopy {
        try open(position, isObject: kind == .object, isCopy: isCopy)
        target.append(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
        if isIndented { target.append(UInt8(ascii: "\n")) }
      } else {
        target.append(range, of: source)
      }

      // MARK: Next
      while true {
        guard let container = containers.last else { return }
        guard container.next < order.count else {
          containers.removeLast()
          order.removeLast(order.count - container.start)
          if isIndented {
            target.append(UInt8(ascii: "\n"))
            target.append(UInt8(ascii: " "), count: 2 * containers.count)
          }
          target.append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
          continue
        }
        containers[containers.count - 1].next += 1
        if container.next > container.start {
          target.append(UInt8(ascii: ","))
          if isIndented { target.append(UInt8(ascii: "\n")) }
        }
        if isIndented { target.append(UInt8(ascii: " "), count: 2 * containers.count) }
        let child = order[container.next]
        position = child.value
        if container.isObject {
          target.append(index.range(of: child.key), of: source)
          if isIndented { target.append(" : ") } else { target.append(UInt8(ascii: ":")) }
        }
        break
      }
    }
  }

  private mutating func open(_ position: Int, isObject: Bool, isCopy: Bool) throws {
    let start = order.count
    var next: Int? = position
    while let value = next {
      index.appendChildren(of: value, to: &order)
      next = continuations[value]
    }
    if isObject, !isCopy {
      if continuations[position] != nil || mayRepeat(position) { try removeRepeated(from: start) }
      if isSorted { sort(from: start) }
    }
    containers.append(Container(isObject: isObject, isCopy: isCopy, start: start, next: start))
  }

  /// Returns whether there is a mark at a byte.
  private func isMarked(_ byte: Int, asCopy isCopy: Bool) -> Bool {
    let first = marks.indices.partitioningIndex { marks[$0].position >= byte }
    return marks[first...].prefix { $0.position == byte }.contains { $0.isCopy == isCopy }
  }

  // MARK: - Ordering

  /// Keeps the last of equal keys, with the spelling and at the place of the first.
  ///
  /// A nested container goes on with the value before it.
  private mutating func removeRepeated(from start: Int) throws {
    var places: [String: Int] = Dictionary()
    var kept: [Child] = []
    for member in order[start...] {
      let name = index.string(at: member.key)
      if let place = places[name] {
        if isMarked(index.range(of: member.value).lowerBound, asCopy: false) {
          try merge(member.value, into: kept[place].value)
        } else {
          kept[place].value = member.value
        }
      } else {
        places[name] = kept.count
        kept.append(member)
      }
    }
    order.replaceSubrange(start..., with: kept)
  }

  private mutating func merge(_ value: Int, into earlier: Int) throws {
    let (kind, found) = (index.kind(earlier), index.kind(value))
    guard kind == found else {
      throw JSONWriter.unencodable(
        "What is encoded here is \(kind.article) and \(found.article) at once.",
        at: index.path(of: value)
      )
    }
    var last = earlier
    while let next = continuations[last] { last = next }
    continuations[last] = value
  }

  private mutating func sort(from start: Int) {
    let index = index
    if order.count - start <= 12 {
      // Few keys, often in order already.
      for next in (start + 1)..<max(order.count, start + 1) {
        let member = order[next]
        var place = next
        while place > start, index.key(member.key, precedes: order[place - 1].key) {
          order[place] = order[place - 1]
          place -= 1
        }
        order[place] = member
      }
    } else {
      // Only these, since there may be many more in the objects around them.
      let unsorted = Array(order[start...])
      let places = unsorted.indices.sortedOrder {
        index.key(unsorted[$0].key, precedes: unsorted[$1].key)
      }
      for (next, place) in places.enumerated() { order[start + next] = unsorted[place] }
    }
  }
}

extension DocumentIndex {
  /// Whether the bytes of a key precede those of another one.
  fileprivate func key(_ lhs: Int, precedes rhs: Int) -> Bool {
    withUnescaped(lhs) { left in withUnescaped(rhs) { left.precedes($0) } }
  }
}

extension Bytes {
  fileprivate func precedes(_ other: Bytes) -> Bool {
    let difference = (0..<min(count, other.count)).first { self[$0] != other[$0] }
    return difference.map { self[$0] < other[$0] } ?? (count < other.count)
  }
}

extension Kind {
  /// The shape of what was encoded.
  fileprivate var article: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    default: "a single value"
    }
  }
}
