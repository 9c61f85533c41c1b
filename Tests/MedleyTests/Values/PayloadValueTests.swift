import Medley
import TestSupport
import Testing

@Suite struct PayloadValueTests {
  static let value: PayloadValue = [
    "title": "Tosca", "acts": 3, "live": true, "rating": 4.5, "cast": ["Maria", nil], "more": [:],
  ]

  @Test func `literals make values of their kind`() {
    #expect(
      Self.value
        == .object([
          (key: "title", value: .string("Tosca")), (key: "acts", value: .integer(3)),
          (key: "live", value: .boolean(true)), (key: "rating", value: .double(4.5)),
          (key: "cast", value: .array([.string("Maria"), .null])),
          (key: "more", value: .object([])),
        ])
    )
  }

  @Test func `subscripts return members and elements`() {
    #expect(Self.value["title"] == "Tosca")
    #expect(Self.value["none"] == nil)
    #expect(Self.value["cast"]?[0] == "Maria")
    #expect(Self.value["cast"]?[1] == .some(.null))
    #expect(Self.value["cast"]?[2] == nil)
    #expect(Self.value["cast"]?[-1] == nil)
    #expect(Self.value[0] == nil)
    #expect(Self.value["title"]?["x"] == nil)
    #expect(PayloadValue.object([(key: "a", value: 1), (key: "a", value: 2)])["a"] == 1)
  }

  @Test func `objects are equal in any order of members`() {
    let one: PayloadValue = ["a": 1, "b": ["c": 2, "d": 3], "e": []]
    let other: PayloadValue = ["e": [], "b": ["d": 3, "c": 2], "a": 1]
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one != ["a": 1, "b": ["c": 2, "d": 4], "e": []])
    #expect(one != ["a": 1, "b": ["c": 2, "d": 3]])
    #expect([1, 2] as PayloadValue != [2, 1])
  }

  @Test func `values of different kinds are different`() {
    let values: Set<PayloadValue> = [
      nil, false, true, 0, 1, 0.5, "", "0", "1", "true", "null", [], [:], [[]], [nil], ["": nil],
      .unsigned(.max), .integer(.max), .integer(.min),
    ]
    #expect(values.count == 19)
  }

  @Test func `signed and unsigned cases of one integer are equal`() {
    #expect(PayloadValue.integer(5) == .unsigned(5))
    #expect(PayloadValue.integer(5).hashValue == PayloadValue.unsigned(5).hashValue)
    #expect(PayloadValue.integer(-1) != .unsigned(.max))
    #expect(PayloadValue.integer(1) != .double(1))
  }

  @Test func `compares strings and keys by code unit`() {
    let (one, other) = (TypeTagTests.precomposed, TypeTagTests.decomposed)
    #expect(PayloadValue.string(one) != .string(other))
    let object = PayloadValue.object([(key: one, value: 1), (key: other, value: 2)])
    #expect(object[one] == 1)
    #expect(object[other] == 2)
    #expect(
      PayloadValue.object([(key: one, value: 1)])
        != .object([(key: other, value: 1 as PayloadValue)])
    )
  }

  @Test func `describes itself as JSON`() throws {
    #expect(
      "\(Self.value)"
        == #"{"title":"Tosca","acts":3,"live":true,"rating":4.5,"cast":["Maria",null],"more":{}}"#
    )
    let odd: PayloadValue = ["a\"\\\n\r\t\u{1}\u{1F}": .unsigned(.max)]
    #expect(
      try JSONTree(parsing: "\(odd)")
        == .object([
          .init(
            key: "a\"\\\n\r\t\u{1}\u{1F}",
            value: .number(JSONNumber(UInt64.max))
          )
        ])
    )
    #expect("\(PayloadValue.other(Movie(title: "a")))".contains("Movie"))
  }

  @Test(arguments: Backend.allCases)
  func `encodes and decodes`(_ backend: Backend) throws {
    #expect(try backend.roundTrip(Self.value) == Self.value)
    #expect(
      try backend.encode(Self.value)
        == JSONTree(
          parsing: """
            {"acts":3,"cast":["Maria",null],"title":"Tosca","rating":4.5,"live":true,"more":{}}
            """
        )
    )
  }

  @Test(arguments: Backend.allCases)
  func `keeps every 64-bit integer`(_ backend: Backend) throws {
    let values = try backend.decode(
      [PayloadValue].self,
      from: "[18446744073709551615,9223372036854775808,9223372036854775807,-9223372036854775808]"
    )
    #expect(
      values == [
        .unsigned(.max), .unsigned(9_223_372_036_854_775_808), .integer(.max), .integer(.min),
      ]
    )
  }

  @Test(arguments: Backend.allCases)
  func `encodes the first of members with the same key`(_ backend: Backend) throws {
    let value = PayloadValue.object([(key: "a", value: 1), (key: "a", value: 2)])
    #expect(try backend.encode(value) == JSONTree(parsing: #"{"a":1}"#))
    // Few are compared with each other, more are looked up.
    for count in [2, 8, 9, 40] {
      let keys = (0..<count).map { "\($0)" }
      let members = keys.map { (key: $0, value: PayloadValue.boolean(true)) }
      let repeated = keys.reversed().map { (key: $0, value: PayloadValue.boolean(false)) }
      let encoded = try backend.encode(PayloadValue.object(members + repeated))
      #expect(encoded == (try backend.encode(PayloadValue.object(members))))
    }
  }

  @Test func `compares scalars of other formats by type and value`() {
    let one = PayloadValue.other(Movie(title: "a"))
    #expect(one == .other(Movie(title: "a")))
    #expect(one != .other(Movie(title: "b")))
    #expect(one != .other(Book(title: "a")))
    #expect(Set([one, .other(Movie(title: "a"))]).count == 1)
  }

  @Test(arguments: Backend.allCases)
  func `encodes scalars of other formats unchanged`(_ backend: Backend) throws {
    let value: PayloadValue = ["a": .other(Movie(title: "t"))]
    #expect(try backend.encode(value) == JSONTree(parsing: #"{"a":{"title":"t"}}"#))
  }
}
