import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

/// Texts that aren't plain JSON in UTF-8.
extension PartialDecoderTests {
  @Test func `takes trailing commas if they are allowed`() throws {
    struct Page: Codable, Equatable { var a: [Int]?, b: [String: [String]]? }
    let decoder = PolymorphicJSONDecoder()
    decoder.allowsTrailingCommas = true
    let text = #"{"a":[1,2 , ],"b":{"x":["y",],"z":[],},}"#
    var partial = PartialDecoder(Page.self, using: decoder)
    var strict = PartialDecoder(Page.self, using: PolymorphicJSONDecoder())
    var last: Page?
    for byte in text.utf8 {
      partial.append([byte])
      strict.append([byte])
      last = try partial.snapshot()
    }
    #expect(last == Page(a: [1, 2], b: ["x": ["y"], "z": []]))
    #expect(try partial.finish() == last)
    do {
      _ = try strict.snapshot()
      Issue.record("A comma is refused unless it is allowed.")
    } catch let error as DecodingError {
      #expect(error.jsonError?.offset == 12)
    }
  }

  @Test func `says that a document is in another encoding`() throws {
    for encoding in [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian] {
      let bytes = try #require("[1]".data(using: encoding))
      var partial = PartialDecoder([Int].self, using: PolymorphicJSONDecoder())
      do {
        for byte in bytes {
          partial.append([byte])
          _ = try partial.snapshot()
        }
        Issue.record("The document isn't in UTF-8.")
      } catch let error as DecodingError {
        #expect("\(error)".contains("The bytes are UTF-16"))
      }
    }
  }
}
