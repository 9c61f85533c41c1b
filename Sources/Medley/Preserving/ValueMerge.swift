/// A three-way merge of values, for coders other than MedleyJSON's.
///
/// Objects and arrays are merged as texts are: members that only the original has are kept, and what
/// the type writes differently is written. Scalars are written as the type and the encoder's
/// strategies write them, because a decoder doesn't always tell how they came.
struct ValueMerge {
  /// Whether the original has the kinds of the scalars that came.
  let isExact: Bool

  /// Returns the merge of a value that came, of what the type writes of it, and what it writes now.
  func merged(
    _ original: PayloadValue,
    _ baseline: PayloadValue,
    _ new: WrittenValue
  ) -> MergedValue {
    switch (original, baseline, new.value) {
    case (.object(let members), .object(let baseline), .object):
      return mergedObjects(members, baseline, new)
    case (.array(let elements), .array(let baseline), .array) where elements.count == baseline.count:
      return mergedArrays(elements, baseline, new)
    case (.object, _, _), (.array, _, _), (_, _, .object), (_, _, .array):
      // The type leaves out elements, or writes another kind of value.
      if isExact, !new.hasForeignScalar, baseline == new.value { return .kept(original) }
      return .written(new)
    default:
      return .written(new)
    }
  }

  private func mergedObjects(
    _ original: [PayloadValue.Member],
    _ baseline: [PayloadValue.Member],
    _ new: WrittenValue
  ) -> MergedValue {
    let baselinePlaces = [String: Int](positionsOf: baseline.map(\.key))
    let newPlaces = [String: Int](positionsOf: new.members.map(\.key))
    let names = Set(baselinePlaces.keys).union(newPlaces.keys)
    var found: Set<String> = []
    var members: [MergedValue.Member] = []
    for member in original {
      let name = Self.typeKey(of: member.key, among: names)
      guard found.insert(name).inserted else { continue }
      switch (baselinePlaces[name], newPlaces[name]) {
      case (nil, nil):
        members.append(.init(key: member.key, value: .kept(member.value)))
      case (_?, nil):
        break
      case (nil, let after?):
        let after = new.members[after].value
        members.append(.init(key: member.key, name: name, value: .written(after)))
      case (let before?, let after?):
        let value = merged(member.value, baseline[before].value, new.members[after].value)
        members.append(.init(key: member.key, name: name, value: value))
      }
    }
    var hasNewKeys = false
    for (name, value) in new.members where found.insert(name).inserted {
      // A default for an absent member isn't written until it changes.
      guard baselinePlaces[name].map({ baseline[$0].value }) != value.value else { continue }
      hasNewKeys = true
      members.append(.init(key: name, name: name, value: .written(value)))
    }
    return .object(members, convertsKeys: hasNewKeys && !new.hasDataKeys)
  }

  /// Returns the key of a type for a key that came, which a strategy may have converted.
  static func typeKey(of key: String, among names: Set<String>) -> String {
    guard !names.contains(key), key.utf8.contains(UInt8(ascii: "_")) else { return key }
    let converted = SnakeCase.camelCase(key)
    return names.contains(converted) ? converted : key
  }

  private func mergedArrays(
    _ original: [PayloadValue],
    _ baseline: [PayloadValue],
    _ new: WrittenValue
  ) -> MergedValue {
    let values = new.elements.map(\.value)
    let matching = ElementMatching(
      from: MatchableElements(baseline),
      to: MatchableElements(values)
    ) { baseline[$0] == values[$1] }
    return .array(
      zip(new.elements, matching.matches).map { element, match in
        switch match {
        case .none: .written(element)
        case .equal(let place), .changed(let place):
          merged(original[place], baseline[place], element)
        }
      }
    )
  }
}

extension WrittenValue {
  /// Whether there is a scalar in the value that the encoder's strategies write.
  fileprivate var hasForeignScalar: Bool {
    if case .other = value { return true }
    return elements.contains(where: \.hasForeignScalar)
      || members.contains(where: \.value.hasForeignScalar)
  }
}

/// The result of merging values.
indirect enum MergedValue {
  struct Member {
    /// The key that came, or that of the type for a new member.
    let key: String
    /// The key of the type; nil for a member that it doesn't know.
    var name: String?
    let value: MergedValue
  }

  /// A value that came.
  case kept(PayloadValue)
  /// A value of the type.
  case written(WrittenValue)
  case array([MergedValue])
  /// An object, and whether it has keys that the encoder's strategy converts.
  case object([Member], convertsKeys: Bool)

  /// The value with the keys of the type.
  fileprivate var value: PayloadValue {
    switch self {
    case .kept(let value): value
    case .written(let written): written.value
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members, _):
      .object(members.map { PayloadValue.Member(key: $0.key, value: $0.value.value) })
    }
  }
}

// MARK: - Encoding

