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
      let encoders = registry?.core.encoders
      // It retains the encoders in its table.
      defer { withExtendedLifetime(encoders) {} }
      let value: Any = consume base
      if let encoder = encoders?.direct[ObjectIdentifier(type(of: value))] {
        var value: Any? = consume value
        if try encoder.encode(&value, to: output) { return }
      }
      try Self.encode(self, with: registry, to: output)
    }
  }

  /// Encodes elements, of which the payloads that only need their tag are written without an encoder.
  package static func encode(_ elements: [Polymorphic], to output: some ElementOutput) throws {
    var registry: SharedRegistry<Base>?
    var encoders: EntryEncoderList?
    var direct = TypeTable<UnretainedEncoder>()
    var isFound = false
    // It retains the encoders in its table.
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
          encoders = registry?.core.encoders
          direct = encoders?.direct ?? direct
          isFound = true
        }
        // Once: a conversion of an existential boxes it.
        let value: Any = consume base
        if let encoder = direct[ObjectIdentifier(type(of: value))] {
          var value: Any? = consume value
          if try encoder.encode(&value, to: output) { continue }
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
