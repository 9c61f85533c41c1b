package import MedleyBase

// MARK: - Encoding

extension PayloadValue: Encodable {
  /// Encodes the value as it came.
  ///
  /// Of members with the same key, the first is encoded.
  ///
  /// - Throws: What the encoder throws, for example if its format has no null or no large integers.
  public func encode(to encoder: any Encoder) throws {
    if try MedleyEncoders.cast(encoder)?.write(.value(self), sharesObject: true) == true { return }
    // Property lists have no key strategies, and their encoder stops the program if an object is
    // encoded as a value where it already has members.
    let traits = DecoderTraits.isPropertyList(encoder) ? .textual : DecoderTraits(encoder)
    try Written(value: self, traits: traits).encode(to: encoder)
  }

  /// Encodes members into a container that may have others.
  package static func encode(
    _ members: [Member],
    into container: KeyedEncodingContainer<WireKey>,
    of encoder: any Encoder
  ) throws {
    var container = container
    let traits = DecoderTraits(encoder)
    for (key, value) in members {
      try container.encode(Written(value: value, traits: traits), forKey: WireKey(key))
    }
  }

  fileprivate func encodeScalar(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null, .array, .object: try container.encodeNil()
    case .boolean(let boolean): try container.encode(boolean)
    case .integer(let integer): try container.encode(integer)
    case .unsigned(let unsigned): try container.encode(unsigned)
    case .double(let double): try container.encode(double)
    case .number(let text):
      try checkNumber(text, at: encoder.codingPath)
      if try ForeignScalars.coding?.encode(number: text, to: encoder) == true { return }
      guard let double = Double(text), double.isFinite else {
        throw EncodingError.invalid(
          self,
          at: encoder.codingPath,
          "\(text) is beyond the numbers that the encoder can be given."
        )
      }
      try container.encode(double)
    case .string(let string): try container.encode(string)
    case .other(let scalar): try container.encode(scalar)
    }
  }

  /// Throws if the text of a number isn't one of JSON, since an app can state any.
  package func checkNumber(_ text: String, at path: @autoclosure () -> [any CodingKey]) throws {
    guard DecimalText(text)?.isJSON != true else { return }
    let text = TypeTag.string(text).shortened
    throw EncodingError.invalid(self, at: path(), "\(text) isn't a number in JSON.")
  }
}

/// A value that is encoded in the way of a format.
private struct Written: Encodable {
  let value: PayloadValue
  /// How the encoder behaves.
  let traits: DecoderTraits

  func encode(to encoder: any Encoder) throws {
    // It traps on values that other encoders accept, and drops empty objects.
    if traits == .toml, try encodeInTables(to: encoder) { return }
    switch value {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(Written(value: element, traits: traits)) }
    // No key strategy converts the keys of a dictionary, and Foundation's encoders don't keep an order.
    case .object(let members) where traits == .strict:
      var container = encoder.singleValueContainer()
      let values = members.map { ($0.key, Written(value: $0.value, traits: traits)) }
      try container.encode(Dictionary(values) { first, _ in first })
    case .object(let members):
      var container = encoder.container(keyedBy: WireKey.self)
      try members.forEachFirst { key, value in
        try container.encode(Written(value: value, traits: traits), forKey: WireKey(key))
      }
    default:
      try value.encodeScalar(to: encoder)
    }
  }

  /// Encodes what TOMLKit needs in another way.
  ///
  /// - Returns: Whether it is encoded.
  private func encodeInTables(to encoder: any Encoder) throws -> Bool {
    let path = encoder.codingPath
    let isElement = path.last?.intValue != nil
    switch value {
    case .object(let members)
    where members.isEmpty && !path.isEmpty && !(encoder is ObjectWriter):
      // A type that TOMLKit itself encodes as a table.
      var container = encoder.singleValueContainer()
      try container.encode([String: String]())
    case .object: return false
    case .array where isElement: throw unwritable("an array as an element of an array", path)
    case .null where isElement: throw unwritable("null in an array", path)
    case .unsigned: throw unwritable("an integer beyond Int64", path)
    case _ where path.isEmpty: throw unwritable("a document that is no object", path)
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      try write(elements, to: &container, at: path)
    default: return false
    }
    return true
  }

  /// Encodes nested arrays through nested containers, which is the only way that doesn't trap.
  private func write(
    _ elements: [PayloadValue],
    to container: inout any UnkeyedEncodingContainer,
    at path: [any CodingKey]
  ) throws {
    for element in elements {
      switch element {
      case .null: throw unwritable("null in an array", path)
      case .array(let inner):
        var nested = container.nestedUnkeyedContainer()
        try write(inner, to: &nested, at: path)
        // Moves the container past the nested one, without writing.
        try container.encode(Nothing())
      default: try container.encode(Written(value: element, traits: traits))
      }
    }
  }

  private func unwritable(_ what: String, _ path: [any CodingKey]) -> EncodingError {
    .invalid(value, at: path, "TOMLKit can't write \(what).")
  }

  private struct Nothing: Encodable {
    func encode(to encoder: any Encoder) {}
  }
}

