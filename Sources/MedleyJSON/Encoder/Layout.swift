import Foundation
import Medley

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
    /// The next child, or its place in `order`.
    var next: Int
    let start: Int
    let end: Int
    /// The places of the keys in `order`, if these aren't in order.
    let isOrdered: Bool
    let isCopy: Bool
    var isEmpty = true
  }

  /// The positions of a key and its value.
  private struct Member {
    let key: Int
    var value: Int
  }

  private let document = Document()
  /// The members of open objects in the order in which they are written.
  private var order: [Member] = []
  private var containers: [Container] = []

  init() {
    var options = DecodingOptions()
    options.depthLimit = .max
    document.begin(CallOptions(options))
  }

  /// Replaces the bytes of a writer.
  mutating func apply(_ format: JSONEncoder.OutputFormatting, to writer: JSONWriter) throws {
    do {
      unsafe try document.load(writer.output.bytes)
    } catch {
      throw writer.unencodable(
        Any?.none as Any,
        at: [],
        "The document can't be sorted, indented or freed of repeated keys: \(error.reason)."
      )
    }
    let isSorted = format.contains(.sortedKeys)
    let isIndented = format.contains(.prettyPrinted)
    let source = writer.output
    let isNeeded = isSorted || isIndented || hasRepeatedKeys
    if isNeeded {
      var target = ByteBuffer(capacity: source.count + (isIndented ? source.count : 0) + 64)
      let copies = Set(writer.copies.map(\.lowerBound))
      write(from: source, to: &target, copies, isSorted: isSorted, isIndented: isIndented)
      source.deallocate()
      writer.output = target
    }
    document.unload()
    order.removeAll(keepingCapacity: order.capacity < 1 << 12)
    containers.removeAll(keepingCapacity: containers.capacity < 1 << 10)
  }

  private var index: DocumentIndex { document.index }

  /// Whether an object may have a key twice.
  private var hasRepeatedKeys: Bool {
    var position = 0
    while position < index.entryCount {
      let kind = index.kind(position)
      if kind == .object, mayRepeat(position) { return true }
      let isContainer = kind == .object || kind == .array
      position += isContainer ? IndexEntry.entriesPerContainer : 1
    }
    return false
  }

  /// Whether an object may have a key twice: the scanner has found one, or strings may be equal
  /// without having the same bytes.
  private func mayRepeat(_ object: Int) -> Bool {
    let flags = index.entries[object].flags
    if flags & (ObjectFlag.repeated | ObjectFlag.escaped | ObjectFlag.large) != 0 { return true }
    var key = object + IndexEntry.entriesPerContainer
    let end = index.entries[object].end
    while key < end {
      if index.kind(key) != .ascii { return true }
      key = index.next(key + 1)
    }
    return false
  }

  // MARK: - Writing

  private mutating func write(
    from source: ByteBuffer,
    to target: inout ByteBuffer,
    _ copies: Set<Int>,
    isSorted: Bool,
    isIndented: Bool
  ) {
    containers.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    var position = 0
    while true {
      // MARK: Value
      let range = index.range(of: position)
      let kind = index.kind(position)
      if kind == .object || kind == .array {
        let isCopy =
          containers.last?.isCopy == true || !copies.isEmpty && copies.contains(range.lowerBound)
        if isCopy, !isIndented {
          target.append(range, of: source)
        } else {
          open(position, isObject: kind == .object, isCopy: isCopy, isSorted: isSorted)
          target.append(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
          if isIndented { target.append(UInt8(ascii: "\n")) }
        }
      } else {
        target.append(range, of: source)
      }

      // MARK: Next
      while true {
        guard let last = containers.indices.last else { return }
        guard let child = nextChild() else {
          let container = containers.removeLast()
          if isIndented {
            target.append(UInt8(ascii: "\n"))
            indent(containers.count, &target)
          }
          target.append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
          continue
        }
        if containers[last].isEmpty {
          containers[last].isEmpty = false
        } else {
          target.append(UInt8(ascii: ","))
          if isIndented { target.append(UInt8(ascii: "\n")) }
        }
        if isIndented { indent(containers.count, &target) }
        position = child.value
        if containers[last].isObject {
          target.append(index.range(of: child.key), of: source)
          if isIndented { target.append(" : ") } else { target.append(UInt8(ascii: ":")) }
        }
        break
      }
    }
  }

  private func indent(_ depth: Int, _ target: inout ByteBuffer) {
    target.reserve(2 * depth)
    for _ in 0..<2 * depth { target.write(UInt8(ascii: " ")) }
  }

  private mutating func open(_ position: Int, isObject: Bool, isCopy: Bool, isSorted: Bool) {
    var first = position + IndexEntry.entriesPerContainer
    var end = index.entries[position].end
    var isOrdered = false
    if isObject, !isCopy, first < end, isSorted || mayRepeat(position) {
      let start = order.count
      var key = first
      while key < end {
        order.append(Member(key: key, value: key + 1))
        key = index.next(key + 1)
      }
      if mayRepeat(position) { removeRepeated(from: start) }
      if isSorted { sort(from: start) }
      (first, end) = (start, order.count)
      isOrdered = true
    }
    containers.append(
      Container(
        isObject: isObject,
        next: first,
        start: first,
        end: end,
        isOrdered: isOrdered,
        isCopy: isCopy
      )
    )
  }

  /// Returns the next child of the last container; its key isn't used in an array.
  private mutating func nextChild() -> Member? {
    let last = containers.count - 1
    let container = containers[last]
    guard container.next < container.end else {
      if container.isOrdered { order.removeLast(order.count - container.start) }
      return nil
    }
    if container.isOrdered {
      containers[last].next += 1
      return order[container.next]
    }
    let child = Member(
      key: container.next,
      value: container.isObject ? container.next + 1 : container.next
    )
    containers[last].next = index.next(child.value)
    return child
  }

  // MARK: - Ordering

  /// Keeps the last of equal keys, with the spelling and at the place of the first.
  private mutating func removeRepeated(from start: Int) {
    var places: [String: Int] = [:]
    var kept: [Member] = []
    for member in order[start...] {
      let name = index.string(at: member.key)
      if let place = places[name] {
        kept[place].value = member.value
      } else {
        places[name] = kept.count
        kept.append(member)
      }
    }
    order.replaceSubrange(start..., with: kept)
  }

  private mutating func sort(from start: Int) {
    let index = index
    let isEscaped = order[start...].contains { index.kind($0.key) == .escaped }
    if !isEscaped, order.count - start <= 12 {
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
        let (key, other) = (unsorted[$0].key, unsorted[$1].key)
        return isEscaped
          ? index.string(at: key).utf8.lexicographicallyPrecedes(index.string(at: other).utf8)
          : index.key(key, precedes: other)
      }
      for (next, place) in places.enumerated() { order[start + next] = unsorted[place] }
    }
  }
}

extension DocumentIndex {
  /// Whether the bytes of a key precede those of another one.
  fileprivate func key(_ lhs: Int, precedes rhs: Int) -> Bool {
    let (left, right) = (entries[lhs], entries[rhs])
    let count = Swift.min(left.count, right.count)
    var offset = 0
    while offset < count {
      let (first, second) = (bytes[left.offset + offset], bytes[right.offset + offset])
      if first != second { return first < second }
      offset += 1
    }
    return left.count < right.count
  }
}
