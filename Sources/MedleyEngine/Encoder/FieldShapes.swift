import MedleyBase

/// The orders in which types write their fields, with the bytes of their names.
///
/// Objects of one type have the same fields in the same order. The orders of a type are a tree, and
/// each object is at a node of it. Writing a field goes on to the next node, which is one comparison of
/// addresses, and copies the bytes that the node has. Only a new node compares its name with those
/// above it, so that a repeated field is found.
struct FieldShapes {
  private struct Node {
    let parent: Int
    let key: FieldKey?
    /// The name with quotation marks and colon.
    var text: ByteBuffer?
    var others: [Int: Int] = [:]
    /// Of a root, the keys that no field in the tree has: those of the tag beside them.
    var reserved: ReservedKeys?
    /// Of a root, another one of the same type; 0 if there is none.
    var otherRoot = 0

    /// Whether the keys that no field has are those of an object.
    @inline(__always) func reserves(_ address: UnsafeMutableRawPointer?) -> Bool {
      unsafe reserved.map { unsafe Unmanaged.passUnretained($0).toOpaque() } == address
    }

    init(_ key: FieldKey?, after parent: Int, _ text: ByteBuffer? = nil) {
      self.parent = parent
      self.key = key
      self.text = text
    }
  }

  /// The step from a node to the next one of the last object.
  struct Step {
    /// The address of the name that leads there; 0 if there was no object.
    fileprivate var address = 0
    fileprivate var next = 0
    /// The name, as in the next node.
    fileprivate var text: ByteBuffer?
  }

  /// The limit for nodes: programs have fewer orders, unless they are random.
  private static let largestCount = 4096
  /// The first is that of objects without fields.
  private var nodes = [Node(nil, after: -1)]
  private var roots = PointerTable<Int>()
  /// The steps from the nodes, apart from what only finding a node needs.
  private var steps = WriterStack<Step>(capacity: 64)

  init() {
    steps.push(Step())
  }

  func deallocate() {
    steps.deallocate()
    for node in nodes { node.text?.deallocate() }
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
    steps.push(Step())
    nodes.append(node)
  }

  private static func areSame(_ first: ReservedKeys?, _ second: ReservedKeys?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    return first.isSame(as: second)
  }

  /// Returns the step from a node, if it is that of a field.
  @inline(__always) func step(from node: Int, _ key: FieldKey) -> Step? {
    steps[node].address == key.address ? steps[node] : nil
  }

  /// Finds the node after a field, which is the next one of the next object as well.
  ///
  /// - Returns: False if the object has the field already, or that isn't known.
  mutating func find(after node: Int, _ key: FieldKey, _ text: () -> ByteBuffer) -> Bool {
    var next = nodes[node].others[key.address]
    if next == nil {
      guard nodes.count < Self.largestCount else { return false }
      let text = text()
      guard !contains(key, text, above: node) else {
        text.deallocate()
        return false
      }
      next = nodes.count
      nodes[node].others[key.address] = nodes.count
      append(Node(key, after: node, text))
    }
    guard let next else { return false }
    steps[node] = Step(address: key.address, next: next, text: nodes[next].text)
    return true
  }

  /// Returns whether a node or one above it has a field with the name or the bytes of another one.
  private func contains(_ key: FieldKey, _ text: ByteBuffer, above node: Int) -> Bool {
    var outer = node
    while let other = nodes[outer].key, let otherText = nodes[outer].text {
      // A strategy can convert two names to one.
      if other.string == key.string || otherText.hasSameBytes(as: text) { return true }
      outer = nodes[outer].parent
    }
    return false
  }

  /// The name of the last field of an object, as the type has it.
  func name(of node: Int) -> String? { nodes[node].key?.string }
}

extension JSONWriter {
  /// Begins a field, and records it, so that a repeated one is found.
  ///
  /// - Returns: False, with nothing written, if the field isn't the next one of the last object.
  @inline(__always) func begin(_ key: FieldKey, in level: Int) -> Bool {
    guard let step = state.shapes.step(from: levels[level].fields, key), let text = step.text
    else { return false }
    levels[level].begin(text, field: step.next, in: &output)
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
    if state.taggedPayloads.count > 0, let text = value as? String,
      isTag(text, under: key.string, serial)
    {
      return false
    }
    if state.taggedPayloads.count > 0, let object = checker(reserving: key, serial) {
      guard try object.admits(value, under: key.string) else { return false }
      beginUncached(key, in: level)
    } else if options.keepsKeys, find(key, in: level) {
      _ = begin(key, in: level)
    } else {
      beginUncached(key, in: level)
    }
    return true
  }

  @inline(never) private func find(_ key: FieldKey, in level: Int) -> Bool {
    let isFound = state.shapes.find(after: levels[level].fields, key) {
      text(ofKey: converted(PathKey(stringValue: key.string), in: level))
    }
    if !isFound { state.mayRepeat = true }
    return isFound
  }

  /// Begins a field whose name isn't cached.
  @inline(never) private func beginUncached(_ field: FieldKey, in level: Int) {
    // With a custom strategy, fields aren't recorded.
    state.mayRepeat = true
    beginMember(level)
    let key = PathKey(stringValue: field.string)
    write(converted(key, in: level))
    output.append(UInt8(ascii: ":"))
    if state.convertsKeys {
      state.originals[level] = key
      levels[level].cachedKey = nil
    }
  }
}
