/// The kept element is its value, or its place in the document.
extension OriginalJSON: Decodable {
  /// Captures the value of a decoder.
  package init(from decoder: any Decoder) throws {
    if MedleyDecoders.isOwn(decoder), let text = MedleyDecoders.cast(decoder)?.text {
      self = .text(text)
    } else {
      self = .value(try PayloadValue(from: decoder))
    }
  }

  @inline(never) var value: PayloadValue {
    switch self {
    case .value(let value): value
    case .text(let text): text.value
    }
  }

  var text: SourceText? {
    if case .text(let text) = self { text } else { nil }
  }

  func equals(_ other: OriginalJSON) -> Bool {
    if let text, let others = other.text, text.equals(others) { return true }
    return value == other.value
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
