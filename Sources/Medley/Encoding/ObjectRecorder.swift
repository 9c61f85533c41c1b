/// An encoder that records what a value writes, and writes nothing.
///
/// The recorded members show a stored tag, or are compared with those of another value. It is a
/// class, because all containers of one encoder add to the same record.
final class ObjectRecorder: Encoder {
  enum Shape {
    case nothing
    case null
    case single
    case array
    case object
  }

  /// The encoder to which the value is encoded later; nil if there is none.
  private let base: (any Encoder)?
  /// The path of this place, from that of `base`.
  private let path: [WireKey]
  private let ownUserInfo: [CodingUserInfoKey: Any]

  private(set) var shape = Shape.nothing
  /// The value, if `shape` is that of a single one.
  private(set) var single = RecordedValue.null
  private var recordedMembers: [RecordedMember] = []
  private var owned = OwnedMembers()
  /// The unknown elements, which are recorded last.
  private var kept: [KeptElement] = []
  private(set) var elements: [RecordedValue] = []
  /// Whether the members are those of a dictionary, whose keys encoders don't convert.
  private(set) var hasDataKeys = false
  /// A description of a value that contradicts what was recorded before.
  private var conflict: String?
  /// The recorders of members, because a key may be requested more than once.
  private var nested: [String: ObjectRecorder] = [:]

  /// Creates a recorder of one level, which keeps members as values.
  ///
  /// The same value is encoded to `base` later, which throws the errors of its members.
  init(before base: any Encoder, at path: [WireKey] = []) {
    self.base = base
    self.path = path
    ownUserInfo = [:]
  }

  /// Creates a recorder of the whole tree, which encodes members when it records them.
  init(userInfo: [CodingUserInfoKey: Any], at path: [WireKey] = []) {
    base = nil
    self.path = path
    ownUserInfo = userInfo
  }

  private init(inside outer: ObjectRecorder, at place: [WireKey]) {
    base = outer.base
    path = outer.path + place
    ownUserInfo = outer.ownUserInfo
  }

  /// Returns a recorder for a nested value.
  func inner(at path: [WireKey]) -> ObjectRecorder {
    ObjectRecorder(inside: self, at: path)
  }

  var codingPath: [any CodingKey] { (base?.codingPath ?? []) + path }
  var userInfo: [CodingUserInfoKey: Any] { base?.userInfo ?? ownUserInfo }

  // MARK: - Making containers

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    begin(.object)
    owned.add(type)
    // The key type of the standard library's dictionaries isn't public.
    if base == nil { hasDataKeys = String(reflecting: type) == "Swift._DictionaryCodingKey" }
    return KeyedEncodingContainer(RecordingContainer(recorder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    begin(.array)
    return RecordingArray(recorder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    RecordingScalar(recorder: self)
  }

  // MARK: - Recording

  /// Records the shape of the value, which can't change.
  private func begin(_ new: Shape) {
    if shape == .nothing {
      shape = new
    } else if shape != new || new == .single || new == .null {
      conflict = conflict ?? new.description
    }
  }

  /// Returns a value in the form in which it is recorded inside this one.
  @inline(never) func recorded(_ value: any Encodable, at place: [WireKey]) throws -> RecordedValue
  {
    guard base == nil, ForeignScalars.opaque(value) == nil else { return .value(value) }
    let inner = inner(at: place)
    try value.encode(to: inner)
    return .recorded(inner)
  }

  @inline(never) func add(_ value: RecordedValue, _ key: some CodingKey) {
    recordedMembers.append(RecordedMember(key: WireKey(key), value: value))
  }

  @inline(never) func append(_ value: RecordedValue) {
    elements.append(value)
  }

  @inline(never) func set(_ value: RecordedValue) {
    if case .null = value { begin(.null) } else { begin(.single) }
    single = value
  }

  /// Returns the recorder of a member, which is the same for each request of a key.
  func recorder(under key: WireKey) -> ObjectRecorder {
    if let known = nested[key.stringValue] { return known }
    let recorder = inner(at: [key])
    nested[key.stringValue] = recorder
    add(.recorded(recorder), key)
    return recorder
  }

  /// Returns the recorder of the next element.
  func nextRecorder() -> ObjectRecorder {
    let recorder = inner(at: [WireKey(index: elements.count)])
    append(.recorded(recorder))
    return recorder
  }

  // MARK: - Recording unknown elements

  /// The members, those of unknown elements last.
  var members: [RecordedMember] {
    guard !kept.isEmpty else { return recordedMembers }
    return recordedMembers
      + owned.remaining(of: kept, beside: names).map {
        RecordedMember(key: WireKey($0.key), value: .value($0.value))
      }
  }

  /// The keys of the members without those of unknown elements.
  var names: Set<String> { Set(recordedMembers.map(\.key.stringValue)) }

  /// Records an unknown element, which leaves members to the others.
  ///
  /// - Returns: Whether it is recorded; false if it isn't an object.
  func keep(_ payload: UnknownPayload) -> Bool {
    guard let element = KeptElement(payload) else { return false }
    add(OwnedMembers(), [element])
    return true
  }

  func add(_ owned: OwnedMembers, _ kept: [KeptElement]) {
    begin(.object)
    self.owned.add(owned)
    self.kept += kept
  }

  // MARK: - Finding errors

  /// The error for a value with two shapes; nil if it has one.
  var mixture: EncodingError? {
    conflict.map {
      .invalidValue(
        members.map(\.key.stringValue),
        EncodingError.Context(
          codingPath: codingPath,
          debugDescription: "What is encoded here is \(shape.description) and \($0) at once."
        )
      )
    }
  }
}

extension ObjectRecorder: WrappingCoder {
  var wrapped: Any? { base }
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
