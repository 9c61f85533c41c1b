import MedleyBase

/// Writes the fields of an object to the document, without a container and an encoder.
///
/// It has no counted references and fits into an existential, so it costs nothing to copy and
/// release. It is valid only while its object is encoded, which retains the output.
package struct WrittenFields: FieldTarget {
  let writer: JSONWriter
  let level: Int
  let serial: Int

  var encoder: any Encoder {
    writer.taggedPayload(serial) == nil
      ? ValueEncoder(output: writer.owner, level: level, serial: serial)
      : TaggedEncoder(output: writer.owner, level: level, serial: serial)
  }

  /// Writes the name of a field; nil if the object is finished, or the field is the tag.
  @inline(__always)
  private func begin(_ name: FieldName, _ value: some Encodable) throws -> BegunValue? {
    guard let field = writer.next(in: level, serial) else { return nil }
    if writer.begin(name, in: field.level) { return field }
    let erased = ErasedValue(value: value)
    return try writer.begin(name, in: field.level, serial, erased) ? field : nil
  }

  @inline(__always)
  private func begin(_ key: FieldKey, _ value: some Encodable) throws -> BegunValue? {
    try begin(.literal(key), value)
  }

  func encode(_ value: String, _ key: FieldKey) throws { try begin(key, value)?.write(value) }
  func encode(_ value: Bool, _ key: FieldKey) throws { try begin(key, value)?.write(value) }
  func encode(_ value: Int, _ key: FieldKey) throws { try begin(key, value)?.write(value) }
  func encode(_ value: Double, _ key: FieldKey) throws { try begin(key, value)?.write(value) }

  func encode<Value: Encodable>(value: Value, _ key: FieldKey) throws {
    try encode(value, .literal(key), mayOmit: true)
  }

  func encode<Value: Encodable>(_ value: Value, named name: String, mayOmit: Bool) throws {
    try encode(value, .text(name), mayOmit: mayOmit)
  }

  @inline(__always)
  private func encode<Value: Encodable>(_ value: Value, _ name: FieldName, mayOmit: Bool) throws {
    let plan = writer.plan(Value.self)
    if mayOmit, case .wrapper = plan {
      return try writer.encodeField(value, named: name.string, at: level, serial)
    }
    try begin(name, value)?.encode(value, as: plan)
  }
}

// MARK: - Beginning fields

/// A value of any type: a function with one is compiled once, and not for each type of argument.
struct ErasedValue {
  let value: any Encodable
}

extension JSONWriter {
  /// Begins a field, and records it, so that a repeated one is found.
  ///
  /// - Returns: False, with nothing written, if the field isn't the next one of the last object.
  @inline(__always) func begin(_ name: FieldName, in level: Int) -> Bool {
    guard let field = state.shapes.field(after: levels[level].fields, name),
      let text = state.shapes.text(of: field)
    else { return false }
    if let hash = state.shapes.partHash(of: field) { notePart(hash, in: level) }
    levels[level].begin(text, field: field, in: &output)
    return true
  }

  /// Begins a field that isn't the next one of the last object.
  ///
  /// - Returns: False if it isn't written, because it is the tag.
  /// - Throws: `EncodingError.invalidValue` if the tag has another value.
  @inline(never)
  func begin(_ name: FieldName, in level: Int, _ serial: Int, _ value: ErasedValue) throws -> Bool {
    let (text, last) = (name.string, levels[level].fields)
    if let isWritten = try admits(value.value, reserved: text, serial) {
      guard isWritten else { return false }
    } else if state.keepsKeys,
      state.shapes.find(after: last, name, { self.text(of: WireKey(text)) }),
      begin(name, in: level)
    {
      return true
    }
    // With a custom strategy, fields aren't recorded.
    if levels[level].keyType != Self.partKeys { state.mayRepeat = true }
    beginMember(level, named: text)
    return true
  }

