import Formats
import Medley
import MedleyResilience
import Testing

/// Lossless values, lenient Booleans, defaults, fields and identifiers.
@Suite struct ResilienceTests {
  struct Lossless: Codable, Equatable {
    @MedleyResilience.Lossless var text: String
    @MedleyResilience.Lossless var count: Int
    @MedleyResilience.Lossless var ids: [Int]
    @MedleyResilience.Lossless var rating: Double?
  }

  @Test(arguments: Format.allCases)
  func `encodes lossless values unchanged`(_ format: Format) throws {
    let tree: PayloadValue = ["text": 12, "count": "3", "ids": ["1", 2, "3"], "rating": "2.5"]
    var value = try format.read(Lossless.self, tree)
    #expect(value == Lossless(text: "12", count: 3, ids: [1, 2, 3], rating: 2.5))
    #expect(try format.written(value) == format.image(of: tree))
    value.text = "13"
    value.count += 1
    value.ids[0] = 9
    #expect(
      try format.written(value)
        == format.image(of: ["text": 13, "count": "4", "ids": ["9", 2, "3"], "rating": "2.5"])
    )
  }

  @Test(arguments: Format.allCases, ["x", "", "4.5", " 1", "9223372036854775808"])
  func `lossless values refuse conversions that lose information`(
    _ format: Format,
    _ text: String
  ) throws {
    // XMLCoder trims text.
    guard format != .xml || text != " 1" else { return }
    let tree: PayloadValue = ["text": "", "count": .string(text), "ids": [1, 2]]
    let found = try fault { try format.read(Lossless.self, tree) }
    #expect(found == Fault(.corrupted, "count"))
  }

  @Test(arguments: ["007", "1.10", "0x10", "1_000", "yes", "12e3", "1e400"])
  func `a string of YAML is its text`(_ text: String) throws {
    let item = try Format.yaml.decode(
      Single<MedleyResilience.Lossless<String>>.self,
      from: "item: \(text)\n"
    ).item
    #expect(item.wrappedValue == text)
    #expect(try Format.yaml.encode(Single(item: item)) == "item: '\(text)'\n")
  }

  @Test func `an integer of TOML isn't a fraction`() throws {
    let found = try fault {
      try Format.toml.decode(Single<MedleyResilience.Lossless<Double>>.self, from: "item = 12\n")
    }
    #expect(found == Fault(.mismatch, "item"))
  }

  @Test func `XML reads more spellings of Booleans and writes words`() throws {
    let document = "<feed><item>1</item></feed>"
    let item = try Format.xml.decode(Single<MedleyResilience.Lossless<Bool>>.self, from: document)
    #expect(item.item.wrappedValue)
    #expect(try Format.xml.tree(Format.xml.encode(item)) == ["item": "true"])
  }

  // MARK: - Lenient Booleans

  @Test(
    arguments: Format.allCases,
    [("true", true), ("0", false), ("1", true), ("\"no\"", false), ("\"Y\"", true)]
  )
  func `lenient Booleans keep their spelling`(
    _ format: Format,
    _ sample: (spelling: String, value: Bool)
  ) throws {
    let document =
      switch format {
      case .yaml: "item: \(sample.spelling)\n"
      case .toml: "item = \(sample.spelling)\n"
      case .xml: "<feed><item>\(sample.spelling.replacing("\"", with: ""))</item></feed>\n"
      }
    let item = try format.decode(Single<LenientBool>.self, from: document)
    #expect(item.item.wrappedValue == sample.value)
    #expect(try format.tree(format.encode(item)) == format.tree(document))
  }

  @Test(arguments: Format.allCases)
  func `other values aren't Booleans`(_ format: Format) throws {
    for item: PayloadValue in [2, "maybe", "TRUE"] {
      let found = try fault { try format.read(Single<LenientBool>.self, ["item": item]) }
      #expect(found == Fault(.mismatch, "item"))
    }
  }

  @Test func `unquoted words of YAML are Booleans`() throws {
    for (word, value) in [("yes", true), ("off", false), ("False", false)] {
      let item = try Format.yaml.decode(Single<LenientBool>.self, from: "item: \(word)\n")
      #expect(item.item.wrappedValue == value)
      #expect(try Format.yaml.encode(item) == "item: \(value)\n")
    }
  }

  // MARK: - Defaults and nothing

  struct Defaults: Codable, Equatable {
    @Defaulted<MedleyResilience.Defaults.Zero> var count: Int
    @Defaulted<MedleyResilience.Defaults.Empty> @Lossy var tags: [Int]
    @OmittedWhenEmpty var notes: [Int]
    @NullWhenNil var due: Int?
  }

  @Test(arguments: Format.allCases)
  func `an absent member has its default`(_ format: Format) throws {
    let (value, report) = try DecodingReport.collecting {
      try format.read(Defaults.self, ["other": 1])
    }
    #expect(value.count == 0 && value.tags == [] && value.notes == [] && value.due == nil)
    #expect(report.isClean)
    let null: PayloadValue = ["count": 0, "tags": [], "due": .null]
    #expect(try format.written(value) == format.image(of: null))
    #expect(try format.decode(Defaults.self, from: format.encode(value)) == value)
  }

  @Test(arguments: Format.allCases)
  func `an invalid value is an error or an issue`(_ format: Format) throws {
    let found = try fault { try format.read(Defaults.self, ["count": "x"]) }
    #expect(found.path == "count")
    let (value, report) = try DecodingReport.collecting {
      try format.read(Defaults.self, ["tags": [1, "x", 2]])
    }
    #expect(value.tags == [1, 2])
    #expect(report.issues.map(LossyTests.line) == ["tags[1] dropped"])
  }

  @Test func `null of YAML gives the default and an empty element of XML doesn't`() throws {
    let value = try Format.yaml.read(Defaults.self, ["count": .null, "notes": .null])
    #expect(value.count == 0 && value.notes == [])
    for key in ["count", "notes"] {
      let found = try fault { try Format.xml.decode(Defaults.self, from: "<feed><\(key)/></feed>") }
      #expect(found.path == key)
    }
  }

  // MARK: - Fields

  struct Patch: Codable, Equatable {
    var name: FieldValue<String> = .absent
    var age: FieldValue<Int> = .absent
  }

  @Test(arguments: Format.allCases)
  func `fields are absent or have a value`(_ format: Format) throws {
    let patch = Patch(name: .value("Ada"))
    #expect(try format.written(Patch(age: .value(4))) == format.image(of: ["age": 4]))
    #expect(try format.decode(Patch.self, from: format.encode(patch)) == patch)
    #expect(try fault { try format.read(Patch.self, ["age": "x"]) }.path == "age")
  }

  @Test func `only YAML has null fields`() throws {
    let null = Patch(name: .null)
    #expect(try Format.yaml.decode(Patch.self, from: Format.yaml.encode(null)) == null)
    // TOML omits null, and XML has an empty text.
    #expect(try Format.toml.decode(Patch.self, from: Format.toml.encode(null)) == Patch())
    #expect(
      try Format.xml.decode(Patch.self, from: Format.xml.encode(null)) == Patch(name: .value(""))
    )
    let number = try Format.xml.encode(Patch(age: .null))
    #expect(try fault { try Format.xml.decode(Patch.self, from: number) }.path == "age")
  }

  // MARK: - Identifiers and keys

  enum Author {}
  enum Invoice {}

  struct Ratings: Codable, Equatable {
    var best: Identifier<Author>
    var ratings: [Identifier<Author>: Int]
    @Lossy var totals: [TypedIdentifier<Invoice, Int>: Int]
  }

  @Test(arguments: Format.allCases)
  func `identifiers are plain values and keys`(_ format: Format) throws {
    // A number isn't a valid element name in XML.
    let totals: PayloadValue = format == .xml ? ["x": 1] : ["7": 1, "x": 2]
    let tree: PayloadValue = ["best": "ada", "ratings": ["ada": 5, "alan": 4], "totals": totals]
    let (value, report) = try DecodingReport.collecting { try format.read(Ratings.self, tree) }
    #expect(value.best == "ada" && value.ratings == ["ada": 5, "alan": 4])
    #expect(value.totals == (format == .xml ? [:] : [7: 1]))
    #expect(report.issues.map(LossyTests.line) == ["totals.x dropped"])
    let empty = try fault { try format.read(Single<Identifier<Author>>.self, ["item": ""]) }
    #expect(empty == Fault(.corrupted, "item"))
  }

  @Test(arguments: Format.allCases)
  func `a lossy list of lenient and lossless values ends`(_ format: Format) throws {
    let tree: PayloadValue = ["item": ["x", 1, "yes", 2, "0"]]
    let votes = try format.read(Votes.self, tree).item
    #expect(votes == (format == .xml ? [true, true, false] : [true, true]))
    #expect(try format.read(IDs.self, tree).item == [1, 2, 0])
  }

  struct Votes: Codable {
    @Lossy var item: [LenientBool]
  }

  struct IDs: Codable {
    @Lossy @MedleyResilience.Lossless var item: [Int]
  }
}

extension Format {
  /// Decodes a tree, written as a document of this format first.
  fileprivate func read<Value: Decodable>(
    _ type: Value.Type,
    _ tree: PayloadValue
  ) throws -> Value {
    try decode(type, from: document(tree))
  }

  /// Encodes a value, and reads what was written.
  fileprivate func written(_ value: some Encodable) throws -> PayloadValue {
    try tree(encode(value))
  }
}
