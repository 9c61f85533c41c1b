import Medley
import MedleyResilience
import TestSupport
import Testing

/// Messages showed internal types: `WireKey(stringValue: "d", intValue: nil)`.
@Suite struct InternalNamesTests {
  enum Sample: PolymorphicEnum {
    case film(EnumSamples.Film)
    case number(Int)

    static let registry = PolymorphicRegistry<Sample>("t") {
      try $0.register(for: "F", as: Sample.film)
    }
  }

  struct Holder: Codable {
    @Lossy var list: [Polymorphic<Sample>]
    @Lossy var table: [Int: Polymorphic<Sample>]
    @PolymorphicValue<Sample> var one: Sample?
    @Lossless var text: String
    @Defaulted<Defaults.Zero> var number: Int
    @LenientBool var flag: Bool
  }

  static let discriminators: [Discriminator] = [
    "t", .path("t", "u"), .adjacent(tag: "t", content: "d"), .adjacent(tag: "t"), .external,
    .wrapperArray, .compound("t", "d"), .key("t").or(.external).or(.wrapperArray), .deduced,
    .jsonKind,
  ]

  static let elements = [
    "null", "1", "true", #""F""#, "[]", "{}", #"{"t":null}"#, #"{"t":[]}"#, #"{"t":{}}"#,
    #"{"t":1.5}"#, #"{"t":"X"}"#, #"{"t":"F"}"#, #"{"t":"F","d":null}"#, #"{"t":"F","d":{}}"#,
    #"{"t":"F","d":1}"#, #"{"t":4,"d":{}}"#, #"{"t":4,"4":"a"}"#, #"{"t":{"u":[]}}"#,
    #"{"t":{"u":"F"}}"#, #"{"t":{"u":"X"},"title":[]}"#, #"{"F":{}}"#, #"{"F":{"title":[]}}"#,
    #"{"F":null}"#, #"{"4":"a"}"#, #"{"a":1,"b":2}"#, #"["F"]"#, #"["F",{}]"#, #"["F",null]"#,
    #"[4,"a"]"#, #"[{},{}]"#, #"["F",{},1]"#, #"{"title":"a","minutes":"b"}"#,
    #"{"t":"F","d":1.5}"#,
  ]

  /// The names of internal types.
  static let names = [
    "WireKey", "DictionaryKey", "AnyMember",
    "TagCandidates", "WrittenInteger", "NestedTag", "Ignored", "Attempt", "KeysAsWritten",
    "InOrder",
    "ValueDecoder", "ValueArray", "SharedObjectDecoder", "ObjectReader", "ObjectContainer",
    "MergedObject", "Probe", "Recorder", "Captured", "LossyList", "SampleDecoder",
  ]

  @Test(arguments: Backend.allCases)
  func `errors and issues don't show internal types`(_ backend: Backend) throws {
    var texts: Set<String> = []
    for discriminator in Self.discriminators {
      var registry = PolymorphicRegistry<Sample>(
        discriminator,
        policies: .init(unknown: .throw)
      )
      let isCompound = "\(discriminator)".contains(",")
      try registry.register(for: isCompound ? ["F", 1] : "F", as: Sample.film)
      if "\(discriminator)" != "\(Discriminator.deduced)" {
        try registry.register(for: isCompound ? [4, true] : 4, as: Sample.number)
      }
      for element in Self.elements {
        let holder = """
          {"list":[\(element)],"table":{"1":\(element),"x":1},"one":\(element),"text":"a","number":0,\
          "flag":true}
          """
        for json in ["[\(element)]", holder, "[{\"a\":\(element)}]"]
        where backend.limit(decoding: json) == nil {
          Self.collect(into: &texts) {
            try backend.decode([Polymorphic<Sample>].self, from: json, with: registry)
          }
          Self.collect(into: &texts) {
            try backend.decode(Holder.self, from: json, with: registry)
          }
          Self.collect(into: &texts) {
            try backend.decode([UnknownPayload].self, from: json, with: registry).map {
              try $0.decode(as: Polymorphic<Sample>.self)
            }
          }
        }
      }
      for field in ["list", "table", "one", "text", "number", "flag"] {
        for value in ["null", "{}", "[[]]", "1.5", #""a""#] {
          let json = #"{"text":1,"flag":1,"\#(field)":\#(value)}"#
          guard backend.limit(decoding: json) == nil else { continue }
          Self.collect(into: &texts) {
            try backend.decode(Holder.self, from: json, with: registry)
          }
        }
      }
    }
    #expect(texts.count > 50)
    let wrong = texts.filter { text in Self.names.contains { text.contains($0) } }
    #expect(wrong.isEmpty)
  }

  /// Collects the messages of a call's error and issues.
  private static func collect(into texts: inout Set<String>, _ decode: () throws -> some Any) {
    let (result, report) = DecodingReport.collectingResult { _ = try decode() }
    var errors: [any Error] = report.issues.map(\.error)
    for issue in report.issues { texts.insert("\(issue)") }
    if case .failure(let error) = result { errors.append(error) }
    for error in errors {
      texts.insert("\(error)")
      guard let error = error as? DecodingError else { continue }
      texts.insert(error.summary)
      texts.insert(error.details?.debugDescription ?? "")
      for key in error.details?.codingPath ?? [] {
        texts.insert("\(key) \(String(reflecting: key))")
      }
      if case .keyNotFound(let key, _) = error { texts.insert("\(key) \(String(reflecting: key))") }
    }
  }
}