  /// Returns whether a field is written whose name is reserved for the tag; nil for another field.
  ///
  /// - Throws: `EncodingError.invalidValue` if the tag has another value.
  func admits(_ value: any Encodable, reserved name: String, _ serial: Int) throws -> Bool? {
    guard state.taggedPayloads.count > 0, isReserved(WireKey(name), serial) else { return nil }
    if let text = value as? String, isTag(text, under: name, serial) { return false }
    // Without a checker the payload is encoded again, or it is finished.
    return try checker(serial)?.admits(value, under: name) ?? false
  }
}

// MARK: - Encoding fields that decide

extension JSONWriter {
  /// Encodes a value that decides itself whether it is written.
  @inline(never) fileprivate func encodeField<Value: Encodable>(
    _ value: Value,
    named name: String,
    at level: Int,
    _ serial: Int
  ) throws {
    if try admits(value, reserved: name, serial) == false { return }
    let key = WireKey(name)
    try EngineExtension.linked?.encodeMember(value, key, to: encoder(at: level, serial))
  }

  /// Returns the encoder of a level, whose containers the compiler doesn't specialise, 4 KB.
  @inline(never) private func encoder(at level: Int, _ serial: Int) -> any Encoder {
    ValueEncoder(output: owner, level: level, serial: serial)
  }
}

/// The orders in which types write their fields, with the bytes of their names.
///
/// Objects of one type have the same fields in the same order. The orders of a type are a tree, and
/// each object is at a node of it. Writing a field goes on to the node that the last object had next,
/// which is one comparison of addresses, and copies the bytes that the node has. Only a new node
/// compares its name with those above it, so that a repeated field is found.
///
/// Names that are no literals are compared themselves. Their trees belong to other objects than types.
struct FieldShapes {
  private struct Node {
    let parent: Int
    /// The address of the name, if that is a literal; 0 for others.
    let address: Int
    /// Whether the fields are those of a part of an object.
    let isOfPart: Bool
    /// The node after this one that the last object had; 0 if there was no object.
    var next = 0
    /// The last of the nodes after this one; 0 if there is none.
    var lastNext = 0
    /// Another node after the parent; 0 if there is none.
    var sibling = 0
    /// Of a root, another one of the same type; 0 if there is none.
    var otherRoot = 0
  }

  /// The limit for nodes: programs have fewer orders, unless they are random.
  private static let largestCount = 4096
  /// The limit for the nodes after one, which are compared one by one.
  private static let mostNext = 64
  /// The first is that of objects without fields.
  private var nodes = MemoryStack<Node>(capacity: 64)
  // Not in the nodes, which would need functions to copy and destroy them.

  /// The names of the fields that lead to the nodes, which roots don't have.
  private var texts = MemoryStack<KeyText>(capacity: 64)
  /// The keys that no field in the tree of a root has: those of the tag beside them.
  private var reserved = MemoryStack<ReservedKeys?>(capacity: 64)
  private var roots = PointerTable<Int>()

  init() {
    append(Node(parent: -1, address: 0, isOfPart: false), KeyText(), reserving: nil)
  }

  /// Whether there is no room for another type.
  var isFull: Bool { nodes.count >= Self.largestCount }

  func deallocate() {
    for node in 0..<texts.count { texts[node].bytes?.deallocate() }
    nodes.deallocate()
    texts.deallocate()
    reserved.deallocate()
    roots.deallocate()
  }

  /// Returns the root of the tree of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - keys: The keys that fields in the tree must not have.
  ///   - isPart: Whether the fields are those of a part, whose names are compared with others.
  /// - Returns: The root, or nil if there are too many nodes.
  @inline(__always) mutating func root(
    of type: ObjectIdentifier,
    reserving keys: UncountedReference<ReservedKeys>?,
    isPart: Bool
  ) -> Int? {
    if let root = roots[type], nodes[root].isOfPart == isPart,
      reserved[root].map({ ObjectIdentifier($0) }) == keys?.identity
    {
      return root
    }
    return findRoot(of: type, reserving: keys?.object, isPart)
  }

