import MedleyBase

/// What encoding needs to know of the types of a registry.
///
/// It is a class, because it is made when it is first used.
///
/// It is safe to send: the encoders have only constants that can be sent.
final class EntryEncoderList: @unchecked Sendable {
  /// The encoders of the entries, by position.
  private let encoders: [AnyEntryEncoder]
  /// The types that stand in for elements that can't be decoded, with their encoders.
  let standIns: [(entry: Registration, encoder: AnyEntryEncoder)]
  /// The encoders with a function that gets the payload out of a base.
  let extracted: [UnretainedEncoder]
  /// The encoders of payloads whose type alone tells the entry, or stands in for others, by type, for
  /// enums that state them.
  let stated: TypeTable<UnretainedEncoder>
  /// The encoders of values that are payloads which only need their tag, by type.
  let direct: TypeTable<UnretainedEncoder>
  /// Whether the base may state its payloads.
  let isEnum: Bool
  /// Whether each base is an enum or struct that is no payload itself.
  let isPlainEnum: Bool
  /// Whether the type of each base is the registry's, so that it needn't be looked up.
  let isConcrete: Bool

  init(_ contents: RegistryContents) {
    let entries = contents.entries
    let encoders = entries.map { $0.makeEncoder(contents.payloadTag(of: $0)) }
    self.encoders = encoders
    standIns = contents.standIns.map { ($0, $0.makeEncoder(contents.standInTag($0.type))) }
    let isExtracted = entries.contains(where: \.isExtracted)
    isEnum = contents.base is any PolymorphicEncodable.Type
    // Objects may be of a subclass. Existentials aren't encodable. Only functions that get payloads
    // out of bases pay for the test.
    isConcrete =
      !(contents.base is AnyObject.Type)
      && (isEnum || isExtracted && contents.base is any Encodable.Type)
    isPlainEnum =
      isConcrete && contents.valuePositions.isEmpty
      && contents.positions[ObjectIdentifier(contents.base)] == nil
    var stated = TypeTable<UnretainedEncoder>()
    // A type that is also registered, once, is encoded as that.
    for (entry, encoder) in standIns where isEnum {
      stated.insert(UnretainedEncoder(encoder), for: ObjectIdentifier(entry.type))
    }
    var (extracted, direct) = ([UnretainedEncoder](), TypeTable<UnretainedEncoder>())
    // Where a base may be the payload and isn't a registered value, its type tells the entry.
    let isTold = !isPlainEnum && contents.valuePositions.isEmpty
    for (position, entry) in entries.enumerated() {
      let (encoder, type) = (UnretainedEncoder(encoders[position]), ObjectIdentifier(entry.type))
      if entry.isExtracted { extracted.append(encoder) }
      guard entry.type != contents.base, let own = contents.positions[type], own.first == position
      else { continue }
      if isEnum, own.count == 1 { stated.insert(encoder, for: type) }
      if isTold, encoders[position].plainTag?.isMember == true {
        direct.insert(encoder, for: type)
      }
    }
    (self.extracted, self.stated, self.direct) = (extracted, stated, direct)
  }

  subscript(position: Int) -> AnyEntryEncoder { encoders[position] }
}

// MARK: - Finding the encoders

extension RegistryCore {
  /// What encoding needs to know of the entries.
  var encoders: EntryEncoderList { unretainedEncoders.read { $0 } }

  /// The same, without counting references: it lives as long as this object.
  @inline(__always) fileprivate var unretainedEncoders: Unretained<EntryEncoderList> {
    madeEncoders.find(base, as: EntryEncoderList.self) ?? makeEncoders()
  }

  @inline(never) private func makeEncoders() -> Unretained<EntryEncoderList> {
    Unretained(madeEncoders.insert(EntryEncoderList(contents), for: base))
  }
}

// MARK: - Encoding

extension SharedRegistry {
  /// Encodes a value of an enum that may state its payload.
  ///
  /// - Parameters:
  ///   - base: The value.
  ///   - payload: Its payload, or a placeholder.
  ///   - encoder: The encoder of the element.
  ///   - sharesObject: Whether the object of an unknown payload may have other members.
  /// - Throws: As `encode(_:to:sharesObject:)`.
  @inline(__always) func encode(
    _ base: Base,
    stating payload: some Encodable,
    to encoder: any Encoder,
    sharesObject: Bool
  ) throws {
    if try encode(stated: payload, to: encoder, sharesObject: sharesObject) { return }
    try encode(base, to: encoder, sharesObject: sharesObject, isAsked: true)
  }

  @inline(never) private func encodeStated(
    _ base: Base,
    to encoder: any Encoder,
    sharesObject: Bool
  ) throws -> Bool {
    guard let base = base as? any PolymorphicEncodable else { return false }
    let payload: any Encodable = base.payload
    return try encode(stated: payload, to: encoder, sharesObject: sharesObject)
  }

