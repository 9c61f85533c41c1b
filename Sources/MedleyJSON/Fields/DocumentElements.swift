import Medley

/// What the core reads of a document without a decoder.
///
/// It is a class because the decoders of elements, which are kept with the document, refer to it.
/// The document keeps it, and not the other way round.
final class DocumentElements: IndexedElements {
  private let index: DocumentIndex
  var convertsKeys = false

  init(_ index: DocumentIndex) {
    self.index = index
  }

  package func fields(at position: Int) throws -> any FieldSource {
    guard index.kind(position) == .object else {
      throw index.mismatch([String: Any].self, at: position)
    }
    return IndexedFields(index, at: position, convertsKeys: convertsKeys)
  }

  package func fields(at object: TaggedObject) -> any FieldSource {
    IndexedFields(index, at: object.head, passing: object.tag, convertsKeys: convertsKeys)
  }

  package func tag(of object: TaggedObject) -> String {
    index.string(at: object.tag + 1)
  }

  package func elements(at position: Int) throws -> (first: Int, end: Int, count: Int) {
    guard index.kind(position) == .array else {
      throw index.mismatch([Any].self, at: position)
    }
    return (position + IndexWord.headCount, index.words[position].end, index.size(position))
  }

  package func next(_ position: Int) -> Int { index.next(position) }

  package func decode<Value: Decodable>(_ type: Value.Type, at position: Int) throws -> Value {
    try index.decode(type, at: position)
  }

  package func elementDecoder<Value: Decodable>(for type: Value.Type) -> AnyElementDecoder? {
    if case .element(let decoder) = index.plan(type) { decoder } else { nil }
  }

  package func decoder(at position: Int) -> any Decoder {
    ValueDecoder(document: index.document, position: position)
  }

  package func slowDecoder(at position: Int) -> any Decoder {
    index.fastPaths.slowElements += 1
    return decoder(at: position)
  }

  package func tagFinder(for tags: IndexedTags) -> (any TagFinder)? {
    let plan = index.tagPlan(for: tags)
    return plan.isUseful ? plan : nil
  }
}
