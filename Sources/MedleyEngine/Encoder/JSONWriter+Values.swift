package import Foundation
import MedleyBase

// MARK: - Encoding members and elements

extension JSONWriter {
  /// Encodes a value by its `encode(to:)`, with an encoder that is retained once.
  @inline(__always) func encodeByItself<Value: Encodable>(_ value: Value) throws {
    try withFrame(for: value) {
      try value.encode(to: ValueEncoder(output: owner, level: $0, serial: $1))
    }
  }

  /// Calls a function with the encoder of a value.
  @inline(__always) package func withLevel(
    for value: @autoclosure () -> Any,
    _ body: (ValueEncoder) throws -> Void
  ) throws {
    try withFrame(for: value()) { try body(ValueEncoder(output: owner, level: $0, serial: $1)) }
  }

  /// Calls a function with the level of a value, and its serial.
  @inline(__always) func withFrame(
    for value: @autoclosure () -> Any,
    _ body: (Int, Int) throws -> Void
  ) throws {
    guard !isTooDeep else { throw tooDeep(value()) }
    state.frames &+= 1
    defer { state.frames &-= 1 }
    try withFrame { level, serial in
      try body(level, serial)
      finish(from: level)
      if state.fault != nil { try throwFault() }
    }
  }

  /// Opens a level, and removes those that are open if a function throws.
  @inline(__always) private func withFrame(_ body: (Int, Int) throws -> Void) throws {
    let (outer, nesting, placeCount) = (state.frame, state.nesting, state.places.count)
    let (level, serial) = push()
    state.frame = level
    do {
      try body(level, serial)
    } catch {
      abandon(level, serial, placeCount)
      state.nesting = nesting
      state.frame = outer
      throw error
    }
    if state.places.count > placeCount { endPlaces(of: serial, from: placeCount) }
    state.frame = outer
  }

  @inline(never) private func abandon(_ level: Int, _ serial: Int, _ placeCount: Int) {
    finish(from: level)
    endPlaces(of: serial, from: placeCount)
  }

  /// Encodes a value of any type.
  package func encode<Value: Encodable>(_ value: Value) throws {
    try encode(value, as: plan(Value.self))
  }

  /// Encodes a member or element: most encode themselves.
  @inline(__always) func encodeNext<Value: Encodable>(
    _ value: Value,
    as plan: EncodingPlan
  ) throws {
    guard case .byItself = plan else { return try encode(value, as: plan) }
    try encodeByItself(value)
  }

  @inline(never) func encode<Value: Encodable>(_ value: Value, as plan: EncodingPlan) throws {
    switch plan {
    case .byItself, .wrapper: try encodeByItself(value)
    case .element(let type):
      try ValueAddress.of(value) { try type.encode(at: $0, with: self, isDocument: false) }
    case .string: write(same(value) as String)
    case .int: output.append(same(value) as Int)
    case .double: try write(same(value) as Double)
    case .float: try write(same(value) as Float)
    case .boolean: write(same(value) as Bool)
    case .date: try write(same(value) as Date)
    case .data: try write(same(value) as Data)
    case .url: try write(same(value) as URL)
    case .decimal: try write(same(value) as Decimal)
    case .strings: try writeElements(of: same(value)) { (string: String, _) in write(string) }
    case .integers: try writeElements(of: same(value)) { (number: Int, _) in output.append(number) }
    case .doubles:
      try writeElements(of: same(value)) { (number: Double, index) in
        try write(number, index: index)
      }
    case .collection(let type):
      precondition(Value.self == type)
      try ValueAddress.of(value) { try type.write(at: $0, with: self) }
    }
  }

  // For other modules, which would allocate to change the output in place.

  /// Appends text that is JSON.
  package func append(_ text: StaticString) { output.append(text) }

  /// Appends a text that came.
  package func append(copy text: Bytes) {
    state.text.marks.append(Mark(position: output.count, isCopy: true))
    output.append(text)
  }

  // Not generic over a protocol, so that no metadata is looked up.
  @inline(__always) private func writeElements<Element>(
    of array: [Element],
    _ write: (Element, Int) throws -> Void
  ) throws {
    guard state.nesting < state.depthLimit else { throw tooDeep(array) }
    output.append(UInt8(ascii: "["))
    var index = 0
    for element in array {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      try write(element, index)
      index &+= 1
    }
    output.append(UInt8(ascii: "]"))
  }
}

// MARK: - Encoding collections

extension Optional: WritableCollection where Wrapped: Encodable {
  static var isWritable: Bool { true }

  static func write(at address: ValueAddress, with writer: JSONWriter) throws {
    switch address[compared: Self.self] {
    case nil: writer.output.append("null")
    case let value?: try writer.encode(value, as: writer.plan(Wrapped.self))
    }
  }
}

extension Array: WritableCollection where Element: Encodable {
  static var isWritable: Bool { true }

