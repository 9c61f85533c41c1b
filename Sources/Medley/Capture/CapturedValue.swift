import MedleyBase

/// A value that is captured as the format of its decoder shows it.
///
/// It is a type of its own, so that elements and members are captured as the whole is: a decoder passes
/// on only the type.
struct CapturedValue: Decodable {
  let value: PayloadValue

  init(from decoder: any Decoder) throws {
    value =
      switch Self.traits(of: decoder) {
      case .strict: try Self.strict(decoder)
      case .textual, .toml: try .captured(from: decoder, to: 40, "40 levels", by: Self.text)
      case .markup: try .captured(from: decoder, to: 72, "24 elements", by: Self.markup)
      }
  }

  // Never inlined: whatever it has on the stack would be there for each level.
  @inline(never) private static func traits(of decoder: any Decoder) -> DecoderTraits {
    DecoderTraits(decoder)
  }

  /// Captures a value of a format that provides a scalar as several kinds, one of them a string.
  private static func text(_ decoder: any Decoder) throws -> PayloadValue? {
    let container = try decoder.singleValueContainer()
    if let boolean = PayloadValue.boolean(in: container) { return boolean }
    if let integer = try? container.decode(Int64.self) { return .integer(integer) }
    if let number = PayloadValue.number(in: container) { return number }
    if let string = try? container.decode(String.self) { return .string(string) }
    if let value = try object(in: decoder) ?? array(in: decoder) { return value }
    return ForeignScalars.coding?.capture(container).map { .other($0) }
  }

  /// Captures a value of XML, where an element with members is also text, and all others are text.
  private static func markup(_ decoder: any Decoder) throws -> PayloadValue? {
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
      members.append((key: key.stringValue, value: try elements(at: key, in: container)))
    }
    return .object(members)
  }

  private static func elements(
    at key: WireKey,
    in container: KeyedDecodingContainer<WireKey>
  ) throws -> PayloadValue {
    // The text beside attributes or elements has the empty key.
    if key.stringValue.isEmpty { return .string(try container.decode(String.self, forKey: key)) }
    let all = try container.decode([CapturedValue].self, forKey: key)
    if all.count > 1 { return .array(all.map(\.value)) }
    // An attribute isn't an array; XMLCoder provides it as an empty one.
    return try all.first?.value ?? container.decode(CapturedValue.self, forKey: key).value
  }
}

// MARK: - Capturing within limits

extension PayloadValue {
  /// The number of values that were captured in one element, in a format that may have aliases: with
  /// those, a short document has a value of exponential size.
  @TaskLocal static var capturedValues: Lock<Int>?
  private static let valueLimit = 200_000

  /// Captures a value, unless it exceeds a limit.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the value.
  ///   - depthLimit: The limit for the length of a path, for a thread with a stack of 512 KB. Measured
  ///     in debug builds: the stack is enough for 42 levels with Yams and TOMLKit, and for 25 with
  ///     XMLCoder, which has three keys for each.
  ///   - levels: A description of the limit.
  ///   - capture: Captures a value that isn't null; returns nil if it is of no kind.
  /// - Returns: The value.
  /// - Throws: ``CaptureStop`` beyond a limit, and ``UncapturableValue``.
  @inline(never) fileprivate static func captured(
    from decoder: any Decoder,
    to depthLimit: Int,
    _ levels: String,
    by capture: (any Decoder) throws -> PayloadValue?
  ) throws -> PayloadValue {
    StepCount.add()
    let path = decoder.codingPath
    if path.count > depthLimit {
      throw CaptureStop("The value is nested deeper than \(levels)", at: path)
    }
    let count = capturedValues?.withLock { count in
      count += 1
      return count
    }
    if let count, count > valueLimit {
      throw CaptureStop("The value has more than \(valueLimit) values inside", at: path)
    }
    if try decoder.singleValueContainer().decodeNil() { return .null }
    guard let value = try capture(decoder) else { throw UncapturableValue(codingPath: path) }
    return value
  }
}

// MARK: - Capturing containers

extension CapturedValue {
  // Never inlined, all of them: whatever they have on the stack would be there for each level.

  @inline(never) static func array(
    in decoder: any Decoder,
    isStrict: Bool = false
  ) throws -> PayloadValue? {
    guard var container = try? decoder.unkeyedContainer() else { return nil }
    if isStrict { try check(decoder) { container.isAtEnd ? nil : WireKey(index: 0) } }
    var elements: [PayloadValue] = []
    while !container.isAtEnd { elements.append(try container.decode(CapturedValue.self).value) }
    return .array(elements)
  }

  /// Captures an object as a dictionary, whose keys no key strategy converts.
  @inline(never) static func object(
    in decoder: any Decoder,
    isStrict: Bool = false
  ) throws -> PayloadValue? {
    if isStrict {
      try check(decoder) { try? decoder.container(keyedBy: WireKey.self).allKeys.first }
    }
    do {
      let members = try decoder.singleValueContainer().decode([String: CapturedValue].self)
      return ordered(members, as: isStrict ? nil : decoder)
    } catch let error where !(error is CaptureStop) {
      return try memberByMember(decoder)
    }
  }

