extension BlockAPI.ByHand {
  struct Page: ClientDocument, Codable, Equatable {
    var id: String
    var icon: Icon?
    var parent: Parent
    var properties: [String: Property]

    var request: (any Encodable)? { PageUpdate(properties: properties) }
  }

  struct Property: Codable, Equatable, Sendable {
    var id: String
    var value: PropertyValue

    private enum CodingKeys: CodingKey {
      case id
    }

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .id)
      value = try PropertyValue(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try value.encode(to: encoder)
    }
  }

  enum PropertyValue: Equatable, Sendable {
    case title([RichText])
    case richText([RichText])
    case number(Double?)
    case checkbox(Bool)
    case select(BlockAPI.SelectOption?)
    case multiSelect([BlockAPI.SelectOption])
    case date(BlockAPI.DateRange?)
    case people([BlockAPI.Reference])
    case url(String?)
    case relation(BlockAPI.Relation)
    case formula(Formula)
    case rollup(Rollup)
    case unknown(String)
  }

  enum Formula: Codable, Equatable, Sendable {
    case string(String?)
    case number(Double?)
    case boolean(Bool?)
    case unknown(String)

    init(from decoder: any Decoder) throws {
      let content = try NamedContent(from: decoder)
      switch content.type {
      case "string": self = .string(try content.decode())
      case "number": self = .number(try content.decode())
      case "boolean": self = .boolean(try content.decode())
      case let type: self = .unknown(type)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var writer = NamedContentWriter(encoder)
      switch self {
      case .string(let value): try writer.encode("string", value)
      case .number(let value): try writer.encode("number", value)
      case .boolean(let value): try writer.encode("boolean", value)
      case .unknown(let type): throw lost(self, type, encoder)
      }
    }
  }

  /// What a page computes of related pages: several properties, or one value.
  struct Rollup: Codable, Equatable, Sendable {
    var function: String
    var value: RollupValue

    private enum CodingKeys: CodingKey {
      case function
    }

    init(from decoder: any Decoder) throws {
      function = try decoder.container(keyedBy: CodingKeys.self)
        .decode(String.self, forKey: .function)
      value = try RollupValue(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(function, forKey: .function)
      try value.encode(to: encoder)
    }
  }

  enum RollupValue: Codable, Equatable, Sendable {
    case number(Double?)
    case array([PropertyValue])
    case unknown(String)

    init(from decoder: any Decoder) throws {
      let content = try NamedContent(from: decoder)
      switch content.type {
      case "number": self = .number(try content.decode())
      case "array": self = .array(try content.decode())
      case let type: self = .unknown(type)
      }
    }

    func encode(to encoder: any Encoder) throws {
      var writer = NamedContentWriter(encoder)
      switch self {
      case .number(let value): try writer.encode("number", value)
      case .array(let values): try writer.encode("array", values)
      case .unknown(let type): throw lost(self, type, encoder)
      }
    }
  }
}

extension BlockAPI.ByHand.PropertyValue: Codable {
  init(from decoder: any Decoder) throws {
    let content = try BlockAPI.ByHand.NamedContent(from: decoder)
    switch content.type {
    case "title": self = .title(try content.decode())
    case "rich_text": self = .richText(try content.decode())
    case "number": self = .number(try content.decode())
    case "checkbox": self = .checkbox(try content.decode())
    case "select": self = .select(try content.decode())
    case "multi_select": self = .multiSelect(try content.decode())
    case "date": self = .date(try content.decode())
    case "people": self = .people(try content.decode())
    case "url": self = .url(try content.decode())
    case "relation": self = .relation(try BlockAPI.Relation(from: decoder))
    case "formula": self = .formula(try content.decode())
    case "rollup": self = .rollup(try content.decode())
    case let type: self = .unknown(type)
    }
  }

  func encode(to encoder: any Encoder) throws {
    try encode(to: encoder, writesType: true)
  }

  func encode(to encoder: any Encoder, writesType: Bool) throws {
    var writer = BlockAPI.ByHand.NamedContentWriter(encoder, writesType: writesType)
    switch self {
    case .title(let texts): try writer.encode("title", texts)
    case .richText(let texts): try writer.encode("rich_text", texts)
    case .number(let number): try writer.encode("number", number)
    case .checkbox(let isOn): try writer.encode("checkbox", isOn)
    case .select(let option): try writer.encode("select", option)
    case .multiSelect(let options): try writer.encode("multi_select", options)
    case .date(let range): try writer.encode("date", range)
    case .people(let people): try writer.encode("people", people)
    case .url(let url): try writer.encode("url", url)
    case .relation(let relation):
      if writesType { try writer.container.encode("relation", forKey: "type") }
      try relation.encode(to: encoder)
    case .formula(let formula): try writer.encode("formula", formula)
    case .rollup(let rollup): try writer.encode("rollup", rollup)
    case .unknown(let type): throw BlockAPI.ByHand.lost(self, type, encoder)
    }
  }
}

extension BlockAPI.ByHand {
  /// What the API takes to change the properties of a page: values without types.
  struct PageUpdate: Encodable {
    let properties: [String: Property]

    private enum CodingKeys: CodingKey {
      case properties
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(
        properties.mapValues { ValueUpdate(value: $0.value) },
        forKey: .properties
      )
    }
  }

  struct ValueUpdate: Encodable {
    let value: PropertyValue

    func encode(to encoder: any Encoder) throws {
      try value.encode(to: encoder, writesType: false)
    }
  }
}
