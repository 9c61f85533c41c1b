import MedleyBase

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
    StepCount.add()
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
    return members.map { (key: $0.key, value: $0.value.value) }
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
///
/// It is a class, because the size of a container is only known at run time.
final class ObjectCapture {
  private let decoder: any Decoder
  private let container: KeyedDecodingContainer<WireKey>

  init(_ decoder: any Decoder, _ container: KeyedDecodingContainer<WireKey>) {
    self.decoder = decoder
    self.container = container
  }

  @inline(never) func capture(as order: any CaptureOrder.Type) throws -> PayloadValue {
    let keys = container.allKeys.map(\.stringValue)
    do {
      let members = try decoder.captureMembers(in: order)
      let sorted = members.map(\.key).sortedOrder
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
      return try memberByMember { try container.capture($0, in: order) }
    }
  }

  /// Captures the members one by one, and drops and reports those that can't be captured.
  func memberByMember(_ capture: (WireKey) throws -> PayloadValue) throws -> PayloadValue {
    var members: [PayloadValue.Member] = []
    for key in container.allKeys {
      do {
        let value = try capture(key)
        members.append((key: key.stringValue, value: value))
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

/// An order in which a value is tried as scalars and containers.
///
/// It is a type, so that elements and members are captured in the order of the whole: a decoder
/// passes on only the type.
protocol CaptureOrder {
  /// The limit for the length of a path, for a thread with a stack of 512 KB.
  ///
  /// Measured in debug builds: the stack is enough for 42 levels with Yams and TOMLKit, and for 25
  /// with XMLCoder, which has three keys for each.
  static var depthLimit: Int { get }

  /// A description of the limit.
  static var depthLimitDescription: String { get }

  static func capture(_ decoder: any Decoder) throws -> PayloadValue?
}

/// The order for formats that provide a scalar as several kinds, one of them a string.
enum TextualOrder: CaptureOrder {
  static let depthLimit = 40
  static let depthLimitDescription = "40 levels"

  static func capture(_ decoder: any Decoder) throws -> PayloadValue? {
    let container = try decoder.singleValueContainer()
    return try PayloadValue.boolean(in: container)
      ?? .integer(in: container)
      ?? .number(in: container)
      ?? (try? container.decode(String.self)).map { .string($0) }
      ?? .object(in: decoder, as: Self.self)
      ?? .array(in: decoder, as: Self.self)
      ?? ForeignScalars.capture(container).map { .other($0) }
  }
}

/// The order for XML, where an element with members is also text, and all others are text.
enum MarkupOrder: CaptureOrder {
  static let depthLimit = 72
  static let depthLimitDescription = "24 elements"

  static func capture(_ decoder: any Decoder) throws -> PayloadValue? {
    if let members = try? decoder.container(keyedBy: WireKey.self),
      members.allKeys.contains(where: { !$0.stringValue.isEmpty })
    {
      return try elements(of: members)
    }
    let container = try decoder.singleValueContainer()
    return (try? container.decode(String.self)).map { .string($0) }
  }

  /// Captures members, with an array for repeated elements of the same name.
  private static func elements(
    of container: KeyedDecodingContainer<WireKey>
  ) throws -> PayloadValue {
    var members: [PayloadValue.Member] = []
    var seen: Set<String> = []
    for key in container.allKeys where seen.insert(key.stringValue).inserted {
      members.append((key: key.stringValue, value: try elements(at: key, in: container)))
    }
    return .object(members)
  }

  private static func elements(
    at key: WireKey,
    in container: KeyedDecodingContainer<WireKey>
  ) throws -> PayloadValue {
    // The text beside attributes or elements has the empty key.
    if key.stringValue.isEmpty { return .string(try container.decode(String.self, forKey: key)) }
    let all = try container.decode([Captured<Self>].self, forKey: key)
    if all.count > 1 { return .array(all.map(\.value)) }
    // An attribute isn't an array; XMLCoder provides it as an empty one.
    return try all.first?.value ?? container.decode(Captured<Self>.self, forKey: key).value
  }
}
