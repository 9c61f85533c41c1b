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
    _ hearing: inout Hearing
  ) throws -> LossyElements<Element> {
    var (position, end) = try elements.elements(at: position)
    let quickly = isLossy ? nil : elements.elementDecoder(for: Element.self)
    var values: [Element] = []
    while position < end {
      do {
        values.append(try decode(quickly, at: position, &hearing))
      } catch let error where error.isFinal {
        throw error
      } catch {
        hearing.fail()
        let decoder = elements.decoder(at: position)
        DecodingIssue.report(error, at: decoder.codingPath, action: .dropped, in: decoder)
        hearing.goOn()
      }
      position = elements.next(position)
    }
    return LossyElements(values)
  }

  @inline(__always) private func decode(
    _ quickly: AnyElementDecoder?,
    at position: Int,
    _ hearing: inout Hearing
  ) throws -> Element {
    if let quickly {
      // Sound: it is the decoder for this type.
      return try unsafe unsafeDowncast(quickly, to: ElementDecoder<Element>.self)
        .decode(at: position, &hearing)
    }
    let element =
      isLossy
      ? try Attempt<Element>.decode(from: elements.decoder(at: position))
      : try elements.decode(Element.self, at: position)
    hearing.goOn()
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
    hooks?.isWrittenAsInteger(decoder) != nil
  }

  /// Whether a container is the engine's.
  static func decodes<Key: CodingKey>(
    _ container: KeyedDecodingContainer<Key>,
    _ key: Key
  ) -> Bool {
    hooks != nil && (try? container.decode(EngineProbe.self, forKey: key).isEngine) == true
  }
}
