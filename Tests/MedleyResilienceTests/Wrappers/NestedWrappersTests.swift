import Medley
import MedleyResilience
import TestSupport
import Testing

/// Every pair of wrappers on one property, in both orders that compile.
@Suite struct NestedWrappersTests {
  /// Properties with `Defaulted` outermost: absent and null give the default without an issue.
  struct DefaultedFirst: Codable, Hashable, Sendable {
    @Defaulted<Defaults.Empty> @Lossy var tags: [String]
    @Defaulted<Defaults.Zero> @Lossless var views: Int
    @Defaulted<Defaults.False> @LenientBool var liked: Bool
    @Defaulted<Defaults.Empty> @OmittedWhenEmpty var notes: [Int]
    @Defaulted<Defaults.Empty> @NullWhenEmpty var links: [Int]
    @Defaulted<Defaults.Empty> @Lossy @Lossless var ids: [Int]
  }

  /// Properties with `Defaulted` innermost.
  struct DefaultedLast: Codable, Hashable, Sendable {
    @Lossy @Defaulted<Defaults.Empty> var tags: [String]
    @Lossless @Defaulted<Defaults.Zero> var views: Int
    @Lossy @Defaulted<Defaults.False> var liked: Bool
    @OmittedWhenEmpty @Defaulted<Defaults.Empty> var notes: [Int]
    @NullWhenEmpty @Defaulted<Defaults.Empty> var links: [Int]
    @Lossy @Defaulted<Defaults.Empty> @Lossless var ids: [Int]
  }

  static let full = """
    {"tags":["a"],"views":"7","liked":true,"notes":[1],"links":[2],"ids":["3",4]}
    """
  static let none = #"{"tags":[],"views":0,"liked":false,"links":null,"ids":[]}"#
  static let nulls = """
    {"tags":null,"views":null,"liked":null,"notes":null,"links":null,"ids":null}
    """
  static let wrong = #"{"tags":["a",1],"liked":true,"ids":["3","x",[]]}"#

  @Test(arguments: Backend.allCases)
  func `Defaulted wraps the other wrappers`(_ backend: Backend) throws {
    var value = try backend.keep(DefaultedFirst.self, Self.full)
    #expect(value.tags == ["a"] && value.views == 7 && value.liked && value.ids == [3, 4])
    value.views += 1
    value.ids.append(5)
    value.notes = []
    value.links = []
    try backend.expect(
      value,
      encodesTo: """
        {"tags":["a"],"views":"8","liked":true,"links":null,"ids":["3",4,5]}
        """
    )
    #expect(try backend.roundTrip(value) == value)
    for json in ["{}", Self.nulls, Self.none] {
      let (nothing, issues) = try backend.collect(DefaultedFirst.self, json)
      #expect(issues.isEmpty && nothing.tags == [] && nothing.views == 0 && !nothing.liked)
      try backend.expect(nothing, encodesTo: Self.none)
    }
    let (left, issues) = try backend.collect(DefaultedFirst.self, Self.wrong)
    #expect(left.tags == ["a"] && left.ids == [3])
    #expect(issues == ["tags[1] dropped", "ids[1] dropped", "ids[2] dropped"])
    for key in ["views", "liked", "notes", "links"] {
      #expect(
        try backend.fault(DefaultedFirst.self, #"{"\#(key)":{}}"#) == "typeMismatch at \(key)"
      )
    }
  }

