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
    try self.init(from: decoder, expecting: nil)
  }

  /// Decodes any value.
  ///
  /// - Parameters:
  ///   - decoder: The decoder of the value.
  ///   - shape: The kind of the value, if that is probable. It is tried first.
  /// - Throws: `DecodingError`, as decoding any value does.
  init(from decoder: any Decoder, expecting shape: ElementShape?) throws {
    if let decoder = MedleyDecoders.cast(decoder) {
      self = decoder.payloadValue
      return
    }
    self = try Self.catching {
      switch DecoderTraits(decoder) {
      case .strict: try StrictValue(root: decoder, expecting: shape).value
      case .textual, .toml:
        try CaptureBudget.$current.withValue(CaptureBudget()) {
          try Captured<TextualOrder>(from: decoder).value
        }
      case .markup: try Captured<MarkupOrder>(from: decoder).value
      }
    }
  }

  /// Decodes an object that is open.
  ///
  /// - Throws: `DecodingError`, as decoding any value does.
  init(from object: SharedObjectDecoder) throws {
    self = try Self.catching { try StrictValue(root: object).value }
  }

  @inline(__always) private static func catching(
    _ capture: () throws -> PayloadValue
  ) throws -> PayloadValue {
    do {
      return try capture()
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

  static func integer(in container: any SingleValueDecodingContainer) -> PayloadValue? {
    (try? container.decode(Int64.self)).map { .integer($0) }
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

  static func object(
    in decoder: any Decoder,
    as order: any CaptureOrder.Type
  ) throws -> PayloadValue? {
    guard let container = try? decoder.container(keyedBy: WireKey.self) else { return nil }
    return try ObjectCapture(decoder, container).capture(as: order)
  }

  static func array(
    in decoder: any Decoder,
    as order: any CaptureOrder.Type
  ) throws -> PayloadValue? {
    guard var container = try? decoder.unkeyedContainer() else { return nil }
    var elements: [PayloadValue] = []
    while !container.isAtEnd { elements.append(try container.capture(in: order)) }
    return .array(elements)
  }
}

// MARK: - Reading

extension PayloadValue {
  /// Accesses the first member with a key, or returns nil if there is none or this isn't an object.
  ///
  /// - Complexity: O(*n*), where *n* is the number of members.
  public subscript(key: String) -> PayloadValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key && $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// Accesses the element at an index, or returns nil if there is none or this isn't an array.
  public subscript(index: Int) -> PayloadValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

// MARK: - Reading as a type

extension PayloadValue {
  /// Whether the value is null.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The Boolean, or nil for a value of another kind.
  public var bool: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }

  /// The string, or nil for a value of another kind.
  ///
  /// ```swift
  /// let title = payload.content["title"]?.string ?? "Untitled"
  /// ```
  public var string: String? { if case .string(let string) = self { string } else { nil } }

  /// The whole number, or nil for another value.
  ///
  /// A double counts if it is whole. A number that `Int` can't represent is nil.
  ///
  /// ```swift
  /// let pages = payload.content["pages"]?.int  // 304
  /// ```
  public var int: Int? {
    switch self {
    case .integer(let integer): Int(exactly: integer)
    case .unsigned(let unsigned): Int(exactly: unsigned)
    case .double(let double): Int(exactly: double)
    default: nil
    }
  }

  /// The number as the nearest double, or nil for a value of another kind.
  ///
  /// A number that is too large for a finite double is nil.
  public var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .unsigned(let unsigned): Double(unsigned)
    case .double(let double): double
    case .number(let number): number.double.isFinite ? number.double : nil
    default: nil
    }
  }

  /// The elements of an array, or nil for a value of another kind.
  public var array: [PayloadValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object by key, or nil for a value of another kind.
  ///
  /// Of members with the same key, it has the first.
  ///
  /// ```swift
  /// for (key, value) in payload.content.dictionary ?? [:] {
  ///   print(key, value)
  /// }
  /// ```
  ///
  /// - Complexity: O(*n*), where *n* is the number of members.
  public var dictionary: [String: PayloadValue]? {
    guard case .object(let members) = self else { return nil }
    return Dictionary(members.lazy.map { ($0.key, $0.value) }) { first, _ in first }
  }
}

// MARK: - Describing

extension PayloadValue: CustomStringConvertible {
  /// The value as JSON in one line; a scalar of another format is its own description.
  public var description: String {
    switch self {
    case .null: "null"
    case .boolean(let boolean): "\(boolean)"
    case .integer(let integer): "\(integer)"
    case .unsigned(let unsigned): "\(unsigned)"
    case .double(let double): "\(double)"
    case .number(let number): number.text
    case .string(let string): string.quoted
    case .array(let elements): "[\(elements.map(\.description).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\($0.key.quoted):\($0.value)" }.joined(separator: ","))}"
    case .other(let scalar): "\(scalar.value)"
    }
  }
}

extension String {
  /// The string as a JSON literal, with the escapes of RFC 8259 §7.
  var quoted: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case ..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension UnknownPayload: CustomStringConvertible {
  /// The tag, the reason and the content, for logs.
  public var description: String {
    "\(tag.map(\.shortened) ?? "no tag") (\(reason)): \(content)"
  }
}
