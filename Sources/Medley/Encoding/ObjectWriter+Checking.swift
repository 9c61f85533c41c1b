// MARK: - Checking members

extension ObjectWriter {
  /// Returns whether a member must be written, because the object doesn't have it yet.
  ///
  /// - Throws: `EncodingError.invalidValue` if the object has another value under the key.
  func admits(_ value: RecordedValue, under key: WireKey) throws -> Bool {
    switch company {
    case .tag(let tag, let keys):
      for (index, tagKey) in keys.enumerated() where key.isWritten(as: tagKey) {
        let part = tag.parts[index]
        let stored = try StoredTag(value, in: ObjectRecorder(before: base, at: path + [key]))
        switch (stored, part) {
        // The part is absent, which null is as well.
        case (.null, nil): return true
        case (.nothing, _), (.null, _):
          // A member whose key may only look like that of the tag is written as well.
          if key.stringValue == tagKey.stringValue { return false }
        case (.tag(let stored), let part?) where stored == part:
          if key.stringValue == tagKey.stringValue { return false }
        case (.tag(let stored), _): throw disagreement(value, stored.shortened, under: key, part)
        case (.other(let found), _): throw disagreement(value, found, under: key, part)
        }
      }
      return true
    case .tagInside(let name, let inner):
      guard key.stringValue == name.stringValue else { return true }
      switch value {
      // The tag replaces it.
      case .null: break
      case .value(let value):
        guard let inner else { throw refusal(Self.changed, of: value) }
        try inner.write(value)
      default: throw refusal("a scalar under \"\(key)\"", of: value.recorded)
      }
      return false
    case .parts(let parts):
      return try parts.admits(value, under: key, of: owner)
    }
  }

  /// Removes a member from the record, because its value threw an error.
  func removeMember(under key: WireKey) {
    if case .parts(let parts) = company { parts.removeMember(under: key) }
  }

  /// Returns the encoder of a container under a key, or nil if the encoder's own can be used.
  func encoder(under key: WireKey) -> (any Encoder)? {
    switch company {
    case .tag(_, let keys):
      guard keys.contains(where: key.isWritten) else { return nil }
      return refuse("an object or an array under \"\(key)\"")
    case .tagInside(let name, let inner):
      guard key.stringValue == name.stringValue else { return nil }
      return inner ?? refuse(Self.changed)
    case .parts(let parts):
      return parts.conflict(ofContainerUnder: key, of: owner).map { refuse($0) }
    }
  }

  private func disagreement(
    _ value: RecordedValue,
    _ found: String,
    under key: WireKey,
    _ tag: TypeTag?
  ) -> EncodingError {
    DiscriminatorError(
      noTagStoredBy: owner,
      found: found,
      expected: tag,
      place: "under \"\((path + [key]).map(\.stringValue).joined(separator: "."))\""
    ).encoding(value.recorded, at: codingPath + [key])
  }

  /// Returns the description of a payload whose members differ from the recorded ones.
  private static var changed: String { "other members than a moment before" }
}

// MARK: - Writing unknown elements

extension ObjectWriter {
  /// Keeps an unknown element, to write its members when the others are written.
  ///
  /// - Returns: Whether it is kept; false if it isn't an object.
  func keep(_ payload: UnknownPayload) -> Bool {
    guard let element = KeptElement(payload) else { return false }
    add(OwnedMembers(), [element])
    return true
  }

  /// Writes the members of unknown elements that the others of the object leave to them, or passes
  /// them on to the writer of the same object around this one.
  func writeKept(beside value: some Encodable) throws {
    if case .parts(let parts) = company {
      parts.add(owned, kept)
      return
    }
    guard !kept.isEmpty else {
      outer?.add(owned, [])
      return
    }
    var elements = kept
    for position in elements.indices { try removeTag(from: &elements[position]) }
    if let outer {
      outer.add(owned, elements)
    } else if path.isEmpty, let recorder = base as? ObjectRecorder {
      recorder.add(owned, elements)
    } else {
      // Containers of the encoder itself don't show what is written to them.
      let record = ObjectRecorder(before: base, at: path)
      try value.encode(to: record)
      let members = owned.remaining(of: elements, beside: record.names)
      try PayloadValue.encode(members, into: container, of: base)
    }
  }

  /// Removes the tag that this writer has written.
  ///
  /// An element that is the whole value must have the same one.
  private func removeTag(from element: inout KeptElement) throws {
    if !owned.isEmpty || kept.count > 1 {
      element.members = owned.remaining(of: [element], beside: [])
      if case .tag(_, let keys) = company {
        element.members.removeAll { member in keys.contains { $0.stringValue == member.key } }
        return
      }
    }
    element.members = try element.members.filter {
      try admits(.value($0.value), under: WireKey($0.key))
    }
  }
}

extension WireKey {
  /// Whether an encoder may convert this key to another one.
  ///
  /// It does if it converts keys to snake case, which an encoder doesn't expose.
  fileprivate func isWritten(as other: WireKey) -> Bool {
    let name = other.stringValue
    return stringValue == name
      || name.utf8.contains(UInt8(ascii: "_")) && SnakeCase.camelCase(name) == stringValue
  }
}

