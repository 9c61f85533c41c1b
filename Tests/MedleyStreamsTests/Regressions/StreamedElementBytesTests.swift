import Foundation
import Medley
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

/// An element of a stream keeps only its own bytes, and was written from those at its position in the
/// stream.
@Suite struct StreamedElementBytesTests {
  private protocol Media: Sendable {}

  @Test func `writes an unknown element of a stream as the bytes that came`() throws {
    let texts = (0..<50).map { #"{"id":\#($0), "type" : "OPERA"}"# }
    let decoder = PolymorphicJSONDecoder(PolymorphicRegistry<any Media>("type"))
    let json = Data("[\(texts.joined(separator: ","))]".utf8)
    let chunks = stride(from: 0, to: json.count, by: 64).map {
      json[$0..<min($0 + 64, json.count)]
    }
    var elements: [Polymorphic<any Media>] = []
    var feed = decoder.elements(of: Polymorphic<any Media>.self, in: chunks, as: .array)
    while let element = try feed.next() { elements.append(element) }
    #expect(try PolymorphicJSONEncoder().encode(elements) == json)
    for (element, text) in zip(elements, texts) {
      #expect(try PolymorphicJSONEncoder().encode(element) == Data(text.utf8))
    }
  }
}
