import Medley
import MedleyEngine

/// Decodes values that preserve their JSON.
final class PreservingElementDecoder<Element: PreservingDecodable>: ReportingElementDecoder<Element>
{
  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Element {
    let value = try index.decode(Element.Value.self, at: position)
    return try Element(
      consume value,
      keeping: index.document.original(at: position),
      from: index.decoder(at: position)
    )
  }
}

// MARK: - Keeping originals

extension Document {
  /// Returns what a value that preserves its JSON keeps; nil if it can't be decoded again.
  @inline(__always) fileprivate func original(at position: Int) -> PreservedText? {
    guard let shared = sharedByKept, !mayHaveTrailingCommas else {
      return firstOriginal(at: position)
    }
    // Sound: nothing else is kept there.
    let preserved = unsafe unsafeDowncast(shared, to: PreservedDocument.self)
    return (preserved, index.range(of: position))
  }

  @inline(never) private func firstOriginal(at position: Int) -> PreservedText? {
    guard options.userInfo.isShareable else { return nil }
    let range = index.range(of: position)
    if let text = registries.textDecodedAgain {
      // Values inside are those of the first document.
      let start = text.range.lowerBound
      let decode = Self.decodingAgain(settings)
      let preserved = PreservedDocument(text.source, isUnchanged: true, decodedBy: decode)
      return (preserved, range.lowerBound + start..<range.upperBound + start)
    }
    if mayHaveTrailingCommas {
      let text = index.decoder(at: position).text
      let added = max(0, range.upperBound - index.certainEnd)
      let certainEnd = added == 0 ? .max : text.range.upperBound - added
      let decode = Self.decodingAgain(settings, certainUntil: certainEnd)
      return (PreservedDocument(text.source, decodedBy: decode), text.range)
    }
    let decode = Self.decodingAgain(settings, certainUntil: index.certainEnd)
    let preserved = PreservedDocument(bytesSource, decodedBy: decode)
    sharedByKept = preserved
    return (preserved, range)
  }

  /// Returns what decodes values of a text again, as its document decoded them.
  ///
  /// - Parameters:
  ///   - call: The settings of the document's call.
  ///   - certainEnd: The end of the bytes that came, in a text that isn't complete; those after it
  ///     close the text.
  /// - Returns: A function that decodes a value of a text.
  private static func decodingAgain(
    _ call: CallOptions,
    certainUntil certainEnd: Int = .max
  ) -> @Sendable (any Decodable.Type, SourceText) throws -> any Decodable {
    { type, text in
      try text.source.bytes(text.range).withBytes {
        try Document.pool.withUTF8Document($0, for: call) { document in
          if certainEnd != .max {
            document.index.certainEnd = certainEnd - text.range.lowerBound
          }
          document.registries.textDecodedAgain = text
          defer { document.registries.textDecodedAgain = nil }
          return try document.index.decode(type, at: 0)
        }
      }
    }
  }
}
