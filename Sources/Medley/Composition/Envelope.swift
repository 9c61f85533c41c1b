extension Encoder {
  /// Encodes the members of an envelope and the elements that share its object.
  ///
  /// Call it in an `encode(to:)` of your own, if the type has members in the same object as an
  /// element:
  ///
  /// ```swift
  /// struct Message: Codable {
  ///   var id: Int
  ///   var item: Item  // a PolymorphicEnum
  ///
  ///   enum CodingKeys: CodingKey { case id }
  ///
  ///   init(from decoder: any Decoder) throws {
  ///     let members = try decoder.container(keyedBy: CodingKeys.self)
  ///     id = try members.decode(Int.self, forKey: .id)
  ///     item = try Item(from: decoder)
  ///   }
  ///
  ///   func encode(to encoder: any Encoder) throws {
  ///     try encoder.encodeEnvelope { encoder in
  ///       var members = encoder.container(keyedBy: CodingKeys.self)
  ///       try members.encode(id, forKey: .id)
  ///       try item.encode(to: encoder)
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// An unknown element has kept the whole object. It is encoded last, whatever the order of the
  /// calls, without the members that anything else has written, and without those that the key types
  /// of the envelope name: the envelope has removed them. All members are written through one
  /// container, as all formats allow.
  ///
  /// - Parameter body: A function that encodes the members and the elements to the encoder that it
  ///   is given.
  /// - Throws: What `body` throws. `EncodingError.invalidValue` if two different values have one key,
  ///   or if an element isn't encoded as an object.
  public func encodeEnvelope(_ body: (_ encoder: any Encoder) throws -> Void) throws {
    // Those write unknown elements last anyway.
    if ObjectWriter.cast(self) != nil || self is ObjectRecorder {
      try body(self)
      return
    }
    let object = MergedParts(at: self)
    try object.write(envelope: body)
    try object.writeMembersLeft()
  }
}

/// The members that a function encodes, for errors.
struct Envelope: Encodable {
  // Its members are encoded by the function.
  func encode(to encoder: any Encoder) {}
}

// MARK: - Leaving members to others

/// An unknown element, or what a value preserves, that is encoded into an object with other members.
struct KeptElement {
  /// The members of the whole object, as it came.
  var members: [PayloadValue.Member]
  /// The keys of the tag and of the content, which key types of others may name as well.
  private let ownKeys: [String]

  /// - Returns: nil if the element isn't an object.
  init?(_ payload: UnknownPayload) {
    guard case .object(let members) = payload.content else { return nil }
    self.members = members
    let form = payload.storage.origin.discriminator?.form
    var keys = form?.members.compactMap(\.path.first) ?? []
    // The key of the content may be the tag.
    if form?.isPayloadWhole == false, let key = payload.tag?.keyText { keys.append(key) }
    ownKeys = keys
  }

  /// Creates the element for members that a value preserves beside its own.
  init(members: [PayloadValue.Member]) {
    self.members = members
    ownKeys = []
  }

  fileprivate func owns(_ key: String) -> Bool { ownKeys.contains(key) }
}

/// The members of an object that aren't those of an unknown element, whether they are written or
/// not.
struct OwnedMembers {
  private enum Owner {
    case keys(any CodingKey.Type)
    case part(any Any.Type)
  }

  // The usual case, which needs no array.
  private var keyType: (any CodingKey.Type)?
  private var others: [Owner] = []

  init(reservingCapacity count: Int = 0) {
    others.reserveCapacity(count)
  }

  /// Whether no container was made.
  var isEmpty: Bool { keyType == nil }

  /// Adds the members that the keys of a container name.
  @inline(never) mutating func add(_ type: any CodingKey.Type) {
    if keyType == nil { keyType = type } else { others.append(.keys(type)) }
  }

  /// Adds the members of a part of a composition.
  mutating func add(part: any Any.Type) {
    others.append(.part(part))
  }

  @inline(never) mutating func add(_ other: OwnedMembers) {
    if let type = other.keyType { add(type) }
    if !other.others.isEmpty { others += other.others }
  }

  private var keyTypes: [any CodingKey.Type] {
    (keyType.map { [$0] } ?? [])
      + others.compactMap { if case .keys(let type) = $0 { type } else { nil } }
  }

  private var parts: [any Any.Type] {
    others.compactMap { if case .part(let type) = $0 { type } else { nil } }
  }

  /// Returns the members that unknown elements have and the others leave to them.
  ///
  /// - Parameters:
  ///   - elements: The unknown elements. Of a member that several have, the first has it.
  ///   - names: The keys that the others have written.
  /// - Returns: The members to write.
  func remaining(of elements: [KeptElement], beside names: Set<String>) -> [PayloadValue.Member] {
    let fields = parts.reduce(into: Set<String>()) { $0.formUnion(Self.fields(of: $1)) }
    // Keys of any name don't tell what they are for.
    let keyTypes = keyTypes.filter { $0.init(stringValue: "\u{0}") == nil }
    var taken = names
    var remaining: [PayloadValue.Member] = []
    for element in elements {
      let keys = Set(element.members.map(\.key))
      for member in element.members {
        // The encoder may convert the others' keys to snake case.
        let camelCase = SnakeCase.camelCase(member.key)
        let names = keys.contains(camelCase) ? [member.key] : [member.key, camelCase]
        guard !names.contains(where: taken.contains) else { continue }
        // What is named but not written was removed. A null wasn't: optional properties omit it.
        let isRemoved = names.contains { name in
          fields.contains(name) || keyTypes.contains { $0.init(stringValue: name) != nil }
        }
        if isRemoved, member.value != .null, !element.owns(member.key) { continue }
        taken.insert(member.key)
        remaining.append(member)
      }
    }
    return remaining
  }

  /// The members of a part, if a sample of it can be decoded.
  private static func fields(of part: any Any.Type) -> Set<String> {
    func fields<Part: Decodable>(_ type: Part.Type) -> Set<String> {
      let fields = PayloadFields(of: type)
      return fields.required.union(fields.optional)
    }
    return (part as? any Decodable.Type).map { fields($0) } ?? []
  }
}