  static func write(at address: ValueAddress, with writer: JSONWriter) throws {
    let array = address[compared: Self.self]
    let plan = writer.plan(Element.self)
    try writer.withContainer(isObject: false, of: array) { level in
      if case .element(let type) = plan {
        return try type.encodeElements(array, with: writer, in: level)
      }
      for element in array {
        writer.beginElement(level)
        try writer.encodeNext(element, as: plan)
      }
    }
  }
}

/// Keys that are strings are data, and key strategies don't convert them, as with `JSONEncoder`.
extension Dictionary: WritableCollection where Key: Encodable, Value: Encodable {
  static var isWritable: Bool { Key.self == String.self }

  static func write(at address: ValueAddress, with writer: JSONWriter) throws {
    let dictionary = address[compared: Self.self]
    let plan = writer.plan(Value.self)
    try writer.withContainer(isObject: true, of: dictionary) { level in
      for (key, value) in dictionary {
        writer.beginMember(level, dataKey: same(key))
        try writer.encode(value, as: plan)
      }
    }
  }
}

extension JSONWriter {
  /// Opens a level for a container, and calls a function that writes its content.
  @inline(__always) package func withContainer(
    isObject: Bool,
    of value: @autoclosure () -> Any,
    _ body: (Int) throws -> Void
  ) throws {
    guard state.nesting < state.depthLimit else { throw tooDeep(value()) }
    try withFrame { level, _ in
      _ = open(level, as: isObject ? .object : .array)
      try body(level)
      close()
    }
  }
}

// MARK: - Writing scalars

extension JSONWriter {
  @inline(__always) package func write(_ string: String) {
    output.append(string, escapingSlashes: state.escapesSlashes)
  }

  /// Writes a string, for infrequent callers: each copy takes a quarter of a kilobyte.
  @inline(never) func write(text: String) { write(text) }

  package func write(_ boolean: Bool) {
    output.append(boolean ? "true" : "false")
  }

  package func write<Integer: FixedWidthInteger>(_ integer: Integer) {
    let bits = Int64(truncatingIfNeeded: integer)
    if Integer.bitWidth <= 64, Integer.isSigned || bits >= 0 {
      output.append(bits)
    } else {
      output.append(description: String(integer))
    }
  }

  /// Writes a number.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - index: Its index in an array that has no level; nil if it isn't in one.
  /// - Throws: `EncodingError` for infinity and NaN, unless the strategy writes them as strings.
  @inline(__always) package func write(_ number: Double, index: Int? = nil) throws {
    guard number.isFinite else { return try writeNonConforming(number, index) }
    output.append(number)
  }

  package func write(_ number: Float) throws {
    guard number.isFinite else { return try writeNonConforming(number) }
    output.append(description: number.description)
  }

  @inline(never) private func writeNonConforming<Number: FloatingPoint>(
    _ number: Number,
    _ index: Int? = nil
  ) throws {
    guard case .convertToString(let positive, let negative, let nan) = options.floats else {
      let indexPath: [any CodingKey] = index.map { [IndexKey($0)] } ?? []
      throw unencodable(number: number, at: lastPath + indexPath)
    }
    write(text: number.isNaN ? nan : number < 0 ? negative : positive)
  }
}

// MARK: - Writing Foundation's scalars

extension JSONWriter {
  @inline(never) package func write(_ date: Date) throws {
    switch options.dates {
    case .secondsSince1970: try writeConforming(date.timeIntervalSince1970)
    case .millisecondsSince1970: try writeConforming(1000 * date.timeIntervalSince1970)
    case .iso8601: write(text: date.iso8601)
    #if canImport(Darwin)  // elsewhere it is a custom strategy
    case .formatted(let formatter): write(text: formatter.string(from: date))
    #endif
    case .custom(let encode): try withLevel(for: date) { try encode(date, $0) }
    // As dates encode themselves.
    default: try write(date.timeIntervalSinceReferenceDate)
    }
  }

  /// Writes a number to which the strategy for infinity and NaN doesn't apply.
  private func writeConforming(_ number: Double) throws {
    guard number.isFinite else { throw unencodable(number: number, at: lastPath) }
    output.append(number)
  }

  @inline(never) package func write(_ data: Data) throws {
    switch options.data {
    case .base64: write(text: data.base64EncodedString())
    case .custom(let encode): try withLevel(for: data) { try encode(data, $0) }
    default: try encodeByItself(data)
    }
  }

  @inline(never) package func write(_ url: URL) throws {
    write(text: url.absoluteString)
  }

  @inline(never) package func write(_ decimal: Decimal) throws {
    guard !decimal.isNaN else {
      let description = "Unable to encode Decimal.nan directly in JSON."
      throw Self.unencodable(description, decimal, at: lastPath)
    }
    output.append(description: decimal.description)
  }
}
