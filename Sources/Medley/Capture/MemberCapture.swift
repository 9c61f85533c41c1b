import MedleyBase

/// Captures values through containers, for decoders that show each value as one kind.
///
/// A dictionary of captured values takes 16,000 instructions for each member: it lists the keys as
/// existentials, and decodes each value with a decoder of its own. To ask for a member as the kind
/// of the last one under its key takes 7,000.
///
/// It captures only what is as usual, and throws ``Unusual`` for anything else. ``CapturedValue`` then
/// captures the value, and says what is wrong.
///
/// It remembers what was found out about the decoder of one decode call, whose settings don't change.
///
/// It is safe to send, because only the thread that uses the decoder finds it, and decoders can't be
/// sent.
final class MemberCapture: @unchecked Sendable {
  /// The error for a value that is too deep, too large or invalid.
  struct Unusual: Error {}

  private let decoder: RememberedObject
  /// Whether keyed containers have the keys of the document, which no key strategy converts.
  private let showsKeysAsWritten: Bool
  /// The kinds of the last values and of the last elements of arrays, by a few bits of their keys.
  private var kinds = [ValueKind](repeating: .string, count: 2048)

  private init(_ decoder: AnyObject, showsKeysAsWritten: Bool) {
    self.decoder = RememberedObject(decoder)
    self.showsKeysAsWritten = showsKeysAsWritten
  }

  /// Captures an object or an array, or returns nil if that isn't possible.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the value.
  ///   - shape: The kind of the value.
  ///   - levels: The number of levels that may be inside.
  /// - Returns: The object or the array.
  @inline(never) static func capture(
    _ decoder: any Decoder,
    as shape: ValueKind,
    levels: Int
  ) -> PayloadValue? {
    let shared = SharedObjectDecoder.cast(decoder)
    let base: any Decoder = shared?.base ?? decoder
    guard shared != nil || DecoderTraits.copiesMembers(decoder),
      let capture = find(for: base, as: shape), capture.showsKeysAsWritten
    else { return nil }
    switch shape {
    case .object:
      return try? capture.object(decoder.container(keyedBy: WireKey.self), levels, tag: shared?.tag)
    case .array: return try? capture.array(decoder.unkeyedContainer(), levels, slot: 1)
    default: return nil
    }
  }

  // MARK: - Capturing containers

  private func object(
    _ members: KeyedDecodingContainer<WireKey>,
    _ levels: Int,
    tag: (key: String, value: String)? = nil
  ) throws(Unusual) -> PayloadValue {
    let keys = KeyCollector.keys(of: members).inOrder
    if levels < 1, !keys.isEmpty { throw Unusual() }
    StepCount.add(keys.count)
    var captured: [PayloadValue.Member] = []
    captured.reserveCapacity(keys.count)
    let member = MemberPlace(members)
    var place: any ValuePlace = member
    for key in keys {
      if let tag, tag.key == key {
        captured.append((key: key, value: .string(tag.value)))
        continue
      }
      member.key = WireKey(key)
      let slot = place.slot
      var kind = kinds[slot]
      captured.append((key: key, value: try value(at: &place, &kind, levels)))
      kinds[slot] = kind
    }
    return .object(captured)
  }

  private func array(
    _ elements: any UnkeyedDecodingContainer,
    _ levels: Int,
    slot: Int
  ) throws(Unusual) -> PayloadValue {
    if levels < 1, !elements.isAtEnd { throw Unusual() }
    StepCount.add(elements.count ?? 0)
    var captured: [PayloadValue] = []
    // Elements of an array are usually of one kind, that of the last array under its key. Another kind
    // makes an error, whose path takes a time that is quadratic in the number of levels.
    var kind = kinds[slot]
    var place: any ValuePlace = ElementPlace(elements: elements)
    while let index = place.index {
      captured.append(try value(at: &place, &kind, levels))
      // A container that stays where it is would be read without end.
      if place.index == index { throw Unusual() }
    }
    kinds[slot] = kind
    return .array(captured)
  }

