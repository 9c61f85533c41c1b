import Medley
import MedleyResilience
import TestSupport
import Testing

@Suite struct WhenEmptyTests {
  struct Note: Codable, Hashable, Sendable {
    @NullWhenNil var due: Int?
    @OmittedWhenEmpty var tags: [String]
    @OmittedWhenEmpty var title: String
    @NullWhenEmpty var links: [Int]
    @NullWhenEmpty var counts: [String: Int]
    @NullWhenEmpty var groups: Set<Int>
  }

  static let keys = ["due", "tags", "title", "links", "counts", "groups"]
  static let none = #"{"due":null,"links":null,"counts":null,"groups":null}"#
  static let nothing = Note(due: nil, tags: [], title: "", links: [], counts: [:], groups: [])

  @Test(arguments: Backend.allCases)
  func `absent, null and empty members are empty without an issue`(_ backend: Backend) throws {
    let nulls = "{\(Self.keys.map { "\"\($0)\":null" }.joined(separator: ","))}"
    let empty = #"{"tags":[],"title":"","links":[],"counts":{},"groups":[]}"#
    for json in ["{}", nulls, empty, Self.none] {
      let (note, issues) = try backend.collect(Note.self, json)
      #expect(note == Self.nothing)
      #expect(issues.isEmpty)
      try backend.expect(note, encodesTo: Self.none)
      #expect(try backend.roundTrip(note) == note)
    }
  }

  @Test(arguments: Backend.allCases)
  func `encodes values that aren't empty unchanged`(_ backend: Backend) throws {
    let json = """
      {"due":1,"tags":["a"],"title":"t","links":[1],"counts":{"a":1},"groups":[1]}
      """
    var note = try backend.keep(Note.self, json)
    #expect(note.tags == ["a"] && note.due == 1)
    note.due = nil
    note.tags.removeAll()
    note.title = ""
    note.links = []
    note.counts["a"] = nil
    note.groups.remove(1)
    #expect(note == Self.nothing)
    #expect(note.hashValue == Self.nothing.hashValue)
    try backend.expect(note, encodesTo: Self.none)
  }

  @Test(arguments: Backend.allCases, keys)
  func `a value of the wrong type is an error`(_ backend: Backend, _ key: String) throws {
    let wrong = key == "title" ? "[]" : #""x""#
    #expect(
      try backend.fault([Note].self, #"[{"\#(key)":\#(wrong)}]"#) == "typeMismatch at [0].\(key)"
    )
  }

  @Test(arguments: Backend.allCases)
  func `an error inside the value has its own path`(_ backend: Backend) throws {
    #expect(try backend.fault(Note.self, #"{"tags":["a",1]}"#) == "typeMismatch at tags[1]")
    #expect(try backend.fault(Note.self, #"{"links":[null]}"#) == "valueNotFound at links[0]")
    #expect(try backend.fault(Note.self, #"{"counts":{"a":null}}"#) == "valueNotFound at counts.a")
  }

  @Test(arguments: Backend.allCases)
  func `elements are encoded as null or empty`(_ backend: Backend) throws {
    let due = try backend.keep([NullWhenNil<Int?>].self, "[1,null]")
    #expect(due.map(\.wrappedValue) == [1, nil])
    let omitted = try backend.decode([OmittedWhenEmpty<[Int]>].self, from: "[[1],[],null]")
    #expect(omitted.map(\.wrappedValue) == [[1], [], []])
    try backend.expect(omitted, encodesTo: "[[1],[],[]]")
    let null = try backend.decode([String: NullWhenEmpty<String>].self, from: #"{"a":"","b":null}"#)
    #expect(null.mapValues(\.wrappedValue) == ["a": "", "b": ""])
    try backend.expect(null, encodesTo: #"{"a":null,"b":null}"#)
  }

  struct Lossily: Codable, Hashable, Sendable {
    @NullWhenNil @Lossy var due: Int?
    @OmittedWhenEmpty @Lossy var tags: [String]
    @NullWhenEmpty @Lossy var links: [Int]
    @Lossy @NullWhenNil var first: Int?
    @Lossy @OmittedWhenEmpty var second: [String]
    @Lossy @NullWhenEmpty var third: [String: Int]
  }

  @Test(arguments: Backend.allCases)
  func `Lossy in either order makes invalid values empty and reports them`(
    _ backend: Backend
  ) throws {
    let nothing = #"{"due":null,"links":null,"first":null,"third":null}"#
    for json in ["{}", nothing, #"{"tags":null,"second":null}"#, #"{"tags":[],"third":{}}"#] {
      let (value, issues) = try backend.collect(Lossily.self, json)
      #expect(issues.isEmpty, "\(json)")
      try backend.expect(value, encodesTo: nothing)
    }
    let (value, issues) = try backend.collect(
      Lossily.self,
      #"{"due":"x","tags":4,"links":[1,"x"],"first":[],"second":["a",1],"third":"x"}"#
    )
    #expect(
      issues == [
        "due defaulted", "tags defaulted", "links[1] dropped", "first defaulted",
        "second[1] dropped", "third defaulted",
      ]
    )
    try backend.expect(
      value,
      encodesTo: #"{"due":null,"links":[1],"first":null,"second":["a"],"third":null}"#
    )
    #expect(try backend.roundTrip(value) == value)
  }

  struct Losslessly: Codable, Hashable, Sendable {
    @NullWhenNil @Lossless var due: Int?
    @OmittedWhenEmpty @Lossless var ids: [Int]
    @NullWhenEmpty @Lossless var name: String
    @Lossless @NullWhenNil var first: Int?
    @Lossless @OmittedWhenEmpty var second: [Int]
    @Lossless @NullWhenEmpty var third: [String: Int]
  }

  @Test(arguments: Backend.allCases)
  func `Lossless in either order encodes values unchanged`(_ backend: Backend) throws {
    let json = """
      {"due":"1","ids":["1",2],"name":12,"first":"2","second":[1,"2"],"third":{"a":"1"}}
      """
    var value = try backend.keep(Losslessly.self, json)
    value.due = 3
    value.ids[0] = 9
    value.first = 4
    value.second.removeFirst()
    value.third["b"] = 2
    try backend.expect(
      value,
      encodesTo: """
        {"due":"3","ids":["9",2],"name":12,"first":"4","second":[2],"third":{"a":"1","b":"2"}}
        """
    )
    value = Losslessly(due: nil, ids: [], name: "", first: nil, second: [], third: [:])
    let nothing = #"{"due":null,"name":null,"first":null,"third":null}"#
    try backend.expect(value, encodesTo: nothing)
    for json in ["{}", nothing, #"{"ids":null,"second":null}"#] {
      #expect(try backend.decode(Losslessly.self, from: json) == value)
    }
    for (key, wrong) in [("due", "[]"), ("first", "{}"), ("third", "4"), ("name", "[]")] {
      #expect(
        try backend.fault(Losslessly.self, #"{"\#(key)":\#(wrong)}"#) == "typeMismatch at \(key)"
      )
    }
    #expect(try backend.fault(Losslessly.self, #"{"ids":["x"]}"#) == "dataCorrupted at ids[0]")
    #expect(
      try backend.fault(Losslessly.self, #"{"second":["x"]}"#) == "dataCorrupted at second[0]"
    )
  }

  @Test(arguments: Backend.allCases)
  func `a lossless value keeps its kind after being empty`(
    _ backend: Backend
  ) throws {
    var value = try backend.decode(
      Losslessly.self,
      from: #"{"due":"1","first":"2","second":["1"]}"#
    )
    value.due = nil
    value.first = nil
    value.second = []
    try backend.expect(value, encodesTo: #"{"due":null,"name":null,"first":null,"third":null}"#)
    value.due = 1
    value.first = 2
    value.second = [3]
    try backend.expect(
      value,
      encodesTo: """
        {"due":"1","name":null,"first":"2","second":["3"],"third":null}
        """
    )
  }
}
