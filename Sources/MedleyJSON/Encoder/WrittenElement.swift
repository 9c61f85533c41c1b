import Medley
import MedleyBase
import MedleyEngine

/// An element that is written where the writer is.
private struct WrittenElement: ElementOutput {
  let writer: JSONWriter
  /// The level of the array; -1 for an element that isn't in one.
  let level: Int
  /// Whether the element is the whole document, and so must encode something.
  var isDocument = false

  var registries: RegistryScope? { writer.owner.settings.registries }
  func beginElement() { writer.beginElement(level) }
  func write(_ text: SourceText) { writer.append(text) }

  func encode<Payload: Encodable>(_ payload: Payload, tagged tag: PlainTag) throws {
    try writer.encode(payload, after: tag.member, of: tag)
  }

  func encode(_ element: some Encodable, _ body: (any Encoder) throws -> Void) throws {
    if isDocument { return try writer.owner.encode(element) { try body($0) } }
    try writer.withLevel(for: element) { try body($0) }
  }
}

/// An element whose tag stands beside the document, if the payload needs no more than the tag.
///
/// `ElementBody` encodes all others; for these it takes twice as long. It is a class, because the tag
/// is known after the payload is encoded.
private final class WrittenBody: ElementOutput {
  private let encoder: ValueEncoder
  private(set) var tag: PlainTag?

  init(to encoder: ValueEncoder) {
    self.encoder = encoder
  }

  var registries: RegistryScope? { encoder.output.settings.registries }

  func encode<Payload: Encodable>(_ payload: Payload, tagged tag: PlainTag) throws {
    if try encoder.encode(bodyOf: payload, beside: tag.member, of: tag) { self.tag = tag }
  }

  // What these write needs more.
  func beginElement() {}
  func write(_ text: SourceText) {}
  func encode(_ element: some Encodable, _ body: (any Encoder) throws -> Void) {}
}

// MARK: - Encoding elements

/// Encodes elements of a type that may be written as they came.
enum TextElementEncoding<Element: TextElement>: ElementEncoding {
  static func encode(at address: ValueAddress, with writer: JSONWriter, isDocument: Bool) throws {
    try address[Element.self]
      .encode(to: WrittenElement(writer: writer, level: -1, isDocument: isDocument))
  }

  static func encodeBody(
    at address: ValueAddress,
    to encoder: ValueEncoder
  ) throws -> (any MemberLeading)? {
    let body = WrittenBody(to: encoder)
    try address[Element.self].encode(to: body)
    return body.tag
  }

  static func encodeElements<Same>(
    _ elements: [Same],
    with writer: JSONWriter,
    in level: Int
  ) throws {
    precondition(Same.self == Element.self)
    // Sound: the types are the same.
    let elements = unsafe unsafeBitCast(elements, to: [Element].self)
    if writer.isTooDeep, let first = elements.first {
      writer.beginElement(level)
      throw writer.tooDeep(first)
    }
    try Element.encode(elements, to: WrittenElement(writer: writer, level: level))
  }
}

extension JSONWriter {
  /// Appends a text that came.
  func append(_ text: SourceText) {
    // Sound: no other class conforms.
    unsafe unsafeDowncast(text.source, to: Source.self).lend(text.range) { append(copy: $0) }
  }
}

extension EncodingCallOptions {
  /// The registries in the user information.
  var registries: RegistryScope? {
    options.userInfo.scope.map(RegistryScope.of)
  }
}
