/// A registration, with its tags and the conversions between payload and base.
///
/// It isn't generic, because generic code is larger and looks up metadata. Its functions are for values
/// of one base, and only a registry of that base has it.
///
/// It is a class, because each copy of its many properties would be code of its own. It is safe to send:
/// it has only constants, its functions can be sent, and its decoder has constants alone.
package final class Registration: @unchecked Sendable {
  /// What a registration says beside the type.
  ///
  /// It is a class for the same reason.
  final class Terms: Sendable {
    /// The tags, the canonical one first.
    fileprivate let tags: [TypeTag]
    /// The pattern of the other tags that select the registration.
    fileprivate let pattern: TagPattern?
    /// The fields, if the registration states them.
    fileprivate let fields: PayloadFields?
    fileprivate let options: RegistrationOptions
    /// The file and line of the registration.
    fileprivate let site: String

    @inline(never) init(
      _ tag: TypeTag?,
      _ aliases: [TypeTag],
      _ fields: PayloadFields?,
      _ options: RegistrationOptions,
      at fileID: StaticString,
      _ line: UInt,
      matching pattern: TagPattern? = nil
    ) {
      tags = (tag.map { [$0] } ?? []) + aliases
      self.pattern = pattern
      self.fields = fields
      self.options = options
      site = "\(fileID):\(line)"
    }

    convenience init<Tag: RawRepresentable<String>>(
      _ tag: Tag,
      _ aliases: [Tag],
      _ fields: PayloadFields?,
      _ options: RegistrationOptions,
      at fileID: StaticString,
      _ line: UInt
    ) {
      let aliases = aliases.map { TypeTag($0) }
      self.init(TypeTag(tag), aliases, fields, options, at: fileID, line)
    }
  }

  /// The type of the payload.
  package let type: any SendableMetatype.Type
  private let terms: Terms
  package let tags: [TypeTag]
  package var pattern: TagPattern? { terms.pattern }
  package var fields: PayloadFields? { terms.fields }
  package var options: RegistrationOptions { terms.options }
  package var site: String { terms.site }
  /// Whether a function converts the payload to the base, which may be another type.
  package let isConverted: Bool
  /// Whether the payload is an element of the same registry, so that the same object would recurse
  /// without end.
  let isElement: Bool
  /// The value, where one is registered and no type.
  package let value: RegisteredValue?
  package let decoder: AnyEntryDecoder
  /// Makes the encoder, which many programs never use.
  let makeEncoder: @Sendable (PayloadTag) -> AnyEntryEncoder
  /// Whether a function returns the payload of a base; otherwise only reflection finds it.
  package let isExtracted: Bool
  /// Converts a payload that reflection has found to the base; returns nil if it can't.
  let embed: @Sendable (Any) -> Any?
  /// Decodes a sample; nil for what isn't decoded, or has no payload.
  package let observe: (@Sendable () -> SampleObservation)?

  /// Creates a registration of the same type with other tags.
  init(_ other: Registration, tags: [TypeTag]) {
    type = other.type
    terms = other.terms
    self.tags = tags
    isConverted = other.isConverted
    isElement = other.isElement
    value = other.value
    decoder = other.decoder
    makeEncoder = other.makeEncoder
    isExtracted = other.isExtracted
    embed = other.embed
    observe = other.observe
  }

  // MARK: Registering types

  init<Base, Payload: Decodable & SendableMetatype>(
    _ type: Payload.Type,
    of base: Base.Type = Base.self,
    _ terms: Terms,
    as embed: (@Sendable (consuming Payload) throws -> Base)? = nil,
    from extract: (@Sendable (Base) -> Payload?)? = nil
  ) {
    self.type = type
    self.terms = terms
    tags = terms.tags
    value = nil
    isConverted = embed != nil
    isElement = Self.isElement(Payload.self, of: base)
    makeEncoder = { EntryEncoder.make(extract, $0) }
    isExtracted = extract != nil
    let make = Self.erasing(embed)
    self.embed = make
    decoder = EntryDecoder<Base>.make(
      type,
      embed ?? { [site = terms.site] payload in
        // `as?` would look up the type of the optional for each element.
        switch consume payload {
        case let base as Base: return base
        default: throw RegistrationError(notABase: Payload.self, base: Base.self, site: site)
        }
      }
    )
    observe = {
      let (payload, reads) = SampleDecoder.observe { try type.init(from: $0) }
      return SampleObservation(payload: payload, base: payload.flatMap { make($0) }, reads: reads)
    }
  }

  private static func erasing<Base, Payload>(
    _ embed: (@Sendable (consuming Payload) throws -> Base)?
  ) -> @Sendable (Any) -> Any? {
    { payload in
      guard let payload = payload as? Payload else { return nil }
      if let embed { return try? embed(payload) }
      return payload as? Base
    }
  }

  /// Returns whether a type decodes with the registry for a base.
  private static func isElement<Base>(_ type: any Any.Type, of base: Base.Type) -> Bool {
    if type == Polymorphic<Base>.self || type == Polymorphic<Base>?.self { return true }
    return (type == Base.self || type == Base?.self) && Base.self is any PolymorphicDecodable.Type
  }

  // MARK: Registering types that are only encoded

  init<Base, Payload: Encodable & SendableMetatype>(
    encodable type: Payload.Type,
    of base: Base.Type = Base.self,
    _ terms: Terms,
    as embed: (@Sendable (consuming Payload) throws -> Base)? = nil,
    from extract: (@Sendable (Base) -> Payload?)? = nil
  ) {
    self.type = type
    self.terms = terms
    tags = terms.tags
    value = nil
    isConverted = embed != nil
    isElement = false
    decoder = Self.undecodable(Payload.self, base, terms.site)
    makeEncoder = { EntryEncoder.make(extract, $0) }
    isExtracted = extract != nil
    self.embed = Self.erasing(embed)
    observe = nil
  }

  /// Returns the decoder of what is only encoded.
  private static func undecodable<Base>(
    _ type: any SendableMetatype.Type,
    _ base: Base.Type,
    _ site: String
  ) -> EntryDecoder<Base> {
    ValueEntryDecoder { throw RegistrationError(notDecodable: type, base: base, site: site) }
  }

  // MARK: Registering values

  init<Base>(_ make: @escaping @Sendable () -> Base, _ terms: Terms) {
    type = NoContent.self
    self.terms = terms
    tags = terms.tags
    value = RegisteredValue.make(make)
    isConverted = true
    isElement = false
    decoder = ValueEntryDecoder(make)
    makeEncoder = { EncodableEntryEncoder<Base, NoContent>($0) }
    isExtracted = false
    embed = { _ in nil }
    observe = nil
  }

  // MARK: Registering functions that read fields

  /// Creates a registration that is only encoded if no function reads fields.
  init<Base>(
    reading read: (@Sendable (inout FieldReader) throws -> Base)?,
    writing write: FieldsEntryEncoder<Base>.Fields?,
    _ terms: Terms
  ) {
    type = EncodedFields.self
    self.terms = terms
    tags = terms.tags
    value = nil
    isConverted = true
    isElement = false
    makeEncoder = { FieldsEntryEncoder(write, $0) }
    isExtracted = write != nil
    embed = { _ in nil }
    guard let read else {
      decoder = Self.undecodable(EncodedFields.self, Base.self, terms.site)
      observe = nil
      return
    }
    decoder = FunctionEntryDecoder(read)
    observe = {
      let (base, reads) = SampleDecoder.observe {
        try FunctionEntryDecoder(read).decode(from: $0)
      }
      return SampleObservation(payload: nil, base: base, reads: reads)
    }
  }
}

