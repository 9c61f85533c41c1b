package import MedleyBase
import Synchronization

/// A decoder of Medley, with requirements that `Decoder` doesn't have.
///
/// The decoder of MedleyJSON conforms.
package protocol MedleyDecoder: Decoder {
  /// What is known of the value before it is decoded.
  var outline: ValueOutline { get }

  /// The text of the value.
  var text: SourceText { get }

  /// Decodes the value as a container decodes a member.
  ///
  /// - Throws: What the type throws.
  func decodeStrictly<Value: Decodable>(_ type: Value.Type) throws -> Value

  /// Returns the fields of the object.
  ///
  /// - Throws: `DecodingError` if the value isn't an object.
  func fields() throws -> any FieldSource

  /// Returns the error with its place in the document.
  func locating(_ error: DecodingError) -> DecodingError

  /// Decodes a type in a way of the decoder's own from now on, without the type's `init(from:)`.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - listed: The strings that stand for values of the type; nil if it isn't known by them.
  /// - Returns: False if the decoder has no way of its own for the type.
  func takes<Value: Decodable>(
    _ type: Value.Type,
    listing listed: (() -> [(string: String, value: Value)])?
  ) -> Bool
}

extension MedleyDecoder {
  /// Decodes the value in a way of the decoder's own.
  ///
  /// - Returns: The value; nil if the decoder has no way of its own for the type.
  /// - Throws: `DecodingError`, and what the type throws.
  package func decode<Value: Decodable>(own type: Value.Type) throws -> Value? {
    takes(type, listing: nil) ? try decodeStrictly(type) : nil
  }
}

/// What a decoder of Medley knows of a value before it is decoded.
package struct ValueOutline {
  /// The kind of the value if it is an object or an array; nil for others.
  package let container: ValueKind?
  /// The string that is the value, if no number or Boolean can be decoded from it; nil for others.
  package let text: String?
  /// Whether the value is incomplete, because the rest of the document hasn't come yet.
  package let isGrowing: Bool

  package init(container: ValueKind? = nil, text: String? = nil, isGrowing: Bool) {
    (self.container, self.text, self.isGrowing) = (container, text, isGrowing)
  }
}

/// A kind of value that a decoder shows.
package enum ValueKind {
  case string
  case integer
  case double
  case boolean
  case array
  case object
}

/// A type whose values are listed strings.
///
/// A decoder of Medley decodes them without a string.
package protocol ListedStrings: Decodable {
  /// The strings and the values that they decode as.
  static var listedStrings: [(string: String, value: Self)] { get }
}

extension Decoder {
  /// Whether the value is incomplete: an error in it isn't one of the document yet, so nothing stands
  /// in for it.
  package var isGrowing: Bool {
    // Without making an existential of another decoder.
    MedleyDecoders.isJSON(self) && MedleyDecoders.cast(self)?.outline.isGrowing == true
  }
}

