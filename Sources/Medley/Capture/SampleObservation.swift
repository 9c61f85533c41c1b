/// What decoding a sample of a registered payload shows.
///
/// A sample is a placeholder value of a type, decoded to find the fields that the type reads: every
/// field is zero, an empty string or an empty collection. Samples are decoded when a type is registered
/// for deduction, and when a registry is validated.
package struct SampleObservation {
  /// The payload; nil if the type refuses the placeholders, or functions read the fields.
  package let payload: Any?
  /// The base that it becomes; nil if it becomes none.
  package let base: Any?
  package let reads: SampleDecoder.Record

  /// Whether a sample was decoded.
  var isDecoded: Bool { payload != nil || base != nil }
}

extension SampleDecoder {
  /// Makes a sample with a function, and finds out what that reads.
  ///
  /// - Returns: The sample, or nil if the function refuses the placeholders, and what it has read.
  package static func observe<Payload>(
    _ decode: (any Decoder) throws -> Payload
  ) -> (value: Payload?, reads: Record) {
    let record = Record()
    let decoder = SampleDecoder(record: record, depth: 0)
    // Issues in a sample aren't issues of a payload.
    return (IssueCollector.muting { try? decode(decoder) }, record)
  }

  /// The type of the keys by which the standard library reads and writes dictionaries, which isn't
  /// public.
  static let dictionaryKey: any Any.Type =
    observe { try [String: Int](from: $0) }.reads.keys.first ?? Never.self
}
