import Foundation
import MedleyJSON
import Testing

/// The kinds of input of a document.
@Suite struct InputTests {
  private struct Page: Decodable, Equatable {
    var title: String
    var numbers: [Int]
  }

  @Test func `data, bytes, strings and buffers give the same value`() throws {
    let json = #"{"title": "Ünï", "numbers": [1, 2]}"#
    let decoder = PolymorphicJSONDecoder()
    let page = Page(title: "Ünï", numbers: [1, 2])
    #expect(try decoder.decode(Page.self, from: Data(json.utf8)) == page)
    #expect(try decoder.decode(Page.self, from: Array(json.utf8)) == page)
    #expect(try decoder.decode(Page.self, from: json) == page)
    let bytes = Array(json.utf8)
    let fromBuffer = unsafe try bytes.withUnsafeBytes {
      unsafe try decoder.decode(Page.self, from: $0)
    }
    #expect(fromBuffer == page)
  }
}
