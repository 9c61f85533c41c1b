import MedleyEngine
import MedleyStreams
import Testing

/// A copied parser counted bytes from the first that it had kept, not from the beginning of its stream.
@Suite struct CopiedParserTests {
  @Test func `an error of a copied parser has its place in the stream`() throws {
    var parser = ServerSentEventParser(limit: 16)
    #expect(try parser.append(Array("data: 1\n\n".utf8)).map(\.data) == ["1"])
    #expect(try parser.append(Array("data: ".utf8)).isEmpty)
    var copy = parser
    do {
      _ = try copy.append(Array(String(repeating: "x", count: 20).utf8))
      Issue.record("It is too large.")
    } catch let error as DecodingError {
      #expect(error.jsonError?.offset == 9)
      #expect(error.feedPosition?.line == 3)
    }
    #expect(try parser.append(Array("2\n\n".utf8)).map(\.data) == ["2"])
  }
}
