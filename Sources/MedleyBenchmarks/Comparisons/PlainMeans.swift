import Foundation
import Medley
import MedleyComposition
import MedleyJSON

extension Comparisons {
  /// Encoding by a declaration with plain means, beside encoding by hand and with Medley.
  ///
  /// By hand, an element knows its type and its tag where it is written, and trusts its members.
  /// Plain means are those of the standard library, without any other check: a payload's tag by its
  /// type in a dictionary, fields by a function, and members by a container around the encoder's.
  /// They aren't the least that it takes: on the engine, Medley sees members in the engine's own
  /// containers.
  static func plainMeans(_ size: Int) -> [Comparison.Plan] {
    let count = min(size, 10_000)
    return [
      PlainMeans("a payload", count, ClientKey.Hand.self, PlainPayload<ClientKey.Made>.tagged) {
        Client.feed(count) { "{\"type\":\"\($0.tag)\",\($0.members)}" }
      },
      PlainMeans(
        "a payload that stores its tag",
        count,
        ClientStoredTag.Hand.self,
        PlainPayload<ClientStoredTag.Made>.storing
      ) {
        Client.feed(count) { "{\"type\":\"\($0.tag)\",\($0.members)}" }
      },
      PlainMeans("functions for fields", count, ClientFields.Hand.self, PlainFields.init) {
        Client.feed(count) { "{\"type\":\"\($0.tag)\",\($0.members)}" }
      },
      PlainMeans("parts of an object", count, CompositionPlans.Hand.self, PlainParts.init) {
        MixedFeed(count: count, kinds: 1).json { MixedFeed.object($0.members) }
      },
    ].map(\.plan)
  }
}

/// Encoding by hand, with plain means, and with Medley.
private struct PlainMeans {
  let plan: Comparison.Plan

  init<Hand: Codable, Made: Codable, Plain: Encodable>(
    _ name: String,
    _ count: Int,
    _ hand: Hand.Type,
    _ plain: @escaping (Made) -> Plain,
    on document: @escaping () -> Data
  ) {
    plan = .init("plain means, \(name), encoding", .speed, on: "\(count) elements") {
      let json = document()
      let byHand = try JSONDecoder().decode([Hand].self, from: json)
      let made = try JSONDecoder().decode([Made].self, from: json)
      let plainMade = made.map(plain)
      let (encoder, engine) = (JSONEncoder(), PolymorphicJSONEncoder())
      func side(_ name: String, beside: String? = nil, work: @escaping () throws -> Data) -> Side {
        let goal = beside.map { Beside(side: $0, goal: Goal(1)) }
        return Side(name, bytes: json.count, beside: goal, work: work) {
          try JSONDecoder().decode(PayloadValue.self, from: $0)
        }
      }
      return [
        side("JSONEncoder, by hand") { try encoder.encode(byHand) },
        side("JSONEncoder, plain means") { try encoder.encode(plainMade) },
        side("JSONEncoder, Medley") { try encoder.encode(made) },
        side("engine, by hand") { try engine.encode(byHand) },
        side("engine, plain means", beside: "engine, by hand") { try engine.encode(plainMade) },
        side("engine, Medley", beside: "engine, by hand") { try engine.encode(made) },
      ]
    }
  }
}

/// The tags of payloads, by their types.
private let tags = [
  ObjectIdentifier(Client.Text.self): "text", ObjectIdentifier(Client.Image.self): "image",
  ObjectIdentifier(Client.Poll.self): "poll", ObjectIdentifier(ClientStoredTag.Text.self): "text",
  ObjectIdentifier(ClientStoredTag.Image.self): "image",
  ObjectIdentifier(ClientStoredTag.Poll.self): "poll",
]

/// A payload that an enum states as a value of some type: its tag is written in front of it, or is
/// stored in it, and has to be that of its type.
private struct PlainPayload<Element: PolymorphicEnum>: Encodable {
  let element: Element
  let storesTag: Bool

  static func tagged(_ element: Element) -> Self { .init(element: element, storesTag: false) }
  static func storing(_ element: Element) -> Self { .init(element: element, storesTag: true) }

  private enum CodingKeys: CodingKey {
    case type
  }

  func encode(to encoder: any Encoder) throws {
    let payload = element.payload
    try encode(payload, to: encoder)
  }

  // Not specialised for the types of this file, as a library isn't for those of an app.
  @inline(never) private func encode<Payload: Encodable>(
    _ payload: Payload,
    to encoder: any Encoder
  ) throws {
    guard let tag = tags[ObjectIdentifier(Payload.self)] else { return }
    if storesTag {
      try payload.encode(to: SeeingEncoder(base: encoder, members: SeenMembers(tag: tag)))
    } else {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tag, forKey: .type)
      try payload.encode(to: encoder)
    }
  }
}

/// Fields that a function returns, in a container for any names.
private struct PlainFields: Encodable {
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
private struct PlainParts: Encodable {
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
