import Medley
import MedleyBase

/// What a value writes, or the merge of that with what came.
///
/// All of it is in one tree, whether it was recorded, captured or merged.
///
/// It is a class, because the code that copies a value is compiled into each function that has one.
final class WrittenValue: Sendable {
  struct Member: Sendable {
    /// The key that came, or that of the type for a new member.
    let key: String
    /// The key of the type; nil for a member that it doesn't know.
    let name: String?
    let value: WrittenValue

    /// The key of the type, or the one that came for a member that it doesn't know.
    var typeKey: String { name ?? key }
  }

  enum Content: Sendable {
    case scalar(PayloadValue)
    case array([WrittenValue])
    /// An object, and whether it has keys that the encoder's strategy converts.
    case object([Member], convertsKeys: Bool)
  }

  let content: Content
  /// Whether a value that preserves its JSON wrote all of it, so that it has all members that came.
  let isWhole: Bool
  /// The text of such a value that hasn't changed.
  private let text: SourceText?
  /// Whether there is a scalar inside that the encoder's strategies write.
  let hasForeignScalar: Bool
  /// Whether there are keys inside that the encoder's strategy converts.
  let convertsKeys: Bool
  /// A number that is the same for equal values.
  ///
  /// It is made of those of the children: without it, each level would compare and hash all values
  /// below.
  let fingerprint: Int

  /// - Parameters:
  ///   - content: The content.
  ///   - isWhole: Whether a value that preserves its JSON wrote all of it.
  ///   - text: What came, if nothing of such a value has changed. The value is then equal to any of that
  ///     text, whatever it has.
  init(_ content: Content, isWhole: Bool = false, unchangedFrom text: SourceText? = nil) {
    (self.isWhole, self.text) = (isWhole, text)
    var hasher = Hasher()
    switch content {
    case .scalar(let value):
      if case .other = value { hasForeignScalar = true } else { hasForeignScalar = false }
      convertsKeys = false
      // A decoder may provide a double as an integer.
      if case .double(let double) = value, let integer = Int64(exactly: double) {
        hasher.combine(PayloadValue.integer(integer))
      } else {
        hasher.combine(value)
      }
    case .array(let elements):
      hasForeignScalar = elements.contains(where: \.hasForeignScalar)
      convertsKeys = elements.contains(where: \.convertsKeys)
      hasher.combine(elements.count)
      for element in elements { hasher.combine(element.fingerprint) }
    case .object(let members, let converts):
      hasForeignScalar = members.contains(where: \.value.hasForeignScalar)
      convertsKeys = converts || members.contains(where: \.value.convertsKeys)
      // Commutative, so that the order doesn't matter.
      hasher.combine(members.reduce(members.count) { $0 &+ $1.fingerprint })
    }
    if let text {
      hasher = Hasher()
      hasher.combine(ObjectIdentifier(text.source))
      hasher.combine(text.range)
    }
    self.content = content
    fingerprint = hasher.finalize()
  }

  /// Creates the tree of a value that came.
  convenience init(_ value: PayloadValue) {
    switch value {
    case .array(let elements):
      self.init(.array(elements.map { WrittenValue($0) }))
    case .object(let members):
      let members = members.map { Member(key: $0.key, name: nil, value: WrittenValue($0.value)) }
      self.init(.object(members, convertsKeys: false))
    default:
      self.init(.scalar(value))
    }
  }

  /// Returns the value as one of a type that preserves its JSON.
  func whole(unchangedFrom text: SourceText? = nil) -> WrittenValue {
    WrittenValue(content, isWhole: true, unchangedFrom: text)
  }

  var isScalar: Bool { if case .scalar = content { true } else { false } }

  /// The value with the keys that came, or those of the type.
  var value: PayloadValue {
    switch content {
    case .scalar(let value): value
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members, _): .object(members.map(\.payload))
    }
  }
}

extension WrittenValue.Member {
  fileprivate var payload: PayloadValue.Member { (key, value.value) }

  fileprivate var fingerprint: Int {
    var hasher = Hasher()
    hasher.combine(key)
    hasher.combine(value.fingerprint)
    return hasher.finalize()
  }
}

// MARK: - Comparing

extension WrittenValue: Equatable {
  /// Returns whether two values are equal, whatever the order of members.
  static func == (lhs: WrittenValue, rhs: WrittenValue) -> Bool {
    guard lhs.fingerprint == rhs.fingerprint else { return false }
    if let text = lhs.text, let other = rhs.text {
      return text.source === other.source && text.range == other.range
    }
    switch (lhs.content, rhs.content) {
    case (.scalar(.integer(let integer)), .scalar(.double(let double))),
      (.scalar(.double(let double)), .scalar(.integer(let integer))):
      return Int64(exactly: double) == integer
    case (.scalar(let lhs), .scalar(let rhs)): return lhs == rhs
    case (.array(let lhs), .array(let rhs)): return lhs == rhs
    case (.object(let lhs, _), .object(let rhs, _)):
      return lhs.count == rhs.count
        && zip(lhs.sortedByKey, rhs.sortedByKey).allSatisfy {
          TypeTag.string($0.key) == .string($1.key) && $0.value == $1.value
        }
    default: return false
    }
  }
}

