/// A value that is captured in an order.
struct Captured<Order: CaptureOrder>: Decodable {
  let value: PayloadValue

  init(from decoder: any Decoder) throws {
    value = try PayloadValue.captured(from: decoder, in: Order.self)
  }
}

extension PayloadValue {
  @inline(never) fileprivate static func captured(
    from decoder: any Decoder,
    in order: any CaptureOrder.Type
  ) throws -> PayloadValue {
    StepCount.add(1)
    let path = decoder.codingPath
    if path.count > order.depthLimit {
      throw CaptureStop("The value is nested deeper than \(order.depthLimitDescription)", at: path)
    }
    if CaptureBudget.current?.spend() == false {
      throw CaptureStop("The value has more than \(CaptureBudget.limit) values inside", at: path)
    }
    if try decoder.singleValueContainer().decodeNil() { return .null }
    guard let value = try order.capture(decoder) else { throw UncapturableValue(codingPath: path) }
    return value
  }
}

// The order is part of the type to decode. These functions take orders that are known only at run
// time, so that longer code isn't compiled for each order.

extension KeyedDecodingContainer<WireKey> {
  /// Captures the value of a member.
  fileprivate func capture<Order: CaptureOrder>(
    _ key: WireKey,
    in: Order.Type
  ) throws
    -> PayloadValue
  {
    try decode(Captured<Order>.self, forKey: key).value
  }
}

extension UnkeyedDecodingContainer {
  /// Captures the next element.
  mutating func capture<Order: CaptureOrder>(in: Order.Type) throws -> PayloadValue {
    try decode(Captured<Order>.self).value
  }
}

extension Decoder {
  /// Captures an object as a dictionary, whose keys no key strategy converts.
  fileprivate func captureMembers<Order: CaptureOrder>(
    in: Order.Type
  ) throws
    -> [PayloadValue.Member]
  {
    let members = try singleValueContainer().decode([String: Captured<Order>].self)
    return members.map { PayloadValue.Member(key: $0.key, value: $0.value.value) }
  }
}

/// An error that ends a capture, because the document is invalid or too deep.
struct CaptureStop: Error {
  let error: any Error

  init(error: any Error) {
    self.error = error
  }

  /// Creates the error for a value that exceeds a limit.
  init(_ excess: String, at path: [any CodingKey]) {
    let context = DecodingError.Context(
      codingPath: path,
      debugDescription: "\(excess), which is the limit where the type isn't known.",
      underlyingError: CaptureLimit()
    )
    error = DecodingError.dataCorrupted(context)
  }
}

/// The underlying error for a value that is too large to be kept.
///
/// The values around it are too large as well, so they aren't captured again.
struct CaptureLimit: Error, CustomStringConvertible {
  var description: String { "the value is too large to be kept" }
}

/// The number of values that may still be captured in one element.
///
/// With aliases, a short document has a value of exponential size. It is a class, because a decoder
/// can't pass on mutable values, and isn't shared, because capturing is synchronous.
final class CaptureBudget: Sendable {
  @TaskLocal static var current: CaptureBudget?
  static let limit = 200_000

  private let spent = Lock(0)

  func spend() -> Bool {
    spent.withLock {
      $0 += 1
      return $0 <= Self.limit
    }
  }
}

/// The error for a value that a decoder can't provide as any kind.
struct UncapturableValue: Error {
  let codingPath: [any CodingKey]

  func asDecodingError(because error: (any Error)?) -> DecodingError {
    .invalid(
      at: codingPath,
      "The value is of no kind that the decoder shows, so it can't be kept.",
      because: error is UncapturableValue ? nil : error
    )
  }
}

/// Captures the members of an object, with their keys as they came.
struct ObjectCapture {
  let decoder: any Decoder
  let container: KeyedDecodingContainer<WireKey>

  @inline(never) func capture(as order: any CaptureOrder.Type) throws -> PayloadValue {
    let keys = order.keepsOrder ? container.allKeys.map(\.stringValue) : []
    do {
      let members = try decoder.captureMembers(in: order)
      let sorted = members.map(\.key).sortedOrder
      guard !keys.isEmpty else { return .object(sorted.map { members[$0] }) }
      var positions: [String: Int] = [:]
      for (position, member) in members.enumerated() { positions[member.key] = position }
      var ordered: [PayloadValue.Member] = []
      for key in keys {
        if let position = positions.removeValue(forKey: key) { ordered.append(members[position]) }
      }
      for position in sorted where positions[members[position].key] != nil {
        ordered.append(members[position])
      }
      return .object(ordered)
    } catch let stop as CaptureStop {
      throw stop
    } catch {
      return try memberByMember(order)
    }
  }

  /// Captures the members one by one, and drops and reports those that can't be captured.
  private func memberByMember(_ order: any CaptureOrder.Type) throws -> PayloadValue {
    var members: [PayloadValue.Member] = []
    for key in container.allKeys {
      do {
        let value = try container.capture(key, in: order)
        members.append(.init(key: key.stringValue, value: value))
      } catch let stop as CaptureStop {
        throw stop
      } catch {
        let path = decoder.codingPath + [key]
        let error = UncapturableValue(codingPath: path).asDecodingError(because: error)
        DecodingIssue.report(error, at: path, action: .dropped, decoder.userInfo) { nil }
      }
    }
    return .object(members)
  }
}
