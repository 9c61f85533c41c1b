// MARK: - Loading the elements of feeds

extension Document {
  /// Begins with the elements of a feed from an index on.
  // Here, because `@exclusivity(unchecked)` doesn't count in another module.
  package func beginBatch(at index: Int) { unsafe feed?.firstIndex = index }

  /// Validates texts and makes the index of an array with them as its elements.
  ///
  /// - Parameters:
  ///   - memory: Bytes that don't change until ``keep(hasEscaped:)`` or ``unload()`` is called.
  ///   - ranges: The texts, without white space around them.
  ///   - origin: What the first byte is in the ranges.
  /// - Returns: The number of valid texts before the first invalid one.
  /// - Throws: The first error in the text, if that is the first text.
  package func load(
    _ memory: UnsafeRawBufferPointer,
    elements ranges: UnsafeBufferPointer<Range<Int>>,
    from origin: Int
  ) throws(SyntaxError) -> Int {
    unsafe try prepare(memory)
    var scanner = makeScanner()
    defer { end(scanner) }
    return unsafe try scanner.scanElements(ranges, from: origin)
  }

  /// Validates a text and makes the index of an array with it as its only element.
  ///
  /// - Parameter memory: Bytes that don't change until ``keep(hasEscaped:)`` or ``unload()`` is called.
  /// - Throws: The first error in the text.
  package func load(element memory: UnsafeRawBufferPointer) throws(SyntaxError) {
    let text = 0..<memory.count
    _ = try unsafe withUnsafePointer(to: text) { text throws(SyntaxError) in
      unsafe try load(memory, elements: UnsafeBufferPointer(start: text, count: 1), from: 0)
    }
  }

  /// Begins to make the index of an array whose elements are scanned one by one.
  ///
  /// - Parameters:
  ///   - memory: Bytes that don't change until ``keep(hasEscaped:)`` or ``unload()`` is called.
  ///   - depth: The number of containers around an element.
  /// - Returns: A scanner for ``Scanner/scanElement(from:_:)``.
  /// - Throws: `SyntaxError` if the text is too long.
  package func beginElements(
    _ memory: UnsafeRawBufferPointer,
    depth: Int
  ) throws(SyntaxError) -> Scanner {
    unsafe try prepare(memory)
    var scanner = makeScanner(inside: depth)
    scanner.beginElements()
    return scanner
  }

  /// Ends the index of an array with so many elements.
  package func endElements(_ scanner: Scanner, _ count: Int) {
    scanner.endElements(count)
    end(scanner)
  }
}

// MARK: - Decoding the elements of feeds

extension Document {
  /// Returns the decoder of a value.
  package func decoder(at position: Int) -> any Decoder {
    ValueDecoder(document: self, position: position)
  }
}

extension DocumentIndex {
  /// Decodes an element, and copies its bytes if there are references to them.
  ///
  /// All that an element needs of the document is in one call, since the caller is in another module.
  ///
  /// - Parameters:
  ///   - type: The type of the element, which isn't a subclass.
  ///   - position: The position of the element, which is changed to that of the next one.
  ///   - elementDecoder: The decoder of the elements, once the document has shown that they have one. The
  ///     caller releases it with the document, so never while it decodes: counting references to it and
  ///     to the document for each element took 80 instructions.
  /// - Returns: The element.
  /// - Throws: What the type throws.
  package func decodeElement<Element: Decodable>(
    _ type: Element.Type,
    at position: inout Int,
    by elementDecoder: inout Unmanaged<AnyElementDecoder>?
  ) throws -> Element {
    let place = position
    position = next(place)
    let element: Element
    if let elementDecoder = unsafe elementDecoder {
      // It begins a call itself, if there is a receiver of issues.
      element = try unsafe elementDecoder._withUnsafeGuaranteedRef {
        try decode(type, by: $0, at: place)
      }
    } else {
      if case .element(let decoder) = plan(type) {
        unsafe elementDecoder = .passRetained(decoder)
      }
      element = try document.calling(type) {
        try decode(type, at: place)
      }
    }
    withDocument { $0.keepElement(at: place) }
    return element
  }
}