  @inline(never) private mutating func findRoot(
    of type: ObjectIdentifier,
    reserving keys: ReservedKeys?,
    _ isPart: Bool
  ) -> Int? {
    let first = roots[type] ?? 0
    var root = first
    while root > 0 {
      // Registries that are made for each call have new objects with the same keys.
      if nodes[root].isOfPart == isPart, reserved[root]?.names == keys?.names {
        reserved[root] = keys
        return root
      }
      root = nodes[root].otherRoot
    }
    guard !isFull else { return nil }
    let new = Node(parent: -1, address: 0, isOfPart: isPart, otherRoot: first)
    roots.insert(nodes.count, for: type)
    append(new, KeyText(), reserving: keys)
    return nodes.count - 1
  }

  private mutating func append(_ node: Node, _ text: KeyText, reserving keys: ReservedKeys?) {
    nodes.push(node)
    texts.push(text)
    reserved.push(keys)
  }

  /// Returns the node after another one that the last object had, if it is that of a field.
  @inline(__always) func field(after node: Int, _ name: FieldName) -> Int? {
    let next = nodes[node].next
    return isNamed(name, next) ? next : nil
  }

  /// Returns whether a field leads to a node.
  @inline(__always) private func isNamed(_ name: FieldName, _ node: Int) -> Bool {
    switch name {
    case .literal(let key): nodes[node].address == key.address
    // The cached name is ASCII. An equal one with as many bytes has the same bytes.
    case .text(let name): texts[node].name == name && texts[node].name.utf8.count == name.utf8.count
    }
  }

  /// The bytes of the name that leads to a node; nil for a root.
  @inline(__always) func text(of node: Int) -> ByteBuffer? { texts[node].bytes }

  /// The hash of the name that leads to a node; nil if it isn't that of a part's field.
  @inline(__always) func partHash(of node: Int) -> UInt64? {
    nodes[node].isOfPart ? texts[node].hash : nil
  }

  /// Finds or makes the node after a field, which is the next one of the next object as well.
  ///
  /// - Returns: False if the object has the field already, or that isn't known, or there are too many
  ///   nodes.
  mutating func find(after node: Int, _ name: FieldName, _ text: () -> KeyText) -> Bool {
    // Equal strings may have other bytes.
    if case .text(let name) = name, name.utf8.contains(where: { $0 >= 0x80 }) { return false }
    var (next, count) = (nodes[node].lastNext, 0)
    while next > 0, !isNamed(name, next) {
      next = nodes[next].sibling
      count += 1
    }
    if next == 0 {
      guard count < Self.mostNext, !isFull else { return false }
      let (text, isOfPart) = (text(), nodes[node].isOfPart)
      // A part's name needs a hash, by which it is compared with those of other parts.
      guard !contains(text, above: node), !isOfPart || text.hash != 0 else {
        text.bytes?.deallocate()
        return false
      }
      let sibling = nodes[node].lastNext
      next = nodes.count
      nodes[node].lastNext = next
      let new = Node(parent: node, address: name.address, isOfPart: isOfPart, sibling: sibling)
      append(new, text, reserving: nil)
    }
    nodes[node].next = next
    return true
  }

  /// Returns whether a node or one above it has a field with the name or the bytes of another one.
  private func contains(_ text: KeyText, above node: Int) -> Bool {
    var outer = node
    while texts[outer].bytes != nil {
      // A strategy can convert two names to one.
      if texts[outer].isSame(as: text) { return true }
      outer = nodes[outer].parent
    }
    return false
  }

  /// The name of the last field of an object, as the type has it.
  func name(of node: Int) -> String? { texts[node].bytes == nil ? nil : texts[node].name }
}

/// The name of a field.
enum FieldName {
  /// A literal, which is known by its address.
  case literal(FieldKey)
  case text(String)

  var string: String {
    switch self {
    case .literal(let key): key.string
    case .text(let text): text
    }
  }

  /// The address of a literal; 0 for others.
  var address: Int { if case .literal(let key) = self { key.address } else { 0 } }
}
