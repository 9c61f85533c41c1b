/// The result of merging values.
enum MergedValue {
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
    if case .object(let members, _) = self, let writer = encoder as? ObjectWriter {
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
