import Medley
import MedleyBase
import MedleyEngine
import MedleyJSON

// MARK: - Framing

extension FeedFormat {
  func makeSplitter(for decoder: PolymorphicJSONDecoder) -> any FeedSplitter {
    switch framing {
    case .array(let path):
      ArraySplitter(path: path, limit: elementLimit, IncrementalValidator(for: decoder))
    case .lines: LineSplitter(limit: elementLimit)
    case .textSequence: TextSequenceSplitter(limit: elementLimit)
    case .events(let end): EventSplitter(limit: elementLimit, until: end, areTexts: true)
    }
  }

  /// The keys from the document to the array; nil in other formats.
  ///
  /// After an element of an array that isn't JSON, nothing has a meaning.
  var arrayPath: [String]? {
    if case .array(let path) = framing { path } else { nil }
  }
}

// MARK: - Tagging events

extension FeedFormat.EventTag {
  /// Returns the member with the tag that has to be added to the data of an event; nil if it stays
  /// as it is.
  ///
  /// - Parameters:
  ///   - type: The type of the event.
  ///   - position: The position of its data in the document.
  ///   - document: The document.
  /// - Returns: The text of the member, with a comma if others follow.
  func tag(for type: String, at position: Int, in document: Document) -> [UInt8]? {
    let index = document.index
    guard index.kind(position) == .object else { return nil }
    let value = index.member(key, of: position)
    if !index.isNull(value) {
      if (try? index.checkedString(at: value)) == type { return nil }
      report(type, in: document.index.decoder(at: position))
      if prefersPayload { return nil }
    }
    let comma = index.size(position) == 0 ? "" : ","
    return Array("\(key.quoted):\(type.quoted)\(comma)".utf8)
  }

  /// Reports that the tags of an event and its data differ.
  private func report(_ type: String, in decoder: some Decoder) {
    let path = decoder.codingPath + [WireKey(key)]
    let used = prefersPayload ? "data" : "event"
    let error = DecodingError.invalid(
      at: path,
      """
      The event has the type \(type.quoted.bounded(to: 200)), and its data another \
      "\(key.bounded(to: 200))". The tag of the \(used) is used.
      """
    )
    DecodingIssue.report(error, at: path, action: .defaulted, in: decoder)
  }
}
