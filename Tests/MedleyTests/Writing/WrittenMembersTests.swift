import Foundation
import Medley
import TestSupport
import Testing

/// The members of a payload that are written beside its tag.
@Suite struct WrittenMembersTests {
  typealias Registry = PolymorphicRegistry<any Media>
  typealias Odd = MergedEncodingTests.Odd

  enum Key: String, CodingKey { case type, date, url, number, table, inner, list }

  /// A registry whose tags have to be looked for in each payload.
  static let registry = PolymorphicRegistry<any Media>("type") {
    try $0.register(Odd.self, for: "ODD", "EVEN")
  }

  @Test(arguments: Backend.allCases)
  func `the encoder's own form of a value stays`(_ backend: Backend) throws {
    let date = Date(timeIntervalSinceReferenceDate: 1)
    let data = Data([1, 2, 3])
    let write: @Sendable (any Encoder) throws -> Void = { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(date, forKey: .date)
      try container.encode(data, forKey: .number)
      try container.encode(["aB": date], forKey: .table)
      var inner = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
      try inner.encode(date, forKey: .date)
      var list = container.nestedUnkeyedContainer(forKey: .list)
      try list.encode(date)
      var value = container.superEncoder(forKey: .url).singleValueContainer()
      try value.encode(date)
    }
    struct Bare: Encodable {
      let write: @Sendable (any Encoder) throws -> Void
      func encode(to encoder: any Encoder) throws { try write(encoder) }
    }
    struct Forms: Decodable, Equatable {
      var date: Date
      var number: Data
      var table: [String: Date]
      var inner: [String: Date]
      var list: [Date]
      var url: Date
    }
    let encoded = try backend.encoded([Polymorphic<any Media>.known(Odd(write))]) {
      $0.register(Self.registry)
    }
    let forms = Forms(
      date: date,
      number: data,
      table: ["aB": date],
      inner: ["date": date],
      list: [date],
      url: date
    )
    // Property lists have dates and data of their own.
    #expect(try backend.decode([Forms].self, fromEncoded: encoded) == [forms])
  }

  @Test(arguments: Backend.allCases)
  func `scalars of every width are written`(_ backend: Backend) throws {
    struct Widths: Media {
      var title: String
      var type: String
      var i8 = Int8.min
      var i16 = Int16.min
      var i32 = Int32.min
      var i64 = Int64.min
      var u = UInt.max >> 1
      var u8 = UInt8.max
      var u16 = UInt16.max
      var u32 = UInt32.max
      var u64 = UInt64.max >> 1
      var float: Float = 0.5
    }
    var registry = Registry("type")
    try registry.register(Widths.self, for: "A", "B")
    let value = Polymorphic<any Media>.known(Widths(title: "a", type: "B"))
    #expect(
      try backend.encode([value], with: registry)
        == JSONTree(
          parsing: """
            [{"type":"B","title":"a","i8":-128,"i16":-32768,"i32":-2147483648,
              "i64":-9223372036854775808,"u":9223372036854775807,"u8":255,"u16":65535,
              "u32":4294967295,"u64":9223372036854775807,"float":0.5}]
            """
        )
    )
  }

  @Test(arguments: Backend.allCases)
  func `a nested container that is asked for twice is one`(_ backend: Backend) throws {
    let tree = try backend.encode(
      [
        Polymorphic<any Media>.known(
          Odd { encoder in
            var container = encoder.container(keyedBy: Key.self)
            var first = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
            try first.encode(1, forKey: .number)
            var second = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
            try second.encode("x", forKey: .url)
          }
        )
      ],
      with: Self.registry
    )
    #expect(try tree == JSONTree(parsing: #"[{"type":"ODD","inner":{"number":1,"url":"x"}}]"#))
  }
}
