import Foundation
import Medley
import MedleyComposition
import MedleyJSON

extension Comparisons {
  /// What encoding by a declaration takes at least, beside encoding by hand and with Medley.
  ///
  /// By hand, an element knows its type and its tag where it is written, and trusts its members. The
  /// least finds them with the standard library's means: a payload's tag by its type in a table,
  /// fields by a function, and members by a container around the encoder's. On the engine, Medley
  /// sees members in the engine's own containers.
  static func leastCosts(_ size: Int) -> [Comparison.Plan] {
    let count = min(size, 10_000)
    return [
      LeastCost("a payload", count, ClientKey.Hand.self, LeastPayload.init) {
        Client.feed(count) { "{\"type\":\"\($0.tag)\",\($0.members)}" }
      },
      LeastCost("a payload that stores its tag", count, ClientStoredTag.Hand.self, LeastStored.init)
      {
        Client.feed(count) { "{\"type\":\"\($0.tag)\",\($0.members)}" }
      },
      LeastCost("functions for fields", count, ClientFields.Hand.self, LeastFields.init) {
        Client.feed(count) { "{\"type\":\"\($0.tag)\",\($0.members)}" }
      },
      LeastCost("parts of an object", count, CompositionPlans.Hand.self, LeastParts.init) {
        MixedFeed(count: count, kinds: 1).json { MixedFeed.object($0.members) }
      },
    ].map(\.plan)
  }
}

/// Encoding by hand, with the fewest means, and with Medley.
private struct LeastCost {
  let plan: Comparison.Plan

  init<Hand: Codable, Made: Codable, Least: Encodable>(
    _ name: String,
    _ count: Int,
    _ hand: Hand.Type,
    _ least: @escaping (Made) -> Least,
    on document: @escaping () -> Data
  ) {
    plan = .init("least cost, \(name), encoding", .speed, on: "\(count) elements") {
      let json = document()
      let byHand = try JSONDecoder().decode([Hand].self, from: json)
      let made = try JSONDecoder().decode([Made].self, from: json)
      let leastMade = made.map(least)
      let (encoder, engine) = (JSONEncoder(), PolymorphicJSONEncoder())
      func side(_ name: String, beside: String? = nil, work: @escaping () throws -> Data) -> Side {
        let goal = beside.map { Beside(side: $0, goal: Goal(1)) }
        return Side(name, bytes: json.count, beside: goal, work: work) {
          try JSONDecoder().decode(PayloadValue.self, from: $0)
        }
      }
      return [
        side("JSONEncoder, by hand") { try encoder.encode(byHand) },
        side("JSONEncoder, the least") { try encoder.encode(leastMade) },
        side("JSONEncoder, Medley") { try encoder.encode(made) },
        side("engine, by hand") { try engine.encode(byHand) },
        side("engine, the least", beside: "engine, by hand") { try engine.encode(leastMade) },
        side("engine, Medley", beside: "engine, by hand") { try engine.encode(made) },
      ]
    }
  }
}

/// A tag in front of a payload, which an enum states as a value of some type.
private struct LeastPayload: Encodable {
  let element: ClientKey.Made

  private enum CodingKeys: CodingKey {
    case type
  }

  private static let tags = [
    ObjectIdentifier(Client.Text.self): "text", ObjectIdentifier(Client.Image.self): "image",
    ObjectIdentifier(Client.Poll.self): "poll",
  ]

  func encode(to encoder: any Encoder) throws {
    let payload = element.payload
    try Self.encode(payload, to: encoder)
  }

  // Not specialised for the types of this file, as a library isn't for those of an app.
  @inline(never) private static func encode<Payload: Encodable>(
    _ payload: Payload,
    to encoder: any Encoder
  ) throws {
    guard let tag = tags[ObjectIdentifier(Payload.self)] else { return }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tag, forKey: .type)
    try payload.encode(to: encoder)
  }
}

/// A payload that writes its tag itself, which has to be that of its type.
private struct LeastStored: Encodable {
  let element: ClientStoredTag.Made

  private static let tags = [
    ObjectIdentifier(ClientStoredTag.Text.self): "text",
    ObjectIdentifier(ClientStoredTag.Image.self): "image",
    ObjectIdentifier(ClientStoredTag.Poll.self): "poll",
  ]

