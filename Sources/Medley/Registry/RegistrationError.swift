import MedleyBase

/// A mistake in the program: registrations that conflict or can't work.
///
/// ```swift
/// do {
///   all = try media.merging(plugin.registry)
/// } catch let error as RegistrationError
///   where error.code == .duplicateTag
/// {
///   print(error)
///   // The tag "MOVIE" selects two types:
///   // Movie (App/Media.swift:12) and ...
/// }
/// ```
public struct RegistrationError: Error, Sendable {
  /// The kind of the mistake.
  public let code: Code

  /// The tag of the mistake, if there is one.
  public let tag: TypeTag?

  /// A description of the mistake, the registrations involved, and the remedy.
  public var description: String { remedy.map { "\(text) \($0)" } ?? text }

  /// Each problem, if validating found several; else empty.
  public let problems: [RegistrationError]

  /// The mistake, without the remedy if that is apart.
  private let text: String

  /// What to do, and which registration it is about, if decoding or encoding meets the mistake.
  private let remedy: String?

  /// Whether the error that contains this one has the fact.
  private var isDescribed = false

  /// Creates the error for a mistake.
  ///
  /// - Parameters:
  ///   - code: The kind of the mistake.
  ///   - tag: The tag of the mistake, if there is one.
  ///   - problems: Each problem, if validating found several.
  ///   - text: The whole description, or, with a remedy, that of the `DecodingError` or
  ///     `EncodingError`, which servers may send to their clients.
  ///   - remedy: What to do, and which registration it is about, for a mistake that decoding or
  ///     encoding meets.
  @inline(never) package init(
    _ code: Code,
    tag: TypeTag? = nil,
    problems: [RegistrationError] = [],
    _ text: String,
    remedy: String? = nil
  ) {
    self.code = code
    self.tag = tag
    self.problems = problems
    self.text = text
    self.remedy = remedy
  }

  /// The mistake without its remedy and without registrations.
  var fact: String { text.bounded() }

  /// The kind of a ``RegistrationError``.
  ///
  /// ```swift
  /// if error.code == .duplicateTag { ... }
  /// ```
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// One tag is registered for two types.
    public static var duplicateTag: Code { Code(description: "duplicateTag") }
    /// One key has two uses in a discriminator.
    public static var keyClash: Code { Code(description: "keyClash") }
    /// A discriminator has no key.
    public static var incompleteDiscriminator: Code { Code(description: "incompleteDiscriminator") }
    /// Two deduced types have the same fields.
    public static var ambiguousDeduction: Code { Code(description: "ambiguousDeduction") }
    /// Values of a type aren't values of the registry's base.
    public static var notABase: Code { Code(description: "notABase") }
    /// A type that is only `Encodable` is decoded, or registered for an enum that is decoded.
    public static var notDecodable: Code { Code(description: "notDecodable") }
    /// A type that is only `Decodable` is registered for an enum that is encoded.
    public static var notEncodable: Code { Code(description: "notEncodable") }
    /// Merged registries have different discriminators.
    public static var unlikeDiscriminators: Code { Code(description: "unlikeDiscriminators") }
    /// A base is decoded or encoded without a registry.
    public static var missingRegistry: Code { Code(description: "missingRegistry") }
    /// A registry is installed after the installed one was first used.
    public static var installedTooLate: Code { Code(description: "installedTooLate") }
    /// One type was registered twice, with two tags to write.
    public static var severalCanonicalTags: Code { Code(description: "severalCanonicalTags") }
    /// A policy assumes a tag that isn't registered.
    public static var unregisteredFallback: Code { Code(description: "unregisteredFallback") }
    /// An alternative of a discriminator is never reached.
    public static var unreachableAlternative: Code { Code(description: "unreachableAlternative") }
    /// A case of an enum is encoded as another one.
    public static var mixedUpCases: Code { Code(description: "mixedUpCases") }
    /// A ``PolymorphicEnum`` has a raw type, so it uses the compiler's coding.
    public static var rawType: Code { Code(description: "rawType") }
    /// A type reads its own element again as its payload, which has no end.
    public static var endlessPayload: Code { Code(description: "endlessPayload") }
    /// Two patterns take the same tags.
    public static var overlappingPatterns: Code { Code(description: "overlappingPatterns") }
    /// A type is encoded without the tag that decoding it needs.
    public static var unreadableEncoding: Code { Code(description: "unreadableEncoding") }
    /// A tag can't be read or written at the place of the discriminator.
    public static var unusableTag: Code { Code(description: "unusableTag") }
    /// A type is registered for an alternative that the discriminator doesn't have.
    public static var unknownAlternative: Code { Code(description: "unknownAlternative") }
    /// A payload is encoded as something that its tag can't stand in, or isn't read from.
    public static var unwritablePayload: Code { Code(description: "unwritablePayload") }
    /// A case without a payload is registered in a way that can't be encoded.
    public static var unencodableCase: Code { Code(description: "unencodableCase") }
    /// A case of an enum isn't registered.
    public static var unregisteredCase: Code { Code(description: "unregisteredCase") }
    /// A value that was passed to `validate(samples:)` can't be encoded or
    /// decoded.
    public static var invalidSample: Code { Code(description: "invalidSample") }
    /// Validating found several problems: see ``RegistrationError/problems``.
    public static var severalProblems: Code { Code(description: "severalProblems") }
  }
}

