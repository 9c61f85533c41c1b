package import MedleyBase

/// The finding of a wire form in an element: the tag or its absence, its place, and the place of
/// the payload.
///
/// It is a class, because it is passed on by many functions and has twenty words.
package final class LocatedTag {
  enum Finding {
    /// A tag, registered or not.
    case tag(TypeTag)
    /// An integer with more than 64 bits, which can't be a tag.
    case oversizedInteger
    /// No tag, but types that the element may be.
    case candidates(CandidateList)
    /// No tag. The error, if there is one, is more specific and is thrown instead.
    case missing((any Error)?)
    /// Null at the place of the tag.
    case null
    /// A value that can't be a tag, with a description.
    case wrongKind(String)
    /// A wrapper of the form with too few or too many parts, with the text of the error.
    ///
    /// The error is made only if no other form finds a tag, because its path takes a time that is
    /// quadratic in the number of levels around the element on Foundation's decoders.
    case malformedWrapper(String)
  }

  let finding: Finding
  /// The path of the tag, from the element.
  let place: [WireKey]
  /// The place of the payload, if the tag selects one.
  var source: PayloadSource
  /// Whether the element is of another kind than the form needs.
  let isOfOtherShape: Bool
  /// Whether the tag is only one if no other form finds one, because it isn't registered: a
  /// string, the key of another form's tag, a compound tag without all parts.
  var isTentative: Bool
  /// The alternative that found the tag, if there are several.
  var alternative: Int?

  @inline(never) init(
    finding: Finding,
    place: [WireKey] = [],
    source: PayloadSource,
    isOfOtherShape: Bool = false,
    isTentative: Bool = false
  ) {
    self.finding = finding
    self.place = place
    self.source = source
    self.isOfOtherShape = isOfOtherShape
    self.isTentative = isTentative
  }
}

/// The finding of an index or a direct form at the place of a tag, if it isn't a registered string.
package enum TagMember {
  /// A string for which no type is registered, unless a pattern takes it.
  case unregistered(TypeTag)
  /// Another value, with its decoder.
  case value(any Decoder)
  /// The object doesn't have the member.
  case absent
  /// What a function of the app returned or threw.
  case custom(Result<TypeTag?, any Error>)
  /// Not known, so that the wire form looks for it.
  case elsewhere
}

/// The place of a payload in an element.
package enum PayloadSource {
  /// The element itself.
  case whole(any Decoder)
  /// A member of the element.
  case member(ObjectReader, WireKey)
  /// Under `_0` in a member of the element that has the values of an enum's case; functions read all of
  /// them.
  case caseValue(ObjectReader, WireKey)
  /// The next element of the array.
  case next(any UnkeyedDecodingContainer)
  /// Nowhere: the element is the tag alone. The key is where the content would be.
  indirect case absent(any Decoder, WireKey)

  /// Whether the payload is the element itself.
  var isWhole: Bool { if case .whole = self { true } else { false } }

  /// The key of the member that has the payload; nil if none has.
  var key: WireKey? {
    switch self {
    case .member(_, let key), .caseValue(_, let key): key
    case .whole, .next, .absent: nil
    }
  }
}

extension ObjectReader {
  /// Reads the tag under a key.
  ///
  /// The registered kinds are tried first, and the first reading that is registered is used. So a
  /// format that also provides `1` as a string finds the tag `1`.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - kinds: The kinds of the tags.
  ///   - tags: The tags.
  /// - Returns: The finding.
  /// - Throws: What the decoder throws for invalid text.
  func tag(at key: WireKey, kinds: TagKinds, among tags: TagTable) throws -> LocatedTag.Finding {
    let kind = kinds.registered.first ?? .string
    do {
      // `decodeIfPresent` returns nil for absent and null, so the usual case takes one call.
      guard let tag = try read(kind, at: key) else {
        return container.contains(key) ? .null : .missing(nil)
      }
      if tag == "", isMarkup { return emptyText(at: key) }
      // A strict decoder reads it as no other kind.
      if kinds.registered.count < 2 || tags.contains(tag) || isStrict { return .tag(tag) }
    } catch {
      // The string is invalid in its format, for example because of an invalid escape.
      if kind == .string, error.isDamage { throw error }
      // The error tells what it is, and each further attempt would make another one.
      if kind == .string, isStrict, let decoder = try? container.superDecoder(forKey: key) {
        return TagCandidates(in: decoder, refused: error).finding(among: tags)
      }
    }
    guard let candidates = try candidates(at: key) else { return .wrongKind("something else") }
    if candidates.all.first == "", isMarkup { return emptyText(at: key) }
    return candidates.finding(among: tags, as: kinds)
  }

  /// Returns every reading of the value under a key as a registered kind, or otherwise the first
  /// reading; none if it isn't a tag.
  func readings(at key: WireKey, kinds: TagKinds) throws -> [TypeTag] {
    guard let candidates = try candidates(at: key), candidates.all.first != "" || !isMarkup else {
      return []
    }
    return candidates.readings(as: kinds)
  }

  /// Returns the readings of the value under a key; nil if there are none.
  private func candidates(at key: WireKey) throws -> TagCandidates? {
    do {
      return try container.decode(TagCandidates.self, forKey: key)
    } catch let error where !error.isDamage {
      return nil
    }
  }

