package import MedleyBase

// MARK: - State

extension ObjectWriter {
  /// What the checks of members need.
  ///
  /// A class, so that a payload that needs no checks doesn't make it, which takes 700 instructions.
  final class State {
    /// The path of the object, from that of `base`.
    let path: [WireKey]
    /// The only container of the encoder for the object, made when it is needed.
    var container: KeyedEncodingContainer<WireKey>?
    private(set) var company: Company
    /// The containers of the value that can be those of `base`.
    let direct: DirectContainers?
    var lessons: [KeyLesson] = []
    /// The types whose members the value writes, and the unknown elements that it has encoded to
    /// this encoder.
    var owners = MemberOwners()
    /// The reason why the value can't share an object, found in a function that can't throw.
    var refused: String?

    @inline(never) init(
      _ company: Company,
      at path: [WireKey] = [],
      direct: DirectContainers? = nil,
      container: KeyedEncodingContainer<WireKey>? = nil
    ) {
      self.company = company
      self.path = path
      self.direct = direct
      self.container = container
    }
  }
}

// MARK: - Checking members

extension ObjectWriter {
  /// Returns whether a member must be written, because the object doesn't have it yet.
  ///
  /// - Throws: `EncodingError.invalidValue` if the object has another value under the key.
  func admits(_ value: RecordedValue, under key: WireKey) throws -> Bool {
    switch company {
    case .tag(let parts):
      for (tagKey, part) in parts {
        let isSame = isSameKey(key, tagKey)
        if isSame == false { continue }
        guard try isPart(part, value, at: path + [key]) else { return true }
        // A member whose key may only look like that of the tag is written as well.
        if isSame == true { return isBeside }
      }
      return true
    case .tagInside(let name, let inner):
      guard isSameKey(key, name) == true else { return true }
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
      return try parts.admits(value, under: key)
    }
  }

  /// Returns whether a value is a part of the tag; false for null in place of one that is absent.
  ///
  /// - Throws: `EncodingError.invalidValue` for another value.
  @inline(never)
  private func isPart(_ part: TypeTag?, _ value: RecordedValue, at path: [WireKey]) throws -> Bool {
    let other: String
    switch try StoredTag(value, before: base, at: path) {
    // The part is absent, which null is as well.
    case .null where part == nil: return false
    case .nothing, .null: return true
    case .tag(let stored):
      if stored == part { return true }
      other = stored.shortened
    case .other(let found): other = found
    }
    throw DiscriminatorError(noTagStoredBy: owner, found: other, expected: part, under: path)
      .encoding(value.recorded, at: base.codingPath + path)
  }

  /// Returns the same, without a state for a part of a composition.
  @inline(never) func takes(_ value: consuming RecordedValue, under key: WireKey) throws -> Bool {
    guard case .part(let parts) = object else { return try admits(value, under: key) }
    return try parts.admits(value, under: key)
  }

  /// Returns whether a member is the tag, without a record of the value.
  ///
  /// - Throws: `EncodingError` if the payload can't have the tag, which wasn't known.
  func isTag(_ value: String, under key: String) throws -> Bool {
    if case .awaiting(let places, _) = object, places.keys.first?.stringValue == key {
      try findTag(.text(value))
    }
    guard case .tagged(let tag) = object else { return false }
    return tag.member.name == key && tag.member.text == value
  }

  /// Returns the string as which a value is encoded, or nil.
  func text(of value: some Encodable, under key: String) -> String? {
    let stored = try? StoredTag(.value(value), before: base, at: path + [WireKey(key)])
    return if case .tag(.string(let text))? = stored { text } else { nil }
  }

  /// Returns whether a member must be written, whose key is that of the tag.
  ///
  /// - Throws: `EncodingError.invalidValue` if the tag has another value.
  package func admits(_ value: some Encodable, under key: String) throws -> Bool {
    try admits(.value(value), under: WireKey(key))
  }

  /// Returns whether two keys are one in the document; nil if they may be.
  private func isSameKey(_ key: WireKey, _ tagKey: WireKey) -> Bool? {
    if let own = MedleyEncoders.cast(innermost) {
      let name = key.isDataKey ? key.stringValue : own.written(key.stringValue)
      if name == own.written(tagKey.stringValue) { return true }
    } else if key.stringValue == tagKey.stringValue {
      return true
    }
    return !key.isDataKey && key.isWritten(as: tagKey) ? nil : false
  }

  /// Removes a member from the record, because its value threw an error.
  func removeMember(under key: WireKey) { parts?.removeMember(under: key) }

  /// Returns the encoder of a container under a key, or nil if the encoder's own can be used.
  package func encoder(under key: WireKey) -> (any Encoder)? {
    switch company {
    case .tag(let parts):
      guard parts.contains(where: { key.isWritten(as: $0.key) }) else { return nil }
      return refuse("an object or an array under \"\(key)\"")
    case .tagInside(let name, let inner):
      guard key.stringValue == name.stringValue else { return nil }
      return inner ?? refuse(Self.changed)
    case .parts(let parts):
      return parts.conflict(ofContainerUnder: key).map { refuse($0) }
    }
  }

  /// Returns the description of a payload whose members differ from the recorded ones.
  private static var changed: String { "other members than a moment before" }
}

// MARK: - Refusing

extension ObjectWriter {
  /// Records that the value can't share an object, and returns an encoder that writes nothing.
  func refuse(_ found: String) -> any Encoder {
    state.refused = state.refused ?? found
    return ObjectRecorder(before: base, at: path)
  }

  var refusedAnywhere: String? {
    guard case .checked(let state) = object else { return nil }
    guard case .tagInside(_, let inner) = state.company else { return state.refused }
    return state.refused ?? inner?.refusedAnywhere
  }

