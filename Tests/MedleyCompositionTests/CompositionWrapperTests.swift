import Medley
import MedleyComposition
import MedleyResilience
import TestSupport
import Testing

/// Parts with wrapped members, and parts with hand-written `Codable`.
@Suite struct CompositionWrapperTests {
  struct Hero: Codable, Hashable {
    @PolymorphicValue var hero: (any Parts.Element)?

    static func == (lhs: Hero, rhs: Hero) -> Bool { lhs.$hero == rhs.$hero }
    func hash(into hasher: inout Hasher) { hasher.combine($hero) }
  }

  struct Tags: Codable, Hashable {
    @Lossy var tags: [String]
  }

  /// A part that requests a nested container twice, which every encoder allows.
  struct Twice: Codable, Hashable {
    var first: Int
    var second: Int

    enum CodingKeys: CodingKey { case nested }
    enum InnerKeys: CodingKey {
      case first
      case second
    }

    init(first: Int, second: Int) {
      self.first = first
      self.second = second
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let inner = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .nested)
      first = try inner.decode(Int.self, forKey: .first)
      second = try inner.decode(Int.self, forKey: .second)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var inner = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .nested)
      try inner.encode(first, forKey: .first)
      var again = container.nestedContainer(keyedBy: InnerKeys.self, forKey: .nested)
      try again.encode(second, forKey: .second)
    }
  }

  /// A class that encodes its superclass under `super`.
  struct Inheriting: Codable, Hashable {
    var inherited: Int

    enum CodingKeys: CodingKey { case none }

    init(inherited: Int) { self.inherited = inherited }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      inherited = try Int(from: container.superDecoder())
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try inherited.encode(to: container.superEncoder())
    }
  }

  @Test func `a FieldValue in a part stays absent, null or a value`() throws {
    let registry = Parts.registry("type")
    let json = """
      [{"id":1},{"id":2,"hero":null},{"id":3,"hero":{"type":"MOVIE","minutes":1}},
       {"id":4,"hero":{"type":"GAME"}}]
      """
    let list = try Backend.json.decode(
      [Composed<Parts.Envelope, Hero>].self,
      from: json,
      with: registry
    )
    #expect(list.map { $0.hero == nil } == [true, true, false, true])
    #expect(try Backend.json.encode(list, with: registry) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `a lossy member of a part reports its path`(_ backend: Backend) throws {
    let (list, report) = try DecodingReport.collecting {
      try backend.decode(
        [Composed<Parts.Envelope, Tags>].self,
        from: #"[{"id":1,"tags":["a",2,"b"]}]"#
      )
    }
    #expect(list.map(\.tags) == [["a", "b"]])
    #expect(report.issues.map(\.codingPath.place) == ["[0].tags[1]"])
  }

  @Test(arguments: Backend.allCases)
  func `an absent optional part reports nothing`(_ backend: Backend) throws {
    let (list, report) = try DecodingReport.collecting {
      try backend.decode([Composed<Parts.Envelope, Tags?>].self, from: #"[{"id":1}]"#)
    }
    #expect(list.map(\.extension) == [nil])
    #expect(report.issues.map(\.description) == [])
  }

  @Test(arguments: Backend.allCases)
  func `an optional element with a tag has to decode`(_ backend: Backend) throws {
    let registry = Parts.registry("type")
    let error = try #require(throws: DecodingError.self) {
      try backend.decode(
        [Composed<Parts.Envelope, Polymorphic<any Parts.Element>?>].self,
        from: #"[{"id":1},{"id":2,"type":"MOVIE"}]"#,
        with: registry
      )
    }
    #expect(error.kind == .keyNotFound)
    #expect(error.place == "[1].minutes")
  }

  @Test(arguments: Backend.allCases)
  func `a part can request its nested container again`(_ backend: Backend) throws {
    let json = #"[{"id":1,"nested":{"first":1,"second":2}}]"#
    let list = try backend.decode([Composed<Parts.Envelope, Twice>].self, from: json)
    #expect(try backend.encode(list.map(\.extension)) != .array([]))
    #expect(try backend.encode(list) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `a part can encode its superclass under its own key`(_ backend: Backend) throws {
    let json = #"[{"id":1,"super":2}]"#
    let list = try backend.decode([Composed<Parts.Envelope, Inheriting>].self, from: json)
    #expect(list.map(\.inherited) == [2])
    #expect(try backend.encode(list) == JSONTree(parsing: json))
  }

  @Test(arguments: Backend.allCases)
  func `two parts that encode a superclass under one key are an error`(_ backend: Backend) throws {
    struct Other: Encodable {
      var inner = Inheriting(inherited: 2)
      func encode(to encoder: any Encoder) throws { try inner.encode(to: encoder) }
    }
    let error = try #require(throws: EncodingError.self) {
      try backend.encode([Composed(Inheriting(inherited: 1), Other())])
    }
    #expect(error.details?.debugDescription.contains("\"super\"") == true)
  }

  @Test(arguments: Backend.allCases)
  func `encodes the members of two unknown parts once`(_ backend: Backend) throws {
    let registry = Parts.registry("type")
    typealias Both = Composed<Composed<Polymorphic<any Parts.Element>, Parts.Kind>, Parts.Common>
    let json = #"[{"type":"GAME","title":"Go","players":{"most":2}}]"#
    let list = try backend.decode([Both].self, from: json, with: registry)
    let written = try backend.encode(list, with: registry)
    #expect(try written == JSONTree(parsing: json))
    #expect(written.duplicateKey == nil)
  }
}
