import Medley
import MedleyComposition

extension BlockAPI.WithMedley {
  struct Page: ClientDocument, Codable, Equatable {
    var id: String
    var icon: Icon?
    var parent: Parent
    var properties: [String: Property]

    var request: (any Encodable)? { PageUpdate(properties) }
  }

  struct PropertyInfo: Codable, Equatable, Sendable {
    var id: String
  }

  struct Property: ComposedCodable, Equatable, Sendable {
    var info: PropertyInfo
    var value: PropertyValue

    static let composition = Composition(Property.init, \.info, \.value)
  }

  enum PropertyValue: PolymorphicEnum, Equatable, Sendable {
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
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<PropertyValue>(
      .adjacent(tag: "type").or(.key("type"))
    ) {
      try $0.register(for: "title", as: PropertyValue.title) {
        if case .title(let texts) = $0 { texts } else { nil }
      }
      try $0.register(for: "rich_text", as: PropertyValue.richText) {
        if case .richText(let texts) = $0 { texts } else { nil }
      }
      try $0.register(for: "number", as: PropertyValue.number)
      try $0.register(for: "checkbox", as: PropertyValue.checkbox)
      try $0.register(for: "select", as: PropertyValue.select)
      try $0.register(for: "multi_select", as: PropertyValue.multiSelect)
      try $0.register(for: "date", as: PropertyValue.date)
      try $0.register(for: "people", as: PropertyValue.people)
      try $0.register(for: "url", as: PropertyValue.url)
      // It takes the whole element, since `has_more` stands beside the relation.
      try $0.register(
        for: "relation",
        options: .in(.key("type")),
        as: PropertyValue.relation
      )
      try $0.register(for: "formula", as: PropertyValue.formula)
      try $0.register(for: "rollup", as: PropertyValue.rollup)
    }

    var payload: any Encodable {
      switch self {
      case .title, .richText: self
      case .number(let number): number
      case .checkbox(let isOn): isOn
      case .select(let option): option
      case .multiSelect(let options): options
      case .date(let range): range
      case .people(let people): people
      case .url(let url): url
      case .relation(let relation): relation
      case .formula(let formula): formula
      case .rollup(let rollup): rollup
      case .unknown(let payload): payload
      }
    }
  }

  enum Formula: PolymorphicEnum, Equatable, Sendable {
    case string(String?)
    case number(Double?)
    case boolean(Bool?)
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<Formula>(.adjacent(tag: "type")) {
      try $0.register(for: "string", as: Formula.string)
      try $0.register(for: "number", as: Formula.number)
      try $0.register(for: "boolean", as: Formula.boolean)
    }

    var payload: any Encodable {
      switch self {
      case .string(let string): string
      case .number(let number): number
      case .boolean(let boolean): boolean
      case .unknown(let payload): payload
      }
    }
  }

  struct RollupInfo: Codable, Equatable, Sendable {
    var function: String
  }

  /// What a page computes of related pages: several properties, or one value.
  struct Rollup: ComposedCodable, Equatable, Sendable {
    var info: RollupInfo
    var value: RollupValue

    static let composition = Composition(Rollup.init, \.info, \.value)
  }

  enum RollupValue: PolymorphicEnum, Equatable, Sendable {
    case number(Double?)
    case array([PropertyValue])
    case unknown(UnknownPayload)

    static let registry = PolymorphicRegistry<RollupValue>(.adjacent(tag: "type")) {
      try $0.register(for: "number", as: RollupValue.number)
      try $0.register(for: "array", as: RollupValue.array)
    }

    var payload: any Encodable {
      switch self {
      case .number(let number): number
      case .array(let values): values
      case .unknown(let payload): payload
      }
    }
  }
}

extension BlockAPI.WithMedley {
  /// What the API takes to change the properties of a page: values without types.
  struct PageUpdate: Encodable {
    let properties: [String: ValueUpdate]

    init(_ properties: [String: Property]) {
      self.properties = properties.mapValues { ValueUpdate(value: $0.value) }
    }
  }

  struct ValueUpdate: Encodable {
    let value: PropertyValue

    private static let registry = {
      var registry = PropertyValue.registry
      registry.tagWriting = .never
      return registry
    }()

    func encode(to encoder: any Encoder) throws {
      try Self.registry.encode(value, to: encoder)
    }
  }
}
