import Medley
import MedleyEngine
import MedleyJSON
import MedleyStreams
import Testing

/// A scalar where the array of a feed should be, which came in pieces, stopped the program: its
/// first bytes were discarded when its place was asked for.
@Suite struct ScalarsAtPathsTests {
  @Test(arguments: [
    ("0\n", 0), ("[]", 0), (#""text""#, 0), (#"{"a": nul"#, 6), (#"{"a":-1.5}"#, 5),
    (#"{"b":1,"a":"text"}"#, 11),
  ])
  func `a scalar at the path of an array is refused at its first byte`(
    _ text: String,
    _ offset: Int
  ) throws {
    let bytes = Array(text.utf8)
    for size in 1...bytes.count {
      let chunks = stride(from: 0, to: bytes.count, by: size).map {
        bytes[$0..<min($0 + size, bytes.count)]
      }
      var elements = PolymorphicJSONDecoder().elements(
        of: PayloadValue.self,
        in: chunks,
        as: .array(at: "a")
      )
      let error = try #require(throws: DecodingError.self) { try elements.next() }
      guard case .typeMismatch(_, let context) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(context.codingPath.map(\.stringValue) == (offset == 0 ? [] : ["a"]))
      #expect(error.jsonError?.offset == offset)
      #expect(try elements.next() == nil)
    }
  }
}
