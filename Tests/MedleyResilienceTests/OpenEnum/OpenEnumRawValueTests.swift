import Medley
import MedleyResilience
import TestSupport
import Testing

/// Open enums with every type of raw value.
@Suite struct OpenEnumRawValueTests {
  @Test(arguments: Backend.allCases, RawSample.integers + RawSample.others)
  func `keeps every raw value of the type`(_ backend: Backend, _ sample: RawSample) throws {
    try sample.keepsRawValues(backend)
  }

  @Test(arguments: Backend.allCases, RawSample.integers)
  func `a number beyond the type is an error and not an unknown value`(
    _ backend: Backend,
    _ sample: RawSample
  ) throws {
    guard let overflow = sample.overflow else { return }
    let error = try #require(throws: DecodingError.self) {
      try sample.decode(backend, "[\(overflow)]")
    }
    #expect(error.kind == .dataCorrupted || error.kind == .typeMismatch)
    #expect(error.place == "[0]" || backend.losesPath(of: error))
  }

  @Test(arguments: Backend.allCases, RawSample.integers + RawSample.others)
  func `a value of another kind is an error at its path`(
    _ backend: Backend,
    _ sample: RawSample
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try sample.decode(backend, "[\(sample.wrongKind)]")
    }
    #expect(error.kind == .typeMismatch || error.kind == .dataCorrupted)
    #expect(error.place.hasPrefix("[0]"))
  }
}

/// An enum with one raw type, and sample values.
struct RawSample: Sendable {
  let name: String
  var overflow: String?
  var wrongKind = #""word""#
  /// Decodes an array of values.
  let decode: @Sendable (Backend, String) throws -> Void
  let keepsRawValues: @Sendable (Backend) throws -> Void

  /// Creates a sample of two cases and a raw value that no case has; `json` is an array of the
  /// three.
  init<Known: RawRepresentable & Sendable>(
    _ low: Known,
    _ high: Known,
    unknown: Known.RawValue,
    json: String,
    overflow: String? = nil
  ) where Known.RawValue: Codable & Hashable & Sendable {
    name = "\(Known.RawValue.self)"
    self.overflow = overflow
    decode = { _ = try $0.decode([OpenEnum<Known>].self, from: $1) }
    keepsRawValues = { backend in
      let values = try backend.decode([OpenEnum<Known>].self, from: json)
      #expect(values == [.known(low), .known(high), .unknown(unknown)])
      #expect(values.map { $0.known == nil } == [false, false, true])
      #expect(try backend.encode(values) == JSONTree(parsing: json))
      #expect(try backend.roundTrip(values) == values)
      #expect(Set(values).count == 3)
    }
  }
}

extension RawSample: CustomTestStringConvertible {
  var testDescription: String { name }
}

// MARK: - Sampling

extension RawSample {
  enum OfInt: Int {
    case low = -9_007_199_254_740_993
    case high = 1
  }

  enum OfInt8: Int8 {
    case low = -128
    case high = 127
  }

  enum OfInt16: Int16 {
    case low = -32_768
    case high = 32_767
  }

  enum OfInt32: Int32 {
    case low = -2_147_483_648
    case high = 2_147_483_647
  }

  enum OfInt64: Int64 {
    case low = -9_223_372_036_854_775_808
    case high = 9_223_372_036_854_775_807
  }

  enum OfUInt: UInt {
    case low = 0
    case high = 18_446_744_073_709_551_615
  }

  enum OfUInt8: UInt8 {
    case low = 0
    case high = 255
  }

  enum OfUInt16: UInt16 {
    case low = 0
    case high = 65_535
  }

  enum OfUInt32: UInt32 {
    case low = 0
    case high = 4_294_967_295
  }

  enum OfUInt64: UInt64 {
    case low = 0
    case high = 18_446_744_073_709_551_615
  }

  enum OfDouble: Double {
    case low = -0.5
    case high = 1e300
  }

  enum OfFloat: Float {
    case low = -0.5
    case high = 0.25
  }

  enum OfString: String {
    case low = ""
    case high = "é"
  }

  /// A custom raw value that is encoded as an object.
  struct Version: Codable, Hashable {
    var major: Int
    var minor: Int
  }

  enum OfVersion: RawRepresentable {
    case low
    case high

    init?(rawValue: Version) {
      switch (rawValue.major, rawValue.minor) {
      case (1, 0): self = .low
      case (2, 1): self = .high
      default: return nil
      }
    }

    var rawValue: Version {
      switch self {
      case .low: Version(major: 1, minor: 0)
      case .high: Version(major: 2, minor: 1)
      }
    }
  }

  static let integers = [
    RawSample(OfInt.low, .high, unknown: 7, json: "[-9007199254740993,1,7]"),
    RawSample(OfInt8.low, .high, unknown: 7, json: "[-128,127,7]", overflow: "128"),
    RawSample(OfInt16.low, .high, unknown: 7, json: "[-32768,32767,7]", overflow: "-32769"),
    RawSample(
      OfInt32.low,
      .high,
      unknown: 7,
      json: "[-2147483648,2147483647,7]",
      overflow: "2147483648"
    ),
    RawSample(
      OfInt64.low,
      .high,
      unknown: 7,
      json: "[-9223372036854775808,9223372036854775807,7]",
      overflow: "9223372036854775808"
    ),
    RawSample(OfUInt.low, .high, unknown: 7, json: "[0,18446744073709551615,7]", overflow: "-1"),
    RawSample(OfUInt8.low, .high, unknown: 7, json: "[0,255,7]", overflow: "256"),
    RawSample(OfUInt16.low, .high, unknown: 7, json: "[0,65535,7]", overflow: "65536"),
    RawSample(OfUInt32.low, .high, unknown: 7, json: "[0,4294967295,7]", overflow: "4294967296"),
    RawSample(OfUInt64.low, .high, unknown: 7, json: "[0,18446744073709551615,7]", overflow: "-1"),
  ]

  static let others: [RawSample] = [
    RawSample(OfDouble.low, .high, unknown: 2.5, json: "[-0.5,1e300,2.5]"),
    RawSample(OfFloat.low, .high, unknown: 2.5, json: "[-0.5,0.25,2.5]"),
    RawSample(
      OfVersion.low,
      .high,
      unknown: Version(major: 3, minor: 0),
      json: #"[{"major":1,"minor":0},{"major":2,"minor":1},{"major":3,"minor":0}]"#
    ),
    ofString,
  ]

  private static var ofString: RawSample {
    var sample = RawSample(OfString.low, .high, unknown: "x", json: #"["","é","x"]"#)
    sample.wrongKind = "7"
    return sample
  }
}
