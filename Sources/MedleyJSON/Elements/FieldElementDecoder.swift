import Medley

/// Decodes elements that read their fields.
final class FieldElementDecoder<Value: FieldDecodable>: ReportingElementDecoder<Value> {
  init(_ index: DocumentIndex) {
    super.init(index, readsFields: true)
  }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Value {
    var reader = FieldReader(try index.fields(at: position))
    return try Value(fields: &reader)
  }
}
