import Foundation
import Medley
import MedleyFoundation
import MedleyResilience
import TestSupport
import Testing

/// Values of what Foundation's serialisations and push notifications give.
@Suite struct PropertyListValueTests {
  protocol Push: Codable, Sendable {}
  struct Message: Push, Hashable {
    var text: String
    var badge: Int
    var silent: Bool
    var sent: Date?
    var image: Data?
    @Lossy var tags: [String]
  }
  struct Sync: Push, Hashable { var id: Int }

  static let pushes = PolymorphicRegistry<any Push>(
    "kind",
    ["message": Message.self, "sync": Sync.self]
  )

  static var aps: [AnyHashable: Any] {
    [
      "kind": "message", "text": "Hi", "badge": NSNumber(value: 1), "silent": NSNumber(value: true),
      "sent": Date(timeIntervalSinceReferenceDate: 60), "image": Data([1, 2]),
      "tags": ["a", 1, "b"] as [Any],
    ]
  }

  // MARK: - Decoding

  @Test func `decodes a push notification with a registry, and reports what it drops`() throws {
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    userInfo.register(Self.pushes)
    let (push, report) = try DecodingReport.collecting {
      try PayloadValue(propertyList: Self.aps)
        .decode(Polymorphic<any Push>.self, userInfo: userInfo)
    }
    let message = Message(
      text: "Hi",
      badge: 1,
      silent: true,
      sent: Date(timeIntervalSinceReferenceDate: 60),
      image: Data([1, 2]),
      tags: ["a", "b"]
    )
    #expect(push == .known(message))
    #expect(report.issues.map(\.codingPath.place) == ["tags[1]"])
    #expect(report.issues.map(\.tag) == ["message"])
  }