extension MergedValue: Encodable {
  func encode(to encoder: any Encoder) throws {
    if case .object(let members, _) = self, let writer = ObjectWriter.cast(encoder) {
      try members.encodeShared(to: writer)
      writer.add(OwnedMembers(), [KeptElement(members: members.unknown)])
    } else if case .object(let members, _) = self, let recorder = encoder as? ObjectRecorder {
      try members.encodeShared(to: recorder)
      recorder.add(OwnedMembers(), [KeptElement(members: members.unknown)])
    } else if DecoderTraits(encoder) == .strict {
      try encodeStrictly(to: encoder)
    } else {
      // Other formats have needs of their own.
      try value.encode(to: encoder)
    }
  }

  private func encodeStrictly(to encoder: any Encoder) throws {
    switch self {
    case .kept(let value):
      try value.encode(to: encoder)
    case .written(let written):
      switch written.value {
      case .array:
        try Self.encode(written.elements.map { .written($0) }, to: encoder)
      case .object:
        let members = written.members.map {
          Member(key: $0.key, name: $0.key, value: .written($0.value))
        }
        try Self.encode(members, convertsKeys: !written.hasDataKeys, to: encoder)
      default:
        try written.value.encode(to: encoder)
      }
    case .array(let elements):
      try Self.encode(elements, to: encoder)
    case .object(let members, let convertsKeys):
      try Self.encode(members, convertsKeys: convertsKeys, to: encoder)
    }
  }

  private static func encode(_ elements: [MergedValue], to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in elements { try container.encode(element) }
  }

  private static func encode(
    _ members: [Member],
    convertsKeys: Bool,
    to encoder: any Encoder
  ) throws {
    // Property lists have no key strategies.
    if convertsKeys || DecoderTraits.isPropertyList(encoder) {
      var container = encoder.container(keyedBy: WireKey.self)
      for member in members {
        let key = convertsKeys ? member.name ?? member.key : member.key
        try container.encode(member.value, forKey: WireKey(key))
      }
    } else {
      var container = encoder.singleValueContainer()
      try container.encode(Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first })
    }
  }
}

// MARK: - Sharing an object

extension [MergedValue.Member] {
  /// Encodes the members of the type to an encoder that writes those of others as well.
  fileprivate func encodeShared(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: WireKey.self)
    for member in self {
      guard let name = member.name else { continue }
      try container.encode(member.value, forKey: WireKey(name))
    }
  }

  /// The members that the type doesn't know, which yield to those of others.
  fileprivate var unknown: [PayloadValue.Member] {
    filter { $0.name == nil }.map { PayloadValue.Member(key: $0.key, value: $0.value.value) }
  }
}

/// What a value writes, for merging.
struct WrittenValue {
  /// The same as a value that can be compared.
  let value: PayloadValue
  fileprivate(set) var elements: [WrittenValue] = []
  fileprivate(set) var members: [(key: String, value: WrittenValue)] = []
  /// Whether the keys are those of a dictionary, which key strategies don't convert.
  fileprivate(set) var hasDataKeys = false

  /// Records what a function encodes.
  ///
  /// - Throws: What the function throws.
  init(
    at path: [WireKey],
    userInfo: [CodingUserInfoKey: Any],
    _ write: (any Encoder) throws -> Void
  ) throws {
    let recorder = ObjectRecorder(userInfo: userInfo, at: path)
    try write(recorder)
    try self.init(.recorded(recorder), in: recorder)
  }

  /// Records what a function encodes, at the place of an encoder.
  init(before encoder: any Encoder, _ write: (any Encoder) throws -> Void) throws {
    try self.init(
      at: encoder.codingPath.map { WireKey($0) },
      userInfo: encoder.userInfo,
      write
    )
  }

  private init(_ recorded: RecordedValue, in outer: ObjectRecorder) throws {
    guard case .recorded(let recorder) = recorded else {
      value = try PayloadValue(recorded, in: outer)
      return
    }
    if let error = recorder.mixture { throw error }
    switch recorder.shape {
    case .nothing:
      value = .object([])
    case .null, .single:
      self = try WrittenValue(recorder.single, in: recorder)
    case .array:
      elements = try recorder.elements.map { try WrittenValue($0, in: recorder) }
      value = .array(elements.map(\.value))
    case .object:
      members = try recorder.members.map {
        ($0.key.stringValue, try WrittenValue($0.value, in: recorder))
      }
      hasDataKeys = recorder.hasDataKeys
      value = .object(members.map { PayloadValue.Member(key: $0.key, value: $0.value.value) })
    }
  }
}

extension MatchableElements {
  /// The elements of an array of values.
  fileprivate init(_ values: [PayloadValue]) {
    self.init(fingerprints: values.map(\.hashValue)) { position in
      switch values[position]["id"] {
      case nil, .null, .array, .object: nil
      case let id?: id.description
      }
    }
  }
}
