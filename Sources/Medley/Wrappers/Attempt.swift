/// An element that may fail without its collection failing.
///
/// It throws nothing that the data causes, so that the collection's own container goes on to the
/// next element: after an error most containers stay where they are.
struct Attempt<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    do {
      // Elements are many: without a closure, which costs metadata of generic types for each.
      if case .inside(let mark) = IssueCollector.beginning(decoder.userInfo) {
        do {
          value = try Self.decode(from: decoder)
        } catch {
          mark.removeIssues()
          throw error
        }
      } else {
        value = try IssueCollector.attempting(decoder.userInfo) { try Self.decode(from: decoder) }
      }
    } catch let error where error.isFinal {
      throw error
    } catch {
      value = nil
      DecodingIssue.report(error, at: decoder.codingPath, action: .dropped, in: decoder)
    }
  }

  /// Decodes a value, and what can be decoded of a collection.
  static func decode(from decoder: any Decoder) throws -> Value {
    func lossy<Inner: LossyDecodable>(_ type: Inner.Type) throws -> Value? {
      try Inner(lossyFrom: decoder) as? Value
    }
    if let type = Value.self as? any LossyDecodable.Type, let value = try lossy(type) {
      return value
    }
    return try decodeStrictly(from: decoder)
  }

  /// Decodes a value as a container would that has it as a member.
  static func decodeStrictly(from decoder: any Decoder) throws -> Value {
    // Decoders know such types themselves; they must not be asked to decode themselves.
    ForeignScalars.isSpecial(Value.self)
      ? try decoder.singleValueContainer().decode(Value.self) : try Value(from: decoder)
  }
}

extension Encodable {
  /// Encodes a value as a container would that has it as a member.
  func encodeStrictly(to encoder: any Encoder) throws {
    // Encoders know such types themselves; they must not be asked to encode themselves.
    guard ForeignScalars.isSpecial(Self.self) else { return try encode(to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
}
