/// An encoder that records what a value writes, and writes nothing.
///
/// The members are looked at afterwards: for a stored tag, or to compare them with those of another
/// value. A class, because all containers of one encoder add to the same record.
final class ObjectRecorder: Encoder {
  enum Shape {
    case nothing
    case null
    case single
    case array
    case object
  }

  /// The encoder that the value is going to be encoded to; nil if there is none.
  private let base: (any Encoder)?
  /// The path of this place, from that of `base`.
  private let path: [WireKey]
  private let ownUserInfo: [CodingUserInfoKey: Any]

  private(set) var shape = Shape.nothing
  /// The value, where `shape` says that there is a single one.
  private(set) var single = RecordedValue.null
  private(set) var members: [RecordedMember] = []
  private(set) var elements: [RecordedValue] = []
  /// Something that doesn't fit to what was recorded before, described for people.
  private var conflict: String?
  /// The recorders of members, since a key may be asked for more than once.
  private var nested: [String: ObjectRecorder] = [:]

  /// Creates a recorder of one level: members are kept as the values that they are.
  ///
  /// The same value is encoded to `base` later, which throws what its members throw.
  init(before base: any Encoder, at path: [WireKey] = []) {
    self.base = base
    self.path = path
    ownUserInfo = [:]
  }

  /// Creates a recorder of the whole tree: members are encoded when they are recorded.
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

  /// A recorder for a value deeper down, which is recorded by itself.
  func inner(at path: [WireKey]) -> ObjectRecorder {
    ObjectRecorder(inside: self, at: path)
  }

  var codingPath: [any CodingKey] { (base?.codingPath ?? []) + path }
  var userInfo: [CodingUserInfoKey: Any] { base?.userInfo ?? ownUserInfo }

  // MARK: - Making containers

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    begin(.object)
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

  /// Notes the shape of the value, which can't change.
  private func begin(_ new: Shape) {
    if shape == .nothing {
      shape = new
    } else if shape != new || new == .single || new == .null {
      conflict = conflict ?? new.description
    }
  }

  /// A value as it is recorded at a place inside this one.
  func recorded(_ value: some Encodable, at place: [WireKey]) throws -> RecordedValue {
    guard base == nil, ForeignScalars.opaque(value) == nil else { return .value(value) }
    let inner = inner(at: place)
    try value.encode(to: inner)
    return .recorded(inner)
  }

  func add(_ value: RecordedValue, _ key: some CodingKey) {
    members.append(RecordedMember(key: WireKey(key), value: value))
  }

  func append(_ value: RecordedValue) {
    elements.append(value)
  }

  func set(_ value: RecordedValue) {
    if case .null = value { begin(.null) } else { begin(.single) }
    single = value
  }

  /// The recorder of a member; a key that was asked for again has the same.
  func recorder(under key: WireKey) -> ObjectRecorder {
    if let known = nested[key.stringValue] { return known }
    let recorder = inner(at: [key])
    nested[key.stringValue] = recorder
    add(.recorded(recorder), key)
    return recorder
  }

  /// The recorder of the next element.
  func nextRecorder() -> ObjectRecorder {
    let recorder = inner(at: [WireKey(index: elements.count)])
    append(.recorded(recorder))
    return recorder
  }

  /// The error for a value that is encoded as two things at once; nil if it isn't.
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