  @Test func `an unknown tag is kept, and an error has its path`() throws {
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    userInfo.register(Self.pushes)
    let value = try PayloadValue(propertyList: ["a": [["kind": "promo", "id": 7]]])
    let pushes = try value.decode([String: [Polymorphic<any Push>]].self, userInfo: userInfo)
    let kept = try #require(pushes["a"]?.first)
    #expect(kept.unknown?.tag == "promo")
    #expect(kept.unknown?.content == ["kind": "promo", "id": 7])
    let wrong = try PayloadValue(propertyList: ["a": [["kind": "sync", "id": "x"]]])
    let error = try #require(throws: DecodingError.self) {
      try wrong.decode([String: [Polymorphic<any Push>]].self, userInfo: userInfo)
    }
    #expect(error.place == "a[0].id")
  }

  enum Signal: PolymorphicEnum, Equatable {
    case sync(Sync)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Signal>("kind") {
      try $0.register(for: "sync", as: Signal.sync)
    }
  }

  @Test func `needs no registry for an enum, and decodes scalars`() throws {
    let signal: Signal = try PayloadValue(propertyList: ["kind": "sync", "id": 4]).decode()
    #expect(signal == .sync(Sync(id: 4)))
    #expect(try PayloadValue(propertyList: 4).decode(Int.self) == 4)
    #expect(try PayloadValue(propertyList: [1, 2.5]).decode([Double].self) == [1, 2.5])
    let date = Date(timeIntervalSinceReferenceDate: 1)
    #expect(try PayloadValue(propertyList: date).decode(Date.self) == date)
    #expect(try PayloadValue(propertyList: ["a_b": 1]).decode([String: Int].self) == ["a_b": 1])
  }

  // MARK: - Reading

  @Test func `reads what JSONSerialization gives`() throws {
    let json = #"""
      {"t":true,"f":false,"one":1,"zero":0,"d":1.0,"h":0.5,"n":null,"s":"x","a":[1,[],{}],"o":{"b":[true]},
       "u":18446744073709551615,"least":-9223372036854775808,"big":1e300,"exact":0.12345678901234567891}
      """#
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
    let value = try PayloadValue(propertyList: object)
    let expected: PayloadValue = [
      "t": true, "f": false, "one": 1, "zero": 0, "d": 1.0, "h": 0.5, "n": nil, "s": "x",
      "a": [1, [], [:]], "o": ["b": [true]], "u": .unsigned(.max), "least": .integer(.min),
      "big": 1e300, "exact": .number("0.12345678901234567891"),
    ]
    for (key, member) in expected.dictionary ?? [:] { #expect(value[key] == member, "\(key)") }
    #expect(value == expected)
    guard case .object(let members) = value else { return #expect(Bool(false)) }
    #expect(members.map(\.key) == members.map(\.key).sorted())
  }

  private static func read(_ data: Data) throws -> Any {
    try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func `reads what PropertyListSerialization gives`(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let list: [String: Any] = [
      "t": true, "one": 1, "d": 1.0, "date": Date(timeIntervalSinceReferenceDate: 5),
      "data": Data([7]), "a": ["x", 2] as [Any], "o": ["k": false],
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list,
      format: format,
      options: 0
    )
    let read = try Self.read(data)
    let expected: PayloadValue = [
      "t": true, "one": 1, "d": 1.0, "date": .other(Date(timeIntervalSinceReferenceDate: 5)),
      "data": .other(Data([7])), "a": ["x", 2], "o": ["k": false],
    ]
    #expect(try PayloadValue(propertyList: read) == expected)
    #expect(try PayloadValue(propertyList: list) == expected)
    // What came as a value of a property list goes out as one.
    let again = try PropertyListEncoder().encode(PayloadValue(propertyList: read))
    let reread = try Self.read(again)
    #expect(try PayloadValue(propertyList: reread) == expected)
  }

  struct Number: Sendable, CustomTestStringConvertible {
    let name: String
    let make: @Sendable () -> Any
    let value: PayloadValue

    init(_ name: String, _ value: PayloadValue, _ make: @escaping @Sendable () -> Any) {
      (self.name, self.make, self.value) = (name, make, value)
    }

    var testDescription: String { name }
  }

  static let numbers = [
    Number("true", true) { true }, Number("NSNumber(true)", true) { NSNumber(value: true) },
    Number("NSNumber(false)", false) { NSNumber(value: false) },
    Number("NSNumber(1)", 1) { NSNumber(value: 1) },
    Number("NSNumber(0)", 0) { NSNumber(value: 0) },
    Number("NSNumber(Int8 1)", 1) { NSNumber(value: Int8(1)) },
    Number("NSNumber(UInt8 0)", 0) { NSNumber(value: UInt8(0)) },
    Number("NSNumber(1.0)", 1.0) { NSNumber(value: 1.0) },
    Number("NSNumber(-0.0)", .double(-0.0)) { NSNumber(value: -0.0) },
    Number("NSNumber(Float 1.5)", 1.5) { NSNumber(value: Float(1.5)) },
    Number("NSNumber(1e22)", 1e22) { NSNumber(value: 1e22) },
    Number("NSNumber(inf)", .double(.infinity)) { NSNumber(value: Double.infinity) },
    Number("NSNumber(UInt64.max)", .unsigned(.max)) { NSNumber(value: UInt64.max) },
    Number("NSNumber(Int64.min)", .integer(.min)) { NSNumber(value: Int64.min) },
    Number("NSDecimalNumber(1.1)", 1.1) { NSDecimalNumber(string: "1.1") },
    Number("NSDecimalNumber(7)", 7) { NSDecimalNumber(string: "7") },
    Number("Decimal", .number("0.12345678901234567891")) {
      Decimal(string: "0.12345678901234567891") ?? 0
    },
    Number("UInt8", 5) { UInt8(5) }, Number("UInt64", .unsigned(.max)) { UInt64.max },
    Number("Float", 0.5) { Float(0.5) }, Number("CGFloat", 0.5) { CGFloat(0.5) },
    Number("optional", true) { Optional<Bool>.some(true) as Any },
    Number("two optionals", 3) { Optional<Int?>.some(.some(3)) as Any },
    Number("nil", nil) { Optional<Int>.none as Any },
    Number("nil in an optional", nil) { Optional<Int?>.some(.none) as Any },
    Number("NSNull", nil) { NSNull() },
  ]

  @Test(arguments: numbers)
  func `a scalar keeps its kind`(_ number: Number) throws {
    let value = try PayloadValue(propertyList: number.make())
    #expect(value == number.value)
    #expect("\(value)" == "\(number.value)")
    #expect(try PayloadValue(propertyList: ["a": number.make()]) == ["a": number.value])
    #expect(try PayloadValue(propertyList: NSArray(array: [number.make()])) == [number.value])
  }

  @Test func `reads classes of Foundation, and values`() throws {
    let list: NSDictionary = [
      "a": NSArray(array: [NSString(string: "ü"), NSNumber(value: 1)]),
      NSString(string: "b"): NSDictionary(dictionary: ["c": NSMutableString(string: "d")]),
      "date": NSDate(timeIntervalSinceReferenceDate: 3), "data": NSData(data: Data([1])),
    ]
    let expected: PayloadValue = [
      "a": ["ü", 1], "b": ["c": "d"], "date": .other(Date(timeIntervalSinceReferenceDate: 3)),
      "data": .other(Data([1])),
    ]
    #expect(try PayloadValue(propertyList: list) == expected)
    #expect(
      try PayloadValue(propertyList: ["x": expected, "y": [expected]] as [String: Any])
        == ["x": expected, "y": [expected]]
    )
    let url = try #require(URL(string: "https://example.com"))
    let value = try PayloadValue(propertyList: ["url": url, "id": UUID()] as [String: Any])
    #expect(try value["url"]?.decode(URL.self) == url)
    #expect(try value["id"]?.decode(UUID.self) != nil)
  }

  // MARK: - Refusing

  class View {}

  @Test func `refuses other types at their path`() throws {
    for (list, place, found) in [
      (["a": [1, View()] as [Any]] as Any, "a[1]", "View"), (View(), "", "View"),
      (["a": ["b": Set([1])]] as Any, "a.b", "Set<Int>"),
      (["a": [4: "x"] as [AnyHashable: Any]] as Any, "a", "Int"),
      ([[], [NSNumber(value: 4): "x"] as [AnyHashable: Any]] as [Any], "[1]", "Number"),
    ] {
      let error = try #require(throws: DecodingError.self) { try PayloadValue(propertyList: list) }
      #expect(error.kind == .dataCorrupted)
      #expect(error.place == place)
      let words = try #require(error.details?.debugDescription)
      #expect(words.contains("found the type") && words.contains(found), "\(words)")
    }
  }

  static func nested(_ depth: Int, _ wrap: (Any) -> Any) -> Any {
    var list: Any = 1
    for _ in 0..<depth { list = wrap(list) }
    return list
  }

  @Test func `reads 512 levels, and no more`() throws {
    for wrap in [{ [$0] as Any }, { ["a": $0] as Any }] as [(Any) -> Any] {
      var value = try PayloadValue(propertyList: Self.nested(512, wrap))
      var depth = 0
      while let inner = value[0] ?? value["a"] { (value, depth) = (inner, depth + 1) }
      #expect(value == 1)
      #expect(depth == 512)
      let error = try #require(throws: DecodingError.self) {
        try PayloadValue(propertyList: Self.nested(513, wrap))
      }
      #expect(error.details?.codingPath.count == 512)
      #expect(error.details?.debugDescription.contains("512 levels") == true)
    }
  }

  @Test func `a small value that refers to itself often is an error`() throws {
    let array = Self.nested(64) { [$0, $0] as Any }
    let error = try #require(throws: DecodingError.self) { try PayloadValue(propertyList: array) }
    #expect(error.details?.debugDescription.contains("1000000 values") == true)
  }
}
