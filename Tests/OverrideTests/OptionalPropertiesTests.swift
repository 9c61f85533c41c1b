import Medley
import MedleyResilience
import OverrideClient
import TestSupport
import Testing

/// Optional properties, which an override of `decodeIfPresent` decodes.
@Suite struct OptionalPropertiesTests {
  static let movie = UntouchedTypesTests.movie
  static let broken = UntouchedTypesTests.broken
  static let unknown = UntouchedTypesTests.unknown

  /// Checks that valid values are decoded and invalid ones are nil without an issue.
  private static func check<Value: Holder>(
    _ type: Value.Type,
    good: [String],
    lost: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcomes =
      good.map { Outcome.keeps($0) } + lost.map { Outcome.decodes($0, as: nil) }
      + [.keeps(nil), .decodes("null", as: nil)]
    for outcome in outcomes {
      for backend in Backend.allCases {
        try outcome.check(type, on: backend, sourceLocation: sourceLocation)
      }
    }
  }

  @Test func `invalid values of every type become nil without an issue`() throws {
    try Self.check(
      OptionalPolymorphicHolder.self,
      good: [Self.movie, Self.unknown],
      lost: [Self.broken, "4", #"{"title":"a"}"#, #"{"type":[]}"#]
    )
    try Self.check(
      OptionalElementsHolder.self,
      good: ["[\(Self.movie),\(Self.unknown)]", "[]"],
      lost: ["[\(Self.movie),\(Self.broken)]", "4"]
    )
    try Self.check(
      OptionalItemHolder.self,
      good: [Self.movie, Self.unknown],
      lost: [Self.broken, "4"]
    )
    try Self.check(
      OptionalComposedHolder.self,
      good: [#"{"title":"a","pages":3}"#],
      lost: [#"{"title":"a"}"#]
    )
    try Self.check(OptionalLenientBoolHolder.self, good: ["1", #""no""#], lost: ["2", "[]"])
    try Self.check(
      OptionalOneOrManyHolder.self,
      good: ["1", "[1,2]"],
      lost: [#""x""#, #"[1,"x"]"#]
    )
    try Self.check(OptionalIdentifierHolder.self, good: [#""ada""#], lost: [#""""#, "12"])
    try Self.check(
      OptionalOpenEnumHolder.self,
      good: [#""DRAMA""#, #""WESTERN""#],
      lost: ["4", "[]"]
    )
    try Self.check(OptionalKindHolder.self, good: [#""MOVIE""#], lost: ["4"])
    try Self.check(OptionalColorHolder.self, good: [#""RED""#, #""GREEN""#], lost: ["4"])
    try Self.check(
      OptionalPercentageHolder.self,
      good: [#"{"percent":4}"#],
      lost: [#"{"percent":-4}"#, "{}"]
    )
    try Self.check(OptionalCastHolder.self, good: [#"{"lead":"a"}"#], lost: ["{}", "4"])
    try Self.check(OptionalGenreHolder.self, good: [#""DRAMA""#], lost: [#""WESTERN""#, "4"])
    try Self.check(OptionalIntsHolder.self, good: ["[1,2]", "[]"], lost: [#"[1,"x",2]"#, "4"])
  }

  /// Without the override it would be nil: the override decodes null.
  @Test func `an optional FieldValue keeps null`() throws {
    for backend in Backend.allCases {
      let holder = try backend.decode(OptionalFieldValueHolder.self, from: #"{"value":null}"#)
      #expect(holder.value?.isNull == true)
      let absent = try backend.decode(OptionalFieldValueHolder.self, from: "{}")
      #expect(absent.value == nil)
      let wrong = try backend.decode(OptionalFieldValueHolder.self, from: #"{"value":4}"#)
      #expect(wrong.value == nil)
    }
  }

  /// Without the override it would be nil without an issue.
  @Test func `applies the policy for missing tags to a null optional element`() throws {
    var registry = PolymorphicRegistry.movies
    registry.policies.missing = .keep
    for backend in Backend.allCases {
      let outcome = Outcome.decodes("null", as: "null", losses: ["value kept"])
      try outcome.check(OptionalPolymorphicHolder.self, on: backend, with: registry)
    }
  }

  @Test func `a policy still keeps malformed payloads`() throws {
    var registry = PolymorphicRegistry.movies
    registry.policies.malformed = .keep
    for backend in Backend.allCases {
      let outcome = Outcome.decodes(Self.broken, as: Self.broken, losses: ["value kept"])
      try outcome.check(OptionalPolymorphicHolder.self, on: backend, with: registry)
    }
  }

  /// Medley doesn't see the override, so it can't discard the issues inside.
  @Test func `the report has issues inside a value that became nil`() throws {
    for backend in Backend.allCases {
      let outcome = Outcome.decodes(
        #"{"cells":[1,"x"]}"#,
        as: nil,
        losses: ["value.cells[1] dropped"]
      )
      try outcome.check(OptionalRowHolder.self, on: backend)
    }
  }

  @Test func `an invalid registration becomes nil`() throws {
    let registry = PolymorphicRegistry<any Media>("type", ["S": Stranger.self])
    let json = #"{"value":{"type":"S","name":"n"}}"#
    #expect(throws: RegistrationError.self) {
      try Backend.json.decode(PolymorphicHolder.self, from: json) { $0.register(registry) }
    }
    let holder = try Backend.json.decode(OptionalPolymorphicHolder.self, from: json) {
      $0.register(registry)
    }
    #expect(holder.value == nil)
  }

  @Test func `a missing registry becomes nil`() throws {
    let json = #"{"value":\#(Self.movie)}"#
    #expect(throws: DecodingError.self) {
      try Backend.json.decode(PolymorphicHolder.self, from: json)
    }
    let holder = try Backend.json.decode(OptionalPolymorphicHolder.self, from: json)
    #expect(holder.value == nil)
  }

  @Test func `invalid JSON becomes nil`() throws {
    // JSONDecoder validates a string only when it is decoded.
    let json = #"{"value":{"lead":"\x"}}"#
    #expect(throws: DecodingError.self) {
      try Backend.json.decode([String: Cast].self, from: json)
    }
    #expect(throws: DecodingError.self) {
      try Backend.json.decode(LossyOptionalHolder.self, from: json)
    }
    #expect(try Backend.json.decode(OptionalCastHolder.self, from: json).value == nil)
  }
}
