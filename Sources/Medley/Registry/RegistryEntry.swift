/// A registered type, with its tags and the conversions between payload and `Base`.
struct RegistryEntry<Base>: Sendable {
  let type: any (Decodable & SendableMetatype).Type
  /// The tags, the canonical one first.
  var tags: [TypeTag]
  /// The fields, if the registration states them.
  let fields: PayloadFields?
  /// The file and line of the registration.
  let site: String
  /// Whether a function converts the payload to `Base`, which may be another type.
  let isConverted: Bool
  /// Whether the payload is an element of the same registry, so that the same object would recurse
  /// without end.
  let isElement: Bool
  let decoder: EntryDecoder<Base>
  let encoder: EntryEncoder<Base>
  /// Whether a function returns the payload of a `Base`; otherwise only reflection finds it.
  let isExtracted: Bool
  /// Converts a payload that reflection has found to `Base`; returns nil if it can't.
  let embed: @Sendable (Any) -> Base?
  /// The bases of the elements that a sample decodes from its own decoder.
  let wholeReads: @Sendable () -> [any Any.Type]
  /// The fields that a sample reads.
  let sampleFields: @Sendable () -> PayloadFields?
  /// The type and the case of an enum that a sample decodes to; nil if no sample can be decoded.
  let sampleBase: @Sendable () -> String?
  /// The error if a sample shows that the type isn't a `Base`.
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
    isElement = Self.isElement(Payload.self)
    encoder = .make(extract)
    isExtracted = extract != nil
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
        // `as?` would look up the type of the optional for each element.
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

  /// Returns whether a type decodes with the registry for `Base`.
  private static func isElement(_ type: any Any.Type) -> Bool {
    if type == Polymorphic<Base>.self || type == Polymorphic<Base>?.self { return true }
    return (type == Base.self || type == Base?.self) && Base.self is any PolymorphicEnum.Type
  }

  /// Returns the name of the case of an enum, by reflection; nil for other types.
  static func caseName(of base: Base) -> String? {
    let mirror = Mirror(reflecting: base)
    guard mirror.displayStyle == .enum else { return nil }
    return mirror.children.first?.label ?? "\(base)"
  }

  /// Returns whether both registrations decode the same, so that repeating one isn't a conflict.
  func isSame(as other: RegistryEntry) -> Bool {
    guard type == other.type else { return false }
    if !isConverted && !other.isConverted || site == other.site { return true }
    // Functions can't be compared, but their results for a sample can.
    guard let base = sampleBase(), let otherBase = other.sampleBase() else { return false }
    return base == otherBase
  }

  /// The name of the type and the place of its registration, for errors.
  var registrant: String { "\(type) (\(site))" }
}
