import Foundation
public import Medley
import MedleyBase

extension PayloadValue {
  /// Creates a value of what `JSONSerialization`, `PropertyListSerialization` and push notifications
  /// give.
  ///
  /// ```swift
  /// func application(
  ///   _ application: UIApplication,
  ///   didReceiveRemoteNotification userInfo: [AnyHashable: Any]
  /// ) async -> UIBackgroundFetchResult {
  ///   let value = try PayloadValue(propertyList: userInfo)
  ///   let push = try value.decode(Polymorphic<any Push>.self)
  ///   // ...
  /// }
  /// ```
  ///
  /// Arrays, dictionaries with strings as keys, strings, numbers, Booleans, dates, data, URLs, UUIDs,
  /// null and nil become values; so do their classes, such as `NSDictionary`. A number keeps its kind:
  /// an `NSNumber` with a Boolean is one, and 1.0 stays a double. A `Decimal` becomes an integer, a
  /// double, or a `number` if it has more digits. Members are sorted by key, because
  /// a dictionary has no order.
  ///
  /// - Parameter propertyList: The value, which can be a scalar.
  /// - Throws: `DecodingError.dataCorrupted`, with its path, for a value of another type, for a key
  ///   that isn't a string, for what is nested deeper than 512 levels, and for more than a million
  ///   values: a short binary property list can refer to one array any number of times.
  /// - Complexity: O(*n*), where *n* is the number of values, and O(*m* log *m*) for an object with
  ///   *m* members.
  public init(propertyList: Any) throws {
    var reader = PropertyListReader()
    self = try reader.read(propertyList)
  }
}

/// Reads a value level by level, so that a deep one takes no stack.
private struct PropertyListReader {
  private static let depthLimit = 512
  private static let countLimit = 1_000_000

  /// An array or an object, as far as it is read.
  private struct Level {
    /// The keys of an object; nil for an array.
    let keys: [String]?
    let values: [Any]
    var finished: [PayloadValue] = []

    var isFinished: Bool { finished.count == values.count }

    var value: PayloadValue {
      guard let keys else { return .array(finished) }
      return .object(zip(keys, finished).map { (key: $0, value: $1) })
    }

    /// The key of the value that is read next.
    var key: WireKey {
      keys.map { WireKey($0[finished.count]) } ?? WireKey(index: finished.count)
    }
  }

  private var levels: [Level] = []
  private var count = 0

  mutating func read(_ root: Any) throws -> PayloadValue {
    var finished = try enter(root)
    while true {
      if let finished {
        guard !levels.isEmpty else { return finished }
        levels[levels.count - 1].finished.append(finished)
      }
      let level = levels[levels.count - 1]
      if level.isFinished {
        finished = level.value
        levels.removeLast()
      } else {
        finished = try enter(level.values[level.finished.count])
      }
    }
  }

  /// Returns a scalar, or nil for an array or a dictionary, which is the innermost level then.
  private mutating func enter(_ value: Any) throws -> PayloadValue? {
    count += 1
    if count > Self.countLimit {
      throw invalid("There are more than \(Self.countLimit) values, which is the limit.")
    }
    guard let value = unwrapped(value) else { return .null }
    // Containers first: on Linux, a cast of one to a class bridges all that is inside.
    guard let level = try level(of: value) else {
      if let scalar = PayloadValue(scalar: value) { return scalar }
      throw invalid(
        """
        Expected a string, a number, a Boolean, a date, data, null, an array or a dictionary but \
        found the type \(type(of: value)).
        """
      )
    }
    if levels.count >= Self.depthLimit {
      throw invalid(
        "The value is nested deeper than \(Self.depthLimit) levels, which is the limit."
      )
    }
    levels.append(level)
    return nil
  }

  /// Returns the values of an array or a dictionary; nil for another value.
  private func level(of value: Any) throws -> Level? {
    if let elements = value as? [Any] { return Level(keys: nil, values: elements) }
    guard let members = value as? [AnyHashable: Any] else { return nil }
    let keys = try members.keys.map { key in
      if let key = key.base as? String { return key }
      let type = type(of: key.base)
      throw invalid("Expected a string as the key of a member but found the type \(type).")
    }
    let values = Array(members.values)
    let order = keys.sortedOrder
    return Level(keys: order.map { keys[$0] }, values: order.map { values[$0] })
  }

  private func invalid(_ fact: String) -> DecodingError {
    .invalid(at: levels.map(\.key), fact)
  }

  /// Returns what is in an optional, or nil for nil.
  private func unwrapped(_ value: Any) -> Any? {
    guard value is any NilRepresentable else { return value }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }
}

// MARK: - Scalars

extension PayloadValue {
  /// Creates a value of a scalar, or returns nil for a value of another type.
  fileprivate init?(scalar: Any) {
    // The exact type first: Foundation bridges a number to each type that can represent it.
    let type = type(of: scalar)
    switch scalar {
    case let value as PayloadValue: self = value
    // A string of Foundation's would stay one.
    case let text as String: self = .string(text.compacted)
    case let boolean as Bool where type == Bool.self: self = .boolean(boolean)
    case let integer as any BinaryInteger: self.init(integer: integer)
    case let number as any BinaryFloatingPoint: self = .double(Double(number))
    case let decimal as Decimal where type == Decimal.self: self.init(decimal: decimal)
    case let decimal as NSDecimalNumber: self.init(decimal: decimal.decimalValue)
    case let number as NSNumber: self.init(number: number)
    case is NSNull: self = .null
    case let date as Date: self = .other(date)
    case let data as Data: self = .other(data)
    case let url as URL: self = .other(url)
    case let uuid as UUID: self = .other(uuid)
    default: return nil
    }
  }

  private init(number: NSNumber) {
    // There is one object for each Boolean.
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .boolean(number.boolValue)
    } else if !number.isFloat, let integer = Int64(exactly: number) {
      self = .integer(integer)
    } else if !number.isFloat, let unsigned = UInt64(exactly: number) {
      self = .unsigned(unsigned)
    } else {
      self = .double(number.doubleValue)
    }
  }

  private init(decimal: Decimal) {
    let text = "\(decimal)"
    if let integer = Int64(text) {
      self = .integer(integer)
    } else if let unsigned = UInt64(text) {
      self = .unsigned(unsigned)
    } else if let double = Double(text), decimal.isNaN || Decimal(string: "\(double)") == decimal {
      self = .double(double)
    } else {
      self = .number(text)
    }
  }
}

extension NSNumber {
  /// Whether this is a floating-point number.
  fileprivate var isFloat: Bool {
    #if canImport(Darwin)
    CFNumberIsFloatType(self as CFNumber)
    #else
    // Its other properties don't tell 1.0 from 1.
    description.utf8.contains {
      $0 != UInt8(ascii: "-") && !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0)
    }
    #endif
  }
}
