/// A value that is captured in an order.
struct Captured<Order: CaptureOrder>: Decodable {
  let value: PayloadValue

  init(from decoder: any Decoder) throws {
    StepCount.add(1)
    let path = decoder.codingPath
    if path.count > Order.depthLimit {
      throw CaptureStop("The value is nested deeper than \(Order.depthLimitDescription)", at: path)
    }
    if CaptureBudget.current?.spend() == false {
      throw CaptureStop("The value has more than \(CaptureBudget.limit) values inside", at: path)
    }
    if try decoder.singleValueContainer().decodeNil() {
      value = .null
    } else if let captured = try Order.capture(decoder) {
      value = captured
    } else {
      throw UncapturableValue(codingPath: path)
    }
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
    .dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "The value is of no kind that the decoder shows, so it can't be kept.",
        underlyingError: error is UncapturableValue ? nil : error
      )
    )
  }
}

/// Captures the members of an object, with their keys as they came.
struct ObjectCapture {
  let decoder: any Decoder
  let container: KeyedDecodingContainer<WireKey>

  func capture<Order: CaptureOrder>(as order: Order.Type) throws -> PayloadValue {
    let keys = Order.keepsOrder ? container.allKeys.map(\.stringValue) : []
    do {
      // No key strategy converts the keys of a dictionary.
      var members = try decoder.singleValueContainer().decode([String: Captured<Order>].self)
      var ordered = keys.compactMap { key in
        members.removeValue(forKey: key).map { PayloadValue.Member(key: key, value: $0.value) }
      }
      for key in Array(members.keys).inOrder {
        if let value = members[key]?.value { ordered.append(.init(key: key, value: value)) }
      }
      return .object(ordered)
    } catch let stop as CaptureStop {
      throw stop
    } catch {
      return try memberByMember(order)
    }
  }

  /// Captures the members one by one, and drops and reports those that can't be captured.
  private func memberByMember<Order: CaptureOrder>(_ order: Order.Type) throws -> PayloadValue {
    var members: [PayloadValue.Member] = []
    for key in container.allKeys {
      do {
        let value = try container.decode(Captured<Order>.self, forKey: key).value
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