// MARK: - Writing a payload with its tag

extension ObjectWriter {
  /// Encodes a payload and its tag as one object.
  ///
  /// - Parameters:
  ///   - payload: The payload.
  ///   - tag: The tags that the payload may have.
  ///   - places: The places of the tag's parts among the payload's members.
  ///   - encoder: The encoder of the element.
  /// - Throws: `EncodingError.invalidValue` if the payload isn't encoded as an object, or stores
  ///   another tag.
  static func encode<Payload: Encodable>(
    _ payload: Payload,
    tagged tag: PayloadTag,
    at places: TagPlaces,
    to encoder: any Encoder
  ) throws {
    if tag.isCertain, places.objects.isEmpty, let key = places.keys.first,
      let own = MedleyEncoders.cast(encoder)
    {
      let canonical = try tag.canonical(for: payload, encoder)
      if case .string(let string) = canonical, own.write(tag: string, under: key) {
        try ObjectWriter(
          Payload.self,
          tagged: canonical,
          under: places.keys,
          writtenBy: encoder,
          direct: places.direct
        ).write(payload)
        return
      }
    }
    let merges = places.direct.merges(encoder)
    var record: ObjectRecorder?
    if !tag.isCertain || !places.objects.isEmpty && !merges {
      let recorder = ObjectRecorder(before: encoder)
      try payload.encode(to: recorder)
      record = recorder
    }
    let writer = try ObjectWriter(
      Payload.self,
      tagged: tag.written(for: payload, at: places, of: record, to: encoder),
      under: places.keys,
      inside: places.objects[...],
      of: record,
      merges: merges,
      in: encoder.container(keyedBy: WireKey.self),
      before: encoder,
      direct: merges ? places.direct : nil
    )
    try writer.write(payload)
  }
}

/// A tag, with the objects around it.
struct NestedTag: Encodable {
  private let tag: TypeTag
  private let path: ArraySlice<WireKey>

  init(_ tag: TypeTag, at path: ArraySlice<WireKey>) {
    self.tag = tag
    self.path = path
  }

  func encode(to encoder: any Encoder) throws {
    guard let key = path.first else {
      try tag.encode(to: encoder)
      return
    }
    var container = encoder.container(keyedBy: WireKey.self)
    if path.count == 1 {
      try container.encodeTag(tag, forKey: key)
    } else {
      try container.encode(NestedTag(tag, at: path.dropFirst()), forKey: key)
    }
  }
}

// MARK: - Writing tags

// Without a value's own encoder, which takes 4,000 instructions of Foundation's.

extension KeyedEncodingContainer {
  /// Encodes a tag as a member.
  mutating func encodeTag(_ tag: TypeTag, forKey key: Key) throws {
    switch tag {
    case .string(let string): try encode(string, forKey: key)
    case .integer(let integer): try encode(integer, forKey: key)
    case .boolean(let boolean): try encode(boolean, forKey: key)
    case .compound: try encode(tag, forKey: key)
    }
  }
}

extension UnkeyedEncodingContainer {
  /// Encodes a tag as an element.
  mutating func encodeTag(_ tag: TypeTag) throws {
    switch tag {
    case .string(let string): try encode(string)
    case .integer(let integer): try encode(integer)
    case .boolean(let boolean): try encode(boolean)
    case .compound: try encode(tag)
    }
  }
}

// MARK: - Writing the fields of a payload

/// The writer is a target of fields, so that none has to be allocated.
///
/// Fields are written by the encoder's own target, unless their name may be that of the tag.
extension ObjectWriter: FieldTarget {
  /// Prepares the writer for fields.
  ///
  /// - Returns: False if the encoder has no target of its own, or other parts write to the object.
  func beginFields() throws -> Bool {
    guard case .tag = company, direct != nil, path.isEmpty,
      let own = MedleyEncoders.cast(base), let fields = try own.fields()
    else { return false }
    fieldTarget = fields
    addOwned(WireKey.self)
    return true
  }

  var encoder: any Encoder { self }

  /// Returns whether a field must be written, because it isn't the tag.
  @inline(__always) private func admits(
    _ value: @autoclosure () -> RecordedValue,
    _ key: FieldKey
  ) throws -> Bool {
    guard direct?.isReserved(key) == true else { return true }
    return try admits(value(), under: WireKey(key.string))
  }

  func encode(_ value: String, _ key: FieldKey) throws {
    if try admits(.string(value), key) { try fieldTarget?.encode(value, key) }
  }

  func encode(_ value: Bool, _ key: FieldKey) throws {
    if try admits(.boolean(value), key) { try fieldTarget?.encode(value, key) }
  }

  func encode(_ value: Int, _ key: FieldKey) throws {
    if try admits(.integer(value), key) { try fieldTarget?.encode(value, key) }
  }

  func encode(_ value: Double, _ key: FieldKey) throws {
    if try admits(.double(value), key) { try fieldTarget?.encode(value, key) }
  }

  func encode<Value: Encodable>(value: Value, _ key: FieldKey) throws {
    if try admits(.value(value), key) { try fieldTarget?.encode(value: value, key) }
  }
}