  /// Throws the error for a scalar in place of the object.
  func set(_ scalar: RecordedValue) throws {
    let found = if case .null = scalar { "null" } else { "a single value" }
    throw refusal(found, of: scalar.recorded)
  }

  /// Returns the error for a value that can't share an object.
  func refusal(_ found: String, of value: Any) -> EncodingError {
    let description =
      if case .parts = company {
        """
        The part \(owner) is encoded as \(found), which can't stand in one object with the other \
        parts. Make it a member of one of them.
        """
      } else {
        """
        The payload \(owner) is encoded as \(found), which can't stand in one object with its tag. \
        Use a discriminator that keeps them apart: .adjacent, .external or .wrapperArray.
        """
      }
    return .invalid(value, at: codingPath, description)
  }
}

// MARK: - Writing dictionaries

extension ObjectWriter {
  /// Writes the members of a dictionary, whose keys no strategy converts.
  @inline(never) func encode(_ dictionary: any StringKeyedEncodable) throws {
    // As a whole, where the encoder converts the keys of its containers.
    if case .part(let parts) = object {
      if keyType == nil, try parts.add(dictionary) { return }
    } else if takesDictionary {
      var written: [String] = []
      if case .tagged(let tag) = object {
        try check(dictionary, beside: tag)
        if tag.places.objects.isEmpty { written = tag.places.keys.map(\.stringValue) }
      }
      var container = base.singleValueContainer()
      return try container.encode(dictionary.removing(written))
    }
    try dictionary.encodeMembers(to: self)
  }

  /// Checks that a dictionary stores no other tag, before it is written as a whole.
  private func check(_ dictionary: any StringKeyedEncodable, beside tag: PlainTag) throws {
    let record = try ObjectRecorder(of: dictionary, before: base)
    for index in tag.places.objects.indices {
      let path = Array(tag.places.objects[...index])
      guard record.hasValue(at: path), record.object(at: path) == nil else { continue }
      throw refusal("a scalar under \"\(tag.places.objects[index])\"", of: dictionary)
    }
    for (key, part) in tag.parts {
      let path = tag.places.objects + [key]
      guard let stored = try record.storedTag(at: path, of: owner), stored != part else { continue }
      let found = stored.shortened
      throw DiscriminatorError(noTagStoredBy: owner, found: found, expected: part, under: path)
        .encoding(dictionary, at: base.codingPath + path)
    }
  }

  /// The encoder behind all writers.
  private var innermost: any Encoder { Self.cast(base)?.innermost ?? base }
}

// MARK: - Checking beside a tag

extension ObjectWriter.State {
  /// Creates the state of a writer, around those of nested objects whose containers it opens.
  ///
  /// - Parameters:
  ///   - company: The other members of the innermost object.
  ///   - objects: The keys of the nested objects.
  ///   - owner: The type of the payload.
  ///   - base: The encoder of the element.
  ///   - direct: The containers of the value that can be those of `base`.
  @inline(never) convenience init(
    _ company: ObjectWriter.Company,
    inside objects: ArraySlice<WireKey>,
    of owner: any Any.Type,
    in base: any Encoder,
    direct: DirectContainers? = nil
  ) {
    let container = objects.isEmpty ? nil : base.container(keyedBy: WireKey.self)
    self.init(company, direct: direct, container: container)
    var outer = self
    for (depth, key) in objects.enumerated() {
      let inner = ObjectWriter.State(
        company,
        at: Array(objects[...depth]),
        container: outer.container?.nestedContainer(keyedBy: WireKey.self, forKey: key)
      )
      outer.company = .tagInside(key, ObjectWriter(owner, .checked(inner), in: base))
      outer = inner
    }
  }

  /// The state of the innermost object that has a writer.
  var innermost: ObjectWriter.State {
    if case .tagInside(_, let inner?) = company { inner.state.innermost } else { self }
  }
}

// MARK: - Writing unknown elements

extension ObjectWriter {
  /// Writes the members of unknown elements that the others of the object leave to them, or passes
  /// them on to the writer of the same object around this one.
  func writeKept(beside value: any Encodable, _ state: State) throws {
    var owners = state.owners
    if case .parts(let parts) = state.company { return parts.add(owners) }
    for position in owners.kept.indices { try removeTag(from: &owners.kept[position], state) }
    if let outer { return outer.add(owners) }
    guard !owners.kept.isEmpty else { return }
    if path.isEmpty, let recorder = base as? ObjectRecorder { return recorder.add(owners) }
    // Containers of the encoder itself don't show what is written to them.
    let record = ObjectRecorder(before: base, at: path)
    try value.encodeStrictly(to: record)
    let members = owners.remaining(beside: record.names)
    try PayloadValue.encode(members, into: container, of: base)
  }

  /// Removes the tag that this writer has written.
  ///
  /// An element that is the whole value must have the same one.
  private func removeTag(from element: inout KeptElement, _ state: State) throws {
    var parts: [TagPart]?
    if state.owners.hasKeys || state.owners.kept.count > 1 {
      element.members = state.owners.remaining(of: [element])
      if case .tag(let all) = state.company { parts = all }
    }
    element.members = try element.members.filter { member in
      if let parts { return !parts.contains { $0.key.stringValue == member.key } }
      return try admits(.value(member.value), under: WireKey(member.key))
    }
  }
}

extension WireKey {
  /// Whether an encoder may convert this key to another one.
  ///
  /// It does if it converts keys to snake case, which an encoder doesn't expose.
  @inline(never) func isWritten(as other: WireKey) -> Bool {
    stringValue == other.stringValue || stringValue == SnakeCase.camelCase(other.stringValue)
  }
}

extension ObjectWriter: MemberChecker, ContainerTarget, WrappingCoder {
  package var wrapped: Any? { base }
}
