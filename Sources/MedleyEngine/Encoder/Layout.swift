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

  /// Replaces the bytes of a writer.
  mutating func apply(_ format: JSONEncoder.OutputFormatting, to writer: JSONWriter) throws {
    // The writer limits the depth.
    document.begin(.anyDepth)
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
    let size = writer.output.count
    var target = ByteBuffer(capacity: isIndented ? 2 * size + 64 : size + 64)
    marks = writer.state.text.marks
    do {
      try write(to: &target)
    } catch {
      target.deallocate()
      throw error
    }
    writer.output.deallocate()
    writer.output = target
  }

  private var index: DocumentIndex { document.index }

  /// Whether an object may have a key twice.
  private var hasRepeatedKeys: Bool {
    index.containers(in: 0).contains { index.kind($0) == .object && mayRepeat($0) }
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

  private mutating func write(to target: inout ByteBuffer) throws {
    let hasCopies = marks.contains(where: \.isCopy)
    var value: Int? = 0
    while true {
      if let position = value {
        let kind = index.kind(position)
        let isContainer = kind == .object || kind == .array
        let isCopy =
          isContainer && continuations[position] == nil
          && (containers.last?.isCopy == true
            || hasCopies && isMarked(index.range(of: position).lowerBound, asCopy: true))
        if isContainer, isIndented || !isCopy {
          try open(position, isObject: kind == .object, isCopy: isCopy)
          target.append(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
        } else {
          target.append(index.text(of: position))
        }
        value = nil
      }
      guard let container = containers.last else { return }
      guard container.next < order.count else {
        containers.removeLast()
        order.removeLast(order.count - container.start)
        // As `JSONEncoder`, which writes an empty line into an empty container.
        if isIndented, container.next == container.start { target.append(UInt8(ascii: "\n")) }
        beginLine(of: &target)
        target.append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        continue
      }
      containers[containers.count - 1].next += 1
      if container.next > container.start { target.append(UInt8(ascii: ",")) }
      beginLine(of: &target)
      let child = order[container.next]
      if container.isObject {
        target.append(index.text(of: child.key))
        if isIndented { target.append(" : ") } else { target.append(UInt8(ascii: ":")) }
      }
      value = child.value
    }
  }

  /// Begins a line in the innermost container, if the document is indented.
  private func beginLine(of target: inout ByteBuffer) {
    guard isIndented else { return }
    target.append(UInt8(ascii: "\n"))
    target.append(UInt8(ascii: " "), count: 2 * containers.count)
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
      for next in order.indices.dropFirst(start + 1) {
        var place = next
        while place > start, index.key(order[place].key, precedes: order[place - 1].key) {
          order.swapAt(place, place - 1)
          place -= 1
        }
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