extension RegistrationError: CustomStringConvertible {}

extension RegistrationError: TextOutputStreamable {
  /// Writes the description; as the underlying error of one with the fact, the code and the remedy.
  public func write(to target: inout some TextOutputStream) {
    target.write(isDescribed ? "\(code). \(remedy ?? "")" : description)
  }

  /// The error as the underlying error of one with the fact.
  var described: RegistrationError {
    var error = self
    error.isDescribed = true
    return error
  }

  /// Returns the error of an element that can't be decoded because of this one.
  func decoding(at path: [any CodingKey]) -> DecodingError {
    .invalid(at: path, fact, because: described)
  }
}

// MARK: - Describing

extension RegistrationError {
  @inline(never) package init(
    _ tag: TypeTag,
    of registrant: String,
    isNot kind: TagKind,
    base: any Any.Type
  ) {
    self.init(
      .unusableTag,
      tag: tag,
      """
      The tag \(tag.shortened) of \(registrant) isn't of the kind \(kind), which the registry for \
      \(base) states for its tags.
      """
    )
  }

  init(clash key: String, base: any Any.Type) {
    self.init(
      .keyClash,
      """
      The discriminator of the registry for \(base) uses the key "\(key)" twice. Give each use a \
      key of its own.
      """
    )
  }

  package init(undeducible first: String, and second: String, because reason: String) {
    self.init(
      .ambiguousDeduction,
      """
      Nothing tells \(first) from \(second): \(reason). State what does when registering, with \
      fields: PayloadFields(excluded: ...), or use a discriminator.
      """
    )
  }

  package init(notABase type: any Any.Type, base: any Any.Type, site: String) {
    self.init(
      .notABase,
      """
      The type \(type) (\(site)) isn't a \(base). Make it one, or register it with a function that \
      converts it: register(\(type).self, for: ...) { ... }.
      """
    )
  }

  init(notDecodable type: any Any.Type, base: any Any.Type, site: String) {
    self.init(
      .notDecodable,
      """
      The type \(type) (\(site)) can't be decoded as a \(base): it was registered with encodable:. \
      Make it Decodable and register it with register(\(type).self, for: ...).
      """
    )
  }

  package init(endless registrant: String, base: any Any.Type, through names: [String] = []) {
    let way = names.isEmpty ? "" : " through \(names.joined(separator: ", "))"
    self.init(
      .endlessPayload,
      """
      A payload of \(base) is read from the element itself, and reads \(base) from it again: that \
      has no end.
      """,
      remedy: """
        It is the payload \(registrant)\(way). Keep tag and payload apart with .adjacent, .external or \
        .wrapperArray.
        """
    )
  }

  init(merging first: Discriminator, with second: Discriminator, base: any Any.Type) {
    let (own, other) = (first.description, second.description)
    let places = own == other ? "in unlike ways" : "\(own) here and \(other) there"
    self.init(
      .unlikeDiscriminators,
      """
      The registries for \(base) look for the tag \(places). Merge registries that share a \
      discriminator.
      """
    )
  }
}

extension RegistrationError: ProgramError {
  var codeText: String { "\(code)" }
}
