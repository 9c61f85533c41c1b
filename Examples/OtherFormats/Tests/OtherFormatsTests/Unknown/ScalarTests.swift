import Formats
import Medley
import Testing

/// The scalars of unknown elements.
@Suite struct ScalarTests {
  private func content(_ document: String, _ format: Format) throws -> PayloadValue {
    let feed = try format.decode(Feed.self, from: document) { $0.register(Feed.registry) }
    return try #require(feed.items.first?.unknown?.content)
  }

  private func reencoded(_ document: String, _ format: Format) throws -> String {
    let feed = try format.decode(Feed.self, from: document) { $0.register(Feed.registry) }
    return try format.encode(feed)
  }

  @Test(arguments: [Format.yaml, .toml])
  func `keeps scalars of every kind`(_ format: Format) throws {
    let opera: PayloadValue = [
      "type": "OPERA", "live": true, "mono": false, "acts": 3, "lowest": .integer(.min),
      "highest": .integer(.max), "tempo": 1.5, "exponent": .double(6.02e23), "title": "Tosca",
      "digits": "12", "truth": "true", "nothing": "null", "empty": "", "tilde": "~",
    ]
    let items = try format.items([opera], with: Feed.registry)
    #expect(items.first?.unknown?.content == opera)
    #expect(try format.encodedItems(items, with: Feed.registry) == [opera])
  }