  func encode(to encoder: any Encoder) throws {
    let payload = element.payload
    try Self.encode(payload, to: encoder)
  }

  @inline(never) private static func encode<Payload: Encodable>(
    _ payload: Payload,
    to encoder: any Encoder
  ) throws {
    guard let tag = tags[ObjectIdentifier(Payload.self)] else { return }
    try payload.encode(to: SeeingEncoder(base: encoder, members: SeenMembers(tag: tag)))
  }
}

/// Fields that a function returns, in a container for any names.
private struct LeastFields: Encodable {
  let element: ClientFields.Made

  private typealias Fields = KeyValuePairs<String, any Encodable>

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private static let functions: [(tag: String, fields: @Sendable (ClientFields.Made) -> Fields?)] =
    [
      ("text", { if case .text(let id, let text) = $0 { ["id": id, "text": text] } else { nil } }),
      ("image", { if case .image(let id, let url) = $0 { ["id": id, "url": url] } else { nil } }),
      (
        "poll",
        { if case .poll(let id, let isOpen) = $0 { ["id": id, "isOpen": isOpen] } else { nil } }
      ),
    ]

  func encode(to encoder: any Encoder) throws {
    for (tag, fields) in Self.functions {
      guard let fields = fields(element) else { continue }
      var container = encoder.container(keyedBy: Name.self)
      try container.encode(tag, forKey: Name(stringValue: "type"))
      for (name, value) in fields { try Self.encode(value, name, to: &container) }
      return
    }
  }

  @inline(never) private static func encode(
    _ value: some Encodable,
    _ name: String,
    to container: inout KeyedEncodingContainer<Name>
  ) throws {
    try container.encode(value, forKey: Name(stringValue: name))
  }
}

/// Two parts whose names are seen, so that a repeated one is found.
private struct LeastParts: Encodable {
  let element: Composed<CompositionPlans.Common, CompositionPlans.Details>

  func encode(to encoder: any Encoder) throws {
    let seeing = SeeingEncoder(base: encoder, members: SeenMembers(tag: nil))
    try element.base.encode(to: seeing)
    try element.extension.encode(to: seeing)
  }
}

// MARK: - Seeing members

/// What is noted of the members of an object: that they agree with a tag, or that their names differ.
private final class SeenMembers {
  let tag: String?
  private var names: [String] = []

  init(tag: String?) {
    self.tag = tag
  }

  func add(_ key: some CodingKey, _ value: String? = nil) throws {
    let name = key.stringValue
    if let tag {
      guard name != "type" || value == tag else { throw Refused() }
    } else {
      guard !names.contains(name) else { throw Refused() }
      names.append(name)
    }
  }

  private struct Refused: Error {}
}

/// An encoder whose members are seen before another one encodes them.
private struct SeeingEncoder: Encoder {
  let base: any Encoder
  let members: SeenMembers

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Container(base: base.container(keyedBy: type), members: members))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { base.unkeyedContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer { base.singleValueContainer() }

  private struct Container<Key: CodingKey>: KeyedEncodingContainerProtocol {
    var base: KeyedEncodingContainer<Key>
    let members: SeenMembers

    var codingPath: [any CodingKey] { base.codingPath }

    mutating func encodeNil(forKey key: Key) throws {
      try members.add(key)
      try base.encodeNil(forKey: key)
    }

    mutating func encode(_ value: String, forKey key: Key) throws {
      try members.add(key, value)
      try base.encode(value, forKey: key)
    }

    mutating func encode(_ value: Int, forKey key: Key) throws {
      try members.add(key)
      try base.encode(value, forKey: key)
    }

    mutating func encode(_ value: Bool, forKey key: Key) throws {
      try members.add(key)
      try base.encode(value, forKey: key)
    }

    mutating func encode(_ value: Double, forKey key: Key) throws {
      try members.add(key)
      try base.encode(value, forKey: key)
    }

    mutating func encode(_ value: some Encodable, forKey key: Key) throws {
      try members.add(key)
      try base.encode(value, forKey: key)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      base.nestedContainer(keyedBy: type, forKey: key)
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      base.nestedUnkeyedContainer(forKey: key)
    }

    mutating func superEncoder() -> any Encoder { base.superEncoder() }
    mutating func superEncoder(forKey key: Key) -> any Encoder { base.superEncoder(forKey: key) }
  }
}
