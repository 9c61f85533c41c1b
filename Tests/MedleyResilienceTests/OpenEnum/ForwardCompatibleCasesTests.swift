import Medley
import MedleyResilience
import TestSupport
import Testing

/// Enums with a case that keeps unknown values.
@Suite struct ForwardCompatibleCasesTests {
  enum Color: ForwardCompatibleCases, CodingKeyRepresentable {
    case red
    case blue
    case clear
    case unknown(String)

    static let wireValues: KeyValuePairs = [
      "RED": Color.red, "BLUE": .blue, "NAVY": .blue,
    ]
  }

  enum Stars: ForwardCompatibleCases, CodingKeyRepresentable {
    case none
    case many
    case unknown(Int)

    static let wireValues: KeyValuePairs = [0: Stars.none, 5: .many]
  }

  /// An enum with a second case that holds a value of the same type.
  enum Shade: ForwardCompatibleCases {
    case dark
    case mixed(String)
    case unknown(String)

    static let wireValues: KeyValuePairs = ["DARK": Shade.dark]
  }

  /// An enum that provides the unknown value without reflection.
  enum Handmade: ForwardCompatibleCases {
    case on
    case unknown(String)

    static let wireValues: KeyValuePairs = ["ON": Handmade.on]

    var unknownWireValue: String? { if case .unknown(let value) = self { value } else { nil } }
  }

  struct Paint: Codable, Hashable {
    var color: Color
    var stars: Stars?
  }

  @Test(arguments: ["K", "KEY", "a;b", "`", "plain", "é", "Å"])
  func `an unknown value is encoded as it came, also after an equivalent one`(_ text: String) throws
  {
    let equivalents = [
      text, text.replacing("K", with: "\u{212A}"), text.replacing(";", with: "\u{37E}"),
      text.replacing("`", with: "\u{1FEF}"), text.replacing("é", with: "e\u{301}"),
      text.replacing("Å", with: "\u{212B}"), text.replacing("Å", with: "A\u{30A}"),
    ]
    for text in equivalents + equivalents.reversed() + equivalents {
      // From its bytes, so that no part of the test compares equivalent texts.
      #expect(Array(try #require(Color.unknown(text).wireValue).utf8) == Array(text.utf8))
      #expect(Array(try #require(Shade.unknown(text).wireValue).utf8) == Array(text.utf8))
    }
    #expect(Shade.mixed(text).wireValue == nil)
  }

  @Test func `more unknown values than are cached are encoded as they came`() async {
    await withTaskGroup(of: Void.self) { group in
      for part in 0..<4 {
        group.addTask {
          for number in (part * 100)..<(part * 100 + 200) {
            #expect(Color.unknown("\(number)").wireValue == "\(number)")
            #expect(Stars.unknown(number + 6).wireValue == number + 6)
          }
        }
      }
    }
  }

  @Test func `a listed value makes its case and any other is kept`() {
    #expect(Color(wireValue: "RED") == .red)
    #expect(Color(wireValue: "GREEN") == .unknown("GREEN"))
    #expect(Color.red.wireValue == "RED")
    #expect(Color.unknown("GREEN").wireValue == "GREEN")
    #expect(Color.clear.wireValue == nil)
    #expect(Color.unknown("GREEN").unknownWireValue == "GREEN")
    #expect(Color.red.unknownWireValue == nil)
    #expect(Stars(wireValue: 5) == .many)
  }

  @Test func `encodes the first of several values of one case`() {
    #expect(Color(wireValue: "NAVY") == .blue)
    #expect(Color.blue.wireValue == "BLUE")
  }

  @Test(arguments: Backend.allCases)
  func `a round trip keeps every value`(_ backend: Backend) throws {
    let json = #"[{"color":"RED","stars":5},{"color":"GREEN","stars":3},{"color":""}]"#
    let paints = try backend.decode([Paint].self, from: json)
    #expect(
      paints == [
        Paint(color: .red, stars: .many), Paint(color: .unknown("GREEN"), stars: .unknown(3)),
        Paint(color: .unknown("")),
      ]
    )
    #expect(try backend.encode(paints) == JSONTree(parsing: json))
    #expect(try backend.roundTrip(paints) == paints)
    let colors: Set<Color> = [.red, .unknown("GREEN"), .unknown("GREEN")]
    #expect(try backend.roundTrip(colors) == colors)
  }

  @Test(arguments: Backend.allCases)
  func `an unknown value isn't an issue`(_ backend: Backend) throws {
    let (_, report) = try DecodingReport.collecting {
      try backend.decode([Color].self, from: #"["GREEN"]"#)
    }
    #expect(report.isClean)
  }

  @Test(arguments: Backend.allCases)
  func `encodes a dictionary with such keys as an object`(_ backend: Backend) throws {
    let json = #"{"RED":1,"GREEN":2}"#
    let colors = try backend.decode([Color: Int].self, from: json)
    #expect(colors == [.red: 1, .unknown("GREEN"): 2])
    #expect(try backend.encode(colors) == JSONTree(parsing: json))
    let stars = try backend.decode([Stars: Int].self, from: #"{"5":1,"3":2}"#)
    #expect(stars == [.many: 1, .unknown(3): 2])
    #expect(try backend.encode(stars) == JSONTree(parsing: #"{"5":1,"3":2}"#))
  }

  @Test(arguments: Backend.allCases)
  func `encoding a case without a value is an error with a remedy`(_ backend: Backend) throws {
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Paint(color: .red), Paint(color: .clear)])
    }
    #expect(error.place == "[1].color")
    let text = try #require(error.details?.debugDescription)
    #expect(text.contains("The case clear of Color has no value"))
    #expect(text.contains("wireValues"))
    #expect(text.contains("unknownWireValue"))
  }

  @Test(arguments: Backend.allCases)
  func `encoding a case without a value is an error whatever it holds`(_ backend: Backend) throws {
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Shade.dark, .unknown("x"), .mixed("y")])
    }
    #expect(error.place == "[2]")
    #expect(error.details?.debugDescription.contains("mixed") == true)
  }

  @Test(arguments: Backend.allCases)
  func `the unknown value can be provided by hand`(_ backend: Backend) throws {
    let json = #"["ON","STANDBY"]"#
    let switches = try backend.decode([Handmade].self, from: json)
    #expect(switches == [.on, .unknown("STANDBY")])
    #expect(try backend.encode(switches) == JSONTree(parsing: json))
  }

  @Test(
    arguments: Backend.allCases,
    [
      (#"[{"color":7}]"#, DecodingError.Kind.typeMismatch, "[0].color"),
      (#"[{"color":{"RED":1}}]"#, .typeMismatch, "[0].color"),
      (#"[{"color":"RED","stars":"many"}]"#, .typeMismatch, "[0].stars"),
      (#"[{}]"#, .keyNotFound, "[0].color"),
    ]
  )
  func `a value of another kind is an error at its path`(
    _ backend: Backend,
    _ sample: (json: String, kind: DecodingError.Kind, place: String)
  ) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([Paint].self, from: sample.json)
    }
    #expect(error.kind == sample.kind)
    #expect(error.place == sample.place)
  }

  @Test func `null is an error`() throws {
    let error = try #require(throws: DecodingError.self) {
      try Backend.json.decode([Color].self, from: #"["RED",null]"#)
    }
    #expect(error.kind == .valueNotFound)
    #expect(error.place == "[1]")
  }
}
