/// The policy for an element without a tag, or with null as its tag.
///
/// ```swift
/// media.policies.missing = .assume("MOVIE")
/// ```
public struct MissingTagPolicy<Base>: Sendable {
  package let rule: FallbackRule

  /// Decoding the element throws.
  public static var `throw`: Self { MissingTagPolicy(rule: .throw) }

  /// The element is kept as an ``UnknownPayload``, and is an issue in the report.
  public static var keep: Self { MissingTagPolicy(rule: .keep) }

  /// The element is decoded as if it had this tag, which encoding then writes.
  public static func assume(_ tag: TypeTag) -> Self {
    MissingTagPolicy(rule: .assume(tag))
  }

  /// The whole element is decoded as a type of its own, which is encoded without a tag.
  ///
  /// ```swift
  /// // {"type": "MOVIE", ...} or {"title": "Draft"}
  /// media.policies.missing = .decode(as: Draft.self)
  /// ```
  ///
  /// With ``Discriminator/deduced`` and ``Discriminator/firstMatch``, which find no tag, it takes
  /// what no registered type fits. It is no issue in the report, as an assumed tag isn't.
  ///
  /// If the type stands in for unknown elements as well, it is encoded with the tag that it stores, and
  /// without one if it stores none. Where the payload is apart from the tag, as with
  /// ``Discriminator/adjacent(tag:content:)``, use two types: encoding one for both throws.
  ///
  /// The parameters are those of ``FallbackPolicy/decode(as:_:from:fileID:line:)``.
  @preconcurrency
  public static func decode<Payload: Decodable & SendableMetatype>(
    as type: Payload.Type,
    _ embed: (@Sendable (consuming Payload) throws -> Base)? = nil,
    from extract: (@Sendable (Base) -> Payload?)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Self {
    let terms = Registration.Terms(nil, [], nil, [], at: fileID, line)
    return MissingTagPolicy(rule: .decode(Registration(type, terms, as: embed, from: extract)))
  }
}

/// The policy for an element whose tag isn't registered or is of a wrong kind, or whose payload doesn't
/// decode.
///
/// ```swift
/// media.policies.unknown = .decode(as: GenericMedia.self)
/// media.policies.malformed = .keep
/// ```
public struct FallbackPolicy<Base>: Sendable {
  package let rule: FallbackRule

  package init(rule: FallbackRule) {
    self.rule = rule
  }

  /// The element is kept as an ``UnknownPayload``.
  ///
  /// One whose tag isn't registered is no issue, because nothing is lost; the report counts its tag.
  /// Any other is an issue in the report.
  public static var keep: Self { FallbackPolicy(rule: .keep) }

  /// Decoding the element throws.
  public static var `throw`: Self { FallbackPolicy(rule: .throw) }

  /// The payload is decoded as a type that stands in for the one that the tag should select.
  ///
  /// ```swift
  /// struct GenericMedia: Media {
  ///   var type: String
  ///   var title: String
  /// }
  /// media.policies.unknown = .decode(as: GenericMedia.self)
  /// media.policies.malformed = .decode(as: GenericMedia.self)
  /// ```
  ///
  /// To be encoded again, the type must store the tag under the discriminator's key.
  ///
  /// What stands in for a wrong kind of tag, or for a payload that doesn't decode, is an issue in the
  /// report, with the action ``DecodingIssue/Action/defaulted``. If the type doesn't decode either,
  /// decoding throws the first error, whose text has the second one.
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
    let terms = Registration.Terms(nil, [], nil, [], at: fileID, line)
    return FallbackPolicy(rule: .decode(Registration(type, terms, as: embed, from: extract)))
  }
}

/// What a ``FallbackPolicy`` or a ``MissingTagPolicy`` says, for any base.
package enum FallbackRule: Sendable {
  case keep
  case `throw`
  case decode(Registration)
  /// The element is kept, with what is shown in its place.
  case replace(ReplacementRule)
  /// The element is decoded as if it had a tag; only for a missing one.
  indirect case assume(TypeTag)
  /// No policy for a missing tag: throws, or keeps what fits no type where the base has a case for that.
  case unstated

  /// Decodes a payload in which elements may have nothing to show; nil if they are kept.
  var enclosing: ReplacementRule.Enclosing? {
    if case .replace(let rule) = self { rule.enclosing } else { nil }
  }

  /// Whether a type stands in for others.
  @inline(never) func decodes(_ type: any Any.Type) -> Bool {
    if case .decode(let entry) = self { entry.type == type } else { false }
  }
}

/// How an element is replaced, for any base: MedleyResilience does it.
package final class ReplacementRule: Sendable {
  /// Keeps an element of a registry, with what is shown in its place.
  package typealias Replacing =
    @Sendable (
      _ decoder: any Decoder, _ registry: RegistryCore, _ tag: TypeTag?, _ error: DecodingError,
      _ isIssue: Bool, _ capture: () throws -> UnknownPayload
    ) throws -> UnknownPayload
  /// Calls a function that decodes the payload of an element.
  package typealias Enclosing =
    @Sendable (_ decoder: any Decoder, _ body: () throws -> Void) throws -> Void

  /// The policy as it is written in code.
  let name: String
  let replace: Replacing
  let enclosing: Enclosing?

  package init(name: String, enclosing: Enclosing?, _ replace: @escaping Replacing) {
    self.name = name
    self.replace = replace
    self.enclosing = enclosing
  }
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
    public var unknown: FallbackPolicy<Base>
    /// The policy if there is no tag: by default, `.throw`.
    ///
    /// With ``Discriminator/deduced`` and ``Discriminator/firstMatch``, no element has a tag. The default
    /// for what fits no type is `.keep` then, if the base is an enum with a case for unknown elements.
    public var missing: MissingTagPolicy<Base>
    /// The policy if the tag is null; nil, as by default, if that of a missing tag applies.
    public var null: MissingTagPolicy<Base>?
    /// The policy if the tag is an object, an array or a fraction: by default, `.throw`.
    public var wrongKind: FallbackPolicy<Base>
    /// The policy if the tag is registered and the payload doesn't decode: by default, `.throw`.
    public var malformed: FallbackPolicy<Base>

    /// Creates policies with defaults.
    ///
    /// ```swift
    /// let policies = PolymorphicRegistry<Item>.Policies(unknown: .throw)
    /// ```
    public init(
      unknown: FallbackPolicy<Base> = .keep,
      missing: MissingTagPolicy<Base>? = nil,
      null: MissingTagPolicy<Base>? = nil,
      wrongKind: FallbackPolicy<Base> = .throw,
      malformed: FallbackPolicy<Base> = .throw
    ) {
      self.unknown = unknown
      self.missing = missing ?? MissingTagPolicy(rule: .unstated)
      self.null = null
      self.wrongKind = wrongKind
      self.malformed = malformed
    }

    /// Creates the same policies for another base, whose registry has the same registrations.
    @inline(never) init<Other>(_ other: PolymorphicRegistry<Other>.Policies) {
      unknown = FallbackPolicy(rule: other.unknown.rule)
      missing = MissingTagPolicy(rule: other.missing.rule)
      null = other.null.map { MissingTagPolicy(rule: $0.rule) }
      wrongKind = FallbackPolicy(rule: other.wrongKind.rule)
      malformed = FallbackPolicy(rule: other.malformed.rule)
    }
  }
}
