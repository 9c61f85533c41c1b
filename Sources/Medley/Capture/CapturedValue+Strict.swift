import MedleyBase

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
  static func strict(
    _ decoder: any Decoder,
    membersTo levels: Int? = nil
  ) throws -> PayloadValue {
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
      if error.isDamage { throw stop(error, in: container) }
      switch ValueKind(hintOf: error) {
      case .integer, .double:
        return (try number(in: container), nil)
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
      if error.isDamage { throw stop(error, in: container) }
      return nil
    }
  }

  /// Returns the error that ends the capture of an invalid document.
  private static func stop(
    _ error: any Error,
    in container: any SingleValueDecodingContainer
  ) -> CaptureStop {
    CaptureStop(error: error.asDecodingError(at: container.codingPath))
  }
}

// MARK: - Capturing containers

extension CapturedValue {
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
