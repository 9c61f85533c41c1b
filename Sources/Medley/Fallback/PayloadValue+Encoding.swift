// MARK: - Encoding

extension PayloadValue: Encodable {
  /// Encodes the value as it came.
  ///
  /// Of members that share a key, the first is written.
  ///
  /// - Throws: What the encoder throws: some formats have no null, or no integers so large.
  public func encode(to encoder: any Encoder) throws {
    switch DecoderTraits(encoder) {
    case .strict: try KeysAsWritten(value: self).encode(to: encoder)
    case .textual, .markup: try InOrder(value: self).encode(to: encoder)
    case .toml:
      try checkTOML(at: encoder.codingPath)
      try InOrder(value: self).encode(to: encoder)
    }
  }

  /// Refuses what TOMLKit traps on.
  ///
  /// - Throws: `EncodingError.invalidValue` for an array or null in an array, and for an integer
  ///   beyond `Int64`.
  private func checkTOML(at path: [any CodingKey]) throws {
    func unwritable(_ what: String) -> EncodingError {
      .invalidValue(
        self,
        EncodingError.Context(codingPath: path, debugDescription: "TOMLKit can't write \(what).")
      )
    }
    switch self {
    case .unsigned: throw unwritable("an integer beyond Int64")
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        switch element {
        case .array: throw unwritable("an array in an array")
        case .null: throw unwritable("null in an array")
        default: try element.checkTOML(at: path + [WireKey(index: index)])
        }
      }
    case .object(let members):
      for member in members { try member.value.checkTOML(at: path + [WireKey(member.key)]) }
    default: break
    }
  }

  fileprivate func encodeScalar(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null, .array, .object: try container.encodeNil()
    case .boolean(let boolean): try container.encode(boolean)
    case .integer(let integer): try container.encode(integer)
    case .unsigned(let unsigned): try container.encode(unsigned)
    case .double(let double): try container.encode(double)
    case .string(let string): try container.encode(string)
    case .other(let scalar): try container.encode(scalar.value)
    }
  }
}

/// Writes objects as dictionaries: no key strategy converts their keys, and Foundation's encoders
/// have no order to lose.
private struct KeysAsWritten: Encodable {
  let value: PayloadValue

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(KeysAsWritten(value: element)) }
    case .object(let members):
      var container = encoder.singleValueContainer()
      let values = members.map { ($0.key, KeysAsWritten(value: $0.value)) }
      try container.encode(Dictionary(values) { first, _ in first })
    default:
      try value.encodeScalar(to: encoder)
    }
  }
}

/// Writes objects member by member, in their order.
private struct InOrder: Encodable {
  let value: PayloadValue

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(InOrder(value: element)) }
    case .object(let members):
      var container = encoder.container(keyedBy: WireKey.self)
      var written: Set<String> = []
      for member in members where written.insert(member.key).inserted {
        try container.encode(InOrder(value: member.value), forKey: WireKey(member.key))
      }
    default:
      try value.encodeScalar(to: encoder)
    }
  }
}