/// Casts decoders to `MedleyDecoder`.
@usableFromInline package enum MedleyDecoders {
  /// MedleyJSON's decoder, and a cast to it; nil if it isn't linked, and before there was one.
  private static let registered = Lock<
    (type: ObjectIdentifier, cast: @Sendable (any Decoder) -> (any MedleyDecoder)?)?
  >(nil)

  @inline(__always) private static var jsonType: ObjectIdentifier? {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return AtomicTypes.decoder.load(ordering: .acquiring)
    }
    return registered.withLock { $0?.type }
  }

  /// The cast, read if a decoder has the registered type, so after it was registered.
  private static let json = registered.withLock { $0?.cast }

  /// Registers MedleyJSON's decoder, before there is one.
  ///
  /// Casting each decoder would take 2,000 instructions for an element on `JSONDecoder`, whose decoder
  /// is a class; comparing two types takes ten.
  package static func register<Own: MedleyDecoder & SendableMetatype>(_: Own.Type) {
    let type = ObjectIdentifier(Own.self)
    registered.withLock {
      $0 = (type, { Swift.type(of: $0) == Own.self ? same($0) as Own : nil })
    }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      AtomicTypes.decoder.store(type, ordering: .releasing)
    }
  }

  /// Whether a decoder is MedleyJSON's.
  @inline(__always) static func isJSON<Other: Decoder>(_: Other) -> Bool {
    ObjectIdentifier(Other.self) == jsonType
  }

  /// Whether a decoder determines which initialiser a type has, or is faster if it knows that.
  @usableFromInline package static func seekTypes<Other: Decoder>(_: Other) -> Bool {
    // Both types are final, and `type(of:)` takes 40 instructions.
    let type = ObjectIdentifier(Other.self)
    return type == jsonType || type == ObjectIdentifier(CustomInitProbe.self)
  }

  /// Returns the decoder if it is MedleyJSON's, or nil.
  package static func cast(_ decoder: any Decoder) -> (any MedleyDecoder)? {
    // Called for each element with every decoder, so comparing types comes first.
    ObjectIdentifier(Swift.type(of: decoder)) == jsonType ? json?(decoder) : nil
  }

  /// Returns the decoder of a member if it is MedleyJSON's, or nil.
  package static func cast<Key: CodingKey>(
    _ container: KeyedDecodingContainer<Key>,
    _ key: Key
  ) -> (any MedleyDecoder)? {
    guard jsonType != nil else { return nil }
    return (try? container.decode(DecoderProbe.self, forKey: key)).flatMap { cast($0.decoder) }
  }
}

/// An encoder of Medley, with requirements that `Encoder` doesn't have.
///
/// The encoder of MedleyJSON conforms. Its type has what both it and the encoder of payloads with a tag
/// do with the members of an object, without a writer that checks each one.
package protocol MedleyEncoder: Encoder, SendableMetatype {
  /// Writes what is known of the JSON that came, as it came.
  ///
  /// - Parameters:
  ///   - original: The text, or a value with its keys and numbers as they came.
  ///   - sharesObject: Whether other members may follow in the same object.
  /// - Returns: False if something was encoded before, so that the members must be added to it.
  /// - Throws: `EncodingError` for a value that is nested too deeply.
  func write(_ original: OriginalJSON, sharesObject: Bool) throws -> Bool

  /// Returns the key that is written for a key of a type.
  func written(_ key: String) -> String

  // MARK: Writing the members of an object

  /// Encodes a payload and its tag as one object, or without the tag if that stands beside the object.
  ///
  /// - Returns: False, with nothing encoded, if something was encoded before that isn't another part of
  ///   the object, or if a payload without its tag isn't written member by member.
  /// - Throws: What the payload throws, and as `ObjectWriter` does.
  static func encode(
    _ payload: some Encodable,
    after member: LeadingMember,
    of tag: any MemberLeading,
    isBeside: Bool,
    to encoder: some Encoder
  ) throws -> Bool

  /// Writes the parts of one object without looking at each member.
  ///
  /// - Parameters:
  ///   - encoder: The encoder of the object.
  ///   - checker: Makes the checker for what can't be written so; what that writes is thrown away.
  ///   - write: Encodes the parts. It may be called again with other encoders.
  /// - Returns: False, with nothing written, if the members must be checked: two may have one name, or
  ///   a part isn't written member by member.
  /// - Throws: What the function throws, if the parts are those of an object around this one.
  static func encodeParts(
    to encoder: some Encoder,
    checkedBy checker: any MemberLeading,
    _ write: (any Encoder) throws -> Void
  ) throws -> Bool

  /// Begins the fields of an object.
  ///
  /// - Parameters:
  ///   - order: Stands for the order of the fields, as a type or a registration does: objects with
  ///     the same one mostly have the same fields.
  ///   - encoder: The encoder of the object.
  /// - Returns: A target of fields; nil, with nothing encoded, if the encoder isn't Medley's, or the
  ///   members must be checked one by one.
  /// - Throws: `EncodingError` if something else was encoded before.
  static func fields(
    ordered order: ObjectIdentifier,
    to encoder: some Encoder
  ) throws -> (any FieldTarget)?

  /// Returns the checker behind the encoder of a payload with a tag, or nil for other encoders.
  static func checker(of encoder: some Encoder) -> (any MemberChecker)?
}

