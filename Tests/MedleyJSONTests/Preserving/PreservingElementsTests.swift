import Foundation
import Medley
import MedleyComposition
import MedleyJSON
import MedleyStreams
import TestSupport
import Testing

/// Arrays of `Preserving` elements, which share what they keep of their document.
@Suite struct PreservingElementsTests {
  private struct Entry: Codable, Hashable {
    var id: Int
    var note: String?
  }

  private static func text(_ value: some Encodable) throws -> String {
    String(decoding: try PolymorphicJSONEncoder().encode(value), as: UTF8.self)
  }

  @Test func `keeps the bytes of each element after other calls of the decoder`() throws {
    let decoder = PolymorphicJSONDecoder()
    let json = (0..<5).map { #"{ "x":\#($0).50, "id":\#($0) }"# }
    let elements = try decoder.decode(
      [Preserving<Entry>].self,
      from: "[\(json.joined(separator: ", "))]"
    )
    let others = try decoder.decode(
      [Preserving<Entry>].self,
      from: #"[{"id":7,"y":[ ]}, {"id":8}]"#
    )
    #expect(elements.map(\.id) == Array(0..<5))
    for (element, json) in zip(elements, json) { #expect(try Self.text(element) == json) }
    #expect(try Self.text(elements) == "[\(json.joined(separator: ","))]")
    #expect(try Self.text(others) == #"[{"id":7,"y":[ ]},{"id":8}]"#)
  }

  @Test func `changes the bytes of one element alone`() throws {
    var elements = try PolymorphicJSONDecoder().decode(
      [Preserving<Entry>].self,
      from: #"[{"id":1, "x":1.0}, {"id":2, "x":2.0}, {"id":3, "x":3.0}]"#
    )
    elements[1].note = "n"
    let again = try Self.text(elements)
    #expect(again == #"[{"id":1, "x":1.0},{"id":2, "x":2.0, "note":"n"},{"id":3, "x":3.0}]"#)
  }

  @Test func `keeps elements inside elements, and with trailing commas`() throws {
    struct Shelf: Codable { var entries: [Preserving<Entry>] }
    let decoder = PolymorphicJSONDecoder()
    decoder.allowsTrailingCommas = true
    let json = #"{"entries":[{"id":1,"x":[1,],},{"id":2,"x":{},},],"y":1,}"#
    for shelf in try decoder.decode([Preserving<Shelf>].self, from: "[\(json),\(json)]") {
      #expect(try Self.text(shelf) == #"{"entries":[{"id":1,"x":[1]},{"id":2,"x":{}}],"y":1}"#)
      #expect(
        try shelf.value.entries.map(Self.text) == [#"{"id":1,"x":[1]}"#, #"{"id":2,"x":{}}"#]
      )
    }
  }

  @Test func `throws the error of an element with its path`() throws {
    let json = #"[{"id":1}, {"id":2}, {"id":"3"}]"#
    let error = #expect(throws: DecodingError.self) {
      try PolymorphicJSONDecoder().decode([Preserving<Entry>].self, from: json)
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["Index 2", "id"])
  }

  @Test func `keeps the elements of a feed that came in pieces`() throws {
    let json = (0..<20).map { #"{"x":[\#($0).0 ], "id":\#($0)}"# }
    let bytes = Array(json.joined(separator: "\n").utf8)
    let decoder = PolymorphicJSONDecoder()
    var kept: [Preserving<Entry>] = []
    var feed = decoder.elements(of: Preserving<Entry>.self, in: bytes, as: .lines)
    while let element = try feed.next() { kept.append(element) }
    #expect(try kept.map(Self.text) == json)
  }

  @Test func `keeps the values of a text that another decoder has`() throws {
    struct Message: Codable { @JSONText var entries: [Preserving<Entry>] }
    let text = #"[{"id":1,"x":2},{"id":2,"x":3}]"#
    let json = String(decoding: try JSONEncoder().encode(["entries": text]), as: UTF8.self)
    let message = try JSONDecoder().decode(Message.self, from: Data(json.utf8))
    #expect(message.entries.map(\.id) == [1, 2])
    // Values, not bytes: the order of members is not kept.
    let again = try JSONTree(parsing: Array(Self.text(message.entries).utf8))
    #expect(try again == JSONTree(parsing: Array(text.utf8)))
  }
}
