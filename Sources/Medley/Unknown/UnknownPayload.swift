/// An element that wasn't decoded to a type of the app, as it came.
///
/// It re-encodes to what came in. Through Foundation's decoders that are the same values; they
/// don't show the order of keys, `1.0` is `1` to them, and of repeated keys they show the first.
///
/// ```swift
/// switch element {
/// case .known(let media): show(media.title)
/// case .unknown(let payload): log(payload.tag, payload.reason)
/// }
/// ```
public struct UnknownPayload: Sendable {
  /// One reference, since known elements are as large as unknown ones.
  let storage: Storage

  /// The tag, or nil if there is none or it is of a kind that no tag can be.
  public var tag: TypeTag? { storage.tag }

  /// Why the element is unknown.
  public var reason: Reason { storage.reason }

  /// The whole element, with its tag and its wrapper if it has one.
  ///
  /// Where Medley's own engine has decoded it, the value is made of its bytes whenever it is asked
  /// for: whoever reads several members keeps it in a constant.
  ///
  /// - Complexity: O(1), or O(*n*) in the size of the element where it is made of bytes.
  public var content: PayloadValue { storage.content.value }

  init(
    tag: TypeTag?,
    reason: Reason,
    content: Content,
    discriminator: Discriminator?,
    scope: RegistryScope?
  ) {
    storage = Storage(
      tag: tag,
      reason: reason,
      content: content,
      discriminator: discriminator,
      scope: scope
    )
  }

  final class Storage: Sendable {
    let tag: TypeTag?
    let reason: Reason
    let content: Content
    /// Where the payload is in the content, for a later decoding.
    let discriminator: Discriminator?
    /// The registries that were there, for elements inside this one.
    let scope: RegistryScope?

    init(
      tag: TypeTag?,
      reason: Reason,
      content: Content,
      discriminator: Discriminator?,
      scope: RegistryScope?
    ) {
      self.tag = tag
      self.reason = reason
      self.content = content
      self.discriminator = discriminator
      self.scope = scope
    }
  }

  /// Why an element is unknown.
  ///
  /// ```swift
  /// if case .malformed(let error) = payload.reason { log(error) }
  /// ```
  public enum Reason: Sendable {
    /// Its tag isn't registered.
    case unregistered
    /// It has no tag, or a null one.
    case untagged
    /// Its tag is an object, an array or a fraction.
    case wrongKind
    /// Its tag is registered, but the payload didn't decode.
    case malformed(any Error)
  }
}

// MARK: - Comparing

extension UnknownPayload: Hashable {
  /// Returns whether two payloads have the same tag, the same kind of reason and equal content.
  public static func == (lhs: UnknownPayload, rhs: UnknownPayload) -> Bool {
    lhs.tag == rhs.tag && lhs.reason == rhs.reason
      && lhs.storage.content.equals(rhs.storage.content)
  }

  /// Hashes the tag, the kind of reason and the content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(tag)
    hasher.combine(reason)
    hasher.combine(content)
  }
}

extension UnknownPayload.Reason: Hashable {
  /// Returns whether two reasons are of one kind, whatever the error of malformed payloads.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.description == rhs.description
  }

  /// Hashes the kind of reason.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}

extension UnknownPayload.Reason: CustomStringConvertible {
  /// The kind of reason.
  public var description: String {
    switch self {
    case .unregistered: "unregistered"
    case .untagged: "untagged"
    case .wrongKind: "wrongKind"
    case .malformed: "malformed"
    }
  }
}

// MARK: - Decoding later

extension UnknownPayload {
  /// Decodes the payload as a type that the app knows after all.
  ///
  /// ```swift
  /// let podcast = try payload.decode(as: Podcast.self)
  /// ```
  ///
  /// The payload is found as the registry's discriminator finds it: inside its wrapper, if it has
  /// one. The strategies of the decoder that the element came from aren't known here. Keys are
  /// found as they came and converted from snake case; for dates and data in a form of their own,
  /// `MedleyFoundation` and `MedleyJSON` have `decode(as:using:)`.
  ///
  /// - Throws: `DecodingError` as any decoder does. The path begins at the element.
  public func decode<Payload: Decodable>(as type: Payload.Type) throws -> Payload {
    try decode(type, in: PayloadValueDecoder(content, userInfo: storage.scope?.userInfo ?? [:]))
  }

  /// Decodes the payload from the element that `decoder` stands at: the content, encoded again.
  package func decode<Payload: Decodable>(
    _ type: Payload.Type,
    in decoder: any Decoder
  ) throws -> Payload {
    try payload(in: decoder).decode(type)
  }

  /// Decodes the element again, with a registry that may know more.
  ///
  /// ```swift
  /// let later = try media.registering(Podcast.self, for: "PODCAST")
  /// let element = try payload.resolve(with: later)
  /// ```
  ///
  /// - Returns: The known element, or an unknown one if the registry doesn't know it either and its
  ///   policies keep such elements.
  /// - Throws: What decoding with the registry throws. The path begins at the element.
  public func resolve<Base>(
    with registry: PolymorphicRegistry<Base>
  ) throws -> Polymorphic<Base> {
    var scope = storage.scope ?? RegistryScope()
    scope.insert(registry)
    return try registry.decode(from: PayloadValueDecoder(content, userInfo: scope.userInfo))
  }

  private func payload(in decoder: any Decoder) throws -> PayloadSource {
    guard let discriminator = storage.discriminator else { return .value(decoder) }
    let tags = TagTable(comparison: .exact, form: discriminator.form)
    let located = try discriminator.form.locate(in: decoder, among: tags)
    switch (located.finding, located.source) {
    case (.malformedWrapper, _), (_, .whole): return .value(decoder)
    default: return located.source
    }
  }
}

// MARK: - Coding

extension UnknownPayload: Codable {
  /// Decodes a value of any shape; the reason is `.untagged`, since nobody looked for a tag.
  public init(from decoder: any Decoder) throws {
    self.init(
      tag: nil,
      reason: .untagged,
      content: try Content(from: decoder),
      discriminator: nil,
      scope: RegistryScope(decoder.userInfo)
    )
  }

  /// Encodes the element as it came.
  public func encode(to encoder: any Encoder) throws {
    try content.encode(to: encoder)
  }
}

extension UnknownPayload {
  /// What stands for an element in a specimen.
  static var specimen: UnknownPayload {
    UnknownPayload(
      tag: nil,
      reason: .untagged,
      content: Content(.null),
      discriminator: nil,
      scope: nil
    )
  }
}
