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
    return try PayloadValue.boolean(in: container)
      ?? .integer(in: container)
      ?? .number(in: container)
      ?? (try? container.decode(String.self)).map { .string($0) }
      ?? object(in: decoder)
      ?? array(in: decoder)
      ?? ForeignScalars.coding?.capture(container).map { .other($0) }
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
    } catch let stop as CaptureStop {
      throw stop
    } catch {
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
    var others: [PayloadValue.Member] = []
    for (key, value) in captured where !listed.contains(key) {
      others.append((key: key, value: value.value))
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
      } catch let stop as CaptureStop {
        throw stop
      } catch {
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
