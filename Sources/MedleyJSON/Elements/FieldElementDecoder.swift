import Medley
import MedleyBase
import MedleyEngine

/// Decodes elements that read their fields.
final class FieldElementDecoder<Value: FieldDecodable>: ReportingElementDecoder<Value> {
  override class var readsFields: Bool { true }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Value {
    var reader = FieldReader(try index.fields(at: position))
    return try Value(fields: &reader)
  }
}
