import Medley
import MedleyBase
import MedleyEngine

/// Decodes values that certain strings stand for, such as the cases of an open enum.
///
/// They are found by the bytes of the document, without a string. The type's own `init(from:)`
/// decodes the others.
final class StringElementDecoder<Value: Decodable>: ReportingElementDecoder<Value> {
  private let positions: TagIndex
  private let values: [Value]

  /// - Returns: Nil if no values are listed.
  init?(_ listed: [(string: String, value: Value)], _ index: DocumentIndex) {
    if listed.isEmpty { return nil }
    values = listed.map(\.value)
    // Of equal strings, the first is found.
    positions = TagIndex(listed.enumerated().map { ($1.string, $0) })
    super.init(index)
  }

  override func decode(at position: Int, _ mark: inout IssueMark) throws -> Value {
    if index.isPlainString(position) {
      let place = index.registration(for: position, in: positions)
      if place >= 0 { return values[place] }
    }
    return try Value(from: index.decoder(at: position))
  }
}