  private func read(_ kind: ScalarKind, at key: WireKey) throws -> TypeTag? {
    switch kind {
    case .string: try container.decodeIfPresent(String.self, forKey: key).map { .string($0) }
    case .integer: try container.decodeIfPresent(Int64.self, forKey: key).map { .integer($0) }
    case .boolean: try container.decodeIfPresent(Bool.self, forKey: key).map { .boolean($0) }
    }
  }

  /// Returns the finding for an empty string of XML: an empty element, or one with members.
  ///
  /// XMLCoder provides an empty element as an object with one member, named like the element.
  private func emptyText(at key: WireKey) -> LocatedTag.Finding {
    let members = object(at: key)?.members ?? []
    return members.contains { $0.stringValue != key.stringValue }
      ? .wrongKind("an element") : .missing(nil)
  }
}

/// Every reading of a value as a tag, for places where a value can be decoded only once.
struct TagCandidates: Decodable {
  private(set) var all: [TypeTag] = []
  /// The elements of a list, for forms in which one of them is the tag.
  private var list: (any UnkeyedDecodingContainer)?
  /// What there is, if it isn't a tag.
  private var notATag: LocatedTag.Finding = .wrongKind("something else")

  init(from decoder: any Decoder) throws {
    guard let container = try? decoder.singleValueContainer() else { return }
    if container.decodeNil() {
      notATag = .null
      return
    }
    let isStrict = DecoderTraits(decoder) == .strict
    var hint: ValueKind?
    do {
      add(.string(try container.decode(String.self)))
      if isStrict { return }
    } catch let error where !error.isDamage {
      if isStrict { hint = ValueKind(hintOf: error) }
    }
    readOthers(in: decoder, hint, isStrict: isStrict)
  }

  /// Creates the readings of a value that a strict decoder has refused as text.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the value.
  ///   - error: The error, which tells what the value is: each attempt that fails makes another one.
  init(in decoder: any Decoder, refused error: any Error) {
    readOthers(in: decoder, ValueKind(hintOf: error), isStrict: true)
  }

  /// Reads a value as what isn't text.
  private mutating func readOthers(in decoder: any Decoder, _ hint: ValueKind?, isStrict: Bool) {
    let mayBeScalar = hint != .array && hint != .object
    if mayBeScalar, hint != .boolean, let integer = Int64.tag(in: decoder) {
      add(.integer(integer))
      if isStrict { return }
    }
    if mayBeScalar, let boolean = try? Bool(from: decoder) { add(.boolean(boolean)) }
    guard all.isEmpty else { return }
    if mayBeScalar, let finding = LocatedTag.Finding.number(in: decoder) {
      notATag = finding
    } else if let elements = try? decoder.unkeyedContainer() {
      list = elements
      notATag = .wrongKind("an array")
    } else if (try? decoder.container(keyedBy: WireKey.self)) != nil {
      notATag = .wrongKind("an object")
    }
  }

  @inline(never) private mutating func add(_ tag: TypeTag) { all.append(tag) }

  /// Returns the readings of registered kinds, or otherwise the first.
  func readings(as kinds: TagKinds) -> [TypeTag] {
    let registered = all.filter { ScalarKind($0).map(kinds.registered.contains) == true }
    return registered.isEmpty ? Array(all.prefix(1)) : registered
  }

  /// Returns the registered reading, or otherwise the first, of all or of some kinds.
  func finding(among tags: TagTable, as kinds: TagKinds? = nil) -> LocatedTag.Finding {
    var all = kinds.map(readings) ?? all
    if tags.takesLists, var list {
      while !list.isAtEnd, let element = try? list.decode(TagCandidates.self) {
        all += element.all.prefix(1)
      }
    }
    return (all.first(where: tags.contains) ?? all.first).map { .tag($0) } ?? notATag
  }
}

extension LocatedTag.Finding {
  /// Returns the finding for a number that isn't an integer tag; nil for another value.
  static func number(in decoder: any Decoder) -> LocatedTag.Finding? {
    guard let container = try? decoder.singleValueContainer() else { return nil }
    do {
      let number = try container.decode(Double.self)
      let isOversized = number.isFinite && number.magnitude >= 0x1p63 && number.rounded() == number
      return isOversized ? .oversizedInteger : .wrongKind("\(number)")
    } catch {
      guard case .dataCorrupted? = error as? DecodingError, !error.isDamage,
        DecoderTraits(decoder) == .strict
      else { return nil }
      // A number beyond the range of doubles: `1e400`.
      return .oversizedInteger
    }
  }
}

// MARK: - Coding

extension TypeTag: Codable {
  /// Decodes a string, an integer, a Boolean, or an array of them, in which null is an absent part.
  ///
  /// - Throws: `DecodingError.typeMismatch` if the value is none of these.
  public init(from decoder: any Decoder) throws {
    if let candidate = try TagCandidates(from: decoder).all.first {
      self = candidate
    } else if let parts = try? [TypeTag?](from: decoder), parts.contains(where: { $0 != nil }) {
      self = .compound(parts)
    } else {
      let problem = "Expected a string, an integer, a Boolean or an array of them."
      throw DecodingError.typeMismatch(TypeTag.self, .init(at: decoder.codingPath, problem))
    }
  }

  /// Encodes the value, or an array for a compound tag.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .string(let string): try string.encode(to: encoder)
    case .integer(let integer): try integer.encode(to: encoder)
    case .boolean(let boolean): try boolean.encode(to: encoder)
    case .compound(let parts): try parts.encode(to: encoder)
    }
  }
}