  // MARK: - Capturing values

  /// Captures a value, first as the probable kind, which becomes that of the value.
  @inline(never) private func value(
    at place: inout any ValuePlace,
    _ kind: inout ValueKind,
    _ levels: Int
  ) throws(Unusual) -> PayloadValue {
    // The probable kind, the one that its error says, and a fraction.
    for _ in 0..<3 {
      do {
        return try value(at: &place, as: kind, levels)
      } catch {
        kind = try Self.kind(after: error, as: kind)
      }
    }
    throw Unusual()
  }

  /// Returns the kind to try after another one that threw.
  @inline(never) private static func kind(
    after error: any Error,
    as kind: ValueKind
  ) throws(Unusual) -> ValueKind {
    if error is Unusual { throw Unusual() }
    if let hint = ValueKind(hintOf: error), hint != kind { return hint }
    guard kind == .integer else { throw Unusual() }
    return .double
  }

  private func value(
    at place: inout any ValuePlace,
    as kind: ValueKind,
    _ levels: Int
  ) throws -> PayloadValue {
    switch kind {
    case .string: try place.string().map { .string($0) } ?? .null
    case .boolean: try place.boolean().map { .boolean($0) } ?? .null
    case .integer: try place.integer().map { .integer($0) } ?? .null
    case .double: try place.number()
    case .array: try place.isNull() ? .null : array(place.array(), levels - 1, slot: place.slot + 1)
    case .object: try place.isNull() ? .null : object(place.object(), levels - 1)
    }
  }
}

// MARK: - Places

/// A place in a container, where a value can be asked for as a kind.
///
/// The functions return nil for null. An attempt that fails leaves the place where it is.
///
/// It is used as an existential, so that capturing is compiled once: a call takes little beside the
/// thousands of instructions of a value.
private protocol ValuePlace {
  /// Where the capture remembers the kind of the value; that of its elements is the next.
  var slot: Int { get }
  /// The index of the element, or nil at the end of the array; nil for a member.
  var index: Int? { get }
  mutating func isNull() throws -> Bool
  mutating func string() throws -> String?
  mutating func boolean() throws -> Bool?
  mutating func integer() throws -> Int64?
  mutating func unsigned() throws -> UInt64?
  mutating func double() throws -> Double?
  /// Captures a number that is probably a fraction, or null.
  mutating func number() throws -> PayloadValue
  mutating func array() throws -> any UnkeyedDecodingContainer
  mutating func object() throws -> KeyedDecodingContainer<WireKey>
}

extension ValuePlace {
  mutating func number() throws -> PayloadValue {
    var next = self
    guard let double = try next.double() else {
      self = next
      return .null
    }
    if double.rounded() == double {
      // It may have more digits than a double.
      if let integer = try? integer() { return .integer(integer) }
      if double >= 0x1p63, double <= 0x1p64, let unsigned = try? unsigned() {
        return .unsigned(unsigned)
      }
    }
    self = next
    return .double(double)
  }
}

/// The members of an object, one after the other.
///
/// It is a class, so that an object has one, which goes from key to key.
private final class MemberPlace: ValuePlace {
  private let members: KeyedDecodingContainer<WireKey>
  var key = WireKey("")

  init(_ members: KeyedDecodingContainer<WireKey>) {
    self.members = members
  }

  var slot: Int { MemberCapture.slot(of: key.stringValue) }
  var index: Int? { nil }
  func isNull() throws -> Bool { try members.decodeNil(forKey: key) }
  func string() throws -> String? { try members.decodeIfPresent(String.self, forKey: key) }
  func boolean() throws -> Bool? { try members.decodeIfPresent(Bool.self, forKey: key) }
  func integer() throws -> Int64? { try members.decodeIfPresent(Int64.self, forKey: key) }
  func unsigned() throws -> UInt64? { try members.decodeIfPresent(UInt64.self, forKey: key) }
  func double() throws -> Double? { try members.decodeIfPresent(Double.self, forKey: key) }

