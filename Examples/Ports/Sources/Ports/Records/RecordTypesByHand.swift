extension Records.ByHand {
  /// The types of records by their names, for `userInfo`.
  struct RecordTypes: Sendable {
    private var decoding: [String: @Sendable (any Decoder) throws -> any Records.Record] = [:]
    private var names: [ObjectIdentifier: String] = [:]

    mutating func register<Record: Records.Record>(_ type: Record.Type, for name: String) {
      precondition(decoding[name] == nil, "Two types for \(name)")
      decoding[name] = { try type.init(from: $0) }
      names[ObjectIdentifier(type)] = name
    }

    func decode(_ name: String, from decoder: any Decoder) throws -> any Records.Record {
      try decoding[name]?(decoder) ?? UnknownRecord(type: name, from: decoder)
    }

    func name(of record: any Records.Record) -> String? {
      names[ObjectIdentifier(type(of: record))]
    }
  }

  /// A record that is told by its `$type`.
  struct AnyRecord: Codable, Sendable {
    var value: any Records.Record

    private enum CodingKeys: String, CodingKey {
      case type = "$type"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let type = try container.decode(String.self, forKey: .type)
      guard let types = decoder.userInfo[.recordTypes] as? RecordTypes else {
        throw DecodingError.dataCorrupted(
          .init(
            codingPath: decoder.codingPath,
            debugDescription: "The decoder has no types of records"
          )
        )
      }
      value = try types.decode(type, from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      if let unknown = value as? UnknownRecord {
        try unknown.encode(to: encoder)
        return
      }
      guard let types = encoder.userInfo[.recordTypes] as? RecordTypes,
        let name = types.name(of: value)
      else {
        throw EncodingError.invalidValue(
          value,
          .init(
            codingPath: encoder.codingPath,
            debugDescription: "\(type(of: value)) isn't registered"
          )
        )
      }
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .type)
      try value.encode(to: encoder)
    }
  }

  /// A record of a type that no module has registered, with all its members.
  struct UnknownRecord: Records.Record, Equatable {
    var type: String
    var content: [String: JSON]

    init(type: String, from decoder: any Decoder) throws {
      self.type = type
      content = try [String: JSON](from: decoder)
    }

    init(from decoder: any Decoder) throws {
      content = try [String: JSON](from: decoder)
      type = if case .string(let type) = content["$type"] { type } else { "" }
    }

    func encode(to encoder: any Encoder) throws {
      try content.encode(to: encoder)
    }
  }

  /// Any value of JSON, as the client of a language server has it.
  typealias JSON = LanguageServer.ByHand.JSON
}

extension CodingUserInfoKey {
  static let recordTypes = make("garden.recordTypes")

  private static func make(_ name: String) -> CodingUserInfoKey {
    guard let key = CodingUserInfoKey(rawValue: name) else {
      preconditionFailure("Every string is a key")
    }
    return key
  }
}
