import Foundation
import Medley
import TestSupport
import Testing

/// Unknown elements of Foundation's decoders are captured through containers, by the kinds of the
/// elements before.
@Suite struct MemberCaptureTests {
  private static let registry = PolymorphicRegistry<any Media>("type", ["SONG": Song.self])

  private static func contents(
    of text: String,
    on backend: Backend = .json,
    keys: KeyStrategy = .asWritten
  ) throws -> [PayloadValue] {
    let feed: [Polymorphic<any Media>] = try backend.decode(from: text, keys: keys) {
      $0.register(registry)
    }
    return feed.compactMap { $0.unknown?.content }
  }

  @Test(arguments: [Backend.json, .xmlPropertyList, .binaryPropertyList])
  func `captures members whose kind changes`(_ backend: Backend) throws {
    let values = ["1", "true", "2.5", #""a""#, "[]", #"{"a":1}"#, "3", "[1]", "false", "7.25"]
    let elements = values.flatMap { first in
      values.map { #"{"type":"X","value":\#(first),"other":\#($0)}"# }
    }
    let text = "[\(elements.joined(separator: ","))]"
    #expect(try Self.contents(of: text, on: backend) == Self.contents(of: text, on: .engine))
  }

  @Test func `captures arrays of mixed values and nested objects`() throws {
    let text = """
      [{"type":"X","list":[1,null,2.5,"a",true,[1,"b"],{"a":null},18446744073709551615,1e300],
        "inner":{"list":[{"a":1},{"a":"b"},{"a":[]}],"null":null,"empty":{}}},
       {"type":"X","list":null,"inner":[]}]
      """
    let ours = try Self.contents(of: text).map(\.description)
    let theirs = try Self.contents(of: text, on: .engine).map { $0.inOrder.description }
    #expect(ours == theirs)
  }

  @Test func `keeps numbers exactly`() throws {
    let numbers = [
      "9007199254740993", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
      "18446744073709551615", "1.5", "4.0", "-0.25", "0",
    ]
    for first in numbers {
      for second in numbers {
        let text = #"[{"type":"X","n":\#(first)},{"type":"X","n":\#(second)}]"#
        let both = try Self.contents(of: text)
        let alone = try Self.contents(of: #"[{"type":"X","n":\#(second)}]"#)
        #expect(both.last == alone.last)
      }
    }
  }

  @Test func `keeps the keys that a strategy would convert`() throws {
    let text = #"[{"type":"X","the_title":{"the_text":"a"}},{"type":"X","the_title":1}]"#
    for keys in [KeyStrategy.snakeCase, .asWritten] {
      let contents = try Self.contents(of: text, keys: keys)
      #expect(contents.first?["the_title"]?["the_text"] == "a")
      #expect(contents.last?["the_title"] == 1)
    }
  }

  @Test func `tells decoders with other strategies apart`() throws {
    let text = #"[{"type":"X","the_title":1},{"type":"X","the_title":2}]"#
    for _ in 0..<20 {
      #expect(try Self.contents(of: text, keys: .snakeCase).first?["the_title"] == 1)
      #expect(try Self.contents(of: text).first?["the_title"] == 1)
    }
  }

  @Test func `captures objects with the keys of others before`() throws {
    let long = String(repeating: "l", count: 100)
    let keys = (0..<18).map { "k\($0)" } + ["", "é", "e\u{301}x", long, "type2"]
    let elements = (0..<300).map { index in
      let own = keys.indices.filter { (index / 3 + $0 * $0) % 5 != 0 && $0 < 2 + index % 22 }
      let members = own.map { position in
        let inner = #"{"\#(keys[(position + index) % keys.count])":\#(index)}"#
        let value = [#""a""#, "1", "2.5", "true", "null", inner][(position + index / 40) % 6]
        return #""\#(keys[position])":\#(value)"#
      }
      return "{\((members + [#""type":"X\#(index % 4)""#]).joined(separator: ","))}"
    }
    let text = "[\(elements.joined(separator: ","))]"
    let ours = try Self.contents(of: text).map(\.description)
    let theirs = try Self.contents(of: text, on: .engine).map { $0.inOrder.description }
    #expect(ours == theirs)
  }

  @Test func `keeps keys that are equal, with other code units, as they came`() throws {
    // The Kelvin sign, and an e with an accent in two forms.
    let keys = ["K", "\u{212a}", "K", "\u{e9}", "e\u{301}", "\u{e9}"]
    let text = "[\(keys.map { #"{"type":"X","\#($0)":1}"# }.joined(separator: ","))]"
    let found = try Self.contents(of: text).map { content in
      guard case .object(let members) = content else { return [[UInt8]]() }
      return members.map(\.key).filter { $0 != "type" }.map { Array($0.utf8) }
    }
    #expect(found == keys.map { [Array($0.utf8)] })
  }

  @Test(arguments: [Backend.json, .xmlPropertyList, .binaryPropertyList])
  func `captures the tag that was read`(_ backend: Backend) throws {
    let text = #"[{"type":"X","a":1},{"a":2,"type":"YY"},{"type":""},{"b":"type","type":"SONGS"}]"#
    let contents = try Self.contents(of: text, on: backend)
    #expect(contents.map { $0["type"] } == ["X", "YY", "", "SONGS"])
    #expect(contents.map { $0["a"] } == [1, 2, nil, nil])
  }

  @Test func `captures up to the limit of depth`() throws {
    func nested(_ levels: Int) -> String {
      let objects = String(repeating: #"{"a":"#, count: levels)
      return #"[{"type":"X","b":\#(objects)1\#(String(repeating: "}", count: levels))}]"#
    }
    #expect(try Self.contents(of: nested(126)).count == 1)
    let error = try #require(throws: DecodingError.self) { try Self.contents(of: nested(127)) }
    #expect(error.details?.debugDescription.contains("nested deeper than 128 levels") == true)
    #expect(error.details?.codingPath.count == 129)
  }

  @Test func `fails on an invalid string`() throws {
    let text = #"[{"type":"X","a":"b"},{"type":"X","a":"\ud800"}]"#
    #expect(throws: DecodingError.self) { try Self.contents(of: text) }
  }

  @Test func `captures on several threads at once`() async throws {
    let text = #"[{"type":"X","a":1,"b":"c"},{"type":"X","a":"d","b":[1]}]"#
    let expected = try Self.contents(of: text)
    try await withThrowingTaskGroup(of: [PayloadValue].self) { group in
      for task in 0..<32 {
        group.addTask { try Self.contents(of: text, keys: task % 2 == 0 ? .snakeCase : .asWritten) }
      }
      for try await contents in group { #expect(contents == expected) }
    }
  }
}

extension PayloadValue {
  /// The value with the members of its objects in order.
  fileprivate var inOrder: PayloadValue {
    switch self {
    case .array(let elements): .array(elements.map(\.inOrder))
    case .object(let members):
      .object(
        members.sorted { $0.key < $1.key }.map { Member(key: $0.key, value: $0.value.inOrder) }
      )
    default: self
    }
  }
}
