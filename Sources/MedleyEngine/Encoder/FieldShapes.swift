import Foundation
import MedleyBase

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
    var others: [Int: Int] = [:]
    /// Of a root, the keys that no field in the tree has: those of the tag beside them.
    var reserved: ReservedKeys?
    /// Of a root, another one of the same type; 0 if there is none.
    var otherRoot = 0

    /// Whether the keys that no field has are those of an object.
    @inline(__always) func reserves(_ address: UnsafeMutableRawPointer?) -> Bool {
      unsafe reserved.map { unsafe Unmanaged.passUnretained($0).toOpaque() } == address
    }

    init(_ key: FieldKey?, after parent: Int) {
      self.parent = parent
      self.key = key
      unsafe bytes = nil
    }
  }

  /// The step from a node to the next one of the last object.
  @safe struct Step {
    /// The address of the name that leads there; 0 if there was no object.
    fileprivate var address = 0
    fileprivate var next = 0
    /// The bytes of the name, as in the next node.
    fileprivate var bytes: UnsafeMutableRawPointer?
    fileprivate var count = 0

    init() { unsafe bytes = nil }
  }

  /// The limit for nodes: programs have fewer orders, unless they are random.
  private static let largestCount = 4096
  /// The first is that of objects without fields.
  private var nodes = [Node(nil, after: -1)]
  private var roots = PointerTable<Int>()
  /// The steps from the nodes, apart from what only finding a node needs.
  private var steps: UnsafeMutablePointer<Step>
  private var stepCapacity = 64

  // Sound, all of it: nodes free their bytes with the writer, and there are as many as are counted.

  init() {
    unsafe steps = .allocate(capacity: stepCapacity)
    unsafe steps.initialize(to: Step())
  }

  func deallocate() {
    unsafe steps.deallocate()
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
    reserving reserved: Unmanaged<ReservedKeys>?
  ) -> Int? {
    let address = unsafe reserved?.toOpaque()
    if let root = roots[type], unsafe nodes[root].reserves(address) { return root }
    return findRoot(of: type, reserving: unsafe reserved?.takeUnretainedValue())
  }

  @inline(never) private mutating func findRoot(
    of type: ObjectIdentifier,
    reserving reserved: ReservedKeys?
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
    append(new)
    return nodes.count - 1
  }

  private mutating func append(_ node: Node) {
    if nodes.count == stepCapacity {
      let grown = UnsafeMutablePointer<Step>.allocate(capacity: stepCapacity * 2)
      unsafe grown.moveInitialize(from: steps, count: stepCapacity)
      unsafe steps.deallocate()
      unsafe steps = grown
      stepCapacity *= 2
    }
    unsafe (steps + nodes.count).initialize(to: Step())
    nodes.append(node)
  }

  private static func areSame(_ first: ReservedKeys?, _ second: ReservedKeys?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return first.isSame(as: second)
  }

  /// Returns the step from a node, if it is that of a field.
  @inline(__always) func step(from node: Int, _ key: FieldKey) -> Step? {
    assert(node >= 0 && node < nodes.count)
    let step = unsafe steps[node]
    return step.address == key.address ? step : nil
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
      append(Self.node(key, after: node, text))
    }
    guard let next else { return false }
    var step = Step()
    step.address = key.address
    step.next = next
    unsafe step.bytes = nodes[next].bytes
    step.count = nodes[next].count
    unsafe steps[node] = step
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

  /// The name of the last field of an object, as the type has it.
  func name(of node: Int) -> String? { nodes[node].key?.string }
}

extension Level {
  /// Writes a comma and the name of a field, and records it.
  @inline(__always) fileprivate mutating func begin(
    _ step: FieldShapes.Step,
    in output: inout ByteBuffer
  ) {
    // The comma, and a whole block for the last bytes of the name.
    output.reserve(step.count &+ 17)
    member = output.count
    output.write(comma: !isEmpty)
    isEmpty = false
    fields = step.next
    // Instead of the position of the key.
    lastField = step.next
    unsafe output.write(blocks: step.bytes.unsafelyUnwrapped, count: step.count)
  }
}

extension JSONWriter {
  /// Begins a field, and records it, so that a repeated one is found.
  ///
  /// - Returns: False, with nothing written, if the field isn't the next one of the last object.
  @inline(__always) func begin(_ key: FieldKey, in level: Int) -> Bool {
    guard let step = withShapes({ $0.step(from: levels[level].fields, key) }) else { return false }
    levels[level].begin(step, in: &output)
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
    if taggedPayloads.count > 0, let object = checker(reserving: key, serial) {
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
    }
  }
}