// MARK: - Comparing

extension Registration {
  /// Whether elements can be decoded: false for a type that is only `Encodable`.
  package var isDecodable: Bool {
    // What is decoded is observed, or a value. The first test of a type searches all conformances of
    // the process, 320,000 instructions.
    observe != nil || value != nil || type is any Decodable.Type
  }

  /// Whether no element is decoded with this entry.
  package var isOnlyEncoded: Bool { options.isOnlyEncoded || !isDecodable }

  /// Whether functions read the fields of an element, and none returns them.
  package var isOnlyDecoded: Bool { type == EncodedFields.self && !isExtracted }

  /// The base that a sample becomes; nil if there is none.
  package func sample() -> Any? { value.map { $0.make() } ?? observe?().base }

  /// The fields that a sample reads.
  package func sampleFields() -> PayloadFields {
    observe.map { PayloadFields($0()) } ?? PayloadFields()
  }

  /// The type, and the case of an enum, that a sample becomes; nil if there is none.
  @inline(never) package func sampleBase() -> String? {
    sample().map { "\(Swift.type(of: $0)).\(Self.caseName(of: $0) ?? "")" }
  }

  /// Returns the name of the case of an enum, by reflection; nil for other types, and if reflection
  /// doesn't tell it.
  ///
  /// An enum may reflect and describe itself as it likes, and without reflection metadata a case is
  /// described as its type. Such a name would be that of several cases.
  @inline(never) package static func caseName(of base: Any) -> String? {
    guard !(base is any CustomReflectable), let mirror = Mirror.ofCase(base) else { return nil }
    if let label = mirror.firstChild?.label { return label }
    let type = Swift.type(of: base)
    guard
      !(type is any CustomStringConvertible.Type || type is any CustomDebugStringConvertible.Type
        || type is any TextOutputStreamable.Type)
    else { return nil }
    let name = "\(base)"
    return name == "\(type)" ? nil : name
  }

