import Medley

/// Decodes elements that read their fields.
final class FieldElementDecoder<Value: FieldDecodable>: ElementDecoder<Value> {
  private let index: DocumentIndex

  init(_ index: DocumentIndex) {
    self.index = index
    super.init(readsFields: true)
  }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Value {
    var reader = FieldReader(try index.fields(at: position))
    return try Value(fields: &reader)
  }
}
