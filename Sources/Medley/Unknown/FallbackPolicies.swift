/// What becomes of an element without a tag, or with a null one.
///
/// ```swift
/// media.policies.missing = .assume("MOVIE")
/// ```
public struct MissingTagPolicy: Sendable {
  enum Rule: Sendable {
    case `throw`
    case keep
    case assume(TypeTag)
    case asMissing
  }

  let rule: Rule

  /// The element is an error.
  public static let `throw` = MissingTagPolicy(rule: .throw)

  /// The element is kept as an ``UnknownPayload``, and is an issue in the report.
  public static let keep = MissingTagPolicy(rule: .keep)

  /// The element is decoded as if this were its tag, which is written when it is encoded again.
  public static func assume(_ tag: TypeTag) -> MissingTagPolicy {
    MissingTagPolicy(rule: .assume(tag))
  }
}

/// What becomes of an element whose tag is null.
///
/// ```swift
/// media.policies.null = .keep
/// ```
public struct NullTagPolicy: Sendable {
  let rule: MissingTagPolicy.Rule

  /// A null tag is a missing tag.
  public static let asMissing = NullTagPolicy(rule: .asMissing)

  /// The element is an error.
  public static let `throw` = NullTagPolicy(rule: .throw)

  /// The element is kept as an ``UnknownPayload``, and is an issue in the report.
  public static let keep = NullTagPolicy(rule: .keep)

  /// The element is decoded as if this were its tag, which is written when it is encoded again.
  public static func assume(_ tag: TypeTag) -> NullTagPolicy {
    NullTagPolicy(rule: .assume(tag))
  }
}

/// What becomes of an element that is wrong: its tag is of a wrong kind, or its payload doesn't
/// decode.
///
/// ```swift
/// media.policies.malformed = .keep
/// ```
public struct FaultPolicy: Hashable, Sendable {
  let keeps: Bool

  /// The element is an error.
  public static let `throw` = FaultPolicy(keeps: false)

  /// The element is kept as an ``UnknownPayload``, and is an issue in the report.
  public static let keep = FaultPolicy(keeps: true)
}

/// What becomes of an element whose tag isn't registered.
///
/// ```swift
/// media.policies.unknown = .decode(as: GenericMedia.self)
/// ```
public struct UnknownTagPolicy<Base>: Sendable {
  enum Rule: Sendable {
    case keep
    case `throw`
    case decode(RegistryEntry<Base>)
  }

  let rule: Rule

  /// The element is kept as an ``UnknownPayload``.
  ///
  /// Nothing is lost, so it is no issue: the report counts its tag.
  public static var keep: Self { UnknownTagPolicy(rule: .keep) }

  /// The element is an error.
  public static var `throw`: Self { UnknownTagPolicy(rule: .throw) }

  /// The element is decoded as a type that stands in for all that isn't known.
  ///
  /// ```swift
  /// struct GenericMedia: Media { var type: String; var title: String }
  /// media.policies.unknown = .decode(as: GenericMedia.self)
  /// ```
  ///
  /// To be encoded again, the type must store the tag under the discriminator's key.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - embed: Makes a `Base` of it. Without it the type must be one.
  ///   - extract: Gets it back out of a `Base`, or returns nil if another type is in it.
  ///   - fileID: Where the policy stands, for errors.
  ///   - line: Where the policy stands, for errors.
  /// - Returns: The policy.
  public static func decode<Payload: Decodable & SendableMetatype>(
    as type: Payload.Type,
    _ embed: (@Sendable (consuming Payload) throws -> Base)? = nil,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    UnknownTagPolicy(
      rule: .decode(
        RegistryEntry(
          type,
          tags: [],
          fields: nil,
          embed: embed,
          extract: extract,
          site: "\(fileID):\(line)"
        )
      )
    )
  }
}

extension PolymorphicRegistry {
  /// What becomes of elements that can't be decoded to a registered type.
  ///
  /// Each situation has a policy of its own; none is implied by another.
  ///
  /// ```swift
  /// media.policies.unknown = .throw
  /// media.policies.missing = .assume("MOVIE")
  /// ```
  public struct Policies: Sendable {
    /// The tag isn't registered: kept.
    public var unknown: UnknownTagPolicy<Base>
    /// There is no tag: an error.
    public var missing: MissingTagPolicy
    /// The tag is null: as missing.
    public var null: NullTagPolicy
    /// The tag is an object, an array or a fraction: an error.
    public var wrongKind: FaultPolicy
    /// The tag is registered, but the payload doesn't decode: an error.
    public var malformed: FaultPolicy

    /// Creates policies; those that aren't given are the default.
    public init(
      unknown: UnknownTagPolicy<Base> = .keep,
      missing: MissingTagPolicy = .throw,
      null: NullTagPolicy = .asMissing,
      wrongKind: FaultPolicy = .throw,
      malformed: FaultPolicy = .throw
    ) {
      self.unknown = unknown
      self.missing = missing
      self.null = null
      self.wrongKind = wrongKind
      self.malformed = malformed
    }
  }
}
