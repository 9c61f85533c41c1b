import Medley
import MedleyResilience
import OverrideClient
import TestSupport
import Testing

/// The effect of overrides on plain properties and hand-written initialisers.
@Suite struct OtherOverridesTests {
  private static func check<Value: Holder>(
    _ type: Value.Type,
    _ outcomes: Outcome...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for outcome in outcomes {
      for backend in Backend.allCases {
        try outcome.check(type, on: backend, sourceLocation: sourceLocation)
      }
    }
  }

  /// The standard library's function for each scalar is preferred to a generic one.
  @Test func `doesn't call a generic override for optional numbers`() throws {
    try Self.check(
      OptionalIntHolder.self,
      .keeps("4"),
      .keeps(nil),
      .fails(#""x""#, at: "value")
    )
  }

  @Test func `an override for strings converts values, which are encoded converted`() throws {
    try Self.check(
      StringHolder.self,
      .keeps(#""a""#),
      .decodes("12", as: #""12""#),
      .fails("[]", at: "value")
    )
    try Self.check(
      OptionalStringHolder.self,
      .keeps(nil),
      .decodes("12", as: #""12""#),
      .decodes("[]", as: nil)
    )
  }

  @Test func `an override for Booleans accepts every number and string`() throws {
    try Self.check(
      BoolHolder.self,
      .keeps("true"),
      .decodes("7", as: "true"),
      .decodes(#""yes""#, as: "false"),
      .decodes(#""no""#, as: "false")
    )
  }

  @Test func `an override for arrays drops elements without an issue`() throws {
    try Self.check(
      IntsHolder.self,
      .decodes(#"[1,"x",2]"#, as: "[1,2]"),
      .fails("4", at: "value"),
      .fails(nil, at: "value")
    )
    let movie = UntouchedTypesTests.movie
    try Self.check(
      ElementsHolder.self,
      .decodes("[\(movie),\(UntouchedTypesTests.broken),4]", as: "[\(movie)]")
    )
  }

  @Test func `overrides apply to the parts of a composition`() throws {
    try Self.check(
      ComposedHolder.self,
      .decodes(#"{"title":12,"pages":3,"cast":{}}"#, as: #"{"title":"12","pages":3}"#)
    )
  }

  @Test func `overrides apply to registered payloads`() throws {
    let json = #"[{"type":"MOVIE","title":12,"cast":4}]"#
    for backend in Backend.allCases {
      let feed = try backend.decode([Polymorphic<any Media>].self, from: json) {
        $0.register(.movies)
      }
      let movie = try #require(feed.known.first as? Movie)
      #expect(movie.title == "12")
      #expect(movie.cast == nil)
    }
  }

  // MARK: - Initialisers written by hand

  static let good = """
    {"flag":true,"text":"a","list":[1],"maybe":{"lead":"b"},"count":3,"loose":[1],
     "perhaps":{"lead":"c"},"volume":2}
    """

  @Test func `the concise functions decode correctly`() throws {
    for backend in Backend.allCases {
      let value = try backend.decode(Concise.self, from: Self.good)
      #expect(value.flag)
      #expect(value.text == "a")
      #expect(value.list == [1])
      #expect(value.maybe?.lead == "b")
      #expect(value.count == 3)
      #expect(value.perhaps?.lead == "c")

      let (lossy, report) = try DecodingReport.collecting {
        try backend.decode(
          Concise.self,
          from: """
            {"flag":true,"text":"a","list":[],"maybe":null,"loose":[1,"x"],"perhaps":{},
             "volume":"loud"}
            """
        )
      }
      #expect(lossy.maybe == nil)
      #expect(lossy.count == 7)
      #expect(lossy.loose == [1])
      #expect(lossy.perhaps == nil)
      #expect(lossy.volume == 5)
      #expect(
        report.issues.map { "\($0.recoveredPath.place) \($0.action)" }
          == ["loose[1] dropped", "perhaps defaulted", "volume defaulted"]
      )
    }
  }

  @Test(arguments: [
    (#""flag":1"#, "flag"), (#""text":12"#, "text"), (#""list":[1,"x"]"#, "list[1]"),
    (#""maybe":{}"#, "maybe.lead"), (#""count":"x""#, "count"),
  ])
  func `the concise functions throw for invalid values`(_ member: String, _ place: String) throws {
    let name = member.prefix { $0 != ":" }
    let good = try JSONTree(parsing: Self.good).members ?? []
    let kept = good.filter { "\"\($0.key)\"" != name }.map { "\"\($0.key)\":\($0.value.text)" }
    let json = "{\((kept + [member]).joined(separator: ","))}"
    for backend in Backend.allCases {
      let error = try #require(throws: DecodingError.self) {
        try backend.decode(Concise.self, from: json)
      }
      #expect(error.place == place)
    }
  }

  @Test func `the standard library's functions call the overrides`() throws {
    let value = try Backend.json.decode(
      Verbose.self,
      from: #"{"flag":1,"list":[1,"x"],"maybe":{}}"#
    )
    #expect(value.flag)
    #expect(value.list == [1])
    #expect(value.maybe == nil)
  }

  @Test func `wrappers decode correctly by their types`() throws {
    for backend in Backend.allCases {
      let (value, report) = try DecodingReport.collecting {
        try backend.decode(
          Explicit.self,
          from: #"{"hero":{"type":"X"},"tags":["a",1],"field":null}"#
        ) { $0.register(.movies) }
      }
      #expect(value.hero.projectedValue?.unknown?.tag == "X")
      #expect(value.tags.wrappedValue == ["a"])
      #expect(value.field.isNull)
      #expect(report.issues.count == 1)
      let absent = try backend.decode(Explicit.self, from: #"{"tags":[]}"#) {
        $0.register(.movies)
      }
      #expect(absent.hero.projectedValue == nil)
      #expect(absent.field.isAbsent)
      let error = try #require(throws: DecodingError.self) {
        try backend.decode(Explicit.self, from: #"{"hero":{"type":"MOVIE"},"tags":[]}"#) {
          $0.register(.movies)
        }
      }
      #expect(error.place == "hero.title")
    }
  }
}
