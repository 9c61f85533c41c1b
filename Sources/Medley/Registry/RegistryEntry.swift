/// A registered type: its tags, and how its payload becomes a `Base` and is found in one again.
struct RegistryEntry<Base>: Sendable {
  let type: any (Decodable & SendableMetatype).Type
  /// The canonical tag first.
  var tags: [TypeTag]
  /// The fields, where the registration states them.
  let fields: PayloadFields?
  /// Where the type was registered.
  let site: String
  /// Whether a function makes the `Base`, which may then be of another type.
  let isConverted: Bool
  /// Whether the payload is of a hierarchy of its own, which may keep what it doesn't know.
  let mayKeepUnknown: Bool
  /// Whether the payload is an element of the same registry, which the same object must not be.
  let isElement: Bool
  let decoder: EntryDecoder<Base>
  /// Gets the payload out of a `Base`; nil if only reflection can.
  let extract: (@Sendable (Base) -> (any Decodable)?)?
  /// Makes a `Base` of a payload that was found in one; nil if it can't be made.
  let embed: @Sendable (Any) -> Base?
  /// The bases of the elements that a sample reads from its own decoder.
  let wholeReads: @Sendable () -> [any Any.Type]
  /// The fields that a sample asks for.
  let sampleFields: @Sendable () -> PayloadFields?
  /// The type, and the case of an enum, that a sample becomes; nil if that can't be known.
  let sampleBase: @Sendable () -> String?
  /// What a sample says about whether the type is a `Base`: an error if it isn't.
  let sampleError: @Sendable () -> RegistrationError?

  init<Payload: Decodable & SendableMetatype>(
    _ type: Payload.Type,
    tags: [TypeTag],
    fields: PayloadFields?,
    embed: (@Sendable (consuming Payload) throws -> Base)?,
    extract: (@Sendable (Base) -> Payload?)?,
    site: String
  ) {
    self.type = type
    self.tags = tags
    self.fields = fields
    self.site = site
    isConverted = embed != nil
    mayKeepUnknown =
      Payload.self is any PolymorphicElement.Type || Payload.self is any PolymorphicEnum.Type
    isElement = Self.isElement(Payload.self)
    if let extract {
      self.extract = { extract($0) }
    } else {
      self.extract = nil
    }
    let make: @Sendable (Any) -> Base? = { payload in
      guard let payload = payload as? Payload else { return nil }
      if let embed { return try? embed(payload) }
      return payload as? Base
    }
    self.embed = make
    if let embed {
      decoder = EntryDecoder<Base>.make(type, embed)
      sampleError = { nil }
    } else {
      let cast: @Sendable (consuming Payload) throws -> Base = { payload in
        // `as?` would look up the type of the optional, for each element.
        switch consume payload {
        case let base as Base: return base
        default: throw RegistrationError(notABase: Payload.self, base: Base.self, site: site)
        }
      }
      decoder = EntryDecoder<Base>.make(type, cast)
      sampleError = {
        guard let sample = Sample.make(type)?.value else { return nil }
        do {
          _ = try cast(sample)
          return nil
        } catch {
          return error as? RegistrationError
        }
      }
    }
    wholeReads = { Sample.elements(readBy: type) }
    sampleFields = { PayloadFields(of: type) }
    sampleBase = {
      guard let base = Sample.make(type).flatMap({ make($0.value) }) else { return nil }
      return "\(Swift.type(of: base as Any)).\(Self.caseName(of: base) ?? "")"
    }
  }

  /// Whether a type decodes with the registry for `Base`.
  private static func isElement(_ type: any Any.Type) -> Bool {
    if type == Polymorphic<Base>.self || type == Polymorphic<Base>?.self { return true }
    return (type == Base.self || type == Base?.self) && Base.self is any PolymorphicEnum.Type
  }

  /// The case that an enum is, by reflection; nil for other types.
  static func caseName(of base: Base) -> String? {
    let mirror = Mirror(reflecting: base)
    guard mirror.displayStyle == .enum else { return nil }
    return mirror.children.first?.label ?? "\(base)"
  }

  /// Whether both registrations decode the same: one that is repeated is no conflict.
  func isSame(as other: RegistryEntry) -> Bool {
    guard type == other.type else { return false }
    if !isConverted && !other.isConverted || site == other.site { return true }
    // Functions can't be compared, but what they make of a sample can.
    guard let base = sampleBase(), let otherBase = other.sampleBase() else { return false }
    return base == otherBase
  }

  /// The name of the type and the place of its registration, for errors.
  var registrant: String { "\(type) (\(site))" }
}
