import Medley

/// Decodes values that preserve their JSON.
final class PreservingElementDecoder<Element: PreservingDecodable>: ElementDecoder<Element> {
  private let index: DocumentIndex

  init(_ index: DocumentIndex) {
    self.index = index
    super.init()
  }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Element {
    // They are reported with a decoder.
    if UnknownMembers.areSought { return try Element(from: decoder(at: position)) }
    let value = try index.decode(Element.Value.self, at: position)
    if let text = index.document.original(at: position) {
      return Element(consume value, keeping: text)
    }
    return try made(of: value, at: position)
  }

  /// Returns a value that can't be decoded again.
  @inline(never) private func made(of value: Element.Value, at position: Int) throws -> Element {
    try Element(value, keptFrom: decoder(at: position))
  }

  private func decoder(at position: Int) -> ValueDecoder {
    ValueDecoder(document: index.document, position: position)
  }
}
