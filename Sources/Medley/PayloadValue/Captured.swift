/// A value that is captured in a certain order.
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

/// The end of a capture: the document is damaged or too deep, so that nothing of it is kept.
struct CaptureStop: Error {
  let error: any Error

  init(error: any Error) {
    self.error = error
  }

  /// A value whose type isn't known is larger than what is kept.
  init(_ fault: String, at path: [any CodingKey]) {
    let context = DecodingError.Context(
      codingPath: path,
      debugDescription: "\(fault), which is the limit where the type isn't known.",
      underlyingError: CaptureLimit()
    )
    error = DecodingError.dataCorrupted(context)
  }
}

/// The cause of an error about a value that is too large to be kept.
///
/// The values around it are too large as well, so that none of them is captured only to fail at the
/// same place.
struct CaptureLimit: Error, CustomStringConvertible {
  var description: String { "the value is too large to be kept" }
}

/// How many values may be captured in one element.
///
/// Aliases make a value of exponential size out of a short document. It is a class, since the
/// decoder passes no changing value on, and unshared: capturing is synchronous.
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

/// A value that is none of the kinds that a decoder can be asked for.
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
      ordered += members.sorted { $0.key < $1.key }.map {
        .init(key: $0.key, value: $0.value.value)
      }
      return .object(ordered)
    } catch let stop as CaptureStop {
      throw stop
    } catch {
      return try memberByMember(order)
    }
  }

  /// Leaves out what can't be captured, and reports it.
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
        let fault = UncapturableValue(codingPath: path).asDecodingError(because: error)
        DecodingIssue.report(fault, at: path, action: .dropped, decoder.userInfo) { nil }
      }
    }
    return .object(members)
  }
}
