import MedleyBase

/// The tag of an element and the place of its payload, as a `DirectForm` finds it.
enum DirectFinding {
  /// A registered tag: its index, the position of its entry, and the place of the payload.
  case tag(Int, at: Int, DirectSource)
  /// A string that isn't registered, at the only place of a tag, in an object that keeps it.
  case unregistered(SharedObjectDecoder, String)
  /// Nothing in an object that is open.
  case object(SharedObjectDecoder)
  /// Nothing in what a function of the app returned or threw.
  case custom(Result<TypeTag?, any Error>)
  case nothing
}

/// The place of a payload that a `DirectForm` finds.
enum DirectSource {
  /// The object itself.
  case whole(SharedObjectDecoder)
  /// The value itself.
  case value
  /// The value itself, which was read as a string.
  case text(String)
  /// A member of an object that is open.
  ///
  /// With the container itself, every finding would be of a size that is only known at run time.
  case member(SharedObjectDecoder, WireKey)
  /// The next element of the array, which isn't in here, because a copy would copy what it stores.
  case element

  /// Whether the payload is the element itself.
  var isWhole: Bool {
    switch self {
    case .whole, .value, .text: true
    case .member, .element: false
    }
  }
}

extension EntryDecoder {
  /// Decodes a payload that was found.
  ///
  /// - Parameters:
  ///   - source: The place of the payload.
  ///   - decoder: The decoder of the element.
  ///   - elements: The elements of an array, of which the payload is the next.
  /// - Returns: The base.
  /// - Throws: What the payload throws.
  @inline(__always) func decode(
    from source: DirectSource,
    of decoder: any Decoder,
    _ elements: inout (any UnkeyedDecodingContainer)?
  ) throws -> Base {
    switch source {
    case .whole(let object): return try decode(from: object)
    case .value: return try decode(value: decoder)
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

/// The tags of a registry, if they are found by comparing strings.
///
/// All of them are ASCII, so that those of the same length are equal only by code unit.
struct DirectTags: Sendable {
  struct Entry: Sendable {
    let tag: TypeTag
    let position: Int
    /// The tag as a key.
    let key: WireKey
  }

  let all: [Entry]
  /// A bit for each tag.
  let every: UInt64
  private let strings: KeyPositions<String>
  private let parts: [[String]]
  /// The indices of the JSON kinds; -1 for others.
  private let kinds: [Int]

  init?(_ table: TagTable) {
    var all: [Entry] = []
    var parts: [[String]] = []
    var strings = KeyPositions<String>()
    for tag in table.tags {
      guard let own = Self.texts(of: tag), all.count < UInt64.bitWidth - 1 || tag.string != nil,
        own.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }),
        let position = table.position(of: tag)
      else { return nil }
      if let string = tag.string { strings.insert(all.count, for: string.compacted) }
      parts.append(own)
      all.append(Entry(tag: tag, position: position, key: WireKey(own.first ?? "")))
    }
    self.all = all
    self.strings = strings
    self.parts = parts
    every = all.count < UInt64.bitWidth ? 1 << UInt64(all.count) - 1 : 0
    kinds = JSONKind.allCases.map { kind in all.firstIndex { $0.tag == kind.tag } ?? -1 }
  }

  /// Returns the parts of a tag; nil if one isn't a string.
  private static func texts(of tag: TypeTag) -> [String]? {
    // Without the list of its parts, whose type takes 27,000 instructions when it is first used.
    if let string = tag.string { return [string.compacted] }
    let texts = tag.parts.compactMap { $0?.string?.compacted }
    return texts.count == tag.parts.count ? texts : nil
  }

  @inline(__always) func index(of text: String) -> Int? {
    guard let (own, index) = strings[text] else { return nil }
    return own.utf8.count == text.utf8.count ? index : nil
  }

  func index(of tag: TypeTag) -> Int? {
    if case .string(let text) = tag { index(of: text) } else { nil }
  }

  func index(of kind: JSONKind) -> Int? {
    let index = kinds[Int(kind.rawValue)]
    return index < 0 ? nil : index
  }

  /// Returns the kind of a value by the error that it is no string; nil if that doesn't tell.
  func kind(hintedBy error: any Error) -> JSONKind? {
    switch ValueKind(hintOf: error) {
    case .object?: .object
    case .array?: .array
    case .boolean?: .boolean
    case .integer? where index(of: JSONKind.integer) == nil: .number
    default: nil
    }
  }

  /// Returns those of some tags with a part.
  func keeping(_ tags: UInt64, withPart text: String, at index: Int) -> UInt64 {
    var (left, kept) = (tags, UInt64(0))
    while left != 0 {
      let bit = left & ~(left &- 1)
      left &= ~bit
      let own = parts[bit.trailingZeroBitCount]
      if index < own.count, own[index] == text, own[index].utf8.count == text.utf8.count {
        kept |= bit
      }
    }
    return kept
  }
}
