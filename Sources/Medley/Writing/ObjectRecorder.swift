package import MedleyBase

/// An encoder that records what a value writes, and writes nothing.
///
/// The recorded members show a stored tag, or are compared with those of another value. It is a
/// class, because all containers of one encoder add to the same record.
package final class ObjectRecorder: Encoder {
  package enum Shape {
    case nothing
    case null
    case single
    case array
    case object
  }

  /// The encoder to which the value is encoded later; nil if there is none.
  let base: (any Encoder)?
  private let path: () -> [any CodingKey]
  private let ownUserInfo: [CodingUserInfoKey: Any]

  package private(set) var shape = Shape.nothing
  /// The value, if `shape` is that of a single one.
  package private(set) var single = RecordedValue.null
  /// The members of an object, or the elements of an array by their indices.
  private var recordedMembers: [RecordedMember] = []
  /// The types of keys, and the unknown elements, which are recorded last.
  private var owners = MemberOwners()
  /// Whether the members are those of a dictionary, whose keys encoders don't convert.
  package private(set) var hasDataKeys = false
  /// What a value that preserves its JSON has written, as long as it is all.
  package private(set) var whole: RecordedTree?
  /// Encodes the values of the text of such a value, which needn't be parsed as long as it is all.
  private var readText: ((any Encoder) throws -> Void)?
  /// Whether the members are those of a dictionary with strings as keys.
  var isDictionary = false
  /// A description of a value that contradicts what was recorded before.
  private var conflict: String?
  /// The positions of members with recorders, because a key may be requested more than once.
  private var nested: [String: Int] = [:]

  /// Creates a recorder of one level, which keeps members as values.
  ///
  /// The same value is encoded to `base` later, which throws the errors of its members.
  package init(before base: any Encoder, at path: [WireKey] = []) {
    self.base = base
    self.path = { base.codingPath + path }
    ownUserInfo = [:]
  }

  /// Creates a recorder of the whole tree, which encodes members when it records them.
  ///
  /// - Parameters:
  ///   - userInfo: The `userInfo` of the encoder.
  ///   - path: Returns the path of the tree, if that is needed.
  package init(
    userInfo: [CodingUserInfoKey: Any],
    at path: @escaping () -> [any CodingKey] = { [] }
  ) {
    base = nil
    self.path = path
    ownUserInfo = userInfo
  }

  /// Creates a recorder for a nested value.
  init(inside outer: ObjectRecorder, at keys: [WireKey] = []) {
    base = outer.base
    // A function, so that a recursive type doesn't copy keys for each pair of levels.
    path = keys.isEmpty ? outer.path : { [outer = outer.path] in outer() + keys }
    ownUserInfo = outer.ownUserInfo
  }

  package var codingPath: [any CodingKey] { path() }
  package var userInfo: [CodingUserInfoKey: Any] { base?.userInfo ?? ownUserInfo }

  // MARK: - Making containers

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    begin(.object)
    owners.add(type)
    if base == nil { hasDataKeys = type == SampleDecoder.dictionaryKey }
    return KeyedEncodingContainer(CheckedContainer(of: self))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    begin(.array)
    return RecordingArray(recorder: self)
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleContainer(target: self)
  }

  // MARK: - Recording

  /// Records the shape of the value, which can't change.
  private func begin(_ new: Shape) {
    readWhole()
    whole = nil
    if shape == .nothing {
      shape = new
    } else if shape != new || new == .single || new == .null {
      conflict = conflict ?? new.description
    }
  }

  /// Returns a value in the form in which it is recorded inside this one.
  @inline(never) func recorded(_ value: any Encodable, at place: [WireKey]) throws -> RecordedValue
  {
    guard base == nil, !(value is RecordedTree), ForeignScalars.coding?.opaque(value) == nil else {
      return .value(value)
    }
    let inner = ObjectRecorder(inside: self, at: place)
    try value.encode(to: inner)
    return .recorded(inner)
  }

  @inline(never) func add(_ value: RecordedValue, _ key: WireKey) {
    recordedMembers.append((key: key, value: value))
  }

  @inline(never) func set(_ value: RecordedValue) {
    if case .null = value { begin(.null) } else { begin(.single) }
    single = value
  }

  /// Returns the recorder of a member, which is the same for each request of a key.
  func recorder(under key: WireKey) -> ObjectRecorder {
    if let position = nested[key.stringValue],
      case .recorded(let known) = recordedMembers[position].value
    {
      return known
    }
    let recorder = ObjectRecorder(inside: self, at: [key])
    nested[key.stringValue] = recordedMembers.count
    add(.recorded(recorder), key)
    return recorder
  }

  // MARK: - Recording unknown elements

  /// The key of the next element.
  var nextIndex: WireKey { WireKey(index: recordedMembers.count) }

  /// The elements of an array, or the members, those of unknown elements last.
  package var members: [RecordedMember] {
    guard !owners.kept.isEmpty else { return recordedMembers }
    return recordedMembers
      + owners.remaining(beside: names).map { (key: WireKey($0.key), value: .value($0.value)) }
  }

  /// The keys of the members without those of unknown elements.
  var names: Set<String> { Set(recordedMembers.map(\.key.stringValue)) }

  /// Records unknown elements, which leave members to the others.
  package func add(_ owners: MemberOwners) {
    begin(.object)
    self.owners.add(owners)
  }

  // MARK: - Recording values that preserve their JSON

  /// Whether a value can be all that is recorded: nothing was recorded before.
  private var takesWhole: Bool { base == nil && shape == .nothing && readText == nil }

  /// Records members with a function, and keeps a tree of them as long as nothing is added.
  ///
  /// - Parameters:
  ///   - tree: The tree; nil if the members may not be all.
  ///   - write: Encodes the members.
  /// - Throws: What the function throws.
  package func record(whole tree: RecordedTree?, _ write: () throws -> Void) rethrows {
    let isAll = takesWhole
    try write()
    if isAll, let tree { whole = tree }
  }

  /// Records a text that is parsed only if something is added.
  ///
  /// - Parameters:
  ///   - tree: What stands for the text.
  ///   - read: Encodes the values of the text.
  /// - Returns: Whether it is recorded; false if something was recorded before.
  package func recordText(
    as tree: RecordedTree,
    _ read: @escaping (any Encoder) throws -> Void
  ) -> Bool {
    guard takesWhole else { return false }
    (whole, readText) = (tree, read)
    return true
  }

  /// Records the values of a text that isn't all.
  func readWhole() {
    guard let readText else { return }
    (self.readText, whole) = (nil, nil)
    // It throws what encoders throw, and this one doesn't.
    try? readText(self)
  }

  // MARK: - Finding errors

  /// The error for a value with two shapes; nil if it has one.
  package var mixture: EncodingError? {
    conflict.map {
      .invalid(
        RecordedValue.recorded(self).recorded,
        at: codingPath,
        "What is encoded here is \(shape.description) and \($0) at once."
      )
    }
  }
}

