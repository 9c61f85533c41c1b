import TestSupport
import Testing

@Suite struct BackendTests {
  @Test(arguments: Backend.allCases)
  func `decodes and encodes every kind of value`(_ backend: Backend) throws {
    let text = #"""
      {"s":"é","i":-9223372036854775808,"u":18446744073709551615,"d":0.1,"t":true,"f":false,
       "z":null,"a":[null,[],{}],"o":{"k":"1"}}
      """#
    let tree = try backend.decode(JSONTree.self, from: text)
    #expect(try tree == JSONTree(parsing: text))
    #expect(try backend.encode(tree) == tree)
    #expect(try backend.roundTrip(tree) == tree)
  }

  @Test(arguments: Backend.allCases)
  func `decodes top-level scalars and null`(_ backend: Backend) throws {
    #expect(try backend.decode(String.self, from: #""x""#) == "x")
    #expect(try backend.decode(Int.self, from: "7") == 7)
    #expect(try backend.decode(UInt64.self, from: "18446744073709551615") == .max)
    #expect(try backend.decode(Double.self, from: "2.5") == 2.5)
    #expect(try backend.decode(Bool.self, from: "true"))
    #expect(try backend.decode(Int?.self, from: "null") == nil)
  }

  @Test(arguments: [
    ("[1,", BackendLimit.text), (#"[{"a":1,"a":2}]"#, .duplicateMember), ("[1e400]", .value),
    (#"["$null"]"#, .value), ("[31415926535897932384626433832795028841971]", .value),
    (String(repeating: "[", count: 300) + String(repeating: "]", count: 300), .depth),
  ])
  func `reports what a property list can't hold`(_ text: String, _ limit: BackendLimit) {
    for backend in [Backend.xmlPropertyList, .binaryPropertyList] {
      #expect(backend.limit(decoding: text) == limit)
      #expect(throws: limit) { try backend.decode(JSONTree.self, from: text) }
    }
    #expect(Backend.json.limit(decoding: text) == nil)
  }

  @Test func `reports what a property list can't be`() {
    for tree: JSONTree in [nil, true, 1, "x"] {
      #expect(Backend.json.limit(encoding: tree) == nil)
      #expect(Backend.xmlPropertyList.limit(encoding: tree) == .fragment)
      #expect(Backend.binaryPropertyList.limit(encoding: tree) == .fragment)
    }
    #expect(Backend.xmlPropertyList.limit(encoding: .array([])) == nil)
  }

  @Test(arguments: Backend.allCases)
  func `converts keys if the coder has key strategies`(_ backend: Backend) throws {
    struct Song: Codable, Equatable {
      var playCount: Int
    }
    let text = #"{"play_count":3}"#
    guard backend.supportsKeyStrategies else {
      #expect(throws: BackendLimit.keyStrategy) {
        try backend.decode(Song.self, from: text, keys: .snakeCase)
      }
      #expect(throws: BackendLimit.keyStrategy) {
        try backend.encode(Song(playCount: 3), keys: .snakeCase)
      }
      return
    }
    let song = try backend.decode(Song.self, from: text, keys: .snakeCase)
    #expect(song == Song(playCount: 3))
    #expect(try backend.encode(song, keys: .snakeCase) == JSONTree(parsing: text))
  }

  @Test(arguments: Backend.allCases)
  func `passes userInfo to the decoder and the encoder`(_ backend: Backend) throws {
    struct Greeting: Codable {
      static let key = CodingUserInfoKey(rawValue: "greeting")

      let text: String

      init(from decoder: any Decoder) throws {
        text = Self.key.flatMap { decoder.userInfo[$0] as? String } ?? ""
      }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(Self.key.flatMap { encoder.userInfo[$0] as? String } ?? "")
      }
    }
    let greeting = try backend.decode(Greeting.self, from: "[]") { userInfo in
      if let key = Greeting.key { userInfo[key] = "hello" }
    }
    #expect(greeting.text == "hello")
    let tree = try backend.encode(greeting) { userInfo in
      if let key = Greeting.key { userInfo[key] = "bye" }
    }
    #expect(tree == .array(["bye"]))
  }
}