  /// Whether a value may be one of several cases of an enum.
  static func isCase(_ base: Any) -> Bool {
    base is any CustomReflectable || Mirror.ofCase(base) != nil
  }

  /// Returns whether both registrations decode the same, so that repeating one isn't a conflict.
  @inline(never) package func isSame(as other: Registration) -> Bool {
    if let value, let other = other.value { return value.matches(other.make()) }
    guard type == other.type else { return false }
    if !isConverted && !other.isConverted || site == other.site { return true }
    // Functions can't be compared, but their results for a sample can.
    guard let base = sampleBase(), let otherBase = other.sampleBase() else { return false }
    return base == otherBase
  }

  /// The name of what is registered and the place of its registration, for errors.
  @inline(never) package var registrant: String { "\(name) (\(site))" }

  var name: String {
    if let value { return value.name }
    return type == EncodedFields.self ? "a function of fields" : "\(type)"
  }
}

/// A value that is registered itself, because its tag is all there is to it.
///
/// All that it has are constants that can be sent, so that registrations can be sent.
package class RegisteredValue {
  /// Makes the value; a class gets a new instance each time.
  final let make: @Sendable () -> Any
  /// The case of an enum that isn't `Equatable`, which reflection finds; nil for other values.
  final let caseName: String?

  fileprivate init(_ make: @escaping @Sendable () -> Any) {
    self.make = make
    let value = make()
    caseName = value is any Equatable ? nil : Registration.caseName(of: value)
  }

  /// Returns a value of a base.
  static func make<Base>(_ make: @escaping @Sendable () -> Base) -> RegisteredValue {
    func equatable<Value: Equatable>(_ type: Value.Type) -> RegisteredValue? {
      (make as? (@Sendable () -> Value)).map { EquatableValue($0) }
    }
    if let type = Base.self as? any Equatable.Type, let value = equatable(type) { return value }
    return RegisteredValue(make)
  }

  /// The type of the value, which may be another one than the base.
  final var type: any Any.Type { Swift.type(of: make()) }

  /// The name for errors: the case of an enum, or else the type.
  final var name: String { Registration.caseName(of: make()).map { ".\($0)" } ?? "\(type)" }

  /// Whether a base is this value: equal to it where its type is `Equatable`, else the same case of
  /// an enum, or of the same type.
  func matches<Base>(_ base: Base) -> Bool {
    let value = make()
    guard Swift.type(of: base as Any) == Swift.type(of: value) else { return false }
    if let isEqual = areEqual(value, base) { return isEqual }
    guard Registration.isCase(value) else { return true }
    return Registration.caseName(of: value).map { $0 == Registration.caseName(of: base) } ?? false
  }
}

/// A value of a base that is `Equatable`: a dynamic cast for each element would take more time than
/// the comparison.
private final class EquatableValue<Value>: RegisteredValue {
  private let isEqual: (Value) -> Bool

  init(_ make: @escaping @Sendable () -> Value) where Value: Equatable {
    isEqual = { $0 == make() }
    super.init(make)
  }

  override func matches<Base>(_ base: Base) -> Bool {
    guard Base.self == Value.self else { return matches(other: base) }
    // Sound: the types are the same. The base itself isn't cast, which would copy a large enum, 400
    // instructions.
    return unsafe unsafeDowncast(self, to: EquatableValue<Base>.self).isEqual(base)
  }

  // Never inlined: a function with an optional value looks up its metadata on entry.
  @inline(never) private func matches<Base>(other base: Base) -> Bool {
    (base as? Value).map(isEqual) ?? false
  }
}
