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
  let decode: @Sendable (PayloadSource) throws -> Base
  /// Gets the payload out of a `Base`; nil if only reflection can.
  let extract: (@Sendable (Base) -> (any Decodable)?)?
  /// The fields that a specimen asks for.
  let specimenFields: @Sendable () -> PayloadFields?
  /// What a specimen says about whether the type is a `Base`: an error if it isn't.
  let specimenFault: @Sendable () -> RegistrationError?

  init<Payload: Decodable & SendableMetatype>(
    _ type: Payload.Type,
    tags: [TypeTag],
    fields: PayloadFields?,
    embed: (@Sendable (Payload) throws -> Base)?,
    extract: (@Sendable (Base) -> Payload?)?,
    site: String
  ) {
    self.type = type
    self.tags = tags
    self.fields = fields
    self.site = site
    isConverted = embed != nil
    if let extract {
      self.extract = { extract($0) }
    } else {
      self.extract = nil
    }
    if let embed {
      decode = { try embed($0.decode(Payload.self)) }
      specimenFault = { nil }
    } else {
      let cast: @Sendable (Payload) throws -> Base = { payload in
        guard let base = payload as? Base else {
          throw RegistrationError(notABase: Payload.self, base: Base.self, site: site)
        }
        return base
      }
      decode = { try cast($0.decode(Payload.self)) }
      specimenFault = {
        guard let specimen = Specimen.make(Payload.self)?.value else { return nil }
        do {
          _ = try cast(specimen)
          return nil
        } catch {
          return error as? RegistrationError
        }
      }
    }
    specimenFields = { PayloadFields(of: Payload.self) }
  }

  /// The name of the type and the place of its registration, for errors.
  var registrant: String { "\(type) (\(site))" }
}
