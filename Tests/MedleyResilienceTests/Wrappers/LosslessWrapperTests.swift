import Medley
import MedleyResilience
import TestSupport
import Testing

/// Values that `@Lossless` accepts and encodes unchanged.
@Suite struct LosslessWrapperTests {
  struct Order: Codable, Hashable, Sendable {
    @Lossless var id: String
    @Lossless var quantity: Int
    @Lossless var price: Double
    @Lossless var paid: Bool
    @Lossless var discount: Int?
  }

  @Test(arguments: Backend.allCases)
  func `decodes each property from its own kind and from others`(_ backend: Backend) throws {
    let plain = try backend.keep(
      Order.self,
      #"{"id":"12","quantity":3,"price":2.5,"paid":true,"discount":5}"#
    )
    let strange = try backend.keep(
      Order.self,
      #"{"id":12,"quantity":"3","price":"2.5","paid":"true","discount":"5"}"#
    )
    #expect(plain == strange)
    #expect(plain.hashValue == strange.hashValue)
    #expect(strange == Order(id: "12", quantity: 3, price: 2.5, paid: true, discount: 5))
    #expect(strange != Order(id: "12", quantity: 4, price: 2.5, paid: true, discount: 5))
  }

  @Test(arguments: Backend.allCases)
  func `an optional can be absent or null`(_ backend: Backend) throws {
    let rest = #""id":"","quantity":0,"price":0,"paid":false"#
    for json in ["{\(rest)}", #"{\#(rest),"discount":null}"#] {
      let order = try backend.decode(Order.self, from: json)
      #expect(order.discount == nil)
      try backend.expect(order, encodesTo: "{\(rest)}")
    }
  }

