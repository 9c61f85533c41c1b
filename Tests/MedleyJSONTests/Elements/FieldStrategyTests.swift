import Foundation
import Medley
import MedleyFoundation
import MedleyJSON
import TestSupport
import Testing

/// A type that reads its own fields, with every strategy, compared with a type with synthesised
/// `Codable`.
@Suite(.onEachEngine) struct FieldStrategyTests {
  private struct Twin: Codable, Equatable, Sendable {
    var userId: Int
    var createdAt: Date
    var avatarData: Data?
    var ratio: Double
    var homepage: URL?
    var price: Decimal?
    var counts: [String: Int]
  }

  private struct Fielded: FieldDecodable, Equatable, Sendable {
    var twin: Twin

    init(fields: inout FieldReader) throws {
      twin = Twin(
        userId: try fields.decode("userId"),
        createdAt: try fields.decode("createdAt"),
        avatarData: try fields.decodeIfPresent("avatarData"),
        ratio: try fields.decode("ratio"),
        homepage: try fields.decodeIfPresent("homepage"),
        price: try fields.decodeIfPresent("price"),
        counts: try fields.decode("counts")
      )
    }
  }

  private static let keys: [JSONDecoder.KeyDecodingStrategy] = [
    .useDefaultKeys, .convertFromSnakeCase,
    .custom { AnyKey($0.last?.stringValue.lowercased() ?? "") },
  ]
  private static let dates: [JSONDecoder.DateDecodingStrategy] = [
    .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601, .formats(.iso8601, .day),
    .custom { Date(timeIntervalSince1970: try $0.singleValueContainer().decode(Double.self) * 2) },
  ]
  private static let data: [JSONDecoder.DataDecodingStrategy] = [.base64, .deferredToData]
  private static let floats: [JSONDecoder.NonConformingFloatDecodingStrategy] = [
    .throw, .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan"),
  ]

  private static let texts: [String] = {
    var texts: [String] = []
    for names in [
      ["userId", "createdAt", "avatarData"], ["user_id", "created_at", "avatar_data"],
    ] {
      for date in ["0", #""2020-01-01T00:00:00Z""#, #""2020-01-01""#, "null", "{}"] {
        for (data, ratio) in [(#""aGk=""#, "1.5"), ("[1, 2]", #""inf""#), ("null", #""x""#)] {
          let rest = #""homepage": "https://a.b/c", "price": 0.1, "counts": {"a_b": 1}"#
          texts.append(
            #"{"\#(names[0])": 1, "\#(names[1])": \#(date), "\#(names[2])": \#(data), "#
              + #""ratio": \#(ratio), \#(rest)}"#
          )
        }
      }
    }
    return texts
  }()

  @Test func `decodes as a type with synthesised Codable and as JSONDecoder`() {
    for (keys, dates, data, floats) in Self.keys.flatMap({ keys in
      Self.dates.flatMap { dates in
        Self.data.flatMap { data in Self.floats.map { (keys, dates, data, $0) } }
      }
    }) {
      let engine = Engine.current.decoder()
      engine.keyDecodingStrategy = keys
      engine.dateDecodingStrategy = dates
      engine.dataDecodingStrategy = data
      engine.nonConformingFloatDecodingStrategy = floats
      let foundation = JSONDecoder()
      foundation.keyDecodingStrategy = keys
      foundation.dateDecodingStrategy = dates
      foundation.dataDecodingStrategy = data
      foundation.nonConformingFloatDecodingStrategy = floats
      for text in Self.texts {
        let bytes = Data(text.utf8)
        let fielded = ScalarOutcome { try engine.decode(Fielded.self, from: text).twin }
        let twin = ScalarOutcome { try engine.decode(Twin.self, from: text) }
        let slow = ScalarOutcome { try foundation.decode(Fielded.self, from: bytes).twin }
        let expected = ScalarOutcome { try foundation.decode(Twin.self, from: bytes) }
        #expect(fielded == twin, "\(text)")
        #expect(slow == expected, "\(text)")
        // `JSONDecoder` omits the path of a date that isn't ISO 8601.
        #expect(twin.withoutPath == expected.withoutPath, "\(text)")
      }
    }
  }
}
