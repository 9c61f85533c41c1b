import Medley

/// An element that is written where the writer is.
private struct WrittenElement: ElementOutput {
  let writer: JSONWriter
  /// The level of the array; -1 for an element that isn't in one.
  let level: Int
  /// Whether the element is the whole document, and so must encode something.
  var isDocument = false

  var registries: RegistryScope? { writer.owner.call.registries }
  func beginElement() { writer.beginElement(level) }
  func write(_ text: SourceText) { writer.append(text) }

  func encode<Payload: Encodable>(_ payload: Payload, tagged tag: PlainTag) throws {
    try writer.withFrame(for: payload) {
      try writer.encode(payload, tagged: tag, in: writer.owner, $0, $1)
    }
  }

  func encode<Element: Encodable>(
    _ element: Element,
    _ body: (any Encoder) throws -> Void
  ) throws {
    if isDocument { return try writer.owner.encode(Element.self, element) { try body($0) } }
    try writer.withLevel(for: element) { try body($0) }
  }
}

// MARK: - Encoding elements

extension JSONWriter {
  /// Encodes an element that is the whole document.
  func encodeDocument<Value>(_ value: Value, of type: any TextElement.Type) throws {
    try unsafe withUnsafePointer(to: value) {
      // Sound: the plan is that of the value's type.
      unsafe try encodeElement(of: type, at: UnsafeRawPointer($0), isDocument: true)
    }
  }

  /// Encodes the element that is at an address.
  func encodeElement<Element: TextElement>(
    of type: Element.Type,
    at address: UnsafeRawPointer,
    isDocument: Bool = false
  ) throws {
    // Sound: callers pass the address of a value of this type.
    try unsafe address.assumingMemoryBound(to: Element.self).pointee
      .encode(to: WrittenElement(writer: self, level: -1, isDocument: isDocument))
  }

  /// Encodes the elements of the array that is at an address.
  func encodeElements<Element: TextElement>(
    of type: Element.Type,
    at address: UnsafeRawPointer,
    in level: Int
  ) throws {
    // Sound: callers pass the address of an array of this type.
    let elements = unsafe address.assumingMemoryBound(to: [Element].self).pointee
    if frames > depthLimit &* 4, let first = elements.first {
      beginElement(level)
      throw tooDeep(first)
    }
    try Element.encode(elements, to: WrittenElement(writer: self, level: level))
  }
}
