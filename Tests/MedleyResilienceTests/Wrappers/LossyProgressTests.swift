import Medley
import MedleyResilience
import TestSupport
import Testing

/// Every invalid element at every position: lossy containers end, and lose only that element.
@Suite struct LossyProgressTests {
  static let bad = [
    "null", "true", "1", "-1", "1.5", "1e30", "18446744073709551616", #""""#, #""x""#, "[]", "[[]]",
    "[null]", "[1,2]", "{}", #"{"a":1}"#, #"{"type":"MOVIE"}"#, #"{"type":"MOVIE","title":[]}"#,
    #"{"type":null}"#, #"{"type":{}}"#, #"{"type":[]}"#, #"{"":{"":null}}"#,
    #"{"a":[{"b":[null]}]}"#,
  ]

  /// Lists of three elements, some of them replaced by an invalid one.
  static func lists(of good: String, and bad: String) -> [(json: String, bad: [Int])] {
    (0..<8).map { mask in
      let places = (0..<3).filter { mask & (1 << $0) != 0 }
      let elements = (0..<3).map { places.contains($0) ? bad : good }
      return ("[\(elements.joined(separator: ","))]", places)
    }
  }

  /// Whether the type decodes an element.
  static func isGood<Element: Decodable>(
    _ element: String,
    _ type: Element.Type,
    _ backend: Backend
  ) -> Bool {
    (try? backend.decode([Element].self, from: "[\(element)]", with: .media)) != nil
  }

