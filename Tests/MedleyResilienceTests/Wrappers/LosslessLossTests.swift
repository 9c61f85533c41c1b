import Medley
import MedleyResilience
import TestSupport
import Testing

/// Values that `@Lossless` refuses because a conversion would lose information.
@Suite struct LosslessLossTests {
  /// Expects that every scalar of a list is an error at its path.
  static func refuse<Value: LosslessConvertible>(
    _ backend: Backend,
    _ type: Value.Type,
    _ fault: DecodingError.Kind,
    _ scalars: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for scalar in scalars where backend.limit(decoding: "[0,\(scalar)]") == nil {
      let error = try #require(throws: DecodingError.self, "\(scalar)") {
        let list = try backend.decode([Lossless<Value>].self, from: "[0,\(scalar)]")
        Issue.record("\(scalar) became \(list)", sourceLocation: sourceLocation)
      }
      if backend.losesPath(of: error) { continue }
      #expect(error.kind == fault, "\(scalar): \(error)", sourceLocation: sourceLocation)
      #expect(error.place == "[1]", "\(scalar): \(error)", sourceLocation: sourceLocation)
    }
  }

  static let noNumbers = [
    "", " ", " 12", "12 ", "12\\n", "\\t12", "0x10", "0x1p3", "0b1", "inf", "-inf", "Infinity",
    "nan", "NaN", "１２", "٣", "1_000", "1,000", "1,5", "--1", "+-1", "-", "+", ".", "-.", "12.",
    ".5", "-.0", "1e", "e1", "1e+", "1.e3", "1.0.0", "12\\u0000", "1\\u0301", "⁵", "½", "many",
    "true", "null", "12abc", "1 2", "\\uFEFF12", "1\\u200B2", "−1",
  ].map { #""\#($0)""# }

  @Test(arguments: Backend.allCases)
  func `refuses strings that aren't numbers`(_ backend: Backend) throws {
    try Self.refuse(backend, Int.self, .dataCorrupted, Self.noNumbers)
    try Self.refuse(backend, UInt8.self, .dataCorrupted, Self.noNumbers)
    try Self.refuse(backend, Double.self, .dataCorrupted, Self.noNumbers)
    try Self.refuse(backend, Float.self, .dataCorrupted, Self.noNumbers)
  }

  @Test(arguments: Backend.allCases)
  func `refuses integers that overflow or have a fraction`(_ backend: Backend) throws {
    let fractions = ["12.5", "12.00000000000000000001", "1e3", "0.1", "1e400", "12.0e0"]
    let overflows = [
      "9223372036854775808", "-9223372036854775809", "18446744073709551615",
      "9223372036854775808.0",
    ]
    try Self.refuse(
      backend,
      Int.self,
      .dataCorrupted,
      (fractions + overflows).map { #""\#($0)""# }
    )
    try Self.refuse(
      backend,
      UInt64.self,
      .dataCorrupted,
      ["-1", "18446744073709551616", "-18446744073709551615"].map { #""\#($0)""# }
    )
    try Self.refuse(backend, Int8.self, .dataCorrupted, [#""128""#, #""-129""#])
    try Self.refuse(backend, UInt8.self, .dataCorrupted, [#""256""#, #""-1""#])
    try Self.refuse(backend, UInt32.self, .dataCorrupted, [#""4294967296""#])
  }

  @Test(arguments: Backend.allCases)
  func `refuses strings that aren't floating-point numbers`(_ backend: Backend) throws {
    try Self.refuse(
      backend,
      Double.self,
      .dataCorrupted,
      [
        "1e400", "-1e400", "1e-400", "-1e-400", "1e99999999999999999999", "0.1e-99999",
        "1e-99999999999999999999", "9007199254740993", "-9007199254740993",
        "18446744073709551615", "123456789012345678901234567890",
      ].map { #""\#($0)""# }
    )
    try Self.refuse(
      backend,
      Float.self,
      .dataCorrupted,
      ["16777217", "1e39", "-1e39", "1e-60"].map { #""\#($0)""# }
    )
  }

  @Test(arguments: Backend.allCases)
  func `refuses a megabyte of digits`(_ backend: Backend) throws {
    // Writing a property list from a tree is slow.
    let digits = String(repeating: "9", count: backend == .json ? 1 << 20 : 10_000)
    let strings = [#""\#(digits)""#, #""-\#(digits)""#, #""\#(digits).5""#]
    try Self.refuse(backend, Int.self, .dataCorrupted, strings)
    try Self.refuse(backend, Double.self, .dataCorrupted, Array(strings.prefix(2)))
    try Self.refuse(backend, UInt64.self, .dataCorrupted, [#""12.\#(digits)""#])
  }

  @Test(arguments: Backend.allCases)
  func `refuses containers and numbers of another kind`(_ backend: Backend) throws {
    for container in ["[]", "{}", "[12]", #"{"a":12}"#, #"["12"]"#] {
      try Self.refuse(backend, Int.self, .typeMismatch, [container])
      try Self.refuse(backend, Double.self, .typeMismatch, [container])
    }
    try Self.refuse(backend, Int.self, .typeMismatch, ["true", "false"])
    try Self.refuse(backend, Double.self, .typeMismatch, ["true"])
    try Self.refuse(backend, Int.self, .dataCorrupted, ["1.5", "9223372036854775808", "1e30"])
    try Self.refuse(backend, Int8.self, .dataCorrupted, ["128", "-129", "0.5"])
  }

  @Test(arguments: Backend.allCases)
  func `refuses other spellings of Booleans`(_ backend: Backend) throws {
    let others = ["0", "1", #""yes""#, #""True""#, #""1""#, #""""#, #"" true""#, "[]", "1.0"]
    for other in others {
      #expect(try backend.fault([Lossless<Bool>].self, "[\(other)]") == "typeMismatch at [0]")
    }
  }

  @Test(arguments: Backend.allCases)
  func `refuses whole numbers whose digits may have been lost`(
    _ backend: Backend
  ) throws {
    let numbers = [
      "123456789012345678901234567890", "-123456789012345678901234567890", "1e300", "1e20",
      "18446744073709551616",
    ]
    for number in numbers + ["[]", "{}"] where backend.limit(decoding: "[\(number)]") == nil {
      #expect(
        try backend.fault([Lossless<String>].self, "[\(number)]") == "typeMismatch at [0]",
        "\(number)"
      )
    }
  }

  @Test func `refuses to convert a number beyond every type to a string`() throws {
    #expect(throws: DecodingError.self) {
      try Backend.json.decode([Lossless<String>].self, from: "[1e400]")
    }
    #expect(throws: DecodingError.self) {
      try Backend.json.decode([Lossless<Double>].self, from: "[1e400]")
    }
  }

  @Test(arguments: Backend.allCases)
  func `refuses null`(_ backend: Backend) throws {
    struct Order: Codable {
      @Lossless var quantity: Int
    }
    #expect(try backend.fault([Lossless<Int>].self, "[1,null]") == "valueNotFound at [1]")
    #expect(try backend.fault([Lossless<String>].self, "[null]") == "valueNotFound at [0]")
    #expect(try backend.fault([Lossless<Double>].self, "[null]") == "valueNotFound at [0]")
    // For null as a Boolean, JSONDecoder and the engine report a type mismatch.
    let fault = Backend.allJSON.contains(backend) ? "typeMismatch" : "valueNotFound"
    #expect(try backend.fault([Lossless<Bool>].self, "[null]") == "\(fault) at [0]")
    #expect(try backend.fault(Order.self, #"{"quantity":null}"#) == "valueNotFound at quantity")
    #expect(try backend.fault(Order.self, "{}") == "keyNotFound at quantity")
  }

  @Test(arguments: Backend.allCases)
  func `the error quotes the string and names the type`(_ backend: Backend) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Lossless<Int>].self, from: #"["4.5"]"#)
    }
    #expect(error.summary == #"[0]: The string "4.5" can't become Int without loss"#)
    let cause = try #require(error.details?.underlyingError as? DecodingError)
    #expect(cause.kind == .typeMismatch)
    #expect(!backend.seesBytes || backend.line(of: error) == 1)
  }

  @Test func `the error shortens a long string`() throws {
    let error = try #require(throws: DecodingError.self) {
      let digits = String(repeating: "9", count: 100_000)
      return try Backend.json.decode([Lossless<Int>].self, from: #"["\#(digits)"]"#)
    }
    #expect(error.summary.count < 300)
  }

  @Test(arguments: Backend.allCases)
  func `invalid JSON stays an error`(_ backend: Backend) throws {
    guard backend == .json else { return }
    let json = #"["\ud800"]"#
    for decode in [
      { _ = try backend.decode([Lossless<Int>].self, from: json) },
      { _ = try backend.decode(Lossy<Lossless<[Int]>>.self, from: json) },
      { _ = try backend.decode(Lossy<[LenientBool]>.self, from: json) },
    ] {
      let error = try #require(throws: DecodingError.self) { try decode() }
      #expect(error.kind == .dataCorrupted)
    }
  }
}
