import Medley
import MedleyResilience
import TestSupport
import Testing

@Suite struct OneOrManyTests {
  struct Recipient: Codable, Hashable, Sendable {
    var name: String
  }

  struct Message: Codable, Hashable, Sendable {
    @OneOrMany var to: [Recipient]
    var cc: OneOrMany<String>?
  }

  @Test(arguments: Backend.allCases)
  func `decodes a value or a list, and encodes it as it came`(_ backend: Backend) throws {
    let one = try backend.keep(Message.self, #"{"to":{"name":"ada"},"cc":"emma"}"#)
    #expect(one.to == [Recipient(name: "ada")])
    #expect(one.cc == ["emma"])
    let list = try backend.keep(Message.self, #"{"to":[{"name":"ada"}],"cc":["emma"]}"#)
    #expect(list == one)
    #expect(Set([one, list]).count == 1)
    let several = try backend.keep(Message.self, #"{"to":[{"name":"a"},{"name":"b"}],"cc":[]}"#)
    #expect(several.to.map(\.name) == ["a", "b"])
    #expect(several.cc == [])
  }

  @Test(arguments: Backend.allCases)
  func `a changed value is encoded alone as long as it is one`(_ backend: Backend) throws {
    var message = try backend.decode(Message.self, from: #"{"to":{"name":"ada"}}"#)
    message.to[0].name = "emma"
    try backend.expect(message, encodesTo: #"{"to":{"name":"emma"}}"#)
    message.to.append(Recipient(name: "ada"))
    try backend.expect(message, encodesTo: #"{"to":[{"name":"emma"},{"name":"ada"}]}"#)
    message.to.removeFirst()
    try backend.expect(message, encodesTo: #"{"to":{"name":"ada"}}"#)
    message.to = []
    try backend.expect(message, encodesTo: #"{"to":[]}"#)
    message = Message(to: [Recipient(name: "new")], cc: ["a"])
    try backend.expect(message, encodesTo: #"{"to":[{"name":"new"}],"cc":["a"]}"#)
  }

  @Test(arguments: Backend.allCases)
  func `null and absent are errors unless it is optional`(_ backend: Backend) throws {
    #expect(try backend.fault(Message.self, #"{"to":null}"#) == "valueNotFound at to")
    #expect(try backend.fault(Message.self, "{}") == "keyNotFound at to")
    let message = try backend.decode(Message.self, from: #"{"to":[],"cc":null}"#)
    #expect(message.cc == nil)
    try backend.expect(message, encodesTo: #"{"to":[]}"#)
  }

  @Test(arguments: Backend.allCases)
  func `an error has the path of the element`(_ backend: Backend) throws {
    for (json, fault) in [
      (#"{"to":{"name":4}}"#, "typeMismatch at to.name"),
      (#"{"to":{}}"#, "keyNotFound at to.name"),
      (#"{"to":"ada"}"#, "typeMismatch at to"),
      (#"{"to":[{"name":"a"},{"name":4}]}"#, "typeMismatch at to[1].name"),
      (#"{"to":[{}]}"#, "keyNotFound at to[0].name"),
      (#"{"to":["ada"]}"#, "typeMismatch at to[0]"),
      (#"{"to":[],"cc":4}"#, "typeMismatch at cc"),
      (#"{"to":[],"cc":["a",4]}"#, "typeMismatch at cc[1]"),
    ] {
      #expect(try backend.fault(Message.self, json) == fault, "\(json)")
    }
  }

  struct Place: Codable, Hashable {
    @OneOrMany var points: [[Double]]
    @OneOrMany var rings: [[[Double]]]
  }

  @Test(arguments: Backend.allCases)
  func `an array is a list if it can be one`(_ backend: Backend) throws {
    let one = try backend.keep(Place.self, #"{"points":[2.5,48.5],"rings":[[1.5],[2.5]]}"#)
    #expect(one.points == [[2.5, 48.5]])
    #expect(one.rings == [[[1.5], [2.5]]])
    let list = try backend.keep(Place.self, #"{"points":[[2.5],[48.5]],"rings":[[[1.5]]]}"#)
    #expect(list.points == [[2.5], [48.5]])
    #expect(list.rings == [[[1.5]]])
    let empty = try backend.keep(Place.self, #"{"points":[],"rings":[[]]}"#)
    #expect(empty.points == [])
    #expect(empty.rings == [[]])
    for (points, place) in [(#"[2.5,"x"]"#, "[0]"), (#"[[2.5],["x"]]"#, "[1][0]")] {
      #expect(
        try backend.fault(Place.self, #"{"points":\#(points),"rings":[]}"#)
          == "typeMismatch at points\(place)"
      )
    }
  }

  @Test(arguments: Backend.allCases)
  func `elements may be polymorphic`(_ backend: Backend) throws {
    typealias Shelf = [String: OneOrMany<Polymorphic<any Media>>]
    let movie = #"{"type":"MOVIE","title":"Heat"}"#
    let opera = #"{"type":"OPERA","acts":[1]}"#
    for json in [movie, opera, "[\(movie),\(opera)]", "[\(opera)]"] {
      let shelf = try backend.keep(Shelf.self, #"{"a":\#(json)}"#)
      #expect(
        shelf["a"]?.wrappedValue.known.map(\.title) == (json.contains("Heat") ? ["Heat"] : [])
      )
    }
    #expect(
      try backend.fault(Shelf.self, #"{"a":[{"type":"MOVIE"}]}"#) == "keyNotFound at a[0].title"
    )
    #expect(try backend.fault(Shelf.self, #"{"a":{"type":"MOVIE"}}"#) == "keyNotFound at a.title")
  }

  struct Count: Media {
    var title: String

    init(from decoder: any Decoder) throws {
      title = "\(try decoder.singleValueContainer().decode(Int.self))"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(Int(title))
    }
  }

  @Test(arguments: Backend.allCases)
  func `a list with an invalid payload isn't kept as one unknown element`(
    _ backend: Backend
  ) throws {
    // An array has an unknown tag, so that it is kept.
    let registry = PolymorphicRegistry<any Media>(.jsonKind, ["string": Count.self])
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(
        [OneOrMany<Polymorphic<any Media>>].self,
        from: #"[["x"]]"#,
        with: registry
      )
    }
    #expect(error.place == "[0][0]")
    #expect((error.details?.underlyingError as? PayloadError)?.tag == "string")
  }

  struct Fields: FieldDecodable, FieldEncodable, Hashable {
    @OneOrMany var to: [Int]
    var cc: OneOrMany<String>?

    init(fields: inout FieldReader) throws {
      _to = try fields.decode("to")
      cc = try fields.decodeIfPresent("cc")
    }

    func encode(fields: inout FieldWriter) throws {
      try fields.encode("to", _to)
      try fields.encodeIfPresent("cc", cc)
    }
  }

  @Test(arguments: Backend.allCases)
  func `types that read and write their fields have it as well`(_ backend: Backend) throws {
    #expect(try backend.keep(Fields.self, #"{"to":7,"cc":"a"}"#).to == [7])
    #expect(try backend.keep(Fields.self, #"{"to":[7]}"#).cc == nil)
    #expect(try backend.fault(Fields.self, #"{"to":[7,"x"]}"#) == "typeMismatch at to[1]")
  }

  struct Nested: Codable, Hashable {
    @Lossy @OneOrMany var links: [Int]
    @Defaulted<Defaults.Empty> @OneOrMany var tags: [String]
    @Lossless @OneOrMany var ids: [Int]
    @OmittedWhenEmpty @OneOrMany var notes: [String]
    @Lossy @Defaulted<Defaults.Empty> @Lossless @OneOrMany var codes: [Int]
  }

  @Test(arguments: Backend.allCases)
  func `other wrappers wrap it`(_ backend: Backend) throws {
    let one = try backend.keep(
      Nested.self,
      #"{"links":1,"tags":"a","ids":"7","notes":"n","codes":"4"}"#
    )
    #expect(one.links == [1] && one.tags == ["a"] && one.ids == [7])
    #expect(one.notes == ["n"] && one.codes == [4])
    let list = try backend.keep(
      Nested.self,
      #"{"links":[1],"tags":["a"],"ids":["7",8],"notes":["n"],"codes":[4,"5"]}"#
    )
    #expect(list.ids == [7, 8] && list.codes == [4, 5])
    let (left, issues) = try backend.collect(Nested.self, #"{"links":[1,"x"],"ids":7,"codes":"x"}"#)
    #expect(left.links == [1] && left.tags == [] && left.notes == [] && left.codes == [])
    #expect(issues == ["links[1] dropped", "codes defaulted"])
    try backend.expect(left, encodesTo: #"{"links":[1],"tags":[],"ids":7,"codes":[]}"#)
    let (lost, losses) = try backend.collect(Nested.self, #"{"links":"x","ids":[]}"#)
    #expect(lost.links == [])
    #expect(losses == ["links defaulted"])
    #expect(try backend.fault(Nested.self, #"{"links":1,"ids":"x"}"#) == "dataCorrupted at ids")
  }

  @Test(arguments: Backend.allCases)
  func `nil never is the only element without a list`(_ backend: Backend) throws {
    var value = try backend.keep([OneOrMany<Int?>].self, "[4]")
    value[0].wrappedValue = [nil]
    #expect(try backend.roundTrip(value) == [[nil]])
  }

  struct Row: Codable {
    @Lossy var cells: [Int]
    var id: Int
  }

  @Test(arguments: Backend.allCases)
  func `issues of elements are reported once`(_ backend: Backend) throws {
    let row = #"{"cells":[1,"x"],"id":1}"#
    for (json, count) in [(row, 1), ("[\(row)]", 1), ("[\(row),\(row)]", 2)] {
      let (_, issues) = try backend.collect([OneOrMany<Row>].self, "[\(json)]")
      #expect(issues.count == count)
      // A list of rows is an element of this one.
      let (_, others) = try backend.collect(OneOrMany<[Row]>.self, json == row ? "[\(row)]" : json)
      #expect(others.count == count, "\(json)")
    }
  }
}
