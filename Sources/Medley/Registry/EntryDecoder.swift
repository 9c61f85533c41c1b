package import MedleyBase

/// A decoder of one registered type, for any base.
///
/// Generic code looks up the metadata of each generic type that it names, 325 instructions each
/// time, and a generic class stores that of its arguments. So registries decode elements with
/// classes. This one isn't generic, so it is found without naming the base.
///
/// It and its subclasses have only constants that can be sent, so that registries can be sent.
package class AnyEntryDecoder {
  /// Whether a payload that is the element itself is decoded from its fields, without a `Decoder`.
  ///
  /// Nil as long as that isn't known: with a `Decoder`, unless its `init(from:)` asks that for fields, see
  /// ``decided(readsFields:)``. It isn't an enum, which would get conformances that nothing uses, 2 KB.
  package final let readsFields: Bool?
  /// The type of the payload; nil if it is known only by functions.
  package final let payload: ObjectIdentifier?

  init(readsFields: Bool?, of payload: ObjectIdentifier? = nil) {
    self.readsFields = readsFields
    self.payload = payload
  }

  /// Returns the decoder to use from now on, after a first element has shown whether its type reads
  /// fields.
  ///
  /// The first test of a type for a protocol searches all conformances of the process, 260,000
  /// instructions. So types aren't tested when they are registered.
  package func decided(readsFields: Bool) -> AnyEntryDecoder { self }
}

/// A decoder that is its own container of a value.
package typealias ContentDecoder = Decoder & SingleValueDecodingContainer

/// A decoder of one registered type, which returns values of a base.
package class EntryDecoder<Base>: AnyEntryDecoder {
  /// Decodes a payload that is the element itself, which may be a scalar.
  package func decode(from decoder: consuming any Decoder) throws -> Base { abstractMethod() }

  /// Decodes a payload that reads its own fields.
  package func decode(fields: consuming any FieldSource) throws -> Base { abstractMethod() }

  /// Decodes a payload that is a value of its own, as a container decodes its members.
  package func decode(content decoder: consuming any ContentDecoder) throws -> Base {
    try decode(from: decoder)
  }

  /// Decodes a payload from the decoder that a function opens, which throws if there is no payload.
  func decode(opening open: () throws -> any Decoder) throws -> Base { try decode(from: open()) }

  // What a wire form or a `DirectForm` finds.

  /// Decodes a payload that is the element itself, which was read as a string.
  func decode(text: String, of decoder: any Decoder) throws -> Base {
    try decode(from: decoder)
  }

  /// Decodes a payload that is a member of the element.
  func decode(member key: WireKey, of members: KeyedDecodingContainer<WireKey>) throws -> Base {
    try decode { try members.content(at: key) }
  }

  /// Decodes a payload among the values of an enum's case; functions read all of them.
  func decode(case key: WireKey, of object: ObjectReader) throws -> Base {
    try decode(member: key, of: object.container)
  }

  /// Decodes a payload that is the next element of an array.
  func decode(next elements: inout any UnkeyedDecodingContainer) throws -> Base {
    try decode { try elements.superDecoder() }
  }

  /// Decodes the payload of an element that is a tag alone.
  func decodeAbsent(_ error: () -> DecodingError) throws -> Base { try decode { throw error() } }

  /// Returns the decoder of a type, which may be a subclass of `Payload`.
  static func make<Payload: Decodable & SendableMetatype>(
    _ type: Payload.Type,
    _ makeBase: @escaping @Sendable (consuming Payload) throws -> Base
  ) -> EntryDecoder<Base> {
    let name = DecoderTraits.name(of: type)
    let isContent = SpecialTypes.contain(type, named: name)
    return PayloadEntryDecoder(
      type,
      makeBase,
      readsFields: isContent || type != Payload.self ? false : nil,
      isContent: isContent,
      isOptional: name.hasPrefix("Swift.Optional<")
    )
  }
}

