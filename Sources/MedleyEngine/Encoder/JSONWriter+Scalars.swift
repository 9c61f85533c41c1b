package import Foundation

// MARK: - Writing scalars

extension JSONWriter {
  @inline(__always) package func write(_ string: String) {
    output.append(string, escapingSlashes: escapesSlashes)
  }

  package func write(_ boolean: Bool) {
    output.append(boolean ? "true" : "false")
  }

  package func write(_ integer: some FixedWidthInteger) {
    if let integer = Int(exactly: integer) {
      output.append(integer)
    } else if let integer = UInt64(exactly: integer) {
      output.append(integer)
    } else {
      output.append(description: String(integer))
    }
  }

  /// Writes a number.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - level: The container whose last member or element it is; -1 for the value on top of the
  ///     stack.
  ///   - index: Its index in an array that has no level; nil if it isn't in one.
  /// - Throws: `EncodingError` for infinity and NaN, unless the strategy writes them as strings.
  @inline(__always) package func write(_ number: Double, at level: Int, index: Int? = nil) throws {
    guard number.isFinite else {
      try writeNonConforming(number, at: level, index)
      return
    }
    output.append(number)
  }

  package func write(_ number: Float, at level: Int) throws {
    guard number.isFinite else {
      try writeNonConforming(number, at: level)
      return
    }
    output.append(description: number.description)
  }

  @inline(never) private func writeNonConforming<Number: BinaryFloatingPoint>(
    _ number: Number,
    at level: Int,
    _ index: Int? = nil
  ) throws {
    guard
      case .convertToString(let positive, let negative, let nan) = options.floats
    else {
      let path = lastPath(level) + (index.map { [PathKey(intValue: $0)] } ?? [])
      throw unencodable(number: number, at: path)
    }
    write(number.isNaN ? nan : number < 0 ? negative : positive)
  }

  private func lastPath(_ level: Int) -> [any CodingKey] {
    guard levels.count > 0 else { return [] }
    return memberPath(of: level < 0 ? levels.count - 1 : level)
  }
}

// MARK: - Writing Foundation's scalars

extension JSONWriter {
  @inline(never) package func write(_ date: Date) throws {
    switch options.dates {
    case .deferredToDate: try write(date.timeIntervalSinceReferenceDate, at: -1)
    case .secondsSince1970: try writeConforming(date.timeIntervalSince1970)
    case .millisecondsSince1970: try writeConforming(1000 * date.timeIntervalSince1970)
    case .iso8601: write(date.iso8601)
    #if canImport(Darwin)  // elsewhere it is a custom strategy
    case .formatted(let formatter): write(formatter.string(from: date))
    #endif
    case .custom(let encode): try withLevel(for: date) { try encode(date, $0) }
    @unknown default: try encodeByItself(date)
    }
  }

  /// Writes a number to which the strategy for infinity and NaN doesn't apply.
  private func writeConforming(_ number: Double) throws {
    guard number.isFinite else { throw unencodable(number: number, at: lastPath(-1)) }
    output.append(number)
  }

  @inline(never) package func write(_ data: Data) throws {
    switch options.data {
    case .deferredToData: try encodeByItself(data)
    case .base64: write(data.base64EncodedString())
    case .custom(let encode): try withLevel(for: data) { try encode(data, $0) }
    @unknown default: try encodeByItself(data)
    }
  }

  @inline(never) package func write(_ url: URL) throws {
    write(url.absoluteString)
  }

  @inline(never) package func write(_ decimal: Decimal) throws {
    guard !decimal.isNaN else {
      throw unencodable(
        decimal,
        at: lastPath(-1),
        "Unable to encode Decimal.nan directly in JSON."
      )
    }
    output.append(description: decimal.description)
  }
}
