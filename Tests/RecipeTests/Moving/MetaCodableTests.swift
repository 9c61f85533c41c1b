import Foundation
import Medley
import MedleyComposition
import MedleyFoundation
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// What the article *Moving to Medley* writes in place of MetaCodable.
@Suite struct MetaCodableTests {
  // MARK: - Keys

  struct Additional: Codable, Hashable {
    var elevation: Double
  }

  struct Place: FieldDecodable, FieldEncodable, Hashable {
    var name: String
    var elevation: Double
    var founded: Int

    init(fields: inout FieldReader) throws {
      name = try fields.decodeIfPresent("title") ?? fields.decode("name")
      elevation = try fields.decode("additional", as: Additional.self).elevation
      founded = try fields.decode("founding_year")
    }

    func encode(fields: inout FieldWriter) throws {
      try fields.encode("title", name)
      try fields.encode("additional", Additional(elevation: elevation))
      try fields.encode("founded", founded)
    }
  }

  @Test(arguments: Backend.allCases)
  func `a type names its keys for each direction`(_ backend: Backend) throws {
    let place = try backend.decode(
      Place.self,
      from: #"{"title":"Rome","additional":{"elevation":21.5},"founding_year":-753}"#
    )
    #expect(place.name == "Rome" && place.elevation == 21.5 && place.founded == -753)
    try backend.expect(
      place,
      encodesTo: #"{"title":"Rome","additional":{"elevation":21.5},"founded":-753}"#
    )
    let other = try backend.decode(
      Place.self,
      from: #"{"name":"Rome","additional":{"elevation":21.5},"founding_year":-753}"#
    )
    #expect(other == place)
  }

  struct Vehicle: Codable, Hashable {
    var id: Int
    var name: String
  }

  struct CarDetails: Codable, Hashable {
    var brand: String
  }

  struct Car: ComposedCodable, Hashable {
    var base: Vehicle
    var details: CarDetails

    static let composition = Composition(Car.init, \.base, \.details)
  }

  @Test(arguments: Backend.allCases)
  func `parts share one object`(_ backend: Backend) throws {
    let car = try backend.keep(Car.self, #"{"id":5,"name":"Dzire","brand":"Maruti"}"#)
    #expect(
      car
        == Car(
          base: Vehicle(id: 5, name: "Dzire"),
          details: CarDetails(brand: "Maruti")
        )
    )
  }

  struct Session: Codable, Hashable {
    var user: String
    var isOpen = false
    @OmittedWhenEmpty var tags: [String]

    private enum CodingKeys: CodingKey {
      case user
      case tags
    }
  }