  @Test(arguments: Backend.allCases)
  func `the other wrappers wrap Defaulted`(_ backend: Backend) throws {
    var value = try backend.keep(DefaultedLast.self, Self.full)
    #expect(value.tags == ["a"] && value.views == 7 && value.liked && value.ids == [3, 4])
    value.views += 1
    value.ids.append(5)
    value.notes = []
    value.links = []
    try backend.expect(
      value,
      encodesTo: """
        {"tags":["a"],"views":"8","liked":true,"links":null,"ids":["3",4,5]}
        """
    )
    #expect(try backend.roundTrip(value) == value)
    for json in ["{}", Self.nulls, Self.none] {
      let (nothing, issues) = try backend.collect(DefaultedLast.self, json)
      #expect(issues.isEmpty, "\(json): \(issues)")
      try backend.expect(nothing, encodesTo: Self.none)
    }
    let (left, issues) = try backend.collect(DefaultedLast.self, Self.wrong)
    #expect(left.tags == ["a"] && left.ids == [3])
    #expect(issues == ["tags[1] dropped", "ids[1] dropped", "ids[2] dropped"])
    for key in ["views", "notes", "links"] {
      #expect(
        try backend.fault(DefaultedLast.self, #"{"\#(key)":{}}"#) == "typeMismatch at \(key)"
      )
    }
    let (defaulted, defaultedIssues) = try backend.collect(
      DefaultedLast.self,
      #"{"tags":4,"liked":"yes","ids":{}}"#
    )
    #expect(!defaulted.liked && defaulted.tags == [] && defaulted.ids == [])
    #expect(defaultedIssues == ["tags defaulted", "liked defaulted", "ids defaulted"])
  }

  /// Properties with `Lossy` and `Lossless` in both orders.
  struct LossyAndLossless: Codable, Hashable, Sendable {
    @Lossy @Lossless var ids: [Int]
    @Lossless @Lossy var others: [Int]
    @Lossy @Lossless var rating: Int?
    @Lossless @Lossy var score: Int?
    @Lossy @Lossless var rows: [String: [Int]]
    @Lossless @Lossy var columns: [String: [Int]]
  }

