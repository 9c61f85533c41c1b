/// An element that wasn't decoded to a registered type.
///
/// It is encoded as it came. With Foundation's decoders, that means equal values: they don't
/// provide the order of keys, they read `1.0` as `1`, and of repeated keys they provide the first.
///
/// It takes 72 bytes beside its content: a ``PayloadValue``, or its part of the document's bytes, which
/// elements that MedleyJSON decoded share.
///
/// ```swift
/// switch element {
/// case .known(let media): show(media.title)
/// case .unknown(let payload): print(payload.tag, payload.reason)
/// }
/// ```
public struct UnknownPayload: Sendable {
  /// One reference, because a known element takes as much space as an unknown one.
  let storage: Storage

  /// The tag; nil if there is none or if it can't be a ``TypeTag``.
  public var tag: TypeTag? { storage.tag }

  /// The reason why the element is unknown.
  public var reason: Reason { storage.origin.reason }

  /// The whole element, with its tag and, in forms that have one, its wrapper.
  ///
  /// If MedleyJSON decoded the element, each access parses its bytes: store the value in a constant
  /// to read several members.
  ///
  /// - Complexity: O(1), or O(*n*) in the size of the element if MedleyJSON decoded it.
  public var content: PayloadValue { storage.content.value }

  init(tag: TypeTag?, content: Content, origin: Origin) {
    storage = Storage(tag: tag, content: content, origin: origin)
  }

  /// Creates the payload of an element that no decoder has decoded.
  ///
  /// An enum that keeps only a part of an unknown element can still be encoded:
  ///
  /// ```swift
  /// enum Block: PolymorphicEnum {
  ///   case paragraph(Paragraph)
  ///   case unsupported(type: String)
  ///
  ///   var unknownPayload: UnknownPayload? {
  ///     guard case .unsupported(let type) = self else { return nil }
  ///     return UnknownPayload(
  ///       tag: .string(type), content: ["type": .string(type)])
  ///   }
  /// }
  /// ```
  ///
  /// ``decode(as:)`` decodes the whole content, and ``resolve(with:)`` reads it as an element.
  ///
  /// - Parameters:
  ///   - tag: The tag. The reason is ``Reason-swift.enum/unregistered`` with a tag, and
  ///     ``Reason-swift.enum/untagged`` without one.
  ///   - content: The whole element, with its tag. It is encoded as it is.
  public init(tag: TypeTag?, content: PayloadValue) {
    self.init(
      tag: tag,
      content: Content(content),
      origin: tag == nil ? .untagged : .unregistered
    )
  }

  final class Storage: Sendable {
    let tag: TypeTag?
    let content: Content
    let origin: Origin

    @inline(never) init(tag: TypeTag?, content: Content, origin: Origin) {
      self.tag = tag
      self.content = content
      self.origin = origin
    }
  }

  /// The reason why an element is unknown.
  ///
  /// ```swift
  /// if case .malformed(let error) = payload.reason {
  ///   log(error.redactedDescription)
  /// }
  /// ```
  public enum Reason: Sendable {
    /// The tag isn't registered.
    case unregistered
    /// The tag is absent or null.
    case untagged
    /// The tag is an object, an array or a fraction.
    case wrongKind
    /// The tag is registered, but the payload didn't decode.
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
  /// Returns whether two reasons are of the same kind, regardless of the error.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.unregistered, .unregistered), (.untagged, .untagged), (.wrongKind, .wrongKind),
      (.malformed, .malformed):
      true
    default: false
    }
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
  /// Decodes the payload as a type.
  ///
  /// ```swift
  /// let podcast = try payload.decode(as: Podcast.self)
  /// ```
  ///
  /// The registry's discriminator finds the payload in its wrapper. The strategies of the original
  /// decoder aren't known. Keys are found as they came, and converted from snake case. For other
  /// formats of dates and data, MedleyFoundation and MedleyJSON have `decode(as:using:)`.
  ///
  /// - Throws: `DecodingError`. The path begins at the element.
  public func decode<Payload: Decodable>(as type: Payload.Type) throws -> Payload {
    let userInfo = storage.origin.scope?.userInfo ?? [:]
    return try decode(type, in: PayloadValueDecoder(content, userInfo: userInfo))
  }

