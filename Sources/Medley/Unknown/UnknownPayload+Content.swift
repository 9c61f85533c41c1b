extension UnknownPayload {
  /// The kept element: its value, or its place in the document.
  enum Content: Decodable, Sendable {
    case made(PayloadValue)
    case text(SourceText)

    init(_ value: PayloadValue) {
      self = .made(value)
    }

    /// Captures the value of a decoder.
    init(from decoder: any Decoder) throws {
      try self.init(from: decoder, expecting: nil)
    }

    /// Captures the value of a decoder, which is probably of a certain kind.
    init(from decoder: any Decoder, expecting shape: ElementShape?) throws {
      if MedleyDecoders.isOwn(decoder), let text = MedleyDecoders.cast(decoder)?.source {
        self = .text(text)
      } else if let object = SharedObjectDecoder.cast(decoder) {
        self = .made(try PayloadValue(from: object))
      } else {
        self = .made(try PayloadValue(from: decoder, expecting: shape))
      }
    }

    @inline(never) var value: PayloadValue {
      switch self {
      case .made(let value): value
      case .text(let text): text.value
      }
    }

    var text: SourceText? {
      if case .text(let text) = self { text } else { nil }
    }

    func equals(_ other: Content) -> Bool {
      if let text, let others = other.text, text.equals(others) { return true }
      return value == other.value
    }
  }
}

// MARK: - Bytes

extension UnknownPayload {
  /// The original bytes of the element; nil unless MedleyJSON decoded it.
  ///
  /// They have the white space inside the element, and not that around it.
  ///
  /// ```swift
  /// if let json = payload.sourceBytes {
  ///   quarantine.append(contentsOf: json)
  /// }
  /// ```
  ///
  /// - Complexity: O(*n*) in the size of the element.
  public var sourceBytes: [UInt8]? { storage.content.text?.bytes }

  /// Returns a copy that doesn't retain the bytes of its document.
  ///
  /// Elements that MedleyJSON decoded share the bytes of their document. Detach an element that you
  /// keep longer than the others:
  ///
  /// ```swift
  /// cache[id] = payload.detached()
  /// ```
  ///
  /// - Complexity: O(*n*) in the size of the element.
  public func detached() -> UnknownPayload {
    guard let text = storage.content.text else { return self }
    return UnknownPayload(
      tag: tag,
      content: .text(text.detached),
      origin: storage.origin
    )
  }
}

extension UnknownPayload {
  /// The document whose bytes this payload retains, for tests.
  package var sharedSource: (any TextSource)? { storage.content.text?.source }
}

/// A protocol for elements that may be kept as the text that came.
///
/// MedleyJSON encodes them without calling `encode(to:)`, which takes five times as long for a text,
/// and 800 instructions for a known element.
package protocol TextElement: Encodable {
  /// Encodes the element, as `encode(to:)` does.
  ///
  /// - Throws: What `encode(to:)` throws.
  func encode(to output: some ElementOutput) throws

  /// Encodes the elements of an array, each as `encode(to:)` does.
  ///
  /// - Throws: What `encode(to:)` throws.
  static func encode(_ elements: [Self], to output: some ElementOutput) throws
}

extension TextElement {
  package static func encode(_ elements: [Self], to output: some ElementOutput) throws {
    for element in elements {
      output.beginElement()
      try element.encode(to: output)
    }
  }
}

/// The place of an element in a document of MedleyJSON.
package protocol ElementOutput {
  /// The registries in the user information of the encoder.
  var registries: RegistryScope? { get }

  /// Begins the next element of an array.
  func beginElement()

  /// Writes the text of an unknown element as it came.
  func write(_ text: SourceText)

  /// Encodes a payload with its tag as the element.
  ///
  /// - Throws: What the payload throws, and as `ObjectWriter` does.
  func encode<Payload: Encodable>(_ payload: Payload, tagged tag: PlainTag) throws

  /// Calls a function with the encoder of the element.
  ///
  /// - Parameters:
  ///   - element: The element, for errors.
  ///   - body: The function.
  /// - Throws: What the function throws, and `EncodingError` for an element that is nested too deeply.
  func encode(_ element: some Encodable, _ body: (any Encoder) throws -> Void) throws
}