  /// Encodes a payload that an enum states.
  ///
  /// - Returns: False, with nothing encoded, if its type doesn't tell the entry.
  private func encode<Payload: Encodable>(
    stated payload: Payload,
    to encoder: any Encoder,
    sharesObject: Bool
  ) throws -> Bool {
    if Payload.self == NoContent.self || Payload.self == Base.self { return false }
    if let entry = core.unretainedEncoders.read({ $0.stated[ObjectIdentifier(Payload.self)] }) {
      try entry.read { try $0.write(payload, to: encoder) }
      return true
    }
    guard let unknown = payload as? UnknownPayload else { return false }
    try unknown.write(to: encoder, sharesObject: sharesObject)
    return true
  }

  /// Encodes a value with the tag of its type.
  ///
  /// The value is the payload itself, unless a function converted it. Then a function returns the
  /// payload, or reflection finds it in the case of an enum.
  ///
  /// - Parameters:
  ///   - base: The value.
  ///   - encoder: The encoder of the element.
  ///   - sharesObject: Whether the object of an unknown payload may have other members.
  ///   - isAsked: Whether an enum was asked for its payload.
  /// - Throws: `EncodingError.invalidValue` if there is no tag for the value, and what it throws.
  func encode(
    _ base: Base,
    to encoder: any Encoder,
    sharesObject: Bool = false,
    isAsked: Bool = false
  ) throws {
    // Once, because reading it takes 60 instructions.
    try core.unretainedEncoders.read { encoders in
      if !isAsked, encoders.isEnum,
        try encodeStated(base, to: encoder, sharesObject: sharesObject)
      {
        return
      }
      if encoders.isPlainEnum, try encodeExtracted(base, with: encoders, to: encoder) { return }
      try encodeReflected(base, with: encoders, to: encoder, sharesObject: sharesObject)
    }
  }

  /// Encodes the payload that a function of an entry gets out of a base.
  @inline(__always) private func encodeExtracted(
    _ base: Base,
    with encoders: EntryEncoderList,
    to encoder: any Encoder
  ) throws -> Bool {
    for position in encoders.extracted.indices {
      if try encoders.extracted[position].encode(payloadIn: base, to: encoder) { return true }
    }
    return false
  }

  private func encodeReflected(
    _ base: Base,
    with encoders: EntryEncoderList,
    to encoder: any Encoder,
    sharesObject: Bool
  ) throws {
    if let payload = unknownCase?.extract?(base) {
      return try payload.write(to: encoder, sharesObject: sharesObject)
    }
    // The existential of a large base is allocated.
    let type = encoders.isConcrete ? Base.self : type(of: base as Any)
    if let positions = core.contents.valuePositions[ObjectIdentifier(type)],
      let position = positions.first(where: { core.contents.entries[$0].isValue(base) })
    {
      return try encoders[position].tag.encode(to: encoder)
    }
    let own = core.contents.positions[ObjectIdentifier(type)] ?? []
    // The base may be the payload of another value of the base: `case not(Item)`.
    if let position = own.first(where: {
      type != Base.self || !core.contents.entries[$0].isConverted
    }) {
      return try encoders[position].encode(base, to: encoder)
    }
    // Those of a plain enum were asked before.
    if !encoders.isPlainEnum, try encodeExtracted(base, with: encoders, to: encoder) { return }
    if try core.encodeCase(of: base, to: encoder) { return }
    if let position = core.valueCase(of: base, type) {
      try encoders[position].tag.encode(to: encoder)
    } else if let payload = RegistryCore.unknownPayload(in: base) {
      try payload.write(to: encoder, sharesObject: sharesObject)
    } else if let position = own.first(where: { core.contents.entries[$0].isPayload(base) }) {
      try encoders[position].encode(base, to: encoder)
    } else if try !encodeStandIn(base, type, to: encoder) {
      throw core.unregistered(base, type).encoding(base, at: encoder.codingPath)
    }
  }

  /// Encodes a value of a type that stands in for others, if it is one.
  private func encodeStandIn(
    _ base: Base,
    _ type: any Any.Type,
    to encoder: any Encoder
  ) throws -> Bool {
    for (entry, own) in core.encoders.standIns {
      if try UnretainedEncoder(own).encode(payloadIn: base, to: encoder) { return true }
      guard entry.type == type, type != Base.self || entry.isPayload(base) else { continue }
      try own.encode(base, to: encoder)
      return true
    }
    return false
  }
}