extension [WrittenValue.Member] {
  fileprivate var sortedByKey: [WrittenValue.Member] { map(\.key).sortedOrder.map { self[$0] } }
}

extension MatchableElements {
  /// The elements of an array of values.
  init(_ values: [WrittenValue]) {
    self.init(fingerprints: values.map(\.fingerprint)) { position in
      guard case .object(let members, _) = values[position].content,
        let id = members.first(where: { $0.typeKey == "id" }),
        case .scalar(let scalar) = id.value.content, scalar != .null
      else { return nil }
      return scalar.description
    }
  }
}

// MARK: - Recording

extension WrittenValue {
  /// Records what a function encodes.
  ///
  /// - Throws: What the function throws.
  static func recorded(
    at path: @escaping () -> [any CodingKey],
    userInfo: [CodingUserInfoKey: Any],
    _ write: (any Encoder) throws -> Void
  ) throws -> WrittenValue {
    let recorder = ObjectRecorder(userInfo: userInfo, at: path)
    try write(recorder)
    return try of(.recorded(recorder), in: recorder)
  }

  private static func of(
    _ recorded: RecordedValue,
    in outer: ObjectRecorder
  ) throws -> WrittenValue {
    guard case .recorded(let recorder) = recorded else {
      if case .value(let tree as RecordedTree) = recorded,
        let value = tree.content as? WrittenValue
      {
        return value
      }
      return WrittenValue(try PayloadValue(recorded, in: outer))
    }
    if let error = recorder.mixture { throw error }
    if let whole = recorder.whole?.content as? WrittenValue { return whole }
    switch recorder.shape {
    case .nothing:
      return WrittenValue(.object([], convertsKeys: false))
    case .null, .single:
      return try of(recorder.single, in: recorder)
    case .array:
      return WrittenValue(.array(try recorder.members.map { try of($0.value, in: recorder) }))
    case .object:
      let members = try recorder.members.map {
        let key = $0.key.stringValue
        return Member(key: key, name: key, value: try of($0.value, in: recorder))
      }
      return WrittenValue(.object(members, convertsKeys: !recorder.hasDataKeys))
    }
  }
}

// MARK: - Encoding

extension WrittenValue: RecordedContent {
  func encode(to encoder: any Encoder) throws {
    if case .object = content, let writer = ObjectWriter.cast(encoder) {
      return try share(to: writer, leaving: writer.add)
    }
    if let recorder = encoder as? ObjectRecorder {
      return try recorder.record(whole: isWhole ? RecordedTree(self) : nil) {
        try share(to: recorder, leaving: recorder.add)
      }
    }
    // Other formats have needs of their own.
    guard DecoderTraits(encoder) == .strict else { return try value.encode(to: encoder) }
    // MedleyJSON's encoder keeps the order of members.
    let own = convertsKeys ? nil : MedleyEncoders.cast(encoder)
    if try own?.write(.value(value), sharesObject: true) != true {
      try encodeStrictly(to: encoder)
    }
  }

  private func encodeStrictly(to encoder: any Encoder) throws {
    switch content {
    case .scalar(let value):
      try value.encode(to: encoder)
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(RecordedTree(element)) }
    // Property lists have no key strategies.
    case .object(let members, let convertsKeys)
    where convertsKeys || DecoderTraits.isPropertyList(encoder):
      var container = encoder.container(keyedBy: WireKey.self)
      for member in members {
        let key = convertsKeys ? member.typeKey : member.key
        try container.encode(RecordedTree(member.value), forKey: WireKey(key))
      }
    case .object(let members, _):
      var container = encoder.singleValueContainer()
      try container.encode(
        Dictionary(members.map { ($0.key, RecordedTree($0.value)) }) { first, _ in first }
      )
    }
  }

  /// Encodes the members of the type to an encoder that writes those of others as well, and leaves
  /// those that the type doesn't know, which yield to them, to a function.
  ///
  /// Another value than an object is encoded as it is.
  private func share(to encoder: any Encoder, leaving add: (MemberOwners) -> Void) throws {
    guard case .object(let members, _) = content else { return try encodeStrictly(to: encoder) }
    var container = encoder.container(keyedBy: WireKey.self)
    for member in members where member.name != nil {
      try container.encode(RecordedTree(member.value), forKey: WireKey(member.typeKey))
    }
    let unknown = members.filter { $0.name == nil }.map(\.payload)
    add(MemberOwners([KeptElement(members: unknown)]))
  }
}
