import Medley
import TestSupport
import Testing

@Suite struct TypeTagTests {
  static let precomposed = "\u{E9}t\u{E9}"
  static let decomposed = "e\u{301}te\u{301}"

  @Test func `literals make tags of their kind`() {
    let tags: [TypeTag] = ["MOVIE", 4, true, ["v1", 2, false]]
    #expect(
      tags == [
        .string("MOVIE"), .integer(4), .boolean(true),
        .compound([.string("v1"), .integer(2), .boolean(false)]),
      ]
    )
  }

  @Test func `tags of different kinds are different tags`() {
    let tags: Set<TypeTag> = ["1", 1, true, "true", ["1"], [1], [true], [["1"]], []]
    #expect(tags.count == 9)
  }

  @Test func `compares strings by code unit`() {
    #expect(TypeTag.string(Self.precomposed) != .string(Self.decomposed))
    #expect(TypeTag.compound([.string(Self.precomposed)]) != [.string(Self.decomposed)])
    #expect(Set<TypeTag>([.string(Self.precomposed), .string(Self.decomposed)]).count == 2)
    #expect(TypeTag.string(Self.precomposed) == .string(Self.precomposed))
  }

  @Test func `describes itself as a literal`() {
    let tag: TypeTag = ["v1", 2, false]
    #expect("\(tag)" == #"["v1", 2, false]"#)
    #expect("\(TypeTag.integer(.min))" == "-9223372036854775808")
  }

  @Test(arguments: Backend.allCases)
  func `encodes and decodes as a single value`(_ backend: Backend) throws {
    let tags: [TypeTag] = ["MOVIE", 4, true, ["v1", 2], .integer(.max), ""]
    #expect(
      try backend.encode(tags)
        == JSONTree(parsing: #"["MOVIE",4,true,["v1",2],9223372036854775807,""]"#)
    )
    #expect(try backend.roundTrip(tags) == tags)
  }

  @Test(arguments: Backend.allCases, [#"{"a":1}"#, "[]", "[[1.5]]", "1.5", "null"])
  func `refuses values that can't be tags`(_ backend: Backend, _ json: String) throws {
    let error = try #require(throws: DecodingError.self) {
      try backend.decode([TypeTag].self, from: "[\(json)]")
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "[0]")
  }
}