  @Test func `YAML keeps integers beyond Int64, and null`() throws {
    let document = "items:\n- type: OPERA\n  n: 18446744073709551615\n  none: null\n"
    #expect(
      try content(document, .yaml)
        == ["type": "OPERA", "n": .unsigned(.max), "none": .null]
    )
    #expect(try reencoded(document, .yaml) == document)
  }

  @Test func `YAML keeps the value of numbers, not their spelling`() throws {
    #expect(
      try reencoded("items:\n- {type: OPERA, a: 1.0, b: 0x10, c: yes, d: 10:00:00}\n", .yaml)
        == "items:\n- type: OPERA\n  a: 1e+0\n  b: 16\n  c: true\n  d: 36000\n"
    )
  }

  @Test func `YAML loses digits beyond a double`() throws {
    let document = "items:\n- type: OPERA\n  n: 123456789012345678901234567890\n"
    #expect(
      try reencoded(document, .yaml) == "items:\n- type: OPERA\n  n: 1.2345678901234568e+29\n"
    )
  }

  @Test func `TOML distinguishes 1 from 1.0`() throws {
    let document = "[[items]]\na = 1\nb = 1.0\nc = inf\ntype = 'OPERA'\n"
    #expect(try reencoded(document, .toml) == document)
  }

  @Test func `XML keeps scalars as text`() throws {
    let opera: PayloadValue = [
      "type": "OPERA", "acts": 3, "live": true, "tempo": 1.50, "title": "Tosca",
    ]
    let items = try Format.xml.items([opera], with: Feed.registry)
    let text: PayloadValue = [
      "type": "OPERA", "acts": "3", "live": "true", "tempo": "1.5", "title": "Tosca",
    ]
    #expect(items.first?.unknown?.content == text)
    #expect(try Format.xml.encodedItems(items, with: Feed.registry) == text)
  }

  // MARK: - Dates

  @Test func `YAML keeps a date as a quoted string`() throws {
    let document = "items:\n- type: OPERA\n  on: 1900-01-14\n"
    #expect(try content(document, .yaml) == ["type": "OPERA", "on": "1900-01-14"])
    #expect(try reencoded(document, .yaml) == "items:\n- type: OPERA\n  on: '1900-01-14'\n")
  }

  @Test(arguments: ["1900-01-14", "1900-01-14T20:00:00", "1900-01-14T20:00:00Z", "20:00:00"])
  func `TOML loses a date and reports it`(_ date: String) throws {
    let document = "items = [{type = 'OPERA', on = \(date), house = {on = \(date), acts = 3}}]"
    let (feed, report) = try DecodingReport.collecting {
      try Format.toml.decode(Feed.self, from: document) { $0.register(Feed.registry) }
    }
    #expect(
      feed.items.first?.unknown?.content == ["type": "OPERA", "house": ["acts": 3]]
    )
    #expect(
      Set(report.issues.map(\.codingPath.simplified)) == ["items[0].on", "items[0].house.on"]
    )
    #expect(report.issues.allSatisfy { $0.action == .dropped })
  }

  @Test func `TOML loses the whole of an array with a date`() throws {
    let document = "items = [{type = 'OPERA', days = [1900-01-14, 1900-01-15], acts = [1, 2]}]"
    let (feed, report) = try DecodingReport.collecting {
      try Format.toml.decode(Feed.self, from: document) { $0.register(Feed.registry) }
    }
    #expect(feed.items.first?.unknown?.content == ["type": "OPERA", "acts": [1, 2]])
    #expect(report.issues.map(\.codingPath.simplified) == ["items[0].days"])
  }

  @Test func `an issue about a date describes the error`() throws {
    let (_, report) = try DecodingReport.collecting {
      try Format.toml.decode(Feed.self, from: "items = [{type = 'OPERA', on = 1900-01-14}]") {
        $0.register(Feed.registry)
      }
    }
    let issue = try #require(report.issues.first)
    #expect(!"\(issue)".contains("Captured"))
  }

  // MARK: - From one format to another

  @Test func `an element kept from XML can be encoded as YAML and TOML`() throws {
    let items = try Format.xml.items([["type": "OPERA", "acts": 3]], with: Feed.registry)
    let expected: PayloadValue = [["type": "OPERA", "acts": "3"]]
    #expect(try Format.yaml.encodedItems(items, with: Feed.registry) == expected)
    #expect(try Format.toml.encodedItems(items, with: Feed.registry) == expected)
  }

  @Test func `TOML omits a null kept from YAML`() throws {
    let items = try Format.yaml.items(
      [["type": "OPERA", "none": .null, "acts": 3]],
      with: Feed.registry
    )
    #expect(
      try Format.toml.encodedItems(items, with: Feed.registry) == [["type": "OPERA", "acts": 3]]
    )
  }

  @Test func `XML encodes a null kept from YAML as an empty element`() throws {
    let opera: PayloadValue = ["type": "OPERA", "none": .null, "acts": ["1", .null, "3"]]
    let items = try Format.yaml.items([opera], with: Feed.registry)
    #expect(
      try Format.xml.encodedItems(items, with: Feed.registry)
        == ["type": "OPERA", "none": "", "acts": ["1", "", "3"]]
    )
  }

  @Test func `TOML can't encode an array with a null kept from YAML`() throws {
    let opera: PayloadValue = ["type": "OPERA", "acts": [1, .null, 3]]
    let items = try Format.yaml.items([opera], with: Feed.registry)
    #expect(items.first?.unknown?.content == opera)
    let found = try fault { try Format.toml.encode(Items(items: items)) }
    #expect(found.kind == .unwritable)
    #expect(found.path.hasPrefix("items[0]"))
  }

  @Test func `TOML can't encode a null element kept from YAML`() throws {
    var registry = Feed.registry
    registry.policies.missing = .keep
    let items = try Format.yaml.items([.null, 3], with: registry)
    let found = try fault { try Format.toml.encode(Items(items: items)) }
    #expect(found == Fault(.unwritable, "items[0]"))
  }

  @Test func `TOML can't encode an integer beyond Int64 kept from YAML`() throws {
    let items = try Format.yaml.items(
      [["type": "OPERA", "n": .unsigned(.max)]],
      with: Feed.registry
    )
    let found = try fault { try Format.toml.encode(Items(items: items)) }
    #expect(found == Fault(.unwritable, "items[0].n"))
  }
}