  /// Returns an object with its members in the order of a decoder, and those that it doesn't list, or
  /// all if there is no decoder, sorted by key.
  @inline(never) private static func ordered(
    _ captured: [String: CapturedValue],
    as decoder: (any Decoder)?
  ) -> PayloadValue {
    var listed: Set<String> = []
    var members: [PayloadValue.Member] = []
    let keys = try? decoder?.container(keyedBy: WireKey.self).allKeys
    for key in keys ?? [] {
      guard let place = captured.index(forKey: key.stringValue) else { continue }
      let (key, value) = captured[place]
      if listed.insert(key).inserted { members.append((key: key, value: value.value)) }
    }
    let others = captured.compactMap { key, value -> PayloadValue.Member? in
      listed.contains(key) ? nil : (key: key, value: value.value)
    }
    return .object(members + others.sortedByKey)
  }

  /// Captures the members one by one, and drops and reports those that can't be captured.
  @inline(never) private static func memberByMember(_ decoder: any Decoder) throws -> PayloadValue?
  {
    guard let container = try? decoder.container(keyedBy: WireKey.self) else { return nil }
    var members: [PayloadValue.Member] = []
    for key in container.allKeys {
      do {
        let value = try container.decode(CapturedValue.self, forKey: key).value
        members.append((key: key.stringValue, value: value))
      } catch let error where !(error is CaptureStop) {
        let path = decoder.codingPath + [key]
        let error = UncapturableValue(codingPath: path).asDecodingError(because: error)
        DecodingIssue.report(error, at: path, action: .dropped, for: decoder.userInfo) { nil }
      }
    }
    return .object(members)
  }
}

/// An error that ends a capture, because the document is invalid or too deep.
struct CaptureStop: Error {
  let error: any Error
}

extension CaptureStop {
  /// Creates the error of an invalid document.
  init(_ damage: any Error, in container: any SingleValueDecodingContainer) {
    error = damage.asDecodingError(at: container.codingPath)
  }

  /// Creates the error for a value that exceeds a limit.
  init(_ excess: String, at path: [any CodingKey]) {
    let context = DecodingError.Context(
      codingPath: path,
      debugDescription: "\(excess), which is the limit where the type isn't known.",
      underlyingError: CaptureLimit()
    )
    error = DecodingError.dataCorrupted(context)
  }
}

/// The error for a value that a decoder can't provide as any kind.
struct UncapturableValue: Error {
  let codingPath: [any CodingKey]

  func asDecodingError(because error: (any Error)?) -> DecodingError {
    .invalid(
      at: codingPath,
      "The value is of no kind that the decoder shows, so it can't be kept.",
      because: error is UncapturableValue ? nil : error
    )
  }
}

// MARK: - Capturing values of one kind

// Values of formats in which a value is of one kind, as Foundation's decoders show it.
//
// Each failed attempt takes 8,000 instructions, most of them for an error that is thrown away. So
// strings are tried first, and the message of the error says which kind to try next. It is only a
// hint: whatever it says, all kinds are tried.

extension CapturedValue {
  /// The limit for the length of a path.
  ///
  /// The standard library and Foundation take 3 KB of the stack for each object inside another.
  private static let depthLimit = 128

  /// Captures a value that isn't inside another one.
  static func strict(root decoder: any Decoder) throws -> PayloadValue {
    let shared = SharedObjectDecoder.cast(decoder)
    let depth = shared?.depth ?? decoder.codingPath.count
    if depth > depthLimit { throw stop(at: decoder.codingPath) }
    let levels = depthLimit - depth
    if shared != nil,
      let object = try MemberCapture.capture(decoder, as: .object, levels: levels)
        ?? object(in: decoder, isStrict: true)
    {
      return object
    }
    return try strict(decoder, membersTo: levels)
  }

  /// Captures a value, by its members if a number of levels is given.
  // A container captures its content through this function, which leaves all else to functions that
  // aren't inlined: whatever they have on the stack would be there for each level.
  static func strict(_ decoder: any Decoder, membersTo levels: Int? = nil) throws -> PayloadValue {
    let (scalar, kind) = try find(in: decoder)
    if let scalar { return scalar }
    if let levels, let kind,
      let container = MemberCapture.capture(decoder, as: kind, levels: levels)
    {
      return container
    }
    switch kind {
    case .array: if let array = try array(in: decoder, isStrict: true) { return array }
    case .object: if let object = try object(in: decoder, isStrict: true) { return object }
    default: break
    }
    return try anything(in: decoder)
  }

