/// An order in which a value is tried as scalars and containers.
///
/// It is a type, so that elements and members are captured in the order of the whole: a decoder
/// passes on only the type.
protocol CaptureOrder {
  /// Whether `allKeys` has the order of the document.
  static var keepsOrder: Bool { get }

  /// The limit for the length of a path, for a thread with a stack of 512 KB.
  ///
  /// Measured in debug builds: the stack is enough for 150 levels with Foundation's decoders, 42
  /// with Yams and TOMLKit, and 25 with XMLCoder, which has three keys for each.
  static var depthLimit: Int { get }

  /// A description of the limit.
  static var depthLimitDescription: String { get }

  static func capture(_ decoder: any Decoder) throws -> PayloadValue?
}

/// The order for formats in which a value has one kind: frequent kinds first.
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

  /// Returns a scalar of one kind, or nil if the value is of another.
  ///
  /// - Throws: `CaptureStop` if the document is invalid.
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

/// The order for formats that provide a scalar as several kinds, one of them a string.
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

/// The order for XML, where an element with members is also text, and all others are text.
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

  /// Captures members, with an array for repeated elements of the same name.
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
    // An attribute isn't an array; XMLCoder provides it as an empty one.
    return try all.first?.value ?? container.decode(Captured<Self>.self, forKey: key).value
  }
}