  /// Expects that every scalar of a list is accepted and encoded unchanged.
  static func check<Value: LosslessConvertible & Equatable>(
    _ backend: Backend,
    _ samples: KeyValuePairs<String, Value>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (scalar, value) in samples where backend.limit(decoding: "[\(scalar)]") == nil {
      let list = try backend.keep([Lossless<Value>].self, "[\(scalar)]")
      #expect(list.map(\.wrappedValue) == [value], "\(scalar)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: Backend.allCases)
  func `decodes integers from strings in their full range`(_ backend: Backend) throws {
    try Self.check(
      backend,
      [
        #""0""#: 0, #""-0""#: 0, #""+5""#: 5, #""007""#: 7, #""12.0""#: 12, #""-12.000""#: -12,
        #""-9223372036854775808""#: Int.min, #""9223372036854775807""#: Int.max,
        "-9223372036854775808": Int.min, "9223372036854775807": Int.max,
      ]
    )
    try Self.check(
      backend,
      [#""18446744073709551615""#: UInt64.max, "18446744073709551615": UInt64.max, #""0""#: 0]
    )
    try Self.check(backend, [#""-128""#: Int8.min, #""127""#: Int8.max, "-128": Int8.min])
    try Self.check(backend, [#""255""#: UInt8.max, #""-0""#: 0])
    try Self.check(backend, [#""-32768""#: Int16.min, #""32767.0""#: Int16.max])
    try Self.check(backend, [#""65535""#: UInt16.max])
    try Self.check(backend, [#""-2147483648""#: Int32.min])
    try Self.check(backend, [#""4294967295""#: UInt32.max])
    try Self.check(backend, [#""-9223372036854775808""#: Int64.min])
    try Self.check(backend, [#""18446744073709551615""#: UInt.max])
  }

  @Test(arguments: Backend.allCases)
  func `decodes floating-point numbers from strings of finite numbers`(_ backend: Backend) throws {
    try Self.check(
      backend,
      [
        #""2.5""#: 2.5, #""-0""#: -0.0, #""0.0e5""#: 0, #""1e3""#: 1000, #""1E-3""#: 0.001,
        #""+1.5""#: 1.5, #""12""#: 12, #""007""#: 7, #""5e-324""#: Double.leastNonzeroMagnitude,
        "3": 3, "0.1": 0.1,
        #""1.7976931348623157e308""#: Double.greatestFiniteMagnitude,
        #""9007199254740992""#: 0x1p53, #""9223372036854775808""#: 0x1p63,
      ]
    )
    try Self.check(
      backend,
      [
        #""0.1""#: Float(0.1), #""16777216""#: 0x1p24,
        #""3.4028235e38""#: Float.greatestFiniteMagnitude, "0.5": 0.5,
      ]
    )
  }

  @Test(arguments: Backend.allCases)
  func `keeps the sign of zero`(_ backend: Backend) throws {
    let zero = try backend.keep([Lossless<Double>].self, #"["-0"]"#)
    #expect(zero.first?.wrappedValue.sign == .minus)
  }

  @Test(arguments: Backend.allCases)
  func `decodes Booleans from two words`(_ backend: Backend) throws {
    try Self.check(backend, [#""true""#: true, #""false""#: false, "true": true, "false": false])
  }

  @Test(arguments: Backend.allCases)
  func `decodes strings from numbers and Booleans`(_ backend: Backend) throws {
    try Self.check(
      backend,
      [
        "12": "12", "0": "0", "-7": "-7", "true": "true", "false": "false", "0.1": "0.1",
        "-2.5": "-2.5", "1e-7": "1e-07", "2.2e-308": "2.2e-308", #""007""#: "007", #""""#: "",
        "9223372036854775807": "9223372036854775807",
        "-9223372036854775808": "-9223372036854775808",
        "18446744073709551615": "18446744073709551615",
        "9007199254740993": "9007199254740993", "0.30000000000000004": "0.30000000000000004",
      ]
    )
  }

  @Test(arguments: Backend.allCases)
  func `decodes a number with thousands of zeros`(_ backend: Backend) throws {
    let zeros = String(repeating: "0", count: 10_000)
    try Self.check(backend, [#""\#(zeros)12""#: 12, #""12.\#(zeros)""#: 12])
    try Self.check(backend, [#""0.\#(zeros)""#: 0.0])
  }

  enum Stars: Int, Codable, LosslessConvertible {
    case none, low
    case high = 5
  }

  enum Size: String, Codable, LosslessConvertible {
    case one = "1"
    case large = "L"
  }

  @Test(arguments: Backend.allCases)
  func `converts enums like their raw values`(_ backend: Backend) throws {
    try Self.check(backend, [#""5""#: Stars.high, "5": .high, #""0""#: .none, #""1.0""#: .low])
    try Self.check(backend, ["1": Size.one, #""1""#: .one, #""L""#: .large])
    #expect(
      try backend.fault([Lossless<Stars>].self, #"["2"]"#) == "dataCorrupted at [0]"
    )
    #expect(try backend.fault([Lossless<Stars>].self, "[2]") == "dataCorrupted at [0]")
    #expect(try backend.fault([Lossless<Size>].self, "[2]") == "typeMismatch at [0]")
  }

  @Test(arguments: Backend.allCases)
  func `open enums keep unknown values in their kind`(_ backend: Backend) throws {
    try Self.check(
      backend,
      [
        #""5""#: OpenEnum<Stars>.known(.high), "5": .known(.high), #""9""#: .unknown(9),
        "9": .unknown(9),
      ]
    )
    #expect(
      try backend.fault([Lossless<OpenEnum<Stars>>].self, #"["x"]"#) == "dataCorrupted at [0]"
    )
  }

  @Test(arguments: Backend.allCases)
  func `open enums count unknown values of either kind`(
    _ backend: Backend
  ) throws {
    let (_, report) = try DecodingReport.collecting {
      try backend.decode([Lossless<OpenEnum<Stars>>].self, from: #"[9,"9",5,"5"]"#)
    }
    #expect(report.unknownRawValues.values.map { $0 } == [[9: 2]])
  }

  struct Celsius: Codable, Hashable, LosslessStringConvertible, LosslessConvertible {
    var degrees: Int
    var description: String { "\(degrees)C" }

    init(degrees: Int) {
      self.degrees = degrees
    }

    init?(_ description: String) {
      guard description.last == "C", let degrees = Int(description.dropLast()) else { return nil }
      self.degrees = degrees
    }
  }

  @Test(arguments: Backend.allCases)
  func `converts LosslessStringConvertible types by their description`(_ backend: Backend) throws {
    try Self.check(
      backend,
      [#""21C""#: Celsius(degrees: 21), #"{"degrees":4}"#: Celsius(degrees: 4)]
    )
    #expect(try backend.fault([Lossless<Celsius>].self, #"["21"]"#) == "typeMismatch at [0]")
  }

  @Test func `literals use the kind of their type`() throws {
    let string: Lossless<String> = "12"
    let integer: Lossless<Int> = 12
    let boolean: Lossless<Bool> = true
    let none: Lossless<Int?> = nil
    #expect(string.wrappedValue == "12" && none.wrappedValue == nil)
    try Backend.json.expect([string], encodesTo: #"["12"]"#)
    try Backend.json.expect([integer], encodesTo: "[12]")
    try Backend.json.expect([boolean], encodesTo: "[true]")
    try Backend.json.expect([none], encodesTo: "[null]")
  }
}