  /// Captures a string, and a scalar of the kind that the error says if the value isn't a string.
  ///
  /// - Returns: The scalar, or the kind that the value probably is, or neither.
  @inline(never) private static func find(
    in decoder: any Decoder
  ) throws -> (scalar: PayloadValue?, kind: ValueKind?) {
    StepCount.add()
    let container = try decoder.singleValueContainer()
    if container.decodeNil() { return (.null, nil) }
    do {
      return (.string(try container.decode(String.self)), nil)
    } catch {
      if error.isDamage { throw CaptureStop(error, in: container) }
      switch ValueKind(hintOf: error) {
      case .integer, .double: return (try number(in: container), nil)
      case .boolean: return (PayloadValue.boolean(in: container), nil)
      case let kind: return (nil, kind)
      }
    }
  }

  /// Captures a value that may be of any kind but a string.
  @inline(never) private static func anything(in decoder: any Decoder) throws -> PayloadValue {
    let container = try decoder.singleValueContainer()
    if let number = try number(in: container) { return number }
    if let object = try object(in: decoder, isStrict: true) { return object }
    if let array = try array(in: decoder, isStrict: true) { return array }
    guard
      let scalar = PayloadValue.boolean(in: container)
        ?? ForeignScalars.coding?.capture(container).map({ .other($0) })
    else { throw UncapturableValue(codingPath: decoder.codingPath) }
    return scalar
  }

  @inline(never) private static func number(
    in container: any SingleValueDecodingContainer
  ) throws -> PayloadValue? {
    do {
      return .integer(try container.decode(Int64.self))
    } catch {
      // To find out that this isn't damage takes longer than to read the number.
      if let number = PayloadValue.number(in: container) { return number }
      if error.isDamage { throw CaptureStop(error, in: container) }
      return nil
    }
  }

  /// Throws if the first value inside a container would be beyond the limit.
  static func check(_ decoder: any Decoder, _ first: () -> (any CodingKey)?) throws {
    let path = decoder.codingPath
    if path.count >= depthLimit, let key = first() { throw stop(at: path + [key]) }
  }

  private static func stop(at path: [any CodingKey]) -> CaptureStop {
    CaptureStop("The value is nested deeper than \(depthLimit) levels", at: path)
  }
}

// MARK: - Finding the kind

extension ValueKind {
  /// The ends of Foundation's messages, the commonest first; any number is an integer.
  private static let messages: [(end: String, kind: ValueKind)] = [
    ("number instead.", .integer), ("string instead.", .string), ("dictionary instead.", .object),
    ("array instead.", .array), ("bool instead.", .boolean), ("boolean instead.", .boolean),
    ("integer instead.", .integer), ("string/data instead.", .string),
  ]

  /// Creates the kind of a value by the message of the error that it is of another one.
  init?(hintOf error: any Error) {
    guard case DecodingError.typeMismatch(_, let context) = error,
      let message = Self.messages.first(where: { context.debugDescription.hasSuffix($0.end) })
    else { return nil }
    self = message.kind
  }
}

// MARK: - Decoding

extension PayloadValue: Decodable {
  /// Decodes any value.
  ///
  /// A member that the decoder can't provide as any kind, such as a date of TOML, is left out and
  /// is an issue in the ``DecodingReport``.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the value is nested deeper than 128 levels, or 40
  ///   with decoders other than Foundation's, if a format with aliases makes more than 200,000
  ///   values of it, or if the document is invalid.
  public init(from decoder: any Decoder) throws {
    if let value = try MedleyDecoders.cast(decoder)?.decode(own: PayloadValue.self) {
      self = value
      return
    }
    if let decoder = PayloadValueDecoder.cast(decoder) {
      self = decoder.value
      return
    }
    let traits = DecoderTraits(decoder)
    do {
      if traits == .strict {
        self = try CapturedValue.strict(root: decoder)
      } else {
        do {
          _ = try decoder.container(keyedBy: WireKey.self)
        } catch is DecodingError {
          // The value is of another kind. Any other error asks for the value in another way: GRDB's for
          // a column with JSON, whose text it decodes then.
        }
        // XML has no aliases.
        self = try Self.$capturedValues.withValue(traits == .markup ? nil : Lock(0)) {
          try CapturedValue(from: decoder).value
        }
      }
    } catch let stop as CaptureStop {
      throw stop.error
    } catch let error as UncapturableValue {
      throw error.asDecodingError(because: nil)
    }
  }
}

// MARK: - Trying one kind

extension PayloadValue {
  static func boolean(in container: any SingleValueDecodingContainer) -> PayloadValue? {
    (try? container.decode(Bool.self)).map { .boolean($0) }
  }

  /// Reads a number beyond `Int64`.
  ///
  /// The double is read first, because some decoders trap when a negative number is read as
  /// unsigned.
  static func number(in container: any SingleValueDecodingContainer) -> PayloadValue? {
    guard let double = try? container.decode(Double.self) else { return nil }
    if double >= 0x1p63, double <= 0x1p64, let unsigned = try? container.decode(UInt64.self) {
      return .unsigned(unsigned)
    }
    return .double(double)
  }
}
