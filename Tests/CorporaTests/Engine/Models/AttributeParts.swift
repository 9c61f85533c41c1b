import Medley

/// Models of DynamoDB's and OpenTelemetry's values, whose only key is the tag.
enum AttributeParts {
  struct Text: Part {
    var value: String

    init(from decoder: any Decoder) throws {
      value = try decoder.singleValueContainer().decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  struct Texts: Part {
    var values: [String]

    init(from decoder: any Decoder) throws {
      values = try [String](from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
      try values.encode(to: encoder)
    }
  }

  /// An array of further values in OpenTelemetry's form.
  struct List: Part {
    var values: [Polymorphic<any Part>]
  }

  static func find(
    _ keys: Set<String>
  )
    -> @Sendable (PlacedTree, Surroundings)
    -> ElementSite.Found?
  {
    { place, _ in
      guard let members = place.members, members.count == 1, keys.contains(members[0].key) else {
        return nil
      }
      let key = members[0].key
      return ElementSite.Found(label: key, tag: .string(key), payload: .member(key))
    }
  }

  /// Numbers are strings; `NULL` has a Boolean, which the model refuses.
  static let dynamo = ElementSite(
    family: "lambda-events",
    name: "attributeValue",
    discriminator: .external,
    models: [
      ElementSite.Model(label: "S", tag: "S", type: Text.self),
      ElementSite.Model(label: "SS", tag: "SS", type: Texts.self),
      ElementSite.Model(label: "NULL", tag: "NULL", type: Text.self),
    ],
    find: find(["S", "N", "B", "SS", "NS", "BS", "M", "L", "NULL", "BOOL"])
  )

  static let telemetry = ElementSite(
    family: "otlp",
    name: "anyValue",
    discriminator: .external,
    models: [
      ElementSite.Model(label: "stringValue", tag: "stringValue", type: Text.self),
      ElementSite.Model(label: "arrayValue", tag: "arrayValue", type: List.self),
    ],
    find: find([
      "stringValue", "boolValue", "intValue", "doubleValue", "arrayValue", "kvlistValue",
      "bytesValue",
    ])
  )
}