  /// Decodes the payload from a decoder of the encoded content.
  package func decode<Payload: Decodable>(
    _ type: Payload.Type,
    in decoder: any Decoder
  ) throws -> Payload {
    try payload(in: decoder).decode(type)
  }

  /// Decodes the element again with another registry.
  ///
  /// ```swift
  /// let later = try media.registering(Podcast.self, for: "PODCAST")
  /// let element = try payload.resolve(with: later)
  /// ```
  ///
  /// - Returns: The known element, or an unknown one if the policies of the registry keep it.
  /// - Throws: What decoding with the registry throws. The path begins at the element.
  public func resolve<Base>(
    with registry: PolymorphicRegistry<Base>
  ) throws -> Polymorphic<Base> {
    var scope = storage.origin.scope ?? RegistryScope()
    scope.insert(registry)
    return try registry.decode(from: PayloadValueDecoder(content, userInfo: scope.userInfo))
  }

  private func payload(in decoder: any Decoder) throws -> PayloadSource {
    guard let discriminator = storage.origin.discriminator else { return .whole(decoder) }
    let tags = TagTable(comparison: .exact, form: discriminator.form)
    let located = try discriminator.form.locate(in: decoder, among: tags)
    switch (located.finding, located.source) {
    case (.malformedWrapper, _): return .whole(decoder)
    default: return located.source
    }
  }
}

// MARK: - Coding

extension UnknownPayload: Codable {
  /// Decodes any value, with the reason `.untagged`.
  public init(from decoder: any Decoder) throws {
    self.init(
      tag: nil,
      content: try Content(from: decoder),
      origin: RegistryScope(decoder.userInfo)?.origin(of: nil, .untagged) ?? .untagged
    )
  }

  // The compiler chooses this overload in generic code, such as that of encoders, and the other one
  // for a call by hand.
  /// Encodes the element as it came.
  @_disfavoredOverload
  public func encode(to encoder: any Encoder) throws {
    try write(to: encoder, sharesObject: false)
  }

  /// Encodes the element as it came, as members of an object that may have others.
  ///
  /// This is the function that you call in an `encode(to:)` of your own. With a key strategy, the
  /// encoder converts the keys of the object itself. [](doc:/MedleyComposition/ComposingPayloads) says which of two
  /// members with one key is written.
  public func encode(to encoder: some Encoder) throws {
    try write(to: encoder, sharesObject: true)
  }

  /// Encodes the element, or hands it to an encoder of Medley that writes it last.
  ///
  /// - Parameters:
  ///   - encoder: The encoder of the element.
  ///   - sharesObject: Whether the object may have other members. An object without is encoded as a
  ///     value, whose keys no strategy converts.
  /// - Throws: What the encoder throws.
  func write(to encoder: any Encoder, sharesObject: Bool) throws {
    // First, because a cast to a class takes 400 instructions.
    if let own = MedleyEncoders.cast(encoder) {
      if case .text(let text) = storage.content, own.write(text, sharesObject: sharesObject) {
        return
      }
    } else if let writer = ObjectWriter.cast(encoder) {
      if writer.keep(self) { return }
    } else if let recorder = encoder as? ObjectRecorder, recorder.keep(self) {
      return
    }
    guard sharesObject, case .strict = DecoderTraits(encoder), let element = KeptElement(self)
    else { return try content.encode(to: encoder) }
    let members = OwnedMembers().remaining(of: [element], beside: [])
    try PayloadValue.encode(
      members,
      into: encoder.container(keyedBy: WireKey.self),
      of: encoder
    )
  }
}

extension UnknownPayload {
  /// The placeholder for an element in a sample.
  static var sample: UnknownPayload {
    UnknownPayload(tag: nil, content: Content(.null), origin: .untagged)
  }
}