  @Test(arguments: Backend.allCases)
  func `properties and empty values are left out`(_ backend: Backend) throws {
    let session = try backend.decode(Session.self, from: #"{"user":"ada","isOpen":true}"#)
    #expect(session == Session(user: "ada", isOpen: false, tags: []))
    try backend.expect(session, encodesTo: #"{"user":"ada"}"#)
  }

  // MARK: - Values

  enum Some: DefaultSource {
    static let defaultValue = "some"
  }

  enum GermanDates: DateSource {
    static let formats: [DateFormat] = [.pattern("dd.MM.yyyy HH:mm")]
  }

  typealias GermanDate<Value: DateValue> = FormattedDate<GermanDates, Value>

  struct Values: Codable, Hashable {
    @Lossy @Defaulted<Some> var field: String
    @Defaulted<Some> var other: String
    @Lossless var sku: Int
    @LenientBool var inStock: Bool
    @Lossy var data: [String]
    @Defaulted<Defaults.Empty> @Lossy @Lossless var codes: [Int]
    @SecondsDate var seconds: Date
    @MillisecondsDate var milliseconds: Date
    @ISO8601Date var text: Date
    @GermanDate var german: Date
  }

  @Test(arguments: Backend.allCases)
  func `wrappers stand for helper coders`(_ backend: Backend) throws {
    let dates = #"""
      "seconds":1,"milliseconds":1500,"text":"1970-01-01T00:00:01Z","german":"01.01.1970 00:01"
      """#
    let values = try backend.keep(
      Values.self,
      #"""
      {"field":"a","other":"b","sku":"4","inStock":"yes","data":["c"],"codes":[1,"2"],\#(dates)}
      """#
    )
    #expect(values.sku == 4 && values.inStock && values.codes == [1, 2])
    #expect(values.seconds == values.text)
    #expect(values.milliseconds == Date(timeIntervalSince1970: 1.5))
    #expect(values.german == Date(timeIntervalSince1970: 60))
    let left = try backend.decode(
      Values.self,
      from: #"{"field":5,"sku":4,"inStock":1,"data":["c",4],"codes":"x",\#(dates)}"#
    )
    #expect(left.field == "some" && left.other == "some" && left.data == ["c"] && left.codes == [])
    let strict = #"{"other":5,"sku":4,"inStock":1,"data":[],"codes":[],\#(dates)}"#
    #expect(try backend.fault(Values.self, strict) == "typeMismatch at other")
  }

  struct Reading: Codable {
    var value: Double
  }

  @Test func `both coders have a strategy for infinity`() throws {
    let data = Data(#"{"value":"+inf"}"#.utf8)
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    #expect(try decoder.decode(Reading.self, from: data).value == .infinity)
    let engine = PolymorphicJSONDecoder()
    engine.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    #expect(try engine.decode(Reading.self, from: data).value == .infinity)
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    #expect(try encoder.encode(Reading(value: .infinity)) == data)
    let writer = PolymorphicJSONEncoder()
    writer.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    #expect(try writer.encode(Reading(value: .infinity)) == data)
  }

  // MARK: - Enums

  struct Load: Codable, Hashable {
    var key: String
  }

  enum External: PolymorphicEnum, Hashable {
    case load(Load)

    static let registry = PolymorphicRegistry<External>(.external) {
      try $0.register(for: "load", as: External.load)
    }
  }

  enum Synthesized: PolymorphicEnum, Hashable {
    case load(Load)

    static let registry = PolymorphicRegistry<Synthesized>(.synthesized) {
      try $0.register(for: "load", as: Synthesized.load)
    }
  }

  enum Command: PolymorphicEnum, Hashable {
    case load(Load)
    case store(key: String, value: Int)
    case fail(String)
    case cancel(Load)

    static let registry = PolymorphicRegistry<Command>("type") {
      try $0.register(for: "load", "fetch", as: Command.load)
      try $0.register(for: 2) { fields in
        .store(key: try fields.decode("key"), value: try fields.decode("value"))
      } encoding: {
        guard case .store(let key, let value) = $0 else { return nil }
        return ["key": key, "value": value]
      }
      // Only decoded, and only encoded.
      try $0.register(for: "fail") { .fail(try $0.decode("text")) }
      try $0.register(for: "cancel", options: .onlyEncoded, as: Command.cancel)
    }
  }

  enum Block: PolymorphicEnum, Hashable {
    case paragraph([String])
    case text(String)

    static let registry = PolymorphicRegistry<Block>(.adjacent(tag: "t", content: "c")) {
      try $0.register(for: "para", as: Block.paragraph)
      try $0.register(for: "str", as: Block.text)
    }
  }

  enum Scalar: PolymorphicEnum, Hashable {
    case flag(Bool)
    case count(Int)
    case text(String)

    static let registry = PolymorphicRegistry<Scalar>(.firstMatch) {
      try $0.register(for: "flag", as: Scalar.flag)
      try $0.register(for: "count", as: Scalar.count)
      try $0.register(for: "text", as: Scalar.text)
    }
  }

  enum Kinds: PolymorphicEnum, Hashable {
    case flag(Bool)
    case count(Int)
    case text(String)

    static let registry = PolymorphicRegistry<Kinds>(.jsonKind) {
      try $0.register(for: "boolean", as: Kinds.flag)
      try $0.register(for: "integer", as: Kinds.count)
      try $0.register(for: "string", as: Kinds.text)
    }
  }

  @Test(arguments: Backend.allCases)
  func `a registry describes how an enum is tagged`(_ backend: Backend) throws {
    #expect(
      try backend.keep([External].self, #"[{"load":{"key":"a"}}]"#) == [.load(Load(key: "a"))]
    )
    #expect(
      try backend.keep([Synthesized].self, #"[{"load":{"_0":{"key":"a"}}}]"#)
        == [.load(Load(key: "a"))]
    )
    #expect(
      try backend.keep(
        [Command].self,
        #"[{"type":"load","key":"a"},{"type":2,"key":"b","value":42}]"#
      ) == [.load(Load(key: "a")), .store(key: "b", value: 42)]
    )
    #expect(
      try backend.keep([Block].self, #"[{"t":"para","c":["a","b"]},{"t":"str","c":"d"}]"#)
        == [.paragraph(["a", "b"]), .text("d")]
    )
    #expect(
      try backend.keep([Scalar].self, #"[true,12,"a"]"#) == [.flag(true), .count(12), .text("a")]
    )
    #expect(
      try backend.keep([Kinds].self, #"[true,12,"a"]"#) == [.flag(true), .count(12), .text("a")]
    )
  }

  @Test(arguments: Backend.allCases)
  func `a case has several tags, and may go one way`(_ backend: Backend) throws {
    let commands = try backend.decode(
      [Command].self,
      from: #"[{"type":"fetch","key":"a"},{"type":"fail","text":"b"}]"#
    )
    #expect(commands == [.load(Load(key: "a")), .fail("b")])
    try backend.expect([commands[0]], encodesTo: #"[{"type":"load","key":"a"}]"#)
    #expect(throws: EncodingError.self) { try backend.encode([Command.fail("b")]) }
    let cancel = #"[{"type":"cancel","key":"c"}]"#
    try backend.expect([Command.cancel(Load(key: "c"))], encodesTo: cancel)
    #expect(try backend.fault([Command].self, cancel) == "dataCorrupted at [0].type")
  }

  // MARK: - Protocols

  protocol Post: Codable, Sendable {
    var likes: Int { get }
  }

  struct TextPost: Post, Hashable {
    var likes: Int
    var text: String
  }

  struct PicturePost: Post, Hashable {
    var likes: Int
    var url: String
  }

  static let posts = PolymorphicRegistry<any Post>(
    "type",
    ["text": TextPost.self, "picture": PicturePost.self, "photo": PicturePost.self]
  )

  @Test(arguments: Backend.allCases)
  func `a registry lists the types of a protocol and their tags`(_ backend: Backend) throws {
    let feed = try backend.feed(
      #"[{"type":"text","likes":1,"text":"a"},{"type":"photo","likes":2,"url":"b"}]"#,
      Self.posts
    )
    #expect(feed.known.map(\.likes) == [1, 2])
    #expect(
      try backend.encode(feed, with: Self.posts)
        == JSONTree(
          parsing: #"[{"type":"text","likes":1,"text":"a"},{"type":"picture","likes":2,"url":"b"}]"#
        )
    )
  }
}
