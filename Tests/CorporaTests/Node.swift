import Medley

/// The base of the registries.
protocol Node: Codable {
  var tag: TypeTag? { get }
}

/// An element of any registered kind: its members, and in them further elements.
struct Element<At: Site>: Node {
  var members: [String: Content<At>]

  init(from decoder: any Decoder) throws {
    members = try [String: Content<At>](from: decoder)
  }

  func encode(to encoder: any Encoder) throws {
    try members.encode(to: encoder)
  }

  var tag: TypeTag? {
    guard case .scalar(let value) = members[At.key] else { return nil }
    return switch value {
    case .string(let string): .string(string)
    case .integer(let integer): .integer(integer)
    default: nil
    }
  }
}

/// A value of any shape in which every object with a tag is an element.
indirect enum Content<At: Site>: Codable {
  case element(Polymorphic<any Node>)
  case object([String: Content])
  case array([Content])
  case scalar(PayloadValue)

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      self =
        Self.hasTag(object)
        ? .element(try Polymorphic(from: decoder))
        : .object(try [String: Content](from: decoder))
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try [Content](from: decoder))
    } else {
      self = .scalar(try PayloadValue(from: decoder))
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .element(let element): try element.encode(to: encoder)
    case .object(let members): try members.encode(to: encoder)
    case .array(let elements): try elements.encode(to: encoder)
    case .scalar(let value): try value.encode(to: encoder)
    }
  }

  private static func hasTag(_ object: KeyedDecodingContainer<Key>) -> Bool {
    let key = Key(stringValue: At.key)
    guard object.contains(key) else { return false }
    return (try? object.decode(String.self, forKey: key)) != nil
      || (try? object.decode(Int.self, forKey: key)) != nil
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
