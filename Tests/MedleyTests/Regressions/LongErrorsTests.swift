import Foundation
import Medley
import MedleyComposition
import MedleyEngine
import MedleyJSON
import MedleyResilience
import MedleyStreams
import TestSupport
import Testing

/// An integer of a million digits made an error of a megabyte, which logs and responses repeat.
///
/// Every text of an error has at most 1 KB, whatever the payload. A coding path has the keys as they
/// are, and Foundation makes its own errors, unless they pass through an element or a report.
@Suite struct LongErrorsTests {
  typealias Element = Polymorphic<any Media>

  static let long = String(repeating: "x", count: 1_000_000)
  static let digits = String(repeating: "7", count: 1_000_000)
  static let wide = String(repeating: "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}", count: 50_000)

  enum Size: String, Codable, CodingKeyRepresentable {
    case small
  }

  enum Color: ForwardCompatibleCases {
    case red
    case unknown(String)
    static let wireValues: KeyValuePairs = ["RED": Color.red]
  }

  struct Missing: Decodable {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      _ = try container.decode(Int.self, forKey: Key(stringValue: LongErrorsTests.long))
    }
  }

  struct Refusing: Media {
    var title: String { "" }
    struct Refusal: Error { var text: String }
    init(from decoder: any Decoder) throws { throw Refusal(text: LongErrorsTests.long) }
    func encode(to encoder: any Encoder) throws { throw Refusal(text: LongErrorsTests.long) }
  }

  /// Every text of an error and of those inside.
  static func texts(of error: any Error) -> [(name: String, text: String)] {
    var texts: [(String, String)] = []
    switch error {
    case let error as DecodingError:
      texts.append(("summary", error.summary))
      texts.append(("debugDescription", error.details?.debugDescription ?? ""))
      if let cause = error.details?.underlyingError { texts += Self.texts(of: cause) }
    case EncodingError.invalidValue(_, let context):
      texts.append(("debugDescription", context.debugDescription))
      if let cause = context.underlyingError { texts += Self.texts(of: cause) }
    case let error as DiscriminatorError:
      texts += [("fact", error.fact), ("remedy", error.remedy ?? "")]
      texts += [("description", error.description), ("printed", "\(error)")]
      for candidate in error.candidates {
        if let error = candidate.error { texts += Self.texts(of: error) }
      }
    case let error as PayloadError: texts.append(("PayloadError", error.description))
    case let error as JSONError: texts.append(("JSONError", error.description))
    default: break
    }
    return texts
  }

  private static func check(
    _ error: (any Error)?,
    _ name: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    guard let error else {
      Issue.record("\(name): no error", sourceLocation: location)
      return
    }
    let texts = texts(of: error)
    #expect(!texts.isEmpty, "\(name)", sourceLocation: location)
    for (property, text) in texts {
      #expect(
        text.utf8.count <= 1024,
        "\(name), \(property): \(text.utf8.count) bytes, \(text.prefix(80))",
        sourceLocation: location
      )
    }
  }

  private static func thrown(_ body: () throws -> Void) -> (any Error)? {
    do {
      try body()
      return nil
    } catch {
      return error
    }
  }

  static var media: PolymorphicRegistry<any Media> {
    get throws {
      try PolymorphicRegistry<any Media>("type", policies: .init(unknown: .throw))
        .registering(Movie.self, for: "MOVIE")
        .registering(Refusing.self, for: "REFUSING")
    }
  }

  // MARK: - Elements

  static let elements = [
    #"{"type":"\#(long)"}"#, #"{"type":"\#(wide)"}"#, #"{"type":\#(digits)}"#,
    #"{"type":{"\#(long)":1}}"#, #"{"type":"MOVIE","title":"a","minutes":\#(digits)}"#,
    #"{"type":"MOVIE","title":"a","minutes":0.\#(digits)}"#,
    #"{"type":"MOVIE","title":{"\#(long)":1}}"#, #"{"type":"REFUSING"}"#,
  ]

  @Test(arguments: Backend.allJSON, elements.indices)
  func `an error of an element is bounded`(_ backend: Backend, _ element: Int) throws {
    let error = Self.thrown {
      _ = try backend.decode([Element].self, from: "[\(Self.elements[element])]", with: Self.media)
    }
    Self.check(error, "element \(element)")
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(
        Lossy<[String: [Element]]>.self,
        from: #"{"\#(Self.long)":[\#(Self.elements[element])]}"#,
        with: Self.media
      )
    }
    let issue = try #require(report.issues.first)
    #expect(issue.description.utf8.count <= 1024)
    #expect(issue.redactedDescription.utf8.count <= 1024)
    Self.check(issue.error, "issue of element \(element)")
    #expect(throws: DecodingError.self) { try report.requireDropped(atMost: 0) }
    let excess = Self.thrown { try report.requireDropped(atMost: 0) }
    Self.check(excess, "limit of element \(element)")
  }

  @Test(arguments: Backend.allJSON)
  func `an error of every form is bounded`(_ backend: Backend) throws {
    let forms: [(Discriminator, String)] = [
      (.external, #"{"\#(Self.long)":{}}"#),
      (.adjacent(tag: "t", content: "c"), #"{"t":"\#(Self.long)","c":{}}"#),
      (.wrapperArray, #"["\#(Self.long)",{}]"#),
      (.path("a", "b"), #"{"a":{"b":"\#(Self.long)"}}"#),
      (.key("a").or(.key("b")), #"{"b":"\#(Self.long)"}"#),
      (.deduced, #"{"\#(Self.long)":1,"\#(Self.long)y":2}"#),
      (.custom { _ in .string(Self.long) }, "{}"),
    ]
    for (form, json) in forms {
      var registry = PolymorphicRegistry<any Media>(form, policies: .init(unknown: .throw))
      try registry.register(Movie.self, for: "MOVIE")
      let error = Self.thrown {
        _ = try backend.decode([Element].self, from: "[\(json)]", with: registry)
      }
      Self.check(error, "\(form)")
    }
    let registry = try PolymorphicRegistry<any Media>(.compound("a", "b"))
      .registering(Movie.self, for: ["a", "b"])
    var strict = registry
    strict.policies.unknown = .throw
    let error = Self.thrown {
      _ = try backend.decode(
        [Element].self,
        from: #"[{"a":"\#(Self.long)","b":"\#(Self.wide)"}]"#,
        with: strict
      )
    }
    Self.check(error, "compound")
  }

  @Test func `a registry with long tags has bounded errors`() throws {
    var registry = PolymorphicRegistry<any Media>("type", policies: .init(unknown: .throw))
    for number in 0..<20 {
      try registry.register(Movie.self, for: .string("\(number)\(Self.wide)"))
      let pattern = TagPattern("\(number) of \(Self.long)") { _ in false }
      try registry.register(Book.self, matching: pattern)
    }
    let error = Self.thrown {
      _ = try Backend.json.decode([Element].self, from: #"[{"type":"1"}]"#, with: registry)
    }
    Self.check(error, "long tags")
  }

  // MARK: - Paths

  @Test(arguments: Backend.allJSON)
  func `a long path is bounded`(_ backend: Backend) throws {
    let keys = (0..<60).map { "\($0)" + String(repeating: "y", count: 50) }
    let json = keys.reversed().reduce("[1]") { #"{"\#($1)":\#($0)}"# }
    let error = Self.thrown { _ = try backend.decode(Deep.self, from: json) }
    Self.check(error, "path")
    let summary = try #require(error as? DecodingError).summary
    #expect(summary.hasPrefix("[\"0yyy") || summary.hasPrefix("0yyy"))
    #expect(summary.contains("…"))
    #expect(summary.contains("59yyy"))
    #expect(summary.hasSuffix("found an array") || summary.hasSuffix("found a number"))

    let single = Self.thrown {
      _ = try backend.decode([String: Int].self, from: #"{"\#(Self.long)":"a"}"#)
    }
    Self.check(single, "long key")
  }

  indirect enum Deep: Decodable {
    case object([String: Deep])
    case end(Int)

    init(from decoder: any Decoder) throws {
      if decoder.codingPath.count < 60 {
        self = .object(try [String: Deep](from: decoder))
      } else {
        self = .end(try decoder.singleValueContainer().decode(Int.self))
      }
    }
  }

  // MARK: - Plain types and wrappers

  @Test func `an error of the engine is bounded`() throws {
    func check<Value: Decodable>(_ type: Value.Type, _ json: String) {
      let error = Self.thrown { _ = try PolymorphicJSONDecoder().decode(type, from: json) }
      Self.check(error, "\(type)")
    }
    check([Int].self, "[\(Self.digits)]")
    check([Int].self, "[0.\(Self.digits)]")
    check([UInt8].self, "[-\(Self.digits)]")
    check([Int128].self, "[\(Self.digits)]")
    check([Double].self, "[1e\(Self.digits)]")
    check([Float].self, "[\(Self.digits)]")
    check([Decimal].self, #"["\#(Self.digits)"]"#)
    check([Missing].self, "[{}]")
    check([UUID].self, #"["\#(Self.long)"]"#)
    check([Size: Int].self, #"{"\#(Self.long)":1}"#)
    check([JSONText<[Int]>].self, #"["\#(Self.long)"]"#)
    check([Int].self, "[\(Self.long)]")
    check([Int].self, #"["\#(Self.long)\x"]"#)
  }

  @Test(arguments: Backend.allJSON)
  func `an error of a wrapper is bounded`(_ backend: Backend) throws {
    func check<Value: Decodable>(_ type: Value.Type, _ json: String) throws {
      let error = Self.thrown { _ = try backend.decode(type, from: json) }
      Self.check(error, "\(type)")
      let (_, report) = DecodingReport.collectingResult {
        try backend.decode([Attempted<Value>].self, from: "[\(json)]")
      }
      for issue in report.issues { #expect(issue.description.utf8.count <= 1024) }
    }
    try check(LenientBool.self, #""\#(Self.long)""#)
    try check(Lossless<Int>.self, #""\#(Self.long)""#)
    try check(TypedIdentifier<Author, Int>.self, #"{"\#(Self.long)":1}"#)
  }

  struct Attempted<Value: Decodable>: Decodable {
    init(from decoder: any Decoder) throws {
      _ = try? Value(from: decoder)
    }
  }

  struct Author {}

  @Test(arguments: Backend.allJSON)
  func `an issue of a list is bounded`(_ backend: Backend) throws {
    func check<Value: LossyDecodable>(_ type: Value.Type, _ json: String) throws {
      let (_, report) = try DecodingReport.collecting {
        try backend.decode(Lossy<Value>.self, from: json)
      }
      #expect(!report.issues.isEmpty, "\(type)")
      for issue in report.issues {
        #expect(issue.description.utf8.count <= 1024, "\(type)")
        #expect(issue.redactedDescription.utf8.count <= 1024, "\(type)")
        Self.check(issue.error, "\(type)")
      }
    }
    try check([Int].self, #"["\#(Self.long)",{"\#(Self.long)":1}]"#)
    try check([Int: Int].self, #"{"\#(Self.long)":1}"#)
    try check([String: Int].self, #"{"\#(Self.long)":"a"}"#)
    try check([LenientBool].self, #"["\#(Self.long)"]"#)
    try check([Int8].self, "[\(backend.seesBytes ? Self.digits : "1000")]")
  }

  // MARK: - Raw values

  @Test func `the standard library's error of a raw value is bounded on the engine`() throws {
    let json = #""\#(Self.long)""#
    let engine = PolymorphicJSONDecoder()
    Self.check(Self.thrown { _ = try engine.decode(Size.self, from: json) }, "alone")
    Self.check(Self.thrown { _ = try engine.decode([Size].self, from: "[\(json)]") }, "in an array")
    Self.check(
      Self.thrown { _ = try engine.decode(JSONText<[Size]>.self, from: #""[\"\#(Self.long)\"]""#) },
      "in a text"
    )
    var partial = PartialDecoder([Size].self, using: engine)
    Self.check(
      Self.thrown {
        partial.append(Array("[\(json)]".utf8))
        _ = try partial.finish()
      },
      "at the end"
    )
  }

  @Test(arguments: Backend.allJSON)
  func `an error of a raw value inside is bounded`(_ backend: Backend) throws {
    let json = #""\#(Self.long)""#
    func check<Value: Decodable>(_ type: Value.Type, _ json: String) {
      Self.check(Self.thrown { _ = try backend.decode(type, from: json) }, "\(type)")
    }
    check(Preserving<[Size]>.self, "[\(json)]")
    check([Preserving<Size>].self, "[\(json)]")
    check(Preserving<[Preserving<Size>]>.self, "[\(json)]")
  }

  // MARK: - Encoding

  @Test(arguments: Backend.allJSON)
  func `an error of encoding is bounded`(_ backend: Backend) throws {
    struct Stored: Media {
      var type = LongErrorsTests.long
      var title = ""
    }
    var registry = PolymorphicRegistry<any Media>("type")
    try registry.register(Stored.self, for: "STORED")
    let error = Self.thrown {
      _ = try backend.encode([Element.known(Stored())], with: registry)
    }
    Self.check(error, "stored tag")
    let parts = Self.thrown {
      _ = try backend.encode(
        Composed([Self.long: 1], [Self.long: 2])
      )
    }
    Self.check(parts, "parts")
  }

  // MARK: - Streams

  @Test func `an error of a stream is bounded`() throws {
    let decoder = PolymorphicJSONDecoder(try Self.media)
    func check(_ text: String, _ format: FeedFormat) {
      let error = Self.thrown {
        var elements = decoder.elements(of: Element.self, in: Array(text.utf8), as: format)
        while try elements.next() != nil {}
      }
      Self.check(error, "\(format)")
    }
    for element in Self.elements {
      check(element + "\n", .lines)
      check("[\(element)]", .array)
      check("data: \(element)\n\n", .serverSentEvents)
      check("\u{1e}\(element)\n", .textSequence)
    }
    check(#"{"\#(Self.long)":[]}"#, .array(at: Self.wide))
    check(#"{"\#(Self.long)":{}}"#, .array(at: Self.long))
    check("[\(Self.long)]", .array)
    check(Self.long, .lines)
  }
}
