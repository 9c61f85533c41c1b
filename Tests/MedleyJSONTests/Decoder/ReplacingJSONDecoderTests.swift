import Foundation
import MedleyJSON
import Testing

/// Names of `JSONDecoder` that clients write.
@Suite struct ReplacingJSONDecoderTests {
  @Test func `has the names of the strategies`() {
    let dates: PolymorphicJSONDecoder.DateDecodingStrategy = .secondsSince1970
    let data: PolymorphicJSONDecoder.DataDecodingStrategy = .deferredToData
    let keys: PolymorphicJSONDecoder.KeyDecodingStrategy = .convertFromSnakeCase
    let floats: PolymorphicJSONDecoder.NonConformingFloatDecodingStrategy = .throw
    let foundation = JSONDecoder()
    foundation.dateDecodingStrategy = dates
    foundation.dataDecodingStrategy = data
    foundation.keyDecodingStrategy = keys
    foundation.nonConformingFloatDecodingStrategy = floats
    let decoder = PolymorphicJSONDecoder()
    decoder.dateDecodingStrategy = foundation.dateDecodingStrategy
    decoder.keyDecodingStrategy = foundation.keyDecodingStrategy
    if case .secondsSince1970 = decoder.dateDecodingStrategy {
    } else {
      Issue.record("The strategy is another one")
    }
  }
}
