import Foundation
import Medley
import MedleyComposition
import MedleyEngine
import MedleyFoundation
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// Errors of values in arrays of numbers, and in a `PayloadValue`, had the path of what is around
/// them.
@Suite struct EncodingPathsTests {
  /// A value with one number that JSON can't express.
  struct Sample: Sendable, CustomTestStringConvertible {
    let path: String
    let encode: @Sendable (any TopLevelEncoding) throws -> Void
    var testDescription: String { path }

    init(_ path: String, _ value: some Encodable & Sendable) {
      self.path = path
      encode = { try $0.encode(any: value) }
    }
  }

  struct Member<Value: Codable & Sendable>: Codable, Sendable {
    var v: Value
  }

  struct Lists: Encodable, Sendable {
    var v: [Double]
    enum Keys: String, CodingKey { case v, w }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var elements = container.nestedUnkeyedContainer(forKey: .v)
      try elements.encode(1)
      var inner = elements.nestedContainer(keyedBy: Keys.self)
      try inner.encode(v, forKey: .w)
    }
  }

  struct Super: Encodable, Sendable {
    enum Keys: String, CodingKey { case v }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var single = container.superEncoder(forKey: .v).singleValueContainer()
      try single.encode([0, Double.infinity])
    }
  }

  struct Payload: Codable, Sendable, FieldEncodable {
    var v: [Double]
    init(v: [Double]) { self.v = v }
    init(from decoder: any Decoder) throws { v = [] }
    func encode(fields: inout FieldWriter) throws { try fields.encode("v", v) }
  }

  enum Item: PolymorphicEnum {
    case plain(Member<[Double]>)
    case fields(Payload)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Item>("type") { registry in
      try registry.register(for: "PLAIN", as: Item.plain)
      try registry.register(for: "FIELDS", as: Item.fields)
    }
  }

  static let nan = Double.nan

  /// Computed: stored ones keep bits of an enum in a pointer, which LeakSanitizer takes for a leak.
  static var samples: [Sample] {
    [
      Sample("v", Member(v: nan)), Sample("v", Member(v: Float.infinity)),
      Sample("v", Member<Double?>(v: nan)), Sample("v.Index 1", Member(v: [1, nan])),
      Sample("v.a", Member(v: ["a": nan])), Sample("v.a.Index 1", Member(v: ["a": [1, nan]])),
      Sample("v.a.Index 0.Index 2", Member(v: ["a": [[1, 2, -Double.infinity]]])),
      Sample("v.a.Index 1", Member(v: ["a": [1, Float.nan]])),
      Sample("v.a.Index 1", Member(v: ["a": [nil, nan]])),
      Sample("v.Index 1.a", Member(v: [[:], ["a": nan]])),
      Sample("v.Index 1.v.Index 0", Member(v: [Member(v: [1.0]), Member(v: [nan])])),
      Sample("v.Index 0", Member(v: Set([nan]))),
      Sample("v.Index 1", Member(v: ContiguousArray([1, nan]))),
      Sample("v.Index 1", Member(v: [Date(), Date(timeIntervalSinceReferenceDate: nan)])),
      Sample("v.1", Member(v: [1: nan])), Sample("Index 1", [1, nan]),
      Sample("Index 0.Index 1", [[1, nan]]), Sample("a.Index 0", ["a": [nan]]),
      Sample("v.Index 1", Super()),
      Sample("v.Index 1", Payload(v: [1, nan])),
      Sample("Index 0.v.Index 1", [Item.plain(Member(v: [1, nan]))]),
      Sample("Index 0.v.Index 1", [Item.fields(Payload(v: [1, nan]))]),
      Sample("v.v.Index 1", Member(v: Preserving(Member(v: [1, nan])))),
      Sample("v.Index 1", Member(v: Lossy(wrappedValue: [1, nan]))),
    ]
  }

  @Test(arguments: samples)
  func `a number in an array has its index in the path`(_ sample: Sample) throws {
    for encoder in [JSONEncoder(), DropInJSONEncoder(), PolymorphicJSONEncoder()]
      as [any TopLevelEncoding]
    {
      let error = #expect(throws: EncodingError.self) { try sample.encode(encoder) }
      #expect(error?.joinedPath == sample.path, "\(type(of: encoder))")
    }
  }

  // `JSONEncoder` leaves out the outer keys of nested containers, and writes a decimal that is none.
  @Test(arguments: [
    Sample("v.Index 1.w.Index 0", Lists(v: [nan])),
    Sample("v.a.Index 1", Member(v: ["a": [0, Decimal.nan]])),
  ])
  func `a number in a nested container has the whole path`(_ sample: Sample) throws {
    let error = #expect(throws: EncodingError.self) { try sample.encode(PolymorphicJSONEncoder()) }
    #expect(error?.joinedPath == sample.path)
  }

  @Test func `a number in a payload value has the whole path`() throws {
    let value: PayloadValue = ["a": [1, .double(.nan)]]
    let objects: PayloadValue = [["b": [["c": 1, "d": .double(.infinity)]]]]
    let samples = [
      Sample("a.Index 1", value), Sample("v.a.Index 1", Member(v: value)),
      Sample("v.Index 0.b.Index 0.d", Member(v: objects)),
      Sample("v.Index 1.a.Index 1", Member(v: [.null, value])),
      Sample("v.a.Index 1", Member(v: UnknownPayload(tag: nil, content: value))),
      Sample(
        "v.a.Index 0",
        Member<PayloadValue>(v: ["a": [.other(Date(timeIntervalSinceReferenceDate: .nan))]])
      ),
    ]
    for encoder in [JSONEncoder(), DropInJSONEncoder(), PolymorphicJSONEncoder()]
      as [any TopLevelEncoding]
    {
      for sample in samples {
        let error = #expect(throws: EncodingError.self) { try sample.encode(encoder) }
        #expect(error?.joinedPath == sample.path, "\(type(of: encoder))")
      }
    }
  }

  @Test func `a strategy sees the path of a date in a payload value`() throws {
    let date = PayloadValue.other(Date(timeIntervalSinceReferenceDate: 0))
    let value: PayloadValue = ["a": [1, date]]
    let encoder = PolymorphicJSONEncoder()
    encoder.dateEncodingStrategy = .custom { _, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(encoder.codingPath.map(\.stringValue).joined(separator: "."))
    }
    let text = String(decoding: try encoder.encode(Member(v: value)), as: UTF8.self)
    #expect(text == #"{"v":{"a":[1,"v.a.Index 1"]}}"#)
  }

  @Test func `a member of a payload value keeps its key with a key strategy`() throws {
    let encoder = PolymorphicJSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let value: PayloadValue = ["aB": ["cD": .double(.nan)]]
    let error = #expect(throws: EncodingError.self) { try encoder.encode(["eF": value]) }
    #expect(error?.joinedPath == "eF.aB.cD")
  }
}

/// An encoder of JSON.
protocol TopLevelEncoding {
  func encode(any value: some Encodable) throws
}

extension JSONEncoder: TopLevelEncoding {
  func encode(any value: some Encodable) throws { _ = try encode(value) }
}

extension PolymorphicJSONEncoder: TopLevelEncoding {
  func encode(any value: some Encodable) throws { _ = try encode(value) as Data }
}

extension EncodingError {
  fileprivate var joinedPath: String? {
    guard case .invalidValue(_, let context) = self else { return nil }
    return context.codingPath.map(\.stringValue).joined(separator: ".")
  }
}