extension RegistryCore {
  /// Encodes the payload in the case of an enum, if reflection finds a registered one.
  fileprivate func encodeCase(of base: Any, to encoder: any Encoder) throws -> Bool {
    guard case (let name?, var payload)? = Mirror.ofCase(base)?.firstChild else { return false }
    while true {
      if let own = self.encoder(of: payload, in: name) {
        try own.encode(payload, to: encoder)
        return true
      }
      // An unknown payload has no value inside.
      if type(of: payload) == UnknownPayload.self, encoders.standIns.isEmpty { return false }
      guard let inner = Mirror.value(inside: payload) else { return false }
      payload = inner
    }
  }

  /// Returns the encoder of the entry that converts a payload to a case; nil if none does.
  private func encoder(of payload: Any, in name: String) -> AnyEntryEncoder? {
    // Two cases may hold one type, so the registration must convert the payload to this case.
    let own = contents.positions[ObjectIdentifier(type(of: payload))] ?? []
    if let position = own.first(where: { makes(name, of: payload, at: $0) }) {
      return encoders[position]
    }
    return encoders.standIns.first { $0.entry.makeCase(of: payload) == name }?.encoder
  }

  /// Returns whether an entry converts a payload that reflection has found to a certain case.
  ///
  /// The case that an entry makes is remembered: to find it takes a second reflection, 13,000
  /// instructions. An entry that has made two cases is asked for each payload.
  private func makes(_ name: String, of payload: Any, at position: Int) -> Bool {
    if cases.withLock({ $0[position] == name }) { return true }
    guard let made = entries[position].makeCase(of: payload) else { return false }
    cases.withLock { $0[position] = ($0[position] ?? made) == made ? made : "" }
    return made == name
  }

  /// Returns the position of the registered value that is the same case of an enum.
  fileprivate func valueCase(of base: Any, _ type: any Any.Type) -> Int? {
    guard let positions = contents.valuePositions[ObjectIdentifier(type)],
      let name = Registration.caseName(of: base)
    else { return nil }
    return positions.first { entries[$0].value?.caseName == name }
  }

  /// Returns the unknown payload in the case of an enum, which may have its own `encode(to:)`.
  fileprivate static func unknownPayload(in base: Any) -> UnknownPayload? {
    if let base = base as? any PolymorphicEncodable { return base.unknownPayload }
    return Mirror.ofCase(base)?.caseValue()
  }

  fileprivate func unregistered(_ base: Any, _ type: any Any.Type) -> DiscriminatorError {
    let name = Registration.caseName(of: base)
    let sample = "\(type).\(name ?? "")"
    if let entry = entries.first(where: { $0.isOnlyDecoded && $0.sampleBase() == sample }) {
      return DiscriminatorError(onlyDecoded: name, of: type, entry.tags.first)
    }
    let tags = contents.table.tags
    return type == contents.base && Registration.isCase(base)
      ? DiscriminatorError(unregisteredCase: name, of: type, tags: tags)
      : DiscriminatorError(unregistered: type, base: contents.base, tags: tags)
  }

  private var entries: [Registration] { contents.entries }
}

extension Registration {
  /// Whether a base is the registered value, as far as that can be found out without reflection.
  fileprivate func isValue<Base>(_ base: Base) -> Bool {
    guard let value, value.caseName == nil else { return false }
    return value.matches(base)
  }

  /// Returns the name of the case to which the entry converts a payload.
  @inline(never) fileprivate func makeCase(of payload: Any) -> String? {
    guard isConverted, !isExtracted, let base = embed(payload) else { return nil }
    return Self.caseName(of: base)
  }

  /// Returns whether a value of the payload's type is encoded as itself, and not as the payload of
  /// a base.
  fileprivate func isPayload(_ base: Any) -> Bool {
    // Such an enum encodes itself with the registry.
    guard isConverted, !(base is any PolymorphicEncodable), let embedded = embed(base) else {
      return !isConverted
    }
    if let isEqual = areEqual(base, embedded) { return isEqual }
    if type is AnyObject.Type { return (base as AnyObject) === (embedded as AnyObject) }
    return Self.caseName(of: base) == Self.caseName(of: embedded)
  }
}

// MARK: - Unknown elements

/// What a registry makes of unknown elements, and gets back out of a value to encode it.
///
/// It is a class, so that contents for any base have a reference to it.
final class UnknownCase<Base>: Sendable {
  let embed: @Sendable (UnknownPayload) -> Base
  let extract: (@Sendable (Base) -> UnknownPayload?)?

  init(
    _ embed: @escaping @Sendable (UnknownPayload) -> Base,
    _ extract: (@Sendable (Base) -> UnknownPayload?)?
  ) {
    self.embed = embed
    self.extract = extract
  }
}

extension SharedRegistry {
  /// What `registry.decode(from:)` makes of unknown elements; nil if they are errors.
  var unknownCase: UnknownCase<Base>? {
    guard let unknownCase = core.contents.unknownCase else { return nil }
    // Sound: only a registry of the base sets it.
    return unsafe unsafeDowncast(unknownCase, to: UnknownCase<Base>.self)
  }
}
