import Medley
import MedleyResilience
import TestSupport
import Testing

@Suite struct LossyTests {
  typealias Element = Polymorphic<any Media>

  static func check<Value: LossyDecodable & Equatable>(
    _ backend: Backend,
    _ json: String,
    is value: Value,
    issues: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (lossy, report) = try DecodingReport.collecting {
      try backend.decode(Lossy<Value>.self, from: json, with: .media)
    }
    #expect(lossy.wrappedValue == value, sourceLocation: sourceLocation)
    #expect(
      Set(report.issues.map { "\($0.recoveredPath.place) \($0.action)" }) == Set(issues),
      sourceLocation: sourceLocation
    )
    #expect(report.issues.count == issues.count, sourceLocation: sourceLocation)
  }

  @Test(arguments: Backend.allCases)
  func `arrays lose invalid elements of every kind`(
    _ backend: Backend
  ) throws {
    try Self.check(
      backend,
      #"[1,"a",2,null,{},[],1.5,true,3]"#,
      is: [1, 2, 3],
      issues: ["[1]", "[3]", "[4]", "[5]", "[6]", "[7]"].map { "\($0) dropped" }
    )
    try Self.check(
      backend,
      #"[{"type":"MOVIE"},{"type":"MOVIE","title":"a"},4,null,{"title":"x"},[]]"#,
      is: [Element.known(Movie(title: "a"))],
      issues: ["[0]", "[2]", "[3]", "[4]", "[5]"].map { "\($0) dropped" }
    )
  }

  @Test(arguments: Backend.allCases)
  func `the remaining elements keep their order and later members decode`(_ backend: Backend) throws
  {
    struct Page: Codable, Equatable {
      @Lossy var items: [Element]
      var id: Int
      @Lossy var last: [Int]
    }
    let page = try backend.decode(
      Page.self,
      from: """
        {"items":[{"type":"BOOK","title":"b"},{"type":"BOOK"},{"type":"X"},
         {"type":"MOVIE","title":"a"}],"id":7,"last":[1,"x"]}
        """,
      with: .media
    )
    #expect(page.items.map { $0.known?.title } == ["b", nil, "a"])
    #expect(page.id == 7)
    #expect(page.last == [1])
    #expect(
      try backend.encode(page, with: .media)
        == JSONTree(
          parsing: """
            {"items":[{"type":"BOOK","title":"b"},{"type":"X"},{"type":"MOVIE","title":"a"}],
             "id":7,"last":[1]}
            """
        )
    )
  }

  @Test(arguments: Backend.allCases)
  func `sets and dictionaries lose invalid elements`(_ backend: Backend) throws {
    try Self.check(
      backend,
      #"[1,"a",2,1]"#,
      is: Set([1, 2]),
      issues: ["[1] dropped"]
    )
    try Self.check(
      backend,
      #"{"a":1,"b":"x","c_d":3}"#,
      is: ["a": 1, "c_d": 3],
      issues: ["b dropped"]
    )
    try Self.check(
      backend,
      #"{"a":{"type":"MOVIE","title":"t"},"b":{"type":"MOVIE"}}"#,
      is: ["a": Element.known(Movie(title: "t"))],
      issues: ["b dropped"]
    )
  }

  @Test(arguments: Backend.allCases)
  func `drops elements from the innermost collection`(_ backend: Backend) throws {
    try Self.check(
      backend,
      #"[[1,"a"],3,[],[[2],4]]"#,
      is: [[1], [], [4]],
      issues: ["[0][1] dropped", "[1] dropped", "[3][0] dropped"]
    )
    try Self.check(
      backend,
      #"{"a":[1,"x"],"b":4,"c":[]}"#,
      is: ["a": [1], "c": []],
      issues: ["a[1] dropped", "b dropped"]
    )
    try Self.check(
      backend,
      #"[{"k":{"j":[1,null]}},{"k":{"j":2}}]"#,
      is: [["k": ["j": [1]]], ["k": [:]]],
      issues: ["[0].k.j[1] dropped", "[1].k.j dropped"]
    )
  }

  @Test(arguments: Backend.allCases)
  func `optional elements can be null`(_ backend: Backend) throws {
    try Self.check(
      backend,
      #"[1,null,"a"]"#,
      is: [1, nil] as [Int?],
      issues: ["[2] dropped"]
    )
    try Self.check(
      backend,
      #"[[1,"a"],null]"#,
      is: [[1], nil] as [[Int]?],
      issues: ["[0][1] dropped"]
    )
  }

  struct Members: Codable, Equatable {
    @Lossy var list: [Int]
    @Lossy var maybe: [Int]?
    @Lossy var age: Int?
    @Lossy var map: [String: Int]
  }

  static let members: [(json: String, value: Members, issues: [String])] = [
    (
      "{}", Members(list: [], maybe: nil, age: nil, map: [:]), ["list defaulted", "map defaulted"]
    ),
    (
      #"{"list":null,"maybe":null,"age":null,"map":null}"#,
      Members(list: [], maybe: nil, age: nil, map: [:]), ["list defaulted", "map defaulted"]
    ),
    (
      #"{"list":4,"maybe":4,"age":"x","map":[]}"#,
      Members(list: [], maybe: nil, age: nil, map: [:]),
      ["list defaulted", "maybe defaulted", "age defaulted", "map defaulted"]
    ),
    (
      #"{"list":[1,"x"],"maybe":["y",2],"age":3,"map":{"a":1,"b":[]}}"#,
      Members(list: [1], maybe: [2], age: 3, map: ["a": 1]),
      ["list[1] dropped", "maybe[0] dropped", "map.b dropped"]
    ),
    (
      #"{"list":[],"maybe":[],"age":0,"map":{}}"#,
      Members(list: [], maybe: [], age: 0, map: [:]), []
    ),
  ]

  @Test(arguments: Backend.allCases, members)
  func `members replace absent, null and invalid values and report it`(
    _ backend: Backend,
    _ sample: (json: String, value: Members, issues: [String])
  ) throws {
    let (members, report) = try DecodingReport.collecting {
      try backend.decode(Members.self, from: sample.json)
    }
    #expect(members == sample.value)
    #expect(
      report.issues.map { "\($0.recoveredPath.place) \($0.action)" }.sorted()
        == sample.issues.sorted()
    )
    #expect(report.issues.allSatisfy { $0.codingPath.count >= $0.recoveredPath.count })
  }

  @Test(arguments: Backend.allCases)
  func `a top-level value that isn't a collection is empty and reported`(
    _ backend: Backend
  ) throws {
    try Self.check(backend, "{}", is: [Int](), issues: [" defaulted"])
    try Self.check(backend, "[]", is: [String: Int](), issues: [" defaulted"])
  }

  @Test func `each member has its own value`() throws {
    var members = Members(list: [1], maybe: nil, age: 4, map: [:])
    members.list.append(2)
    #expect(members.list == [1, 2])
    #expect(Set([Lossy(wrappedValue: [1]), Lossy(wrappedValue: [1])]).count == 1)
    #expect(
      try Backend.json.encode(members)
        == JSONTree(parsing: #"{"list":[1,2],"age":4,"map":{}}"#)
    )
  }

  @Test func `omits nil like Codable`() throws {
    let members = Members(list: [], maybe: nil, age: nil, map: [:])
    for backend in Backend.allCases {
      #expect(try backend.encode(members) == JSONTree(parsing: #"{"list":[],"map":{}}"#))
    }
  }

  @Test func `convertFromSnakeCase leaves the keys of dictionaries unchanged`() throws {
    let map = try Backend.json.decode(
      Lossy<[String: [String: Int]]>.self,
      from: #"{"a_b":{"c_d":1,"e_f":"x"}}"#,
      keys: .snakeCase
    )
    #expect(map.wrappedValue == ["a_b": ["c_d": 1]])
  }

  @Test(arguments: Backend.allCases)
  func `throws for a type that can't be cast to the base instead of dropping it`(
    _ backend: Backend
  ) throws {
    let registry = PolymorphicRegistry<any Media>("type", ["S": Stranger.self])
    #expect(throws: RegistrationError.self) {
      try backend.decode(
        Lossy<[Element]>.self,
        from: #"[{"type":"S","name":"a"}]"#,
        with: registry
      )
    }
  }

  @Test func `reports 10,000 invalid elements one by one`() throws {
    let json = "[\(Array(repeating: #"{"type":"MOVIE"}"#, count: 10_000).joined(separator: ","))]"
    let (feed, report) = try DecodingReport.collecting {
      try Backend.json.decode(Lossy<[Element]>.self, from: json, with: .media)
    }
    #expect(feed.wrappedValue.isEmpty)
    #expect(report.issues.count == 10_000)
    #expect(report.issues.last?.codingPath.place == "[9999].title")
  }
}
