/// The policy for an element without a tag, or with null as its tag.
///
/// ```swift
/// media.policies.missing = .assume("MOVIE")
/// ```
public struct MissingTagPolicy: Sendable {
  package enum Rule: Sendable {
    case `throw`
    case keep
    indirect case assume(TypeTag)
  }

  package let rule: Rule

  /// Decoding the element throws.
  public static let `throw` = MissingTagPolicy(rule: .throw)

  /// The element is kept as an ``UnknownPayload``, and is an issue in the report.
  public static let keep = MissingTagPolicy(rule: .keep)

  /// The element is decoded as if it had this tag, which encoding then writes.
  public static func assume(_ tag: TypeTag) -> MissingTagPolicy {
    MissingTagPolicy(rule: .assume(tag))
  }
}

/// The policy for an element whose tag is of a wrong kind, or whose payload doesn't decode.
///
/// ```swift
/// media.policies.malformed = .keep
/// ```
public struct InvalidElementPolicy: Hashable, Sendable {
  let keeps: Bool

  /// Decoding the element throws.
  public static let `throw` = InvalidElementPolicy(keeps: false)

  /// The element is kept as an ``UnknownPayload``, and is an issue in the report.
  public static let keep = InvalidElementPolicy(keeps: true)
}

/// The policy for an element whose tag isn't registered.
///
/// ```swift
/// media.policies.unknown = .decode(as: GenericMedia.self)
/// ```
public struct UnknownTagPolicy<Base>: Sendable {
  package let rule: UnknownTagRule

  /// The element is kept as an ``UnknownPayload``.
  ///
  /// It isn't an issue, because nothing is lost. The report counts its tag.
  public static var keep: Self { UnknownTagPolicy(rule: .keep) }

  /// Decoding the element throws.
  public static var `throw`: Self { UnknownTagPolicy(rule: .throw) }

  /// The element is decoded as a type for unknown elements.
  ///
  /// ```swift
  /// struct GenericMedia: Media {
  ///   var type: String
  ///   var title: String
  /// }
  /// media.policies.unknown = .decode(as: GenericMedia.self)
  /// ```
  ///
  /// To be encoded again, the type must store the tag under the discriminator's key.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - embed: Converts the payload to `Base`. Without it, the type must be a `Base`.
  ///   - extract: Returns the payload of a `Base`, or nil if it holds another type.
  ///   - fileID: The file of the policy, for errors.
  ///   - line: The line of the policy, for errors.
  /// - Returns: The policy.
  @preconcurrency
  public static func decode<Payload: Decodable & SendableMetatype>(
    as type: Payload.Type,
    _ embed: (@Sendable (consuming Payload) throws -> Base)? = nil,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    UnknownTagPolicy(
      rule: .decode(
        Registration(
          type,
          tags: [],
          embed: embed,
          extract: extract,
          site: "\(fileID):\(line)"
        )
      )
    )
  }
}

/// What an ``UnknownTagPolicy`` says, for any base.
package enum UnknownTagRule: Sendable {
  case keep
  case `throw`
  case decode(Registration)
}

extension PolymorphicRegistry {
  /// The policies for elements that can't be decoded to a registered type.
  ///
  /// The five policies are independent.
  ///
  /// ```swift
  /// media.policies.unknown = .throw
  /// media.policies.missing = .assume("MOVIE")
  /// ```
  public struct Policies: Sendable {
    /// The policy if the tag isn't registered: by default, `.keep`.
    public var unknown: UnknownTagPolicy<Base>
    /// The policy if there is no tag: by default, `.throw`.
    public var missing: MissingTagPolicy
    /// The policy if the tag is null; nil, as by default, if that of a missing tag applies.
    public var null: MissingTagPolicy?
    /// The policy if the tag is an object, an array or a fraction: by default, `.throw`.
    public var wrongKind: InvalidElementPolicy
    /// The policy if the tag is registered and the payload doesn't decode: by default, `.throw`.
    public var malformed: InvalidElementPolicy

    /// Creates policies with defaults.
    public init(
      unknown: UnknownTagPolicy<Base> = .keep,
      missing: MissingTagPolicy = .throw,
      null: MissingTagPolicy? = nil,
      wrongKind: InvalidElementPolicy = .throw,
      malformed: InvalidElementPolicy = .throw
    ) {
      self.unknown = unknown
      self.missing = missing
      self.null = null
      self.wrongKind = wrongKind
      self.malformed = malformed
    }

    /// Creates the same policies for another base, whose registry has the same registrations.
    init<Other>(_ other: PolymorphicRegistry<Other>.Policies) {
      unknown = UnknownTagPolicy(rule: other.unknown.rule)
      missing = other.missing
      null = other.null
      wrongKind = other.wrongKind
      malformed = other.malformed
    }
  }
}
