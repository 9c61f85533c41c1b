import Foundation
import Medley
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// Fields that functions of registrations return, whose names are strings, on every encoder.
@Suite struct NamedFieldsTests {
  enum Item: PolymorphicEnum {
    case pair(String, String, Int?)
    case stored(String)
    case number(Double)
    case maybe(FieldValue<Int>)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>("type") { try add(to: &$0) }

    static func add(to registry: inout PolymorphicRegistry<Item>) throws {
      try registry.register(for: "pair") { _ in
        .pair("", "", nil)
      } encoding: {
        guard case .pair(let first, let second, let value) = $0 else { return nil }
        return [first: 1, second: value, "end": "x"]
      }
      try registry.register(for: "stored") { _ in
        .stored("")
      } encoding: {
        if case .stored(let tag) = $0 { ["id": 1, "type": tag] } else { nil }
      }
      try registry.register(for: "number") { _ in
        .number(0)
      } encoding: {
        if case .number(let number) = $0 { ["firstValue": 1, "lastValue": [number]] } else { nil }
      }
      try registry.register(for: "maybe") { _ in
        .maybe(.absent)
      } encoding: {
        if case .maybe(let value) = $0 { ["value": value, "id": 1] } else { nil }
      }
    }
  }

  private func tree(_ json: String) throws -> JSONTree { try JSONTree(parsing: Array(json.utf8)) }

  @Test(arguments: [Backend.engine, .dropIn])
  func `writes what JSONEncoder writes, whatever the names`(_ backend: Backend) throws {
    let names = [
      "a", "b", "aB", "a_b", "", "\"", "\n", "K", "\u{212a}", "\u{e9}", "e\u{301}", "end",
    ]
    let items = names.flatMap { first in
      names.flatMap { [Item.pair(first, $0, 2), .pair(first, $0, nil)] }
    }
    for keys in [KeyStrategy.asWritten, .custom] {
      for _ in 0..<2 {
        #expect(
          try backend.encode(items, keys: keys) == Backend.json.encode(items, keys: keys)
        )
      }
    }
  }

  @Test func `writes names as they are, not as equal ones`() throws {
    let items = ["K", "\u{212a}", "K"].map { Item.pair($0, "b", nil) }
    for _ in 0..<2 {
      let text = String(decoding: try PolymorphicJSONEncoder().encode(items), as: UTF8.self)
      #expect(text.unicodeScalars.count { $0 == "\u{212a}" } == 1)
    }
  }

  @Test func `writes fields in their order, the tag first`() throws {
    let items = [Item.pair("b", "a", 2), .pair("a", "b", nil), .pair("b", "c", 3)]
    let expected = """
      [{"type":"pair","b":1,"a":2,"end":"x"},{"type":"pair","a":1,"end":"x"},\
      {"type":"pair","b":1,"c":3,"end":"x"}]
      """
    for _ in 0..<2 {
      let data = try PolymorphicJSONEncoder().encode(items)
      #expect(String(decoding: data, as: UTF8.self) == expected)
    }
  }

  @Test(arguments: Backend.allJSON)
  func `writes a stored tag once, and refuses another one`(_ backend: Backend) throws {
    for _ in 0..<2 {
      let items = [Item.pair("a", "b", 1), .stored("stored"), .stored("stored")]
      let expected = """
        [{"type":"pair","a":1,"b":1,"end":"x"},{"type":"stored","id":1},{"type":"stored","id":1}]
        """
      #expect(try backend.encode(items) == tree(expected))
      let error = #expect(throws: EncodingError.self) { try backend.encode([Item.stored("pair")]) }
      guard case .invalidValue(_, let context) = error else { continue }
      #expect(context.codingPath.map(\.stringValue) == ["Index 0", "type"])
    }
  }

  @Test func `converts names with a strategy, and adds their own to errors`() throws {
    let strategies: [JSONEncoder.KeyEncodingStrategy] = [
      .useDefaultKeys, .convertToSnakeCase, .custom { $0.last ?? AnyEncoderKey("") },
    ]
    for strategy in strategies {
      let encoder = PolymorphicJSONEncoder()
      encoder.keyEncodingStrategy = strategy
      for _ in 0..<2 {
        let error = #expect(throws: EncodingError.self) {
          try encoder.encode(["a": [Item.number(.nan)]])
        }
        guard case .invalidValue(_, let context) = error else { continue }
        #expect(context.codingPath.map(\.stringValue) == ["a", "Index 0", "lastValue", "Index 0"])
      }
      let text = String(decoding: try encoder.encode(Item.number(1)), as: UTF8.self)
      let name = if case .convertToSnakeCase = strategy { "first_value" } else { "firstValue" }
      #expect(text.contains("\"\(name)\":1"))
    }
  }

  @Test(arguments: Backend.allJSON)
  func `lets wrappers decide whether they are written`(_ backend: Backend) throws {
    let items = [Item.maybe(.absent), .maybe(.null), .maybe(.value(1)), .maybe(.absent)]
    let expected = """
      [{"type":"maybe","id":1},{"type":"maybe","id":1,"value":null},\
      {"type":"maybe","id":1,"value":1},{"type":"maybe","id":1}]
      """
    #expect(try backend.encode(items) == tree(expected))
  }

  @Test func `writes more names than are cached`() throws {
    for start in stride(from: 0, to: 9000, by: 3000) {
      let items = (start..<start + 3000).map { Item.pair("a\($0)", "b\($0)", $0) }
      let expected = items.indices.map { position in
        let number = start + position
        return #"{"type":"pair","a\#(number)":1,"b\#(number)":\#(number),"end":"x"}"#
      }
      let text = String(decoding: try PolymorphicJSONEncoder().encode(items), as: UTF8.self)
      #expect(text == "[\(expected.joined(separator: ","))]")
    }
  }

  @Test func `writes fields of registries that are made for each call`() throws {
    struct Base: Sendable {}
    for number in 0..<2500 {
      let registry = PolymorphicRegistry<Base>("type") {
        try $0.register(for: "base") { _ in
          Base()
        } encoding: { _ in
          ["id": number, "x": "y"]
        }
      }
      let encoder = PolymorphicJSONEncoder()
      encoder.userInfo.register(registry)
      let text = String(decoding: try encoder.encode(Polymorphic.known(Base())), as: UTF8.self)
      #expect(text == #"{"type":"base","id":\#(number),"x":"y"}"#)
    }
  }

  // MARK: - Beside the content

  @Test(
    arguments: Backend.allJSON,
    [Discriminator.adjacent(tag: "type", content: "data"), .adjacent(tag: "type"), .member]
  )
  func `writes a wrapper as the content of a tag`(
    _ backend: Backend,
    _ discriminator: Discriminator
  ) throws {
    var registry = PolymorphicRegistry<FieldValue<Int>>(discriminator)
    try registry.register(FieldValue<Int>.self, for: "value")
    let values: [Polymorphic<FieldValue<Int>>] = [
      .known(.value(1)), .known(.null), .known(.absent),
    ]
    let trees = try (0..<2).map { _ in
      try backend.encode(values) { $0.register(registry) }
    }
    let expected = try Backend.json.encode(values) { $0.register(registry) }
    #expect(trees == [expected, expected])
  }
}