// MARK: - Recording values

extension PayloadValue {
  /// Creates the value that a value of any type encodes to.
  ///
  /// ```swift
  /// let value = try PayloadValue(encoding: Movie(title: "Heat"))
  /// // {"title": "Heat"}
  /// ```
  ///
  /// Keys are those of the type. Dates, data and other scalars that formats write in their own ways
  /// stay as they are, as ``PayloadValue/other(_:)``, until the value is encoded.
  ///
  /// - Parameter value: The value.
  /// - Throws: What the value throws when it is encoded.
  /// - Complexity: O(*n*) in the size of the value.
  public init(encoding value: some Encodable) throws {
    try self.init(encoding: value, userInfo: [:])
  }

  /// The tree that a value encodes to.
  ///
  /// - Throws: What the value throws when it is encoded.
  package init(encoding value: some Encodable, userInfo: [CodingUserInfoKey: Any]) throws {
    try self.init(.value(value), in: ObjectRecorder(userInfo: userInfo))
  }

  /// The tree of a value that was recorded.
  ///
  /// Foundation's scalars have no form of their own here: they are compared as what they are.
  package init(_ value: RecordedValue, in outer: ObjectRecorder, at path: [WireKey] = []) throws {
    switch value {
    case .null: self = .null
    case .boolean(let boolean): self = .boolean(boolean)
    case .string(let string): self = .string(string)
    case .integer(let integer): self = .integer(Int64(integer))
    case .double(let double): self = .double(double)
    case .scalar(let float as Float): self = .double(Double(float))
    case .scalar(let integer as any BinaryInteger): self.init(integer: integer)
    case .value(let tree as RecordedTree): self = tree.content.value
    case .scalar(let value), .value(let value):
      if let scalar = ForeignScalars.coding?.opaque(value) {
        self = .other(scalar)
        return
      }
      let recorder = ObjectRecorder(inside: outer, at: path)
      try value.encode(to: recorder)
      try self.init(recorder)
    case .recorded(let recorder): try self.init(recorder)
    }
  }

  @inline(never) private init(_ recorder: ObjectRecorder) throws {
    recorder.readWhole()
    if let error = recorder.mixture { throw error }
    switch recorder.shape {
    case .nothing: self = .object([])
    case .null, .single: try self.init(recorder.single, in: recorder)
    case .array, .object:
      let members: [Member] = try recorder.members.map { key, value in
        (key.stringValue, try PayloadValue(value, in: recorder, at: [key]))
      }
      self = recorder.shape == .array ? .array(members.map(\.value)) : .object(members)
    }
  }

  /// Creates the value of an integer; one of more than 64 bits is a number by its text.
  package init(integer: some BinaryInteger) {
    let text = integer.description
    let number = WholeNumber(text[...])
    self =
      number?.integer(Int64.self).map { .integer($0) }
      ?? number?.integer(UInt64.self).map { .unsigned($0) } ?? .number(text)
  }
}
