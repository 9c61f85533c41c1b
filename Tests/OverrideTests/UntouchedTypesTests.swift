import Medley
import MedleyComposition
import MedleyResilience
import OverrideClient
import TestSupport
import Testing

/// Types that decode correctly in a module that overrides the standard library's functions.
@Suite struct UntouchedTypesTests {
  /// Checks a type on every decoder.
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

  static let movie = #"{"type":"MOVIE","title":"a"}"#
  static let broken = #"{"type":"MOVIE"}"#
  static let unknown = #"{"type":"OPERA","acts":[1,{"a":"b"}]}"#

  // MARK: - Elements

  @Test func `overrides don't apply to Polymorphic`() throws {
    try Self.check(
      PolymorphicHolder.self,
      .keeps(Self.movie),
      .keeps(Self.unknown),
      .fails(Self.broken, at: "value.title"),
      .fails("null", at: "value"),
      .fails(#"{"title":"a"}"#, at: "value.type"),
      .fails("4", at: "value"),
      .fails(nil, at: "value")
    )
  }

  @Test func `overrides don't apply to PolymorphicValue`() throws {
    try Self.check(
      PolymorphicValueHolder.self,
      .keeps(Self.movie),
      .keeps(Self.unknown),
      .keeps("null"),
      .keeps(nil),
      .fails(Self.broken, at: "value.title"),
      .fails("4", at: "value")
    )
  }

  @Test func `overrides don't apply to PolymorphicArray`() throws {
    try Self.check(
      PolymorphicArrayHolder.self,
      .keeps("[\(Self.movie),\(Self.unknown)]"),
      .keeps("[]"),
      .fails("[\(Self.movie),\(Self.broken)]", at: "value[1].title"),
      .fails("{}", at: "value"),
      .fails("null", at: "value"),
      .fails(nil, at: "value")
    )
  }

  @Test func `overrides don't apply to Lossy elements`() throws {
    try Self.check(
      LossyElementsHolder.self,
      .decodes(
        "[\(Self.broken),\(Self.movie),4,\(Self.unknown)]",
        as: "[\(Self.movie),\(Self.unknown)]",
        losses: ["value[0] dropped", "value[2] dropped"]
      ),
      .decodes("{}", as: "[]", losses: ["value defaulted"]),
      .decodes(nil, as: "[]", losses: ["value defaulted"])
    )
  }

  @Test func `overrides don't apply to PolymorphicEnum`() throws {
    try Self.check(
      ItemHolder.self,
      .keeps(Self.movie),
      .keeps(Self.unknown),
      .fails(Self.broken, at: "value.title"),
      .fails(nil, at: "value")
    )
  }

  @Test func `overrides don't apply to Composed`() throws {
    try Self.check(
      ComposedHolder.self,
      .keeps(#"{"title":"a","pages":3,"cast":{"lead":"b"}}"#),
      .fails(#"{"title":"a"}"#, at: "value.pages"),
      .fails("[]", at: "value"),
      .fails(nil, at: "value")
    )
  }

  // MARK: - Scalars

  @Test func `overrides don't apply to Lossless`() throws {
    try Self.check(
      LosslessHolder.self,
      .keeps(#""12""#),
      .keeps("12"),
      .keeps("true"),
      .fails("{}", at: "value"),
      .fails("null", at: "value"),
      .fails(nil, at: "value")
    )
    try Self.check(
      OptionalLosslessHolder.self,
      .keeps("12"),
      .keeps(#""12""#),
      .keeps(nil),
      .decodes("null", as: nil),
      .fails(#""many""#, at: "value"),
      .fails("[]", at: "value")
    )
  }

  @Test func `overrides don't apply to OneOrMany`() throws {
    try Self.check(
      OneOrManyHolder.self,
      .keeps("1"),
      .keeps("[1]"),
      .keeps("[]"),
      .fails(#""x""#, at: "value"),
      .fails(#"[1,"x"]"#, at: "value[1]"),
      .fails("null", at: "value"),
      .fails(nil, at: "value")
    )
  }

  @Test func `overrides don't apply to LenientBool`() throws {
    try Self.check(
      LenientBoolHolder.self,
      .keeps("true"),
      .keeps("0"),
      .keeps(#""yes""#),
      .fails("2", at: "value"),
      .fails(#""maybe""#, at: "value"),
      .fails("null", at: "value"),
      .fails(nil, at: "value")
    )
  }

  @Test func `overrides don't apply to Identifier`() throws {
    try Self.check(
      IdentifierHolder.self,
      .keeps(#""ada""#),
      .fails(#""""#, at: "value"),
      .fails("12", at: "value"),
      .fails(nil, at: "value")
    )
  }

  @Test func `overrides don't apply to open enums`() throws {
    try Self.check(
      OpenEnumHolder.self,
      .keeps(#""DRAMA""#),
      .keeps(#""WESTERN""#),
      .fails("4", at: "value"),
      .fails(nil, at: "value")
    )
    try Self.check(
      KindHolder.self,
      .keeps(#""MOVIE""#),
      .decodes(#""GAME""#, as: #""other""#, losses: ["value defaulted"]),
      .fails("4", at: "value")
    )
    try Self.check(
      ColorHolder.self,
      .keeps(#""RED""#),
      .keeps(#""GREEN""#),
      .fails("4", at: "value")
    )
  }

  @Test func `overrides don't apply to types that are decoded through another one`() throws {
    try Self.check(
      PercentageHolder.self,
      .keeps(#"{"percent":4}"#),
      .fails(#"{"percent":-4}"#, at: "value"),
      .fails(#"{"percent":"4"}"#, at: "value.percent"),
      .fails(nil, at: "value")
    )
  }

  // MARK: - Absence

  @Test func `overrides don't apply to Defaulted`() throws {
    try Self.check(
      DefaultedHolder.self,
      .keeps("3"),
      .decodes(nil, as: "0"),
      .decodes("null", as: "0"),
      .fails(#""x""#, at: "value")
    )
    // The overrides for Booleans and arrays aren't called for the wrapped value.
    try Self.check(
      DefaultedBoolHolder.self,
      .keeps("true"),
      .decodes(nil, as: "false"),
      .fails("1", at: "value")
    )
    try Self.check(
      DefaultedStringsHolder.self,
      .keeps(#"["a"]"#),
      .decodes(nil, as: "[]"),
      .fails(#"["a",1]"#, at: "value[1]")
    )
  }

  @Test func `overrides don't apply to NullWhenNil, OmittedWhenEmpty and NullWhenEmpty`() throws {
    try Self.check(
      NullWhenNilHolder.self,
      .keeps(#"{"lead":"a"}"#),
      .keeps("null"),
      .decodes(nil, as: "null"),
      .fails("{}", at: "value.lead")
    )
    try Self.check(
      OmittedWhenEmptyHolder.self,
      .keeps(#"["a"]"#),
      .keeps(nil),
      .decodes("[]", as: nil),
      .decodes("null", as: nil),
      .fails("[1]", at: "value[0]")
    )
    try Self.check(
      NullWhenEmptyHolder.self,
      .keeps(#"["a"]"#),
      .keeps("null"),
      .decodes("[]", as: "null"),
      .decodes(nil, as: "null"),
      .fails("[1]", at: "value[0]")
    )
  }

  @Test func `overrides don't apply to FieldValue`() throws {
    try Self.check(
      FieldValueHolder.self,
      .keeps(#"{"lead":"a"}"#),
      .keeps("null"),
      .keeps(nil),
      .fails("{}", at: "value.lead"),
      .fails("4", at: "value")
    )
  }

  // MARK: - Losses

  @Test func `overrides don't apply to Lossy, alone or with other wrappers`() throws {
    try Self.check(
      LossyHolder.self,
      .decodes(#"["a",1,"b"]"#, as: #"["a","b"]"#, losses: ["value[1] dropped"]),
      .decodes(nil, as: "[]", losses: ["value defaulted"]),
      .decodes("4", as: "[]", losses: ["value defaulted"])
    )
    try Self.check(
      LossyOptionalHolder.self,
      .keeps(#"{"lead":"a"}"#),
      .keeps(nil),
      .decodes("null", as: nil),
      .decodes("{}", as: nil, losses: ["value defaulted"])
    )
    try Self.check(
      LossyOptionalElementHolder.self,
      .keeps(Self.movie),
      .keeps(Self.unknown),
      .keeps(nil),
      .decodes("null", as: nil),
      .decodes(Self.broken, as: nil, losses: ["value defaulted"]),
      .decodes("4", as: nil, losses: ["value defaulted"])
    )
    try Self.check(
      LossyLosslessHolder.self,
      .decodes(
        #"[1,"2","x",[]]"#,
        as: #"[1,"2"]"#,
        losses: ["value[2] dropped", "value[3] dropped"]
      )
    )
    try Self.check(
      LossyDictionaryHolder.self,
      .decodes(
        #"{"a":[1,"x"],"b":4}"#,
        as: #"{"a":[1]}"#,
        losses: ["value.a[1] dropped", "value.b dropped"]
      )
    )
    try Self.check(
      DefaultedLossyHolder.self,
      .decodes(nil, as: "[]"),
      .decodes(#"[1,"a"]"#, as: #"["a"]"#, losses: ["value[0] dropped"])
    )
    try Self.check(
      LossyDefaultedHolder.self,
      .decodes(nil, as: "0"),
      .decodes(#""many""#, as: "0", losses: ["value defaulted"])
    )
  }
}
