/// An element that can fail without failing its collection.
///
/// It doesn't throw errors in the data, so that the container of the collection advances to the
/// next element. After an error, most containers don't advance.
package struct Attempt<Value: Decodable>: Decodable {
  let value: Value?

  package init(from decoder: any Decoder) throws {
    do {
      // Without a closure, which needs metadata of generic types for each element.
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

  /// Decodes a value, or the valid parts of a collection.
  package static func decode(from decoder: any Decoder) throws -> Value {
    func lossy<Inner: LossyDecodable>(_ type: Inner.Type) throws -> Value? {
      try Inner(lossyFrom: decoder) as? Value
    }
    if let type = Value.self as? any LossyDecodable.Type, let value = try lossy(type) {
      return value
    }
    return try decodeStrictly(from: decoder)
  }

  /// Decodes those elements of an array that can be decoded.
  package static func elements(from decoder: any Decoder) throws -> [Value] {
    var values: [Value] = []
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      if let value = try container.decode(Attempt.self).value { values.append(value) }
    }
    return values
  }

  /// Decodes a value as a container decodes a member.
  static func decodeStrictly(from decoder: any Decoder) throws -> Value {
    // Decoders handle such types specially and don't call their `init(from:)`.
    ForeignScalars.isSpecial(Value.self)
      ? try decoder.singleValueContainer().decode(Value.self) : try Value(from: decoder)
  }
}

extension Encodable {
  /// Encodes a value as a container encodes a member.
  func encodeStrictly(to encoder: any Encoder) throws {
    // Encoders handle such types specially and don't call their `encode(to:)`.
    guard ForeignScalars.isSpecial(Self.self) else { return try encode(to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
}