/// JSON that came, as far as it was kept.
package enum OriginalJSON {
  case text(SourceText)
  case value(PayloadValue)
}

/// Recognises the encoders of MedleyJSON.
///
/// MedleyJSON registers them before there is one: finding a conformance with a cast searches all of the
/// process, a ninth of a first call. All functions compare types, which takes a hundredth of a cast. They
/// are generic, so that the type is known.
package enum MedleyEncoders {
  /// MedleyJSON's encoder, a cast to it, and its encoder of payloads with a tag; nil if it isn't linked,
  /// and before there was one.
  private static let registered = Lock<
    (
      type: any MedleyEncoder.Type, cast: @Sendable (any Encoder) -> (any MedleyEncoder)?,
      tagged: ObjectIdentifier
    )?
  >(nil)

  @inline(__always) private static var jsonType: ObjectIdentifier? {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      return AtomicTypes.encoder.load(ordering: .acquiring)
    }
    return registered.withLock { ($0?.type).map { ObjectIdentifier($0) } }
  }

  // Read when an encoder has the registered type, so after it was registered.
  private static let json = registered.withLock { $0 }

  /// Registers MedleyJSON's encoders, before there is one.
  ///
  /// - Parameters:
  ///   - type: The encoder.
  ///   - tagged: The encoder of payloads with a tag.
  package static func register<Own: MedleyEncoder>(_ type: Own.Type, tagged: any Encoder.Type) {
    let tagged = ObjectIdentifier(tagged)
    registered.withLock {
      $0 = (Own.self, { Swift.type(of: $0) == Own.self ? same($0) as Own : nil }, tagged)
    }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      AtomicTypes.encoder.store(ObjectIdentifier(Own.self), ordering: .releasing)
    }
  }

  /// Returns the encoder if it is one of Medley's, or nil.
  package static func cast<Other: Encoder>(_ encoder: Other) -> (any MedleyEncoder)? {
    isPlain(encoder) ? json?.cast(encoder) : nil
  }

  /// Whether an encoder is MedleyJSON's.
  @inline(__always) static func isPlain<Other: Encoder>(_: Other) -> Bool {
    ObjectIdentifier(Other.self) == jsonType
  }

  /// Whether an encoder is MedleyJSON's of a payload with a tag.
  @inline(__always) static func isTagged<Other: Encoder>(_: Other) -> Bool {
    jsonType != nil && ObjectIdentifier(Other.self) == json?.tagged
  }

  // MARK: - Writing the members of an object

  /// Returns the type of MedleyJSON's encoder for that and for the one of payloads with a tag; nil for
  /// other encoders.
  @inline(__always) package static func type(
    for encoder: some Encoder
  ) -> (any MedleyEncoder.Type)? {
    isPlain(encoder) || isTagged(encoder) ? json?.type : nil
  }

  /// Encodes a payload and its tag; see ``MedleyEncoder``.
  ///
  /// - Returns: False, with nothing encoded, for other encoders as well.
  @inline(__always) static func write(
    _ payload: some Encodable,
    after member: LeadingMember,
    of tag: any MemberLeading,
    isBeside: Bool = false,
    to encoder: some Encoder
  ) throws -> Bool {
    try type(for: encoder)?
      .encode(payload, after: member, of: tag, isBeside: isBeside, to: encoder) ?? false
  }

  /// Begins the fields of an object; see ``MedleyEncoder``.
  ///
  /// - Returns: A target of fields; nil, with nothing encoded, for other encoders as well.
  @inline(__always) static func fields(
    ordered order: ObjectIdentifier,
    to encoder: some Encoder
  ) throws -> (any FieldTarget)? {
    // It compares the types itself.
    guard jsonType != nil, let type = json?.type else { return nil }
    return try type.fields(ordered: order, to: encoder)
  }
}

/// The types of MedleyJSON's coders, for systems that have atomic values.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private enum AtomicTypes {
  static let decoder = Atomic<ObjectIdentifier?>(nil)
  static let encoder = Atomic<ObjectIdentifier?>(nil)
}