extension UnknownPayload: TextElement {
  package func encode(to output: some ElementOutput) throws {
    if let text = storage.content.text {
      output.write(text)
    } else {
      try output.encode(self) { try write(to: $0, sharesObject: false) }
    }
  }
}

extension Polymorphic: TextElement {
  package func encode(to output: some ElementOutput) throws {
    switch self {
    case .unknown(let payload): try payload.encode(to: output)
    case .known(let base):
      let registry =
        output.registries?.registry(for: Base.self)
        ?? InstalledRegistries.frozen(for: Base.self)
      let encoders = registry?.encoders.list.direct ?? DirectEncoders()
      // `DirectEncoder` refers to what they own.
      defer { withExtendedLifetime(encoders) {} }
      let value: Any = consume base
      if let direct = encoders[type(of: value)] {
        var value: Any? = consume value
        if try direct.encode(&value, to: output) { return }
      }
      try Self.encode(self, with: registry, to: output)
    }
  }

  /// Encodes elements, of which the payloads that only need their tag are written without an encoder.
  package static func encode(_ elements: [Polymorphic], to output: some ElementOutput) throws {
    var registry: SharedRegistry<Base>?
    var encoders = DirectEncoders()
    var isFound = false
    // `DirectEncoder` refers to what they own.
    defer { withExtendedLifetime(encoders) {} }
    for position in elements.indices {
      output.beginElement()
      switch elements[position] {
      case .unknown(let payload): try payload.encode(to: output)
      case .known(let base):
        if !isFound {
          // Not before the first known element, because this freezes an installed registry.
          registry =
            output.registries?.registry(for: Base.self)
            ?? InstalledRegistries.frozen(for: Base.self)
          if let registry { encoders = registry.encoders.list.direct }
          isFound = true
        }
        // Once: a conversion of an existential boxes it.
        let value: Any = consume base
        if let direct = encoders[type(of: value)] {
          var value: Any? = consume value
          if try direct.encode(&value, to: output) { continue }
        }
        try encode(elements[position], with: registry, to: output)
      }
    }
  }

  @inline(never) private static func encode(
    _ element: Polymorphic,
    with registry: SharedRegistry<Base>?,
    to output: some ElementOutput
  ) throws {
    guard case .known(let base) = element else { return }
    try output.encode(element) {
      try encode(base, with: registry, to: $0, sharesObject: false)
    }
  }
}

/// The text of an element: a range of the bytes of its document.
///
/// All elements of a document share its bytes.
package struct SourceText: Sendable {
  // Four bytes each, because no document has more than 2 GB and each unknown element has a range. They
  // are first: so the tag of an enum with this as its largest payload takes no byte of its own.
  private let start: UInt32
  private let end: UInt32
  package let source: any TextSource

  package var range: Range<Int> { Int(start)..<Int(end) }

  package init(_ source: any TextSource, _ range: Range<Int>) {
    start = UInt32(range.lowerBound)
    end = UInt32(range.upperBound)
    self.source = source
  }

  /// The bytes of the element.
  var bytes: [UInt8] { source.bytes(range) }

  /// The value, which is parsed for each call.
  package var value: PayloadValue { source.value(range) }

  /// A copy of the element without the rest of the document.
  var detached: SourceText { source.detached(range) }

  /// Returns whether both have the same bytes.
  func equals(_ other: SourceText) -> Bool {
    range.count == other.range.count
      && (source === other.source && range == other.range || bytes == other.bytes)
  }
}

/// The validated bytes of a document.
///
/// Only a class of MedleyJSON conforms, because the core has no JSON parser.
package protocol TextSource: AnyObject, Sendable {
  func bytes(_ range: Range<Int>) -> [UInt8]
  func value(_ range: Range<Int>) -> PayloadValue
  func withBytes(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Void)
  func detached(_ range: Range<Int>) -> SourceText
}
