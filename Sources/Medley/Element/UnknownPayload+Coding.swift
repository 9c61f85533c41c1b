import MedleyBase

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
  /// A JSON type of your own, which tries one kind of value after the other, takes about twice as long
  /// as from a document of MedleyJSON.
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
  public func resolve<Base>(with registry: PolymorphicRegistry<Base>) throws -> Polymorphic<Base> {
    let scope = (storage.origin.scope ?? RegistryScope()).inserting(registry)
    let decoder = PayloadValueDecoder(content, userInfo: scope.userInfo)
    guard let tag, isTaggedBeside else { return try registry.decode(from: decoder) }
    // A tag in the content was overridden before, if it is another one.
    return try registry.decode(tagged: tag, overridingBody: reason == .unregistered, from: decoder)
  }

  /// Whether the tag stood beside the content, which a registry has read.
  private var isTaggedBeside: Bool {
    tag != nil && storage.origin.source != nil && storage.origin.discriminator == nil
  }

  /// The discriminator that finds the payload in the content; nil if the content is the payload.
  package var discriminator: Discriminator? { storage.origin.discriminator }

  private func payload(in decoder: any Decoder) throws -> PayloadSource {
    guard let discriminator = storage.origin.discriminator,
      !discriminator.form.tagPlace.isPayloadWhole
    else { return .whole(decoder) }
    let place = discriminator.form.tagPlace
    var tags = TagTable(ignoringCase: false, takingLists: place.takesLists)
    // Of several members, the tag tells which is the payload.
    if let tag { tags.insert(.tag(tag, position: 0), in: nil) }
    let located = try place.locate(in: decoder, among: tags)
    if case .malformedWrapper = located.finding { return .whole(decoder) }
    let source = located.source
    // A type for several values, or for labels, has them as its members.
    if case .caseValue(let object, let key) = source, !object.hasOneValue(inCase: key) {
      return .member(object, key)
    }
    return source
  }
}

// MARK: - Coding

extension UnknownPayload: Codable {
  /// Decodes any value, with the reason `.untagged`.
  public init(from decoder: any Decoder) throws {
    self.init(
      tag: nil,
      content: try OriginalJSON(from: decoder),
      origin: RegistryScope.find(in: decoder.userInfo)
        .map { Origin(nil, .untagged, in: $0) } ?? .untagged
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
      if case .text(let text) = storage.content,
        try own.write(.text(text), sharesObject: sharesObject)
      {
        return
      }
    } else if let writer = ObjectWriter.cast(encoder) {
      if let element = KeptElement(self) { return writer.add(MemberOwners([element])) }
    } else if try PayloadTaker.take(.unknown(self), by: encoder) {
      return
    } else if let recorder = encoder as? ObjectRecorder, let element = KeptElement(self) {
      return recorder.add(MemberOwners([element]))
    }
    guard sharesObject, case .strict = DecoderTraits(encoder), let element = KeptElement(self)
    else { return try content.encode(to: encoder) }
    try PayloadValue.encode(
      MemberOwners([element]).remaining(),
      into: encoder.container(keyedBy: WireKey.self),
      of: encoder
    )
  }
}