  @Test(arguments: Backend.allCases)
  func `Lossy and Lossless wrap each other`(_ backend: Backend) throws {
    var value = try backend.keep(
      LossyAndLossless.self,
      """
      {"ids":[1,"2"],"others":["1",2],"rating":"3","score":"4","rows":{"a":["1"]},
       "columns":{"a":["1"]}}
      """
    )
    value.ids[1] = 9
    value.others[0] = 9
    value.rating = 5
    value.score = 6
    value.rows["a"]?.append(2)
    value.columns["b"] = [2]
    try backend.expect(
      value,
      encodesTo: """
        {"ids":[1,"9"],"others":["9",2],"rating":"5","score":"6","rows":{"a":["1","2"]},
         "columns":{"a":["1"],"b":["2"]}}
        """
    )
    #expect(try backend.roundTrip(value) == value)
    let (left, issues) = try backend.collect(
      LossyAndLossless.self,
      """
      {"ids":[1,"x","2",null],"others":["1",[],2],"rating":"x","score":[],
       "rows":{"a":["1","y"],"b":4},"columns":{"a":["1","y"],"b":4}}
      """
    )
    #expect(
      left
        == LossyAndLossless(
          ids: [1, 2],
          others: [1, 2],
          rating: nil,
          score: nil,
          rows: ["a": [1]],
          columns: ["a": [1]]
        )
    )
    #expect(
      issues == [
        "ids[1] dropped", "ids[3] dropped", "others[1] dropped", "rating defaulted",
        "score defaulted", "rows.a[1] dropped", "rows.b dropped", "columns.a[1] dropped",
        "columns.b dropped",
      ]
    )
    try backend.expect(
      left,
      encodesTo: """
        {"ids":[1,"2"],"others":["1",2],"rows":{"a":["1"]},"columns":{"a":["1"]}}
        """
    )
    let (none, noneIssues) = try backend.collect(LossyAndLossless.self, #"{"rating":null}"#)
    #expect(none.rating == nil && none.score == nil && none.ids.isEmpty)
    #expect(
      noneIssues == ["ids", "others", "rows", "columns"].map { "\($0) defaulted" }
    )
  }

  /// Properties with `FieldValue` around and inside the others.
  struct Fields: Codable, Hashable, Sendable {
    @Lossless var id: FieldValue<Int>
    var other: FieldValue<Lossless<Int>>
    @Lossy var tags: FieldValue<[Int]>
    var list: FieldValue<Lossy<[Int]>>
    @Lossy @Lossless var ids: FieldValue<[Int]>
    var flag: FieldValue<LenientBool>
    @Lossy var votes: FieldValue<[LenientBool]>
    @Defaulted<Unset> var set: FieldValue<Int>

    enum Unset: DefaultSource {
      static let defaultValue = FieldValue.value(5)
    }
  }

  @Test(arguments: Backend.allCases)
  func `FieldValue wraps and is wrapped`(_ backend: Backend) throws {
    var value = try backend.keep(
      Fields.self,
      """
      {"id":"1","other":"2","tags":[1],"list":[2],"ids":["3",4],"flag":"Y","votes":[0,"yes"],
       "set":6}
      """
    )
    #expect(value.id == .value(1) && value.other == .value(2) && value.flag == .value(true))
    value.id = .value(9)
    value.ids = value.ids.map { $0 + [5] }
    try backend.expect(
      value,
      encodesTo: """
        {"id":"9","other":"2","tags":[1],"list":[2],"ids":["3",4,5],"flag":"Y","votes":[0,"yes"],
         "set":6}
        """
    )
    #expect(try backend.roundTrip(value) == value)
    let nulls = """
      {"id":null,"other":null,"tags":null,"list":null,"ids":null,"flag":null,"votes":null}
      """
    let (null, nullIssues) = try backend.collect(Fields.self, nulls)
    #expect(nullIssues.isEmpty && null.set == .value(5))
    try backend.expect(null, encodesTo: #"\#(nulls.dropLast()),"set":5}"#)
    let (absent, absentIssues) = try backend.collect(Fields.self, "{}")
    #expect(absentIssues.isEmpty)
    try backend.expect(absent, encodesTo: #"{"set":5}"#)
    let (left, issues) = try backend.collect(
      Fields.self,
      #"{"tags":["x"],"list":["x",1],"ids":["3","x"],"votes":[2,"no"]}"#
    )
    #expect(left.tags == .value([]) && left.list.value?.wrappedValue == [1])
    #expect(left.ids == .value([3]) && left.votes == .value([false]))
    #expect(
      issues == ["tags[0] dropped", "list[0] dropped", "ids[1] dropped", "votes[0] dropped"]
    )
    #expect(try backend.fault(Fields.self, #"{"id":"x"}"#) == "dataCorrupted at id")
    #expect(try backend.fault(Fields.self, #"{"other":"x"}"#) == "dataCorrupted at other")
    #expect(try backend.fault(Fields.self, #"{"flag":2}"#) == "typeMismatch at flag")
    #expect(try backend.fault(Fields.self, #"{"set":"x"}"#) == "typeMismatch at set")
  }

  /// Wrappers of their own kind, and of optionals.
  struct Twice: Codable, Hashable, Sendable {
    @Lossy @Lossy var list: [Int]
    @OmittedWhenEmpty @NullWhenEmpty var first: [Int]
    @NullWhenEmpty @OmittedWhenEmpty var second: [Int]
    @Lossy var flag: LenientBool?
    @NullWhenNil var other: LenientBool?
    var flags: [LenientBool?]
    @OmittedWhenEmpty @Lossy var votes: [LenientBool]
  }

  @Test(arguments: Backend.allCases)
  func `wrappers of one kind and optionals nest`(_ backend: Backend) throws {
    let value = try backend.keep(
      Twice.self,
      """
      {"list":[1],"first":[1],"second":[2],"flag":"Y","other":1,"flags":[null,"no"],"votes":["N"]}
      """
    )
    #expect(try backend.roundTrip(value) == value)
    let (left, issues) = try backend.collect(
      Twice.self,
      #"{"list":["x"],"flag":2,"flags":[],"votes":[2]}"#
    )
    #expect(issues == ["list[0] dropped", "flag defaulted", "votes[0] dropped"])
    try backend.expect(left, encodesTo: #"{"list":[],"second":null,"other":null,"flags":[]}"#)
  }
}