// MARK: - Knowing the payload

/// Decodes `Payload` and converts it to `Base`.
private final class PayloadEntryDecoder<Base, Payload: Decodable>: EntryDecoder<Base> {
  /// Makes the base of a payload.
  ///
  /// It can be sent: `make` takes only functions that can be, and a decoder with another one is used
  /// where it is made, and not kept.
  private let makeBase: (consuming Payload) throws -> Base
  /// The type, which may be a subclass of `Payload`.
  private let type: Payload.Type
  /// Whether decoders handle the type themselves.
  private let isContent: Bool
  /// Whether the payload is an optional, by the name of its type, which is faster than a cast.
  private let isOptional: Bool

  init(
    _ type: Payload.Type,
    _ makeBase: @escaping (consuming Payload) throws -> Base,
    readsFields: Bool?,
    isContent: Bool = false,
    isOptional: Bool = false
  ) {
    self.type = type
    self.makeBase = makeBase
    self.isContent = isContent
    self.isOptional = isOptional
    super.init(readsFields: readsFields, of: ObjectIdentifier(type))
  }

  override func decided(readsFields: Bool) -> AnyEntryDecoder {
    func ofFields<Fields: FieldDecodable>(_ type: Fields.Type) -> AnyEntryDecoder? {
      (makeBase as? (consuming Fields) throws -> Base).map { makeBase in
        FunctionEntryDecoder { try makeBase(Fields(fields: &$0)) }
      }
    }
    if readsFields, let type = Payload.self as? any FieldDecodable.Type,
      let decoder = ofFields(type)
    {
      return decoder
    }
    return PayloadEntryDecoder(type, makeBase, readsFields: false, isOptional: isOptional)
  }

  override func decode(from decoder: consuming any Decoder) throws -> Base {
    guard !isContent else { return try makeBase(Payload(contentOf: decoder)) }
    return try makeBase(type.init(from: decoder))
  }

  override func decode(content decoder: consuming any ContentDecoder) throws -> Base {
    guard type == Payload.self else { return try decode(from: decoder) }
    return try makeBase(decoder.decode(Payload.self))
  }

  override func decode(text: String, of decoder: any Decoder) throws -> Base {
    guard Payload.self == String.self else { return try decode(from: decoder) }
    return try makeBase(same(text))
  }

  override func decode(
    member key: WireKey,
    of members: KeyedDecodingContainer<WireKey>
  ) throws -> Base {
    guard type == Payload.self else {
      return try makeBase(members.decodeDynamically(type, forKey: key))
    }
    guard isOptional else { return try makeBase(members.decode(Payload.self, forKey: key)) }
    return try decodeOptional(isAbsent: !members.contains(key)) {
      try members.decode(Payload.self, forKey: key)
    }
  }

  override func decode(case key: WireKey, of object: ObjectReader) throws -> Base {
    let values = try object.container.nestedContainer(keyedBy: WireKey.self, forKey: key)
    return try decode(member: .firstValue, of: values)
  }

  override func decode(next elements: inout any UnkeyedDecodingContainer) throws -> Base {
    try makeBase(elements.decode(type))
  }

  override func decodeAbsent(_ error: () -> DecodingError) throws -> Base {
    guard isOptional else { throw error() }
    return try decodeOptional(isAbsent: true) { throw error() }
  }

  // Never inlined: a function with an optional payload looks up its metadata on entry, 470
  // instructions.
  @inline(never) private func decodeOptional(
    isAbsent: Bool,
    _ decode: () throws -> Payload
  ) throws -> Base {
    if isAbsent, let type = Payload.self as? any NilRepresentable.Type,
      let absent = type.init(nilLiteral: ()) as? Payload
    {
      return try makeBase(absent)
    }
    return try makeBase(decode())
  }
}

// MARK: - Decoding without content

/// Decodes elements as a registered value and ignores their content, or throws for a type that is
/// only encoded.
final class ValueEntryDecoder<Base>: EntryDecoder<Base> {
  private let make: @Sendable () throws -> Base

