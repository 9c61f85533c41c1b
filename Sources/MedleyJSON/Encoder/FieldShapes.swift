import Foundation
import Medley

/// The orders in which types write their fields, with the bytes of their names.
///
/// Objects of one type have the same fields in the same order. The orders of a type are a tree, and
/// each object is at a node of it. Writing a field goes on to the next node, which is one comparison of
/// addresses, and copies the bytes that the node has. Only a new node compares its name with those
/// above it, so that a repeated field is found.
@safe struct FieldShapes {
  @safe private struct Node {
    let parent: Int
    let key: FieldKey?
    /// The name with quotation marks and colon, in whole blocks of sixteen bytes.
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    /// The next node of the last object, and the address of the name that leads there.
    var nextAddress = 0
    var next = 0
    var others: [Int: Int] = [:]
    /// Of a root, the keys that no field in the tree has: those of the tag beside them.
    var reserved: DirectContainers?
    /// Of a root, another one of the same type; 0 if there is none.
    var otherRoot = 0

    init(_ key: FieldKey?, after parent: Int) {
      self.parent = parent
      self.key = key
      unsafe bytes = nil
    }
  }

  /// The limit for nodes: programs have fewer orders, unless they are random.
  private static let largestCount = 4096
  /// The first is that of objects without fields.
  private var nodes = [Node(nil, after: -1)]
  private var roots = PointerTable<Int>()

  // Sound, all of it: nodes free their bytes with the writer, and there are as many as are counted.

  func deallocate() {
    for node in nodes { unsafe node.bytes?.deallocate() }
    roots.deallocate()
  }

  /// Returns the root of the tree of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - reserved: The keys that fields in the tree must not have.
  /// - Returns: The root, or nil if there are too many nodes.
  @inline(__always) mutating func root(
    of type: ObjectIdentifier,
    reserving reserved: DirectContainers?
  ) -> Int? {
    if let root = roots[type], nodes[root].reserved === reserved { return root }
    return findRoot(of: type, reserving: reserved)
  }

  @inline(never) private mutating func findRoot(
    of type: ObjectIdentifier,
    reserving reserved: DirectContainers?
  ) -> Int? {
    let first = roots[type] ?? 0
    var root = first
    while root > 0 {
      // Registries that are made for each call have new objects with the same keys.
      if Self.areSame(nodes[root].reserved, reserved) {
        nodes[root].reserved = reserved
        return root
      }
      root = nodes[root].otherRoot
    }
    guard nodes.count < Self.largestCount else { return nil }
    var new = Node(nil, after: -1)
    new.reserved = reserved
    new.otherRoot = first
    roots.insert(nodes.count, for: type)
    nodes.append(new)
    return nodes.count - 1
  }

  private static func areSame(_ first: DirectContainers?, _ second: DirectContainers?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return first.isSame(as: second)
  }

  /// Returns the node after a field if that is the one of the last object, or -1.
  @inline(__always) func next(after node: Int, _ key: FieldKey) -> Int {
    nodes[node].nextAddress == key.address ? nodes[node].next : -1
  }

  /// Finds the node after a field, which is the next one of the next object as well.
  ///
  /// - Returns: False if the object has the field already, or that isn't known.
  mutating func find(after node: Int, _ key: FieldKey, _ text: () -> ByteBuffer) -> Bool {
    var next = nodes[node].others[key.address]
    if next == nil {
      guard nodes.count < Self.largestCount else { return false }
      let text = text()
      defer { text.deallocate() }
      guard !contains(key, text, above: node) else { return false }
      next = nodes.count
      nodes[node].others[key.address] = nodes.count
      nodes.append(Self.node(key, after: node, text))
    }
    nodes[node].nextAddress = key.address
    nodes[node].next = next ?? 0
    return true
  }

  /// Returns whether a node or one above it has a field with the name or the bytes of another one.
  private func contains(_ key: FieldKey, _ text: ByteBuffer, above node: Int) -> Bool {
    var outer = node
    while let other = nodes[outer].key, let bytes = unsafe nodes[outer].bytes {
      let count = nodes[outer].count
      if other.string == key.string { return true }
      // A strategy can convert two names to one.
      if count == text.count, unsafe memcmp(bytes, text.base, count) == 0 { return true }
      outer = nodes[outer].parent
    }
    return false
  }

  private static func node(_ key: FieldKey, after parent: Int, _ text: ByteBuffer) -> Node {
    var node = Node(key, after: parent)
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: (text.count + 15) & ~15, alignment: 16)
    unsafe bytes.copyMemory(from: text.base, byteCount: text.count)
    unsafe node.bytes = bytes
    node.count = text.count
    return node
  }

  /// The bytes to reserve for the name of a field.
  @inline(__always) func size(of node: Int) -> Int { nodes[node].count &+ 16 }

  /// Writes the name of a field to reserved memory.
  @inline(__always) func write(_ node: Int, to output: inout ByteBuffer) {
    unsafe output.write(blocks: nodes[node].bytes.unsafelyUnwrapped, count: nodes[node].count)
  }

  /// The name of the last field of an object, as the type has it.
  func name(of node: Int) -> String? { nodes[node].key?.string }
}

extension JSONWriter {
  /// Begins a field, and records it, so that a repeated one is found.
  ///
  /// - Returns: False, with nothing written, if the field isn't the next one of the last object.
  @inline(__always) func begin(_ key: FieldKey, in level: Int) -> Bool {
    let node = withShapes { $0.next(after: levels[level].fields, key) }
    guard node >= 0 else { return false }
    levels[level].fields = node
    output.reserve(withShapes { $0.size(of: node) } &+ 1)
    beginMember(level)
    withShapes { $0.write(node, to: &output) }
    if convertsKeys {
      levels[level].cachedKey = nil
      levels[level].lastField = node
    }
    return true
  }

  /// Begins a field that isn't the next one of the last object.
  ///
  /// - Returns: False if it isn't written, because it is the tag.
  /// - Throws: `EncodingError.invalidValue` if the tag has another value.
  @inline(never) func begin(
    _ key: FieldKey,
    in level: Int,
    _ serial: Int,
    _ value: some Encodable
  ) throws -> Bool {
    if !taggedPayloads.isEmpty, let object = objectWriter(reserving: key, serial) {
      guard try object.admits(value, key) else { return false }
      beginUncached(key, in: level)
    } else if options.keepsKeys, find(key, in: level) {
      _ = begin(key, in: level)
    } else {
      beginUncached(key, in: level)
    }
    return true
  }

  @inline(never) private func find(_ key: FieldKey, in level: Int) -> Bool {
    let isFound = withShapes {
      $0.find(after: levels[level].fields, key) {
        var text = ByteBuffer(capacity: 64)
        text.append(
          converted(PathKey(stringValue: key.string), in: level),
          escapingSlashes: escapesSlashes
        )
        text.append(UInt8(ascii: ":"))
        return text
      }
    }
    if !isFound { mayRepeat = true }
    return isFound
  }

  /// Begins a field whose name isn't cached.
  @inline(never) private func beginUncached(_ field: FieldKey, in level: Int) {
    // With a custom strategy, fields aren't recorded.
    mayRepeat = true
    beginMember(level)
    let key = PathKey(stringValue: field.string)
    write(converted(key, in: level))
    output.append(UInt8(ascii: ":"))
    if convertsKeys {
      originals[level] = key
      levels[level].cachedKey = nil
      levels[level].lastField = 0
    }
  }
}
