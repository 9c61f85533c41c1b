/// The elements of an array that can be decoded, through the engine without a container.
struct LossyElements<Element: Decodable>: Decodable {
  let values: [Element]

  fileprivate init(_ values: [Element]) {
    self.values = values
  }

  init(from decoder: any Decoder) throws {
    var values: [Element] = []
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      if let element = try container.decode(Attempt<Element>.self).value { values.append(element) }
    }
    self.values = values
  }
}

/// What makes the decoder of lossy elements, whatever they are.
protocol LossyElementsType {
  static func makeDecoder(_ elements: any IndexedElements) -> AnyElementDecoder
}

extension LossyElements: LossyElementsType {
  static func makeDecoder(_ elements: any IndexedElements) -> AnyElementDecoder {
    LossyElementsDecoder<Element>(elements)
  }
}

private final class LossyElementsDecoder<Element: Decodable>: ElementDecoder<
  LossyElements<Element>
>
{
  private let elements: any IndexedElements
  private let isLossy = Element.self is any LossyDecodable.Type

  init(_ elements: any IndexedElements) {
    self.elements = elements
    super.init()
  }

  override func decode(
    at position: Int,
    _ mark: inout IssueMark
  ) throws -> LossyElements<Element> {
    var (position, end, count) = try elements.elements(at: position)
    let decoder = isLossy ? nil : elements.elementDecoder(for: Element.self)
    defer { withExtendedLifetime(decoder) {} }
    // A counted reference would be counted for each element.
    let quickly = unsafe decoder.map { unsafe Unmanaged.passUnretained($0) }
    // A document of empty elements mustn't make much of little: room for four megabytes at a time.
    let room = max(64, (4 << 20) / max(1, MemoryLayout<Element>.stride))
    var values: [Element] = []
    while position < end {
      // Filled in place: to append a value takes a lookup of the array's type.
      let part = try unsafe [Element](unsafeUninitializedCapacity: min(count, room)) {
        buffer,
        filled in
        var left = min(count, room)
        count -= left
        while left > 0, position < end {
          left -= 1
          do {
            // Sound: there is room for as many as are left.
            try unsafe (buffer.baseAddress.unsafelyUnwrapped + filled)
              .initialize(to: decode(quickly, at: position, &mark))
            filled += 1
          } catch let error where error.isFinal {
            throw error
          } catch {
            drop(position, because: error, &mark)
          }
          position = elements.next(position)
        }
      }
      if values.isEmpty { values = part } else { values += part }
    }
    return LossyElements(values)
  }

  @inline(never) private func drop(
    _ position: Int,
    because error: any Error,
    _ mark: inout IssueMark
  ) {
    mark.removeIssues()
    let decoder = elements.decoder(at: position)
    DecodingIssue.report(error, at: decoder.codingPath, action: .dropped, in: decoder)
    mark.advance()
  }

  @inline(__always) private func decode(
    _ quickly: Unmanaged<AnyElementDecoder>?,
    at position: Int,
    _ mark: inout IssueMark
  ) throws -> Element {
    if let quickly = unsafe quickly {
      // Sound: it is the decoder for this type, and kept while elements are decoded.
      return try unsafe quickly._withUnsafeGuaranteedRef {
        try unsafe unsafeDowncast($0, to: ElementDecoder<Element>.self)
          .decode(at: position, &mark)
      }
    }
    let element =
      isLossy
      ? try Attempt<Element>.decode(from: elements.decoder(at: position))
      : try elements.decode(Element.self, at: position)
    mark.advance()
    return element
  }
}

// MARK: - Telling whether the engine decodes

/// Decodes from nothing whether a container is the engine's.
private struct EngineProbe: Decodable {
  let isEngine: Bool

  init(from decoder: any Decoder) {
    isEngine = Engine.decodes(decoder)
  }
}

extension Engine {
  /// Whether a decoder is the engine's.
  static func decodes(_ decoder: any Decoder) -> Bool {
    hooks?.owns(decoder) == true
  }

  /// Whether a container is the engine's.
  static func decodes<Key: CodingKey>(
    _ container: KeyedDecodingContainer<Key>,
    _ key: Key
  ) -> Bool {
    hooks != nil && (try? container.decode(EngineProbe.self, forKey: key).isEngine) == true
  }
}
