import Foundation
import MedleyJSON
import TestSupport

/// The options of both decoders.
struct Strategies {
  var keys = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
  var dates = JSONDecoder.DateDecodingStrategy.deferredToDate
  var data = JSONDecoder.DataDecodingStrategy.base64
  var floats = JSONDecoder.NonConformingFloatDecodingStrategy.throw
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  init() {}

  init(_ random: inout SeededRandom) {
    keys = random.pick([
      .useDefaultKeys, .useDefaultKeys, .convertFromSnakeCase, .custom(Self.convert),
    ])
    dates = random.pick(Self.allDates)
    data = random.pick([
      .deferredToData, .base64, .base64,
      .custom { decoder in
        let text = try decoder.singleValueContainer().decode(String.self)
        return Data((place(decoder.codingPath) + text).utf8)
      },
    ])
    floats = random.pick([
      .throw,
      .convertFromString(positiveInfinity: "Infinity", negativeInfinity: "a", nan: "NaN"),
    ])
  }

  var convertsKeys: Bool {
    if case .useDefaultKeys = keys { false } else { true }
  }

  private static var allDates: [JSONDecoder.DateDecodingStrategy] {
    var dates: [JSONDecoder.DateDecodingStrategy] = [
      .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601,
      .custom { decoder in
        let container = try decoder.singleValueContainer()
        let count = decoder.codingPath.count
        if let text = try? container.decode(String.self) {
          return Date(timeIntervalSinceReferenceDate: Double(count * 1000 + text.utf8.count))
        }
        return Date(timeIntervalSinceReferenceDate: try container.decode(Double.self))
      },
    ]
    #if canImport(Darwin)
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy-MM-dd"
    dates.append(.formatted(formatter))
    #endif
    return dates
  }

  /// Removes a prefix, and numbers the keys in an object with a certain name.
  private static func convert(_ path: [any CodingKey]) -> any CodingKey {
    guard let key = path.last else { return DynamicKey(stringValue: "") }
    let name = key.stringValue
    if path.dropLast().contains(where: { $0.stringValue == "name" }) { return key }
    return DynamicKey(stringValue: name.hasPrefix("k_") ? String(name.dropFirst(2)) : name)
  }

  // MARK: - Making decoders

  func foundation() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = keys
    decoder.dateDecodingStrategy = dates
    decoder.dataDecodingStrategy = data
    decoder.nonConformingFloatDecodingStrategy = floats
    decoder.userInfo = userInfo
    return decoder
  }

  func configure(_ decoder: any EngineDecoding) {
    decoder.keyDecodingStrategy = keys
    decoder.dateDecodingStrategy = dates
    decoder.dataDecodingStrategy = data
    decoder.nonConformingFloatDecodingStrategy = floats
    decoder.userInfo = userInfo
  }
}