  func array() throws -> any UnkeyedDecodingContainer {
    try members.nestedUnkeyedContainer(forKey: key)
  }

  func object() throws -> KeyedDecodingContainer<WireKey> {
    try members.nestedContainer(keyedBy: WireKey.self, forKey: key)
  }
}

private struct ElementPlace: ValuePlace {
  var elements: any UnkeyedDecodingContainer

  var slot: Int { 0 }
  var index: Int? { elements.isAtEnd ? nil : elements.currentIndex }
  mutating func isNull() throws -> Bool { try elements.decodeNil() }
  mutating func string() throws -> String? { try elements.decodeIfPresent(String.self) }
  mutating func boolean() throws -> Bool? { try elements.decodeIfPresent(Bool.self) }
  mutating func integer() throws -> Int64? { try elements.decodeIfPresent(Int64.self) }
  mutating func unsigned() throws -> UInt64? { try elements.decodeIfPresent(UInt64.self) }
  mutating func double() throws -> Double? { try elements.decodeIfPresent(Double.self) }

  mutating func array() throws -> any UnkeyedDecodingContainer {
    try elements.nestedUnkeyedContainer()
  }

  mutating func object() throws -> KeyedDecodingContainer<WireKey> {
    try elements.nestedContainer(keyedBy: WireKey.self)
  }
}

// MARK: - Remembering decoders

extension MemberCapture {
  /// The slot of the values of a key; several keys may share one.
  ///
  /// That of the elements, if the value is an array, is the next.
  fileprivate static func slot(of key: String) -> Int {
    var hash = 0
    for byte in key.utf8 { hash = hash &* 31 &+ Int(byte) }
    return hash &* 2 & 0x7ff
  }

  /// Those of the decoders that were used last, as several threads may decode.
  private static let recent = Lock<[MemberCapture]>([])

  /// Returns that of the decoder of a value of some kind, or nil if nothing can be found out.
  private static func find(for decoder: some Decoder, as shape: ValueKind) -> MemberCapture? {
    guard type(of: decoder) is AnyObject.Type else { return nil }
    // Sound: the decoder is an object. A conversion takes 4,000 instructions.
    let object = unsafe unsafeBitCast(decoder, to: AnyObject.self)
    let id = ObjectIdentifier(object)
    let known = recent.withLock { $0.first { $0.decoder.identity == id } }
    if let known { return known }
    // Only an object tells it.
    guard shape == .object, let isAsWritten = DictionaryProbe.readsOrdinarily(decoder) else {
      return nil
    }
    let new = MemberCapture(object, showsKeysAsWritten: isAsWritten)
    recent.withLock { recent in
      if recent.count == 8 { recent.remove(at: 0) }
      recent.append(new)
    }
    return new
  }
}

// MARK: - Finding key strategies

/// A value that a decoder decodes as a member of a dictionary, and throws once it shows how.
///
/// A decoder with a key strategy reads a dictionary with strings as keys by itself, since their keys
/// are data. Without one, it has the standard library read it through a keyed container, as any
/// other type. Both have the same keys then.
private struct DictionaryProbe: Decodable, Error {
  /// The type of the keys by which the decoder reads the dictionary.
  private let keyType: any Any.Type

  init(from decoder: any Decoder) throws {
    keyType = decoder.codingPath.last.map { type(of: $0) } ?? Never.self
    throw self
  }

  /// Returns whether a dictionary is read through an ordinary keyed container; nil if it is empty.
  static func readsOrdinarily(_ decoder: any Decoder) -> Bool? {
    do {
      _ = try decoder.singleValueContainer().decode([String: DictionaryProbe].self)
      return nil
    } catch {
      return (error as? DictionaryProbe).map { $0.keyType == SampleDecoder.dictionaryKey }
    }
  }
}
