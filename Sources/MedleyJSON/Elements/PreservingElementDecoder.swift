import Medley
import MedleyBase
import MedleyEngine

/// Decodes values that preserve their JSON.
final class PreservingElementDecoder<Element: PreservingDecodable>: ReportingElementDecoder<Element>
{
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

// MARK: - Keeping originals

extension Document {
  /// Returns what a value that preserves its JSON keeps; nil if it can't be decoded again.
  @inline(__always) func original(at position: Int) -> PreservedText? {
    guard let shared = sharedByKept, !mayHaveTrailingCommas else {
      return firstOriginal(at: position)
    }
    // Sound: nothing else is kept there.
    let preserved = unsafe unsafeDowncast(shared, to: PreservedDocument.self)
    return PreservedText(preserved, index.range(of: position))
  }

  @inline(never) private func firstOriginal(at position: Int) -> PreservedText? {
    guard options.userInfo.isShareable else { return nil }
    if let text = registries.textDecodedAgain {
      // Values inside are those of the first document.
      let (range, start) = (index.range(of: position), text.range.lowerBound)
      let preserved = PreservedDocument(text.source, settings, isUnchanged: true)
      return PreservedText(preserved, range.lowerBound + start..<range.upperBound + start)
    }
    if mayHaveTrailingCommas {
      let text = ValueDecoder(document: self, position: position).text
      let added = max(0, index.range(of: position).upperBound - index.certainEnd)
      let decoding = decoding(until: added == 0 ? .max : text.range.upperBound - added)
      return PreservedText(PreservedDocument(text.source, decoding), text.range)
    }
    let preserved = PreservedDocument(bytesSource, decoding(until: index.certainEnd))
    sharedByKept = preserved
    return PreservedText(preserved, index.range(of: position))
  }

  /// Returns what decodes values again, in a text of which so many bytes came.
  private func decoding(until end: Int) -> any TextDecoding {
    end == .max ? settings : CutTextDecoding(settings, end: end)
  }
}
