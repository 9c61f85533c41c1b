/// An element that may fail without its collection failing.
///
/// It throws nothing that the data causes, so that the collection's own container goes on to the
/// next element: after an error most containers stay where they are.
struct Attempt<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    do {
      value = try IssueCollector.attempting { try Self.decode(from: decoder) }
    } catch let error where error.isFinal {
      throw error
    } catch {
      value = nil
      if let collector = IssueCollector.current {
        collector.record(
          DecodingIssue(
            error: error.asDecodingError(at: decoder.codingPath),
            recoveredPath: decoder.codingPath,
            action: .dropped
          )
        )
      }
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
    // Decoders know such types themselves; they must not be asked to decode themselves.
    if ForeignScalars.isSpecial(Value.self) {
      return try decoder.singleValueContainer().decode(Value.self)
    }
    return try Value(from: decoder)
  }
}

extension Error {
  /// Whether no element is dropped for this: the program is wrong, or the whole document.
  var isFinal: Bool {
    self is RegistrationError || isDamage
  }
}
