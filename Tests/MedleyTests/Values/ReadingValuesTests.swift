import Medley
import Testing

/// Reading values and tags of an unknown payload as types of the language.
@Suite struct ReadingValuesTests {
  @Test(
    arguments: [
      (.null, []), (true, ["bool"]), ("a", ["string"]), ([1], ["array"]),
      (["a": 1], ["dictionary"]),
      (7, ["int", "double"]), (.unsigned(7), ["int", "double"]), (.unsigned(.max), ["double"]),
      (7.0, ["int", "double"]), (7.5, ["double"]), (1e300, ["double"]),
      (.double(.infinity), ["double"]), (.other(7), []),
    ] as [(PayloadValue, [String])]
  )
  func `a value is readable as the types of its kind`(_ value: PayloadValue, _ types: [String]) {
    let readable = [
      "bool": value.bool != nil, "string": value.string != nil, "int": value.int != nil,
      "double": value.double != nil, "array": value.array != nil,
      "dictionary": value.dictionary != nil,
    ]
    #expect(Set(readable.filter(\.value).keys) == Set(types))
    #expect(value.isNull == (value == .null))
  }

  @Test func `a value is read as it is`() {
    let value: PayloadValue = [
      "text": "a", "count": -7, "whole": 2.0, "share": 0.5, "live": false, "tags": ["x", nil],
    ]
    #expect(value["text"]?.string == "a")
    #expect(value["count"]?.int == -7)
    #expect(value["count"]?.double == -7)
    #expect(value["whole"]?.int == 2)
    #expect(value["share"]?.double == 0.5)
    #expect(value["live"]?.bool == false)
    #expect(value["tags"]?.array == ["x", nil])
    #expect(value["tags"]?[1]?.isNull == true)
    #expect(value.dictionary?["share"] == 0.5)
    #expect(value.dictionary?.count == 6)
  }

  @Test func `the first of members with the same key counts`() {
    let value = PayloadValue.object([(key: "a", value: 1), (key: "a", value: 2)])
    #expect(value.dictionary == ["a": 1])
  }

  @Test func `a tag is readable as the type of its kind`() {
    let tags: [TypeTag] = ["MOVIE", 4, true, ["v1", "Pod"]]
    #expect(tags.map(\.string) == ["MOVIE", nil, nil, nil])
    #expect(tags.map(\.int) == [nil, 4, nil, nil])
    #expect(tags.map(\.bool) == [nil, nil, true, nil])
    #expect(["MOVIE"].map(TypeTag.string) == ["MOVIE"])
  }
}
