import MedleyBase

/// A recorded value as a tag.
enum StoredTag {
  case nothing
  case null
  case tag(TypeTag)
  /// A description of a value that isn't a tag.
  case other(String)

  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: An encoder around the value.
  ///   - path: The path of the value, from that of the encoder.
  /// - Throws: What the value throws when it is encoded.
  @inline(never)
  init(_ value: RecordedValue, before encoder: any Encoder, at path: [WireKey]) throws {
    switch value {
    case .null: self = .null
    case .boolean(let boolean): self = .tag(.boolean(boolean))
    case .string(let string): self = .tag(.string(string))
    case .integer(let integer): self = .tag(.integer(Int64(integer)))
    case .double(let double): self = .other("\(double)")
    case .scalar(let scalar):
      let integer = (scalar as? any BinaryInteger).flatMap { Int64(exactly: $0) }
      self = integer.map { .tag(.integer($0)) } ?? .other("\(scalar)")
    case .value(let value):
      let recorder = ObjectRecorder(before: encoder, at: path)
      try value.encode(to: recorder)
      try self.init(.recorded(recorder), before: encoder, at: path)
    case .recorded(let inner):
      switch inner.shape {
      case .nothing: self = .nothing
      case .null, .single: try self.init(inner.single, before: encoder, at: path)
      case .array, .object: self = .other(inner.shape.description)
      }
    }
  }
}

// MARK: - Finding the stored tag

// A value that throws stores no tag. It throws again when it is written, where the payload may
// catch the error.
extension ObjectRecorder {
  /// Returns the recorded tag at a path, or nil if there is none or null.
  ///
  /// - Parameters:
  ///   - path: The path of the tag.
  ///   - owner: The type of the recorded value.
  /// - Returns: The tag.
  /// - Throws: `EncodingError.invalidValue` if the value there isn't a tag.
  func storedTag(at path: [WireKey], of owner: any Any.Type) throws -> TypeTag? {
    guard let value = value(at: path) else { return nil }
    switch try? StoredTag(value, before: self, at: path) {
    case .nothing, .null, nil: return nil
    case .tag(let tag): return tag
    case .other(let found):
      throw DiscriminatorError(noTagStoredBy: owner, found: found, expected: nil, under: path)
        .encoding(value.recorded, at: codingPath + path)
    }
  }

  /// Returns whether a value other than null was recorded at a path.
  @inline(never) func hasValue(at path: [WireKey]) -> Bool {
    switch value(at: path) {
    case nil, .null?: false
    default: true
    }
  }

  /// Returns whether anything was recorded at a path, if only null.
  func hasMember(at path: [WireKey]) -> Bool {
    guard let key = path.first else { return true }
    let members = object(at: [])?.members ?? []
    return members.contains { member in
      guard member.key.isWritten(as: key) else { return false }
      guard path.count > 1 else { return true }
      return object(member.value, at: [member.key])?.hasMember(at: Array(path.dropFirst())) == true
    }
  }

  /// Whether an object was recorded that isn't empty.
  var hasMembers: Bool { object(at: [])?.members.isEmpty == false }

  /// The kind of the recorded value; a string if that can't be known, nil for other scalars.
  var kind: ValueKind? {
    get throws {
      switch shape {
      case .nothing, .object: .object
      case .array: .array
      case .null: nil
      case .single:
        switch single {
        case .string: .string
        // Encoders have strategies for such values, which may write a string.
        case .value(let value) where ForeignScalars.coding?.isSpecial(type(of: value)) == true:
          .string
        default: try record(of: single, at: [])?.kind
        }
      }
    }
  }

  /// Returns the recorded value at a path, which is that of a tag.
  private func value(at path: [WireKey]) -> RecordedValue? {
    guard let key = path.last else { return .recorded(self) }
    return object(at: Array(path.dropLast()))?.member(key)?.value
  }

  /// Returns the recorded object at a path; nil if there is none.
  func object(at path: [WireKey]) -> ObjectRecorder? {
    value(at: path).flatMap { object($0, at: path) }
  }

  /// Returns the member with the key of a tag.
  ///
  /// A dictionary has it as it is written: an encoder may convert the key of the tag.
  private func member(_ key: WireKey) -> RecordedMember? {
    func member(_ name: String) -> RecordedMember? { members.last { $0.key.stringValue == name } }
    guard isDictionary else { return member(key.stringValue) }
    if let own = base.flatMap({ MedleyEncoders.cast($0) }) {
      return member(own.written(key.stringValue))
    }
    return member(key.stringValue) ?? member(SnakeCase.snakeCase(key.stringValue))
  }

  /// Returns the record of a value, or nil if it isn't an object.
  private func object(_ value: RecordedValue, at place: [WireKey]) -> ObjectRecorder? {
    guard let inner = try? record(of: value, at: place) else { return nil }
    return switch inner.shape {
    case .nothing, .object: inner
    case .array: nil
    // A value may encode another one instead of itself.
    case .null, .single: object(inner.single, at: place)
    }
  }

  /// Returns the record of a value, or nil for a scalar.
  private func record(of value: RecordedValue, at place: [WireKey]) throws -> ObjectRecorder? {
    switch value {
    case .null, .boolean, .string, .integer, .double, .scalar: return nil
    case .recorded(let record): return record
    case .value(let value):
      let record = ObjectRecorder(inside: self, at: place)
      record.isDictionary = value is any StringKeyedEncodable
      try value.encode(to: record)
      return record
    }
  }
}

/// A part of a tag, or nil if it is absent, and the key of its member.
typealias TagPart = (key: WireKey, part: TypeTag?)

/// Where a payload has its tag, or the parts of it, among its own members.
///
/// It is a class, because a form hands the same one to each payload.
package final class TagMembers: Sendable {
  /// The objects in which the keys stand, the outermost first; empty for members of the payload.
  let objects: [WireKey]
  /// A key for each part of the tag.
  let keys: [WireKey]
  /// Which containers of the payload can be the encoder's own.
  let direct: DirectContainers
  /// The member with a tag that isn't known before the payload is written; nil if it is more than one
  /// member.
  let openMember: LeadingMember?
  private let isCompound: Bool

  /// Creates the place of a tag under a key or a path.
  init(path: [String]) {
    let all = path.map { WireKey($0) }
    objects = Array(all.dropLast())
    keys = Array(all.suffix(1))
    let direct = DirectContainers(reserved: Array(path.prefix(1)))
    self.direct = direct
    openMember =
      path.count == 1
      ? LeadingMember(name: path[0], reserved: direct.reservedKeys) { direct.use(of: $0) } : nil
    isCompound = false
  }

  /// Creates the places of the parts of a compound tag.
  init(parts: [String]) {
    objects = []
    keys = parts.map { WireKey($0) }
    direct = DirectContainers(reserved: parts)
    openMember = nil
    isCompound = true
  }

  /// Returns the parts of a tag with their keys.
  @inline(never) func parts(of tag: TypeTag) -> [TagPart] {
    zip(keys, tag.parts).map { ($0, $1) }
  }

  /// The path of the tag, for errors; that of the payload for a compound one.
  var path: [WireKey] { isCompound ? [] : objects + keys }

  /// The tag with certain parts.
  func tag(of parts: [TypeTag?]) -> TypeTag? { isCompound ? .compound(parts) : parts.first ?? nil }
}
