extension UnknownPayload {
  /// What is kept of an element: its value, or where it is in the document.
  enum Content: Decodable, Sendable {
    case made(PayloadValue)
    case text(ElementText)

    init(_ value: PayloadValue) {
      self = .made(value)
    }

    /// The value that a decoder stands at, as it came.
    init(from decoder: any Decoder) throws {
      if let text = Engine.hooks?.text(of: decoder) {
        self = .text(text)
      } else {
        self = .made(try PayloadValue(from: decoder))
      }
    }

    var value: PayloadValue {
      switch self {
      case .made(let value): value
      case .text(let text): text.value
      }
    }

    var text: ElementText? {
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
  /// The bytes of the element as they came; nil unless Medley's own engine has decoded it.
  ///
  /// ```swift
  /// if let json = payload.sourceBytes { quarantine.append(contentsOf: json) }
  /// ```
  ///
  /// - Complexity: O(*n*) in the size of the element.
  public var sourceBytes: [UInt8]? { storage.content.text?.bytes }

  /// The same payload, which doesn't keep the rest of its document in memory.
  ///
  /// Elements that Medley's own engine has decoded share the bytes of their document. That costs
  /// nothing for a feed; whoever keeps one element of many for long detaches it:
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
  /// The bytes of the document that this payload keeps alive, if it does; for tests.
  package var sharedSource: (any ElementSource)? { storage.content.text?.source }
}