  static func check<Element: Decodable>(
    _ type: Element.Type,
    good: String,
    _ backend: Backend,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (number, bad) in bad.enumerated() where !isGood(bad, type, backend) {
      for (json, places) in Thoroughness.some(of: lists(of: good, and: bad), each: 4, seed: number)
      where backend.limit(decoding: json) == nil {
        let (list, report) = try DecodingReport.collecting {
          try backend.decode(Lossy<[Element]>.self, from: json, with: .media)
        }
        let paths = report.issues.map(\.recoveredPath.place)
        #expect(
          list.wrappedValue.count == 3 - places.count,
          "\(json)",
          sourceLocation: sourceLocation
        )
        #expect(paths == places.map { "[\($0)]" }, "\(json)", sourceLocation: sourceLocation)
      }
    }
  }

  struct Strict: Decodable {
    var a: [Int]
  }

  @Test(arguments: Backend.allCases)
  func `arrays of scalars and structs lose only the invalid elements`(_ backend: Backend) throws {
    try Self.check(Int.self, good: "1", backend)
    try Self.check(String.self, good: #""a""#, backend)
    try Self.check(Bool.self, good: "true", backend)
    try Self.check(Double.self, good: "1.5", backend)
    try Self.check(Strict.self, good: #"{"a":[]}"#, backend)
    try Self.check(OpenEnum<LossyDictionaryTests.Stars>.self, good: "9", backend)
    try Self.check(Identifier<IdentifierTests.Author>.self, good: #""a""#, backend)
  }

  @Test(arguments: Backend.allCases)
  func `arrays of registry elements lose only the invalid ones`(_ backend: Backend) throws {
    let movie = #"{"type":"MOVIE","title":"a"}"#
    try Self.check(Polymorphic<any Media>.self, good: movie, backend)
    try Self.check(PolymorphicValue<any Media>.self, good: movie, backend)
    try Self.check(Polymorphic<any Media>.self, good: #"{"type":"OPERA"}"#, backend)
  }

  @Test(arguments: Backend.allCases)
  func `arrays of wrappers lose only the invalid elements`(_ backend: Backend) throws {
    try Self.check(Lossless<Int>.self, good: #""1""#, backend)
    try Self.check(LenientBool.self, good: #""yes""#, backend)
    try Self.check(Defaulted<Defaults.Zero<Int>>.self, good: "null", backend)
    try Self.check(FieldValue<String>.self, good: "null", backend)
    try Self.check(NullWhenNil<String?>.self, good: "null", backend)
    try Self.check(NullWhenEmpty<String>.self, good: #""""#, backend)
  }

  @Test(arguments: Backend.allCases)
  func `nested arrays and dictionaries end for every invalid element`(_ backend: Backend) throws {
    for bad in Self.bad {
      for json in ["[[\(bad)],\(bad),[1]]", "[\(bad)]", "[[[\(bad)]],[[1]]]"]
      where backend.limit(decoding: json) == nil {
        _ = try backend.collect(Lossy<[[Int]]>.self, json)
        _ = try backend.collect(Lossy<[[[String]]]>.self, json)
        _ = try backend.collect(Lossy<[[String: Int]]>.self, json)
        _ = try backend.collect(Lossy<[[Double: Int]]>.self, json)
        _ = try backend.collect(Lossy<[Set<Int?>]?>.self, json)
        _ = try backend.collect(Lossy<[PolymorphicArray<any Media>]>.self, json)
      }
      for json in [#"{"a":\#(bad),"b":1}"#, #"{"a":{"b":\#(bad)},"1":[\#(bad)]}"#]
      where backend.limit(decoding: json) == nil {
        _ = try backend.collect(Lossy<[String: Int]>.self, json)
        _ = try backend.collect(Lossy<[Int: [Int]]>.self, json)
        _ = try backend.collect(Lossy<[String: [String: Bool]]>.self, json)
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `alternating keys and values end for every invalid element`(_ backend: Backend) throws {
    for bad in Self.bad {
      for (json, _) in Self.lists(of: "1", and: bad) where backend.limit(decoding: json) == nil {
        let map = try backend.collect(Lossy<[Double: Int]>.self, json).value.wrappedValue
        #expect(map.count <= 1)
      }
    }
  }

  @Test(arguments: Backend.allCases)
  func `polymorphic arrays lose invalid elements and keep unknown ones`(_ backend: Backend) throws {
    struct Page: Codable {
      @Lossy @PolymorphicArray var shelf: [any Media]
      @Lossy @PolymorphicValue var hero: (any Media)?
      @Lossy var rows: [PolymorphicArray<any Media>]
    }
    let movie = #"{"type":"MOVIE","title":"a"}"#
    let opera = #"{"type":"OPERA"}"#
    let bad = #"{"type":"MOVIE"}"#
    let (page, issues) = try backend.collect(
      Page.self,
      """
      {"shelf":[\(movie),4,\(opera),\(bad)],"hero":\(bad),"rows":[[\(bad),\(movie)],4,null,[]]}
      """
    )
    #expect(page.shelf.map(\.title) == ["a"] && page.hero == nil)
    #expect(page.rows.map(\.wrappedValue.count) == [1, 0])
    #expect(
      issues == [
        "shelf[1] dropped", "shelf[3].title dropped", "hero.title defaulted",
        "rows[0][0].title dropped", "rows[1] dropped", "rows[2] dropped",
      ]
    )
    try backend.expect(page, encodesTo: #"{"shelf":[\#(movie),\#(opera)],"rows":[[\#(movie)],[]]}"#)
    let (none, noneIssues) = try backend.collect(Page.self, #"{"hero":null,"shelf":4}"#)
    #expect(none.shelf.isEmpty)
    #expect(noneIssues == ["shelf defaulted", "rows defaulted"])
    try backend.expect(none, encodesTo: #"{"shelf":[],"hero":null,"rows":[]}"#)
  }

  @Test(arguments: Backend.allCases)
  func `top-level wrappers end for every invalid value`(_ backend: Backend) throws {
    for json in Self.bad where backend.limit(decoding: json) == nil {
      _ = try backend.collect(Lossy<[Int]>.self, json)
      _ = try backend.collect(Lossy<[Int]?>.self, json)
      _ = try backend.collect(Lossy<[String: Int]>.self, json)
      _ = try backend.collect(Lossy<Set<String>>.self, json)
      _ = try backend.collect(Lossy<PolymorphicValue<any Media>>.self, json)
      _ = try backend.collect(Lossy<FieldValue<Int>>.self, json)
      _ = try backend.collect(Lossy<Defaulted<Defaults.Zero<Int>>>.self, json)
      _ = try backend.collect(Lossy<Lossless<[Int?]>>.self, json)
      _ = try backend.collect(Lossless<Lossy<[Int]>>.self, json)
    }
  }
}