  init(_ make: @escaping @Sendable () throws -> Base) {
    self.make = make
    super.init(readsFields: true)
  }

  override func decode(from decoder: consuming any Decoder) throws -> Base { try make() }
  override func decode(fields: consuming any FieldSource) throws -> Base { try make() }
  override func decode(opening _: () throws -> any Decoder) throws -> Base { try make() }
}

// MARK: - Decoding with functions

/// Decodes elements with a function that reads their fields, or as a type that reads its own.
final class FunctionEntryDecoder<Base>: EntryDecoder<Base> {
  /// A function that can be sent, or that decodes a type.
  private let read: (inout FieldReader) throws -> Base

  init(_ read: @escaping (inout FieldReader) throws -> Base) {
    self.read = read
    super.init(readsFields: true)
  }

  override func decode(from decoder: consuming any Decoder) throws -> Base {
    let decoder = copy decoder
    let own = MedleyDecoders.cast(decoder)
    return try decode(fields: own?.fields() ?? SharedObjectDecoder.fields(of: decoder))
  }

  override func decode(fields: consuming any FieldSource) throws -> Base {
    var reader = FieldReader(fields)
    return try read(&reader)
  }
}

extension KeyedDecodingContainer<WireKey> {
  /// The decoder of a member that is a payload.
  ///
  /// - Throws: `DecodingError` if there is no such member.
  fileprivate func content(at key: WireKey) throws -> any Decoder {
    guard contains(key) else {
      throw DecodingError.keyNotFound(
        key,
        .init(at: codingPath, "Expected the content of the tag but found no such key.")
      )
    }
    return try superDecoder(forKey: key)
  }
}

// MARK: - Decoding what a wire form finds

extension EntryDecoder {
  /// Decodes a payload at the place that the wire form has found.
  func decode(from source: PayloadSource) throws -> Base {
    switch source {
    case .whole(let decoder): return try decode(from: decoder)
    case .member(let object, let key): return try decode(member: key, of: object.container)
    case .caseValue(let object, let key): return try decode(case: key, of: object)
    case .next(var container): return try decode(next: &container)
    case .absent(let decoder, let key):
      return try decodeAbsent {
        let problem = "Expected the tag and its content but found the tag alone."
        let context = DecodingError.Context(at: decoder.codingPath, problem)
        // An array with too few elements isn't missing a key.
        return key.intValue == nil ? .keyNotFound(key, context) : .dataCorrupted(context)
      }
    }
  }
}

extension PayloadSource {
  /// Decodes the payload.
  func decode<Payload: Decodable>(_ type: Payload.Type) throws -> Payload {
    let isContent = SpecialTypes.contain(type)
    return try PayloadEntryDecoder(type, { $0 }, readsFields: false, isContent: isContent)
      .decode(from: self)
  }
}

// MARK: - Decoding what a `DirectForm` finds

extension EntryDecoder {
  /// Decodes a payload that was found.
  ///
  /// - Parameters:
  ///   - source: The place of the payload.
  ///   - decoder: The decoder of the element.
  ///   - elements: The elements of an array, of which the payload is the next.
  /// - Returns: The base.
  /// - Throws: What the payload throws.
  func decode(
    from source: DirectSource,
    of decoder: any Decoder,
    _ elements: inout (any UnkeyedDecodingContainer)?
  ) throws -> Base {
    switch source {
    case .whole(let object): return try decode(from: object)
    case .value: return try decode(from: decoder)
    case .text(let text): return try decode(text: text, of: decoder)
    case .member(let object, let key): return try decode(member: key, of: object.members)
    case .element:
      // Without a copy, because the container would copy what it stores when it changes. The form
      // sets the elements whenever it finds this place.
      guard var next = elements.take() else { fatalError("The form has found an array.") }
      return try decode(next: &next)
    }
  }
}
