// MARK: - Decoding

extension PayloadValue: Decodable {
  /// Decodes a value of any shape.
  ///
  /// A member that the decoder can't show as anything, such as a date of TOML, is left out, and is
  /// an issue in the ``DecodingReport``.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the value is nested deeper than 128 levels, or if
  ///   the document itself turns out to be broken.
  public init(from decoder: any Decoder) throws {
    do {
      switch DecoderTraits(decoder) {
      case .strict: self = try Captured<StrictOrder>(from: decoder).value
      case .textual, .toml: self = try Captured<TextualOrder>(from: decoder).value
      case .markup: self = try Captured<MarkupOrder>(from: decoder).value
      }
    } catch let stop as CaptureStop {
      throw stop.error
    } catch let error as UncapturableValue {
      throw error.asDecodingError(because: nil)
    }
  }

  /// How deep a value may be nested.
  ///
  /// A thread with a stack of 512 KB bears 150 levels.
  static let depthLimit = 128
}

/// The order in which a value is tried as scalar and as container.
///
/// It is a type, so that the elements of an array and the members of an object follow the order
/// that was chosen for the whole: a decoder passes nothing else on to them.
private protocol CaptureOrder {
  /// Whether `allKeys` has the order of the document.
  static var keepsOrder: Bool { get }

  static func capture(_ decoder: any Decoder) throws -> PayloadValue?
}

/// For formats in which a value is of one kind: what is frequent comes first.
private enum StrictOrder: CaptureOrder {
  static let keepsOrder = false

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
private enum TextualOrder: CaptureOrder {
  static let keepsOrder = true

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
private enum MarkupOrder: CaptureOrder {
  static let keepsOrder = true

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
    return all.count == 1 ? all[0].value : .array(all.map(\.value))
  }
}

/// A value that is captured in a certain order.
private struct Captured<Order: CaptureOrder>: Decodable {
  let value: PayloadValue

  init(from decoder: any Decoder) throws {
    let path = decoder.codingPath
    guard path.count <= PayloadValue.depthLimit else {
      let context = DecodingError.Context(
        codingPath: path,
        debugDescription: """
          The value is nested deeper than \(PayloadValue.depthLimit) levels, which is the limit \
          for values whose type isn't known.
          """
      )
      throw CaptureStop(error: DecodingError.dataCorrupted(context))
    }
    if try decoder.singleValueContainer().decodeNil() {
      value = .null
    } else if let captured = try Order.capture(decoder) {
      value = captured
    } else {
      throw UncapturableValue(codingPath: path)
    }
  }
}

/// The end of a capture: the document is damaged or too deep, so that nothing of it is kept.
private struct CaptureStop: Error {
  let error: any Error
}

/// A value that is none of the kinds that a decoder can be asked for.
private struct UncapturableValue: Error {
  let codingPath: [any CodingKey]

  func asDecodingError(because error: (any Error)?) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "The value is of no kind that the decoder shows, so it can't be kept.",
        underlyingError: error is UncapturableValue ? nil : error
      )
    )
  }
}

// MARK: - Trying one kind

extension PayloadValue {
  fileprivate static func boolean(in container: any SingleValueDecodingContainer) -> PayloadValue? {
    (try? container.decode(Bool.self)).map { .boolean($0) }
  }

  fileprivate static func integer(in container: any SingleValueDecodingContainer) -> PayloadValue? {
    (try? container.decode(Int64.self)).map { .integer($0) }
  }

  /// A number that `Int64` can't hold.
  ///
  /// The double goes first: asked for an unsigned integer, some decoders trap on a negative number.
  fileprivate static func number(in container: any SingleValueDecodingContainer) -> PayloadValue? {
    guard let double = try? container.decode(Double.self) else { return nil }
    if double >= 0x1p63, double <= 0x1p64, let unsigned = try? container.decode(UInt64.self) {
      return .unsigned(unsigned)
    }
    return .double(double)
  }

  fileprivate static func object(
    in decoder: any Decoder,
    as order: (some CaptureOrder).Type
  ) throws -> PayloadValue? {
    guard let container = try? decoder.container(keyedBy: WireKey.self) else { return nil }
    return try ObjectCapture(decoder: decoder, container: container).capture(as: order)
  }

  fileprivate static func array(
    in decoder: any Decoder,
    as order: (some CaptureOrder).Type
  ) throws -> PayloadValue? {
    guard var container = try? decoder.unkeyedContainer() else { return nil }
    return try capture(&container, as: order)
  }

  private static func capture<Order: CaptureOrder>(
    _ container: inout any UnkeyedDecodingContainer,
    as order: Order.Type
  ) throws -> PayloadValue {
    var elements: [PayloadValue] = []
    while !container.isAtEnd {
      elements.append(try container.decode(Captured<Order>.self).value)
    }
    return .array(elements)
  }
}

/// Captures the members of an object, with their keys as they came.
private struct ObjectCapture {
  let decoder: any Decoder
  let container: KeyedDecodingContainer<WireKey>

  func capture<Order: CaptureOrder>(as order: Order.Type) throws -> PayloadValue {
    let keys = Order.keepsOrder ? container.allKeys.map(\.stringValue) : []
    do {
      // No key strategy converts the keys of a dictionary.
      var members = try decoder.singleValueContainer().decode([String: Captured<Order>].self)
      var ordered = keys.compactMap { key in
        members.removeValue(forKey: key).map { PayloadValue.Member(key: key, value: $0.value) }
      }
      ordered += members.sorted { $0.key < $1.key }.map {
        .init(key: $0.key, value: $0.value.value)
      }
      return .object(ordered)
    } catch let stop as CaptureStop {
      throw stop
    } catch {
      return try memberByMember(order)
    }
  }

  /// Leaves out what can't be captured, and reports it.
  private func memberByMember<Order: CaptureOrder>(_ order: Order.Type) throws -> PayloadValue {
    var members: [PayloadValue.Member] = []
    for key in container.allKeys {
      do {
        let value = try container.decode(Captured<Order>.self, forKey: key).value
        members.append(.init(key: key.stringValue, value: value))
      } catch let stop as CaptureStop {
        throw stop
      } catch {
        guard let collector = IssueCollector.current else { continue }
        let path = decoder.codingPath + [key]
        let fault = UncapturableValue(codingPath: path).asDecodingError(because: error)
        collector.record(
          DecodingIssue(error: fault, at: path, recoveredPath: path, action: .dropped)
        )
      }
    }
    return .object(members)
  }
}
