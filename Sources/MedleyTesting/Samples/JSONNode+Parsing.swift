import Foundation
import MedleyBase
import MedleyEngine

extension JSONNode {
  /// The deepest document that is a sample: what `JSONDecoder` reads.
  static let maximumDepth = 512

  /// Splits a document into its values.
  ///
  /// Returns nil for what isn't a document of JSON in UTF-8, or one that is too deep.
  ///
  /// - Complexity: O(*n*) in the length of the document.
  init?(parsing document: Data) {
    var options = DecodingOptions()
    // As `JSONDecoder`.
    options.allowsTrailingCommas = true
    // The engine reads other encodings as well, in which every document has a zero.
    guard !document.contains(0),
      let node = try? document.withBytes({ bytes in
        try Document.pool.withDocument(bytes, for: CallOptions(options)) {
          JSONNode(at: 0, in: $0.index)
        }
      })
    else { return nil }
    self = node
  }

  private init(at position: Int, in index: DocumentIndex) {
    let (first, end) = (position + IndexEntry.entriesPerContainer, index.next(position))
    switch index.kind(position) {
    case .object:
      let keys = sequence(first: first) { index.next($0 + 1) }.prefix { $0 < end }
      self = .object(
        keys.map {
          Child(key: WireKey(index.string(at: $0)), value: JSONNode(at: $0 + 1, in: index))
        }
      )
    case .array:
      let elements = sequence(first: first) { index.next($0) }.prefix { $0 < end }
      self = .array(elements.map { JSONNode(at: $0, in: index) })
    default:
      let spelling = index.range(of: position).map { index.bytes[$0] }
      self = .scalar(String(decoding: spelling, as: UTF8.self))
    }
  }
}
