/// The order in which a value is tried as scalar and as container.
///
/// It is a type, so that the elements of an array and the members of an object follow the order
/// that was chosen for the whole: a decoder passes nothing else on to them.
protocol CaptureOrder {
  /// Whether `allKeys` has the order of the document.
  static var keepsOrder: Bool { get }

  /// How long the path of a value may be, so that a thread with a stack of 512 KB bears it.
  ///
  /// Measured: Foundation's decoders bear 150 levels, Yams and TOMLKit 42 in debug builds, XMLCoder
  /// 25, with three keys for each.
  static var depthLimit: Int { get }

  /// The same for people.
  static var depthLimitDescription: String { get }

  static func capture(_ decoder: any Decoder) throws -> PayloadValue?
}

/// For formats in which a value is of one kind: what is frequent comes first.
enum StrictOrder: CaptureOrder {
  static let keepsOrder = false
  static let depthLimit = 128
  static let depthLimitDescription = "128 levels"

  static func capture(_ decoder: any Decoder) throws -> PayloadValue? {
    let container = try decoder.singleValueContainer()
    if let string = try read(String.self, from: container) { return .string(string) }
    if let integer = try read(Int64.self, from: container) { return .integer(integer) }
    return try PayloadValue.object(in: decoder, as: Self.self)
      ?? .array(in: decoder, as: Self.self)
      ?? .boolean(in: container)
      ?? .number(in: container)
      ?? ForeignScalars.capture(container).map { .other($0) }
  }

  /// A scalar of one kind, or nil if the value is of another.
  ///
  /// - Throws: `CaptureStop` if the document is damaged here, however little of it is known.
  private static func read<Scalar: Decodable>(
    _ type: Scalar.Type,
    from container: any SingleValueDecodingContainer
  ) throws -> Scalar? {
    do {
      return try container.decode(type)
    } catch {
      guard error.isDamage else { return nil }
      throw CaptureStop(error: error.asDecodingError(at: container.codingPath))
    }
  }
}

/// For formats that show a scalar as several kinds, among them always a string.
enum TextualOrder: CaptureOrder {
  static let keepsOrder = true
  static let depthLimit = 40
  static let depthLimitDescription = "40 levels"

  static func capture(_ decoder: any Decoder) throws -> PayloadValue? {
    let container = try decoder.singleValueContainer()
    return try PayloadValue.boolean(in: container)
      ?? .integer(in: container)
      ?? .number(in: container)
      ?? (try? container.decode(String.self)).map { .string($0) }
      ?? .object(in: decoder, as: Self.self)
      ?? .array(in: decoder, as: Self.self)
      ?? ForeignScalars.capture(container).map { .other($0) }
  }
}

/// For XML, where an element with members is readable as text too, and everything else is text.
enum MarkupOrder: CaptureOrder {
  static let keepsOrder = true
  static let depthLimit = 72
  static let depthLimitDescription = "24 elements"

  static func capture(_ decoder: any Decoder) throws -> PayloadValue? {
    if let members = try? decoder.container(keyedBy: WireKey.self),
      members.allKeys.contains(where: { !$0.stringValue.isEmpty })
    {
      return try elements(of: members)
    }
    let container = try decoder.singleValueContainer()
    return (try? container.decode(String.self)).map { .string($0) }
  }

  /// Elements repeat: those with one name become an array.
  private static func elements(
    of container: KeyedDecodingContainer<WireKey>
  ) throws -> PayloadValue {
    var members: [PayloadValue.Member] = []
    var seen: Set<String> = []
    for key in container.allKeys where seen.insert(key.stringValue).inserted {
      members.append(.init(key: key.stringValue, value: try elements(at: key, in: container)))
    }
    return .object(members)
  }

  private static func elements(
    at key: WireKey,
    in container: KeyedDecodingContainer<WireKey>
  ) throws -> PayloadValue {
    // The text beside attributes or elements has the empty key.
    if key.stringValue.isEmpty { return .string(try container.decode(String.self, forKey: key)) }
    let all = try container.decode([Captured<Self>].self, forKey: key)
    if all.count > 1 { return .array(all.map(\.value)) }
    // An attribute is no array, and shown as an empty one.
    return try all.first?.value ?? container.decode(Captured<Self>.self, forKey: key).value
  }
}
