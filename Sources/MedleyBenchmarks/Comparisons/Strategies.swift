import Foundation
import MedleyJSON

extension Comparisons {
  /// Each strategy for keys, dates and data on the engine, beside the same on `JSONDecoder`.
  static func strategies(_ size: Int) -> [Comparison.Plan] {
    snakeCase(size) + dateStrategies(size / 10) + dataStrategies(size / 10)
  }

  // MARK: - Keys

  private static func snakeCase(_ size: Int) -> [Comparison.Plan] {
    let calls = min(size, 10_000)
    return [
      .init("strategy, convertFromSnakeCase", .speed, on: "\(size / 10) objects") {
        keys(
          .convertFromSnakeCase,
          StrategyDocuments.members(size / 10),
          [Member].self,
          [WrittenMember].self,
          goal: Goal(8)
        ) { $0.map(\.converted) }
      },
      .init("strategy, convertFromSnakeCase, one object a call", .speed, on: "\(calls) calls") {
        keys(
          .convertFromSnakeCase,
          StrategyDocuments.account,
          Account.self,
          WrittenAccount.self,
          goal: Goal(4),
          times: calls
        ) { $0.converted }
      },
      .init("strategy, .custom for keys", .speed, on: "\(size / 10) objects") {
        keys(
          .custom { Camel(path: $0) },
          StrategyDocuments.members(size / 10),
          [Member].self,
          [WrittenMember].self
        ) { $0.map(\.converted) }
      },
    ]
  }

  /// Both decoders with a strategy, and with the keys as they are written.
  private static func keys<Converted: Decodable & Hashable, Written: Decodable>(
    _ strategy: JSONDecoder.KeyDecodingStrategy,
    _ json: Data,
    _ converted: Converted.Type,
    _ written: Written.Type,
    goal: Goal? = nil,
    times: Int = 1,
    form: @escaping (Written) -> Converted
  ) -> [Side] {
    let (foundation, engine) = (JSONDecoder(), PolymorphicJSONDecoder())
    foundation.keyDecodingStrategy = strategy
    engine.keyDecodingStrategy = strategy
    let (plainFoundation, plainEngine) = (JSONDecoder(), PolymorphicJSONDecoder())
    let bytes = json.count * times
    func often<Value>(_ work: () throws -> Value) throws -> Value {
      for _ in 1..<times { _ = try work() }
      return try work()
    }
    return [
      Side("JSONDecoder", bytes: bytes) {
        try often { try foundation.decode(converted, from: json) }
      },
      Side("JSONDecoder, keys as written", bytes: bytes) {
        try often { try plainFoundation.decode(written, from: json) }
      } as: {
        form($0)
      },
      Side(
        "engine",
        bytes: bytes,
        goal: goal,
        // 1.15 of its time.
        beside: goal.map { _ in Beside(side: "engine, keys as written", goal: Goal(0.87)) }
      ) {
        try often { try engine.decode(converted, from: json) }
      },
      Side("engine, keys as written", bytes: bytes) {
        try often { try plainEngine.decode(written, from: json) }
      } as: {
        form($0)
      },
    ]
  }

  // MARK: - Dates

  private static func dateStrategies(_ count: Int) -> [Comparison.Plan] {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
    let iso8601 = ISO8601DateFormatter()
    let seconds: (Date) -> String = { "\(Int($0.timeIntervalSince1970))" }
    return [
      dates(".deferredToDate", .deferredToDate, count) { "\($0.timeIntervalSinceReferenceDate)" },
      dates(".secondsSince1970", .secondsSince1970, count, as: seconds),
      dates(".millisecondsSince1970", .millisecondsSince1970, count) { seconds($0) + "000" },
      dates(".iso8601", .iso8601, count) { "\"\(iso8601.string(from: $0))\"" },
      dates(".formatted", .formatted(formatter), count / 10) {
        "\"\(formatter.string(from: $0))\""
      },
      dates(
        ".custom for dates",
        .custom { Date(timeIntervalSince1970: try $0.singleValueContainer().decode(Double.self)) },
        count,
        as: seconds
      ),
    ]
  }

  private static func dates(
    _ name: String,
    _ strategy: JSONDecoder.DateDecodingStrategy,
    _ count: Int,
    as text: @escaping (Date) -> String
  ) -> Comparison.Plan {
    .init("strategy, \(name)", .speed, on: "\(count) dates") {
      let decode = Decode(json: StrategyDocuments.dates(count, as: text))
      decode.foundation.dateDecodingStrategy = strategy
      decode.engine.dateDecodingStrategy = strategy
      return [decode.onFoundation([Date].self), decode.onEngine([Date].self)]
    }
  }

  // MARK: - Data

  private static func dataStrategies(_ count: Int) -> [Comparison.Plan] {
    let base64: (Data) -> String = { "\"\($0.base64EncodedString())\"" }
    return [
      data(".base64", .base64, count, as: base64),
      data(".deferredToData", .deferredToData, count / 10) { "\(Array($0))" },
      data(
        ".custom for data",
        .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) },
        count,
        as: base64
      ),
    ]
  }

  private static func data(
    _ name: String,
    _ strategy: JSONDecoder.DataDecodingStrategy,
    _ count: Int,
    as text: @escaping (Data) -> String
  ) -> Comparison.Plan {
    .init("strategy, \(name)", .speed, on: "\(count) pieces of data, 48 bytes each") {
      let decode = Decode(json: StrategyDocuments.data(count, as: text))
      decode.foundation.dataDecodingStrategy = strategy
      decode.engine.dataDecodingStrategy = strategy
      return [decode.onFoundation([Data].self), decode.onEngine([Data].self)]
    }
  }
}

/// A key in camel case that a strategy of an app makes of one in snake case.
private struct Camel: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(path: [any CodingKey]) {
    let words = path.last?.stringValue.split(separator: "_") ?? []
    stringValue = (words.prefix(1) + words.dropFirst().map { $0.capitalized[...] }).joined()
  }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) {
    nil
  }
}
