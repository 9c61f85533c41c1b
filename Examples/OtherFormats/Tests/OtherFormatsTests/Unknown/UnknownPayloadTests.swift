import Formats
import Medley
import Testing

@Suite struct UnknownPayloadTests {
  /// Decodes unknown elements, and encodes them again.
  private func reencoded(_ opera: PayloadValue, _ format: Format) throws -> PayloadValue {
    // Twice the same, since XML doesn't distinguish one element from an array of one.
    let items = try format.items([opera, opera], with: Feed.registry)
    #expect(items.unknown.count == 2)
    let written = try format.encodedItems(items, with: Feed.registry)
    guard case .array(let elements) = written else { return written }
    #expect(elements.count == 2)
    return try #require(elements.first)
  }

  @Test(arguments: Format.allCases)
  func `keeps objects and arrays and encodes them unchanged`(_ format: Format) throws {
    let opera: PayloadValue = [
      "type": "OPERA", "title": "Tosca & Scarpia, <live>",
      "house": ["name": "La Scala", "city": ["name": "Milano"]],
      "cast": ["Maria", "Tito", "Giuseppe"],
      "acts": [["place": "church"], ["place": "palace", "lit": false], ["place": "castle"]],
    ]
    let written = try reencoded(opera, format)
    #expect(written == format.image(of: opera))
  }

  private let seats: PayloadValue = [
    "type": "OPERA",
    "seats": [[1, 2], [], [[3], ["four", [5.5, true]]], 6, [["a": [7, [8]]]]],
  ]

  @Test func `YAML keeps arrays in arrays`() throws {
    #expect(try reencoded(seats, .yaml) == seats)
  }

  @Test func `TOML keeps arrays in arrays`() throws {
    let written = try reencoded(seats, .toml)
    #expect(written == seats)
  }

  @Test func `YAML keeps an unknown element that is an array itself`() throws {
    var registry = Feed.registry
    registry.policies.missing = .keep
    let items = try Format.yaml.items([[1], []], with: registry)
    #expect(try Format.yaml.encodedItems(items, with: registry) == [[1], []])
  }

  @Test func `TOML can't encode an unknown element that is an array itself`() throws {
    var registry = Feed.registry
    registry.policies.missing = .keep
    let items = try Format.toml.items([[1]], with: registry)
    let found = try fault { try Format.toml.encode(Items(items: items)) }
    #expect(found == Fault(.unwritable, "items[0]"))
  }

  @Test func `XML keeps arrays in arrays with named elements`() throws {
    let opera: PayloadValue = ["type": "OPERA", "seats": [["row": ["1", "2"]], ["row": "3"]]]
    #expect(try reencoded(opera, .xml) == opera)
  }

  @Test(arguments: Format.allCases)
  func `keeps empty strings and arrays`(_ format: Format) throws {
    let opera: PayloadValue = ["type": "OPERA", "cast": [], "title": ""]
    #expect(try reencoded(opera, format) == format.image(of: opera))
  }

  @Test(arguments: Format.allCases)
  func `keeps empty objects`(_ format: Format) throws {
    let opera: PayloadValue = ["type": "OPERA", "house": [:], "acts": ["first": ["notes": [:]]]]
    // XML decodes an empty element as empty text.
    let expected: PayloadValue =
      format == .xml ? ["type": "OPERA", "house": "", "acts": ["first": ["notes": ""]]] : opera
    let written = try reencoded(opera, format)
    #expect(written == expected)
  }

  @Test(arguments: [Format.yaml, .xml])
  func `keeps the order of the members`(_ format: Format) throws {
    let opera: PayloadValue = ["zeta": "1", "type": "OPERA", "alpha": "2", "mid": "3"]
    let items = try format.items([opera], with: Feed.registry)
    guard case .object(let members)? = items.first?.unknown?.content else {
      Issue.record("no object: \(items)")
      return
    }
    #expect(members.map(\.key) == ["zeta", "type", "alpha", "mid"])
    let document = try format.encode(Items(items: items))
    let places = ["zeta", "type", "alpha", "mid"].compactMap { document.firstRange(of: $0) }
    #expect(places.map(\.lowerBound) == places.map(\.lowerBound).sorted())
  }

  @Test func `TOML sorts the members`() throws {
    let items = try Format.toml.items([["zeta": 1, "type": "OPERA"]], with: Feed.registry)
    let document = try Format.toml.encode(Items(items: items))
    #expect(document == "[[items]]\ntype = 'OPERA'\nzeta = 1\n")
  }

  // MARK: - Using what is kept

  @Test(arguments: [Format.yaml, .toml])
  func `decodes a kept element as a later type`(_ format: Format) throws {
    struct Opera: Media, Equatable {
      var title: String
      var acts: Int
    }
    let tree: PayloadValue = ["type": "OPERA", "title": "Tosca", "acts": 3]
    let items = try format.items([tree], with: Feed.registry)
    let payload = try #require(items.first?.unknown)
    #expect(try payload.decode(as: Opera.self) == Opera(title: "Tosca", acts: 3))
    let later = try Feed.registry.registering(Opera.self, for: "OPERA")
    #expect(try payload.resolve(with: later) == .known(Opera(title: "Tosca", acts: 3)))
  }

  @Test func `an element kept from XML has only text and can't be decoded with numbers`() throws {
    struct Opera: Media {
      var title: String
      var acts: Int
    }
    let items = try Format.xml.items(
      [["type": "OPERA", "title": "Tosca", "acts": 3]],
      with: Feed.registry
    )
    let payload = try #require(items.first?.unknown)
    let found = try fault { try payload.decode(as: Opera.self) }
    #expect(found == Fault(.mismatch, "acts"))
  }
}
