/// An element that wasn't decoded to a registered type.
///
/// It is encoded as it came. With Foundation's decoders, that means equal values: they don't
/// provide the order of keys, they read `1.0` as `1`, and of repeated keys they provide the first.
///
/// It takes 72 bytes beside its content: a ``PayloadValue``, or its part of the document's bytes, which
/// elements that MedleyJSON decoded share.
///
/// ```swift
/// switch element {
/// case .known(let media): show(media.title)
/// case .unknown(let payload): print(payload.tag, payload.reason)
/// }
/// ```
public struct UnknownPayload: Sendable {
  /// One reference, because a known element takes as much space as an unknown one.
  let storage: Storage

  /// The tag; nil if there is none or if it can't be a ``TypeTag``.
  public var tag: TypeTag? { storage.tag }

  /// The reason why the element is unknown.
  public var reason: Reason { storage.origin.reason }

  /// The whole element, with its tag and, in forms that have one, its wrapper.
  ///
  /// If the tag stood beside the document, it is the payload alone.
  ///
  /// If MedleyJSON decoded the element, each access parses its bytes: store the value in a constant
  /// to read several members.
  ///
  /// - Complexity: O(1), or O(*n*) in the size of the element if MedleyJSON decoded it.
  public var content: PayloadValue { storage.content.value }

  /// What is shown in place of the element; nil if nothing is.
  package var standIn: (any AnyObject & Sendable)? { storage.origin.standIn }

  /// Returns the payload with what is shown in its place.
  package func replaced(by standIn: any AnyObject & Sendable) -> UnknownPayload {
    let origin = Origin(reason, storage.origin.source, standIn)
    return UnknownPayload(tag: tag, content: storage.content, origin: origin)
  }

  init(tag: TypeTag?, content: OriginalJSON, origin: Origin) {
    storage = Storage(tag: tag, content: content, origin: origin)
  }

  /// Creates the payload of an element that no decoder has decoded.
  ///
  /// An enum that keeps only a part of an unknown element can still be encoded:
  ///
  /// ```swift
  /// enum Block: PolymorphicEnum {
  ///   case paragraph(Paragraph)
  ///   case unsupported(type: String)
  ///
  ///   var unknownPayload: UnknownPayload? {
  ///     guard case .unsupported(let type) = self else { return nil }
  ///     return UnknownPayload(
  ///       tag: .string(type), content: ["type": .string(type)])
  ///   }
  /// }
  /// ```
  ///
  /// ``decode(as:)`` decodes the whole content, and ``resolve(with:)`` reads it as an element.
  ///
  /// - Parameters:
  ///   - tag: The tag. The reason is ``Reason-swift.enum/unregistered`` with a tag, and
  ///     ``Reason-swift.enum/untagged`` without one.
  ///   - content: The whole element, with its tag. It is encoded as it is.
  public init(tag: TypeTag?, content: PayloadValue) {
    self.init(tag: tag, content: .value(content), origin: tag == nil ? .untagged : .unregistered)
  }

  final class Storage: Sendable {
    let tag: TypeTag?
    let content: OriginalJSON
    let origin: Origin

    @inline(never) init(tag: TypeTag?, content: OriginalJSON, origin: Origin) {
      self.tag = tag
      self.content = content
      self.origin = origin
    }
  }

  /// What is known of an unknown element besides its tag and its content.
  ///
  /// It is a class, because most elements of a feed share it: they have one word in place of four.
  package final class Origin: Sendable {
    let reason: Reason
    /// What read the element; nil if that was no registry.
    let source: (any OriginSource)?
    /// What is shown in place of the element; nil if nothing is.
    let standIn: (any AnyObject & Sendable)?

    init(
      _ reason: Reason,
      _ source: (any OriginSource)?,
      _ standIn: (any AnyObject & Sendable)? = nil
    ) {
      self.reason = reason
      self.source = source
      self.standIn = standIn
    }

    /// The origin of an element that no registry has read.
    static let untagged = Origin(.untagged, nil)
    /// The origin of an element with a tag that no registry has read.
    static let unregistered = Origin(.unregistered, nil)
  }

  /// The reason why an element is unknown.
  ///
  /// ```swift
  /// if case .malformed(let error) = payload.reason {
  ///   log(error.redactedDescription)
  /// }
  /// ```
  public enum Reason: Sendable {
    /// The tag isn't registered.
    case unregistered
    /// The tag is absent or null.
    case untagged
    /// The tag is an object, an array or a fraction.
    case wrongKind
    /// The tag is registered, but the payload didn't decode.
    case malformed(any Error)
    /// The tag is registered, but its registration isn't available for this element.
    case unavailable
  }
}

/// What has read an unknown element.
protocol OriginSource: AnyObject, Sendable {
  /// Returns the keys of the tag and of the content, which the element has beside its members.
  func ownKeys(of tag: TypeTag?) -> [String]
}

// MARK: - Comparing

extension UnknownPayload: Hashable {
  /// Returns whether two payloads have the same tag, the same kind of reason and equal content.
  public static func == (lhs: UnknownPayload, rhs: UnknownPayload) -> Bool {
    lhs.tag == rhs.tag && lhs.reason == rhs.reason
      && lhs.storage.content.equals(rhs.storage.content)
  }

  /// Hashes the tag, the kind of reason and the content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(tag)
    hasher.combine(reason)
    hasher.combine(content)
  }
}

extension UnknownPayload.Reason: Hashable {
  /// Returns whether two reasons are of the same kind, regardless of the error.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.description == rhs.description
  }

  /// Hashes the kind of reason.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}

extension UnknownPayload.Reason: CustomStringConvertible {
  /// The kind of reason.
  public var description: String {
    switch self {
    case .unregistered: "unregistered"
    case .untagged: "untagged"
    case .wrongKind: "wrongKind"
    case .malformed: "malformed"
    case .unavailable: "unavailable"
    }
  }
}

// MARK: - Describing

extension UnknownPayload: CustomStringConvertible {
  /// The tag, the reason and the content, for logs.
  public var description: String {
    "\(tag.map(\.shortened) ?? "no tag") (\(reason)): \(content)"
  }
}

// MARK: - Keeping the element

/// The kept element is its value, or its place in the document.
extension OriginalJSON: Decodable {
  /// Captures the value of a decoder.
  package init(from decoder: any Decoder) throws {
    if let text = MedleyDecoders.cast(decoder)?.text {
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
    return UnknownPayload(tag: tag, content: .text(text.detached), origin: storage.origin)
  }

  /// The document whose bytes this payload retains, for tests.
  package var sharedSource: (any TextSource)? { storage.content.text?.source }
}