// MARK: - Recording what containers write

extension ObjectRecorder: ContainerTarget, WrappingCoder {
  package var wrapped: Any? { base }

  func takes(_ value: RecordedValue, under key: WireKey) throws -> Bool {
    if case .value(let value) = value {
      add(try recorded(value, at: [key]), key)
    } else {
      add(value, key)
    }
    return false
  }

  func removeMember(under key: WireKey) {}

  func encoder(under key: WireKey) -> (any Encoder)? { recorder(under: key) }

  func encodeInPlace<Value: Encodable>(_ value: Value) throws { set(try recorded(value, at: [])) }
}

extension ObjectRecorder.Shape {
  /// The shape, with its article.
  var description: String {
    switch self {
    case .nothing: "nothing"
    case .null: "null"
    case .single: "a single value"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A recorded value that was made as a whole: what a value that preserves its JSON has written.
///
/// It is a type of its own, because a cast to it compares two types. One to ``RecordedContent`` would
/// search conformances for each recorded value.
package struct RecordedTree: Encodable {
  package let content: any RecordedContent

  package init(_ content: any RecordedContent) { self.content = content }

  package func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}

/// The content of a ``RecordedTree``.
///
/// Only a type of MedleyComposition conforms.
package protocol RecordedContent: Encodable {
  /// The value.
  var value: PayloadValue { get }
}

/// The unkeyed container of an ``ObjectRecorder``.
private struct RecordingArray: UnkeyedEncodingContainer, IntegerEncoding {
  let recorder: ObjectRecorder
  var codingPath: [any CodingKey] { recorder.codingPath }
  var count: Int { recorder.members.count }

  func encodeNil() { recorder.add(.null, recorder.nextIndex) }

  func encode(_ value: some Encodable) throws { try append(value) }

  // Compiled once, and not for each type of scalar.
  @inline(never) private func append(_ value: any Encodable) throws {
    let key = recorder.nextIndex
    recorder.add(try recorder.recorded(value, at: [key]), key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    nextRecorder().container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    nextRecorder().unkeyedContainer()
  }

  func superEncoder() -> any Encoder { nextRecorder() }

  private func nextRecorder() -> ObjectRecorder { recorder.recorder(under: recorder.nextIndex) }
}

/// A value in an ``ObjectRecorder``.
package enum RecordedValue {
  case null
  case boolean(Bool)
  case string(String)
  case integer(Int)
  case double(Double)
  /// A scalar of any other type.
  case scalar(any Encodable)
  /// A value that isn't encoded yet, or that encoders handle specially.
  case value(any Encodable)
  /// A container, or the record of a super encoder.
  case recorded(ObjectRecorder)

  /// The value itself, for errors.
  package var recorded: Any {
    switch self {
    case .null: Any?.none as Any
    case .boolean(let boolean): boolean
    case .string(let string): string
    case .integer(let integer): integer
    case .double(let double): double
    case .scalar(let value), .value(let value): value
    case .recorded(let recorder): recorder.members.map(\.key.stringValue)
    }
  }
}

/// A recorded member.
package typealias RecordedMember = (key: WireKey, value: RecordedValue)
