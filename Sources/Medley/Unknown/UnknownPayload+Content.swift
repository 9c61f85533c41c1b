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
      if let text = MedleyDecoders.cast(decoder)?.source {
        self = .text(text)
      } else {
        self = .made(try PayloadValue(from: decoder, expecting: shape))
      }
    }

    var value: PayloadValue {
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
      reason: reason,
      content: .text(text.detached),
      discriminator: storage.discriminator,
      scope: storage.scope
    )
  }
}

extension UnknownPayload {
  /// The document whose bytes this payload retains, for tests.
  package var sharedSource: (any TextSource)? { storage.content.text?.source }
}

/// A protocol for elements that may be kept as the text that came.
///
/// MedleyJSON writes such a text without calling `encode(to:)`, which takes five times as long.
package protocol TextElement: Encodable {
  /// The text; nil for a known element.
  var keptText: SourceText? { get }
}

extension UnknownPayload: TextElement {
  package var keptText: SourceText? { storage.content.text }
}

extension Polymorphic: TextElement {
  package var keptText: SourceText? {
    if case .unknown(let payload) = self { payload.keptText } else { nil }
  }
}

/// The text of an element: a range of the bytes of its document.
///
/// All elements of a document share its bytes.
package struct SourceText: Sendable {
  package let source: any TextSource
  package let range: Range<Int>

  package init(_ source: any TextSource, _ range: Range<Int>) {
    self.source = source
    self.range = range
  }

  /// The bytes of the element.
  var bytes: [UInt8] { source.bytes(range) }

  /// The value, which is parsed for each call.
  var value: PayloadValue { source.value(range) }

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
