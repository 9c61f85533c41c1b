import TestSupport

/// A JSON value and the range of its bytes, found by the tests' own scanner.
///
/// The scanner is independent of the engine: it takes a text that the tests' parser has
/// accepted, and finds the ends of values.
struct PlacedTree: Sendable {
  let range: Range<Int>
  let value: Value

  enum Value: Sendable {
    case scalar(JSONTree)
    case array([PlacedTree])
    case object([Member])
  }

  struct Member: Sendable {
    let key: String
    let value: PlacedTree
  }

  /// - Throws: `JSONSyntaxError` if the bytes aren't JSON.
  init(parsing bytes: [UInt8]) throws {
    _ = try JSONTree(parsing: bytes)
    var scanner = PlaceScanner(bytes)
    self = try scanner.value()
  }

  init(_ value: Value, at range: Range<Int>) {
    self.value = value
    self.range = range
  }
}

// MARK: - Asking

extension PlacedTree {
  /// The value of the first member with this key.
  subscript(key: String) -> PlacedTree? {
    members?.first { $0.key.hasSameCodeUnits(as: key) }?.value
  }

  var members: [Member]? {
    if case .object(let members) = value { members } else { nil }
  }

  var elements: [PlacedTree]? {
    if case .array(let elements) = value { elements } else { nil }
  }

  var scalar: JSONTree? {
    if case .scalar(let scalar) = value { scalar } else { nil }
  }

  /// The keys of an object, each once, in the order of the document.
  var keys: [String] {
    var seen: Set<[UInt8]> = []
    return (members ?? []).map(\.key).filter { seen.insert(Array($0.utf8)).inserted }
  }

  /// The value without ranges.
  var tree: JSONTree {
    switch value {
    case .scalar(let scalar): scalar
    case .array(let elements): .array(elements.map(\.tree))
    case .object(let members):
      .object(members.map { JSONTree.Member(key: $0.key, value: $0.value.tree) })
    }
  }
}

// MARK: - Scanning

/// Finds the ranges of values in a valid text.
private struct PlaceScanner {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func value() throws -> PlacedTree {
    skipSpace()
    let start = offset
    switch bytes[offset] {
    case UInt8(ascii: "{"):
      let members = try list(until: UInt8(ascii: "}")) { scanner in
        let key = try scanner.scalar { $0.skipString() }
        scanner.skipSpace()
        scanner.offset += 1
        return PlacedTree.Member(key: key.string ?? "", value: try scanner.value())
      }
      return PlacedTree(.object(members), at: start..<offset)
    case UInt8(ascii: "["):
      let elements = try list(until: UInt8(ascii: "]")) { try $0.value() }
      return PlacedTree(.array(elements), at: start..<offset)
    case UInt8(ascii: "\""):
      return PlacedTree(.scalar(try scalar { $0.skipString() }), at: start..<offset)
    default:
      return PlacedTree(.scalar(try scalar { $0.skipWord() }), at: start..<offset)
    }
  }

  private mutating func list<Item>(
    until end: UInt8,
    _ item: (inout PlaceScanner) throws -> Item
  ) throws -> [Item] {
    var items: [Item] = []
    repeat {
      offset += 1
      skipSpace()
      if bytes[offset] == end { break }
      items.append(try item(&self))
      skipSpace()
    } while bytes[offset] != end
    offset += 1
    return items
  }

  private mutating func scalar(_ skip: (inout PlaceScanner) -> Void) throws -> JSONTree {
    let start = offset
    skip(&self)
    return try JSONTree(parsing: Array(bytes[start..<offset]))
  }

  private mutating func skipString() {
    offset += 1
    while bytes[offset] != UInt8(ascii: "\"") {
      offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    offset += 1
  }

  private mutating func skipWord() {
    let ends: [UInt8] = [0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x5D, 0x7D]
    while offset < bytes.count, !ends.contains(bytes[offset]) { offset += 1 }
  }

  private mutating func skipSpace() {
    let spaces: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    while offset < bytes.count, spaces.contains(bytes[offset]) { offset += 1 }
  }
}
