import Foundation
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
    var child = position + IndexEntry.entriesPerContainer
    switch index.kind(position) {
    case .object:
      var members: [Member] = []
      while child < index.next(position) {
        let key = index.string(at: child)
        members.append(Member(key: key, value: JSONNode(at: child + 1, in: index)))
        child = index.next(child + 1)
      }
      self = .object(members)
    case .array:
      var elements: [JSONNode] = []
      while child < index.next(position) {
        elements.append(JSONNode(at: child, in: index))
        child = index.next(child)
      }
      self = .array(elements)
    default:
      let spelling = index.range(of: position).map { index.bytes[$0] }
      self = .scalar(String(decoding: spelling, as: UTF8.self))
    }
  }
}
