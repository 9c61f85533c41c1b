import Medley
import MedleyResilience
import TestSupport
import Testing

/// The order of the issues of one call.
@Suite struct IssueOrderTests {
  static func losses<Value: Decodable>(
    _ backend: Backend,
    _ type: Value.Type,
    _ json: String
  ) throws -> [String] {
    try DecodingReport.collecting { try backend.decode(type, from: json) }.report.losses
  }

  @Test(arguments: Backend.allCases)
  func `issues of elements are in document order`(_ backend: Backend) throws {
    let json = "[\((0..<300).map { $0 % 3 == 0 ? "\"x\"" : "1" }.joined(separator: ","))]"
    #expect(
      try Self.losses(backend, Lossy<[Int]>.self, json)
        == stride(from: 0, to: 300, by: 3).map { "[\($0)] dropped" }
    )
    #expect(
      try Self.losses(backend, Lossy<Set<Int>>.self, json)
        == stride(from: 0, to: 300, by: 3).map { "[\($0)] dropped" }
    )
  }

  @Test(arguments: Backend.allCases)
  func `issues of members are in document order or key order`(_ backend: Backend) throws {
    let keys = ["zeta", "b", "a", "é", "10x", "9x", "B", "", "a.b", "ab"]
    let json = "{\(keys.map { "\"\($0)\":\"x\"" }.joined(separator: ","))}"
    let losses = try Self.losses(backend, Lossy<[String: Int]>.self, json)
    #expect(losses == backend.inOrder(keys).map { "\($0) dropped" })
  }

  @Test(arguments: Backend.allCases)
  func `issues of nested members and other keys are in order`(_ backend: Backend) throws {
    let inner = #"{"y":["p",1,"q"],"x":4}"#
    #expect(
      try Self.losses(
        backend,
        Lossy<[String: [String: [Int]]]>.self,
        #"{"d":\#(inner),"b":\#(inner),"c":1,"a":\#(inner)}"#
      )
        == backend.inOrder(["d", "b", "c", "a"]).flatMap { key in
          key == "c"
            ? ["c dropped"]
            : backend.inOrder(["y", "x"])
              .flatMap { $0 == "x" ? ["x"] : ["y[0]", "y[2]"] }
              .map { "\(key).\($0) dropped" }
        }
    )
    #expect(
      try Self.losses(
        backend,
        Lossy<[Int: [Int]]>.self,
        #"{"3":["a","b"],"2":4,"x":[1],"1":[1,"c"]}"#
      )
        == backend.inOrder(["3", "2", "x", "1"])
        .flatMap { ["3": ["3[0]", "3[1]"], "1": ["1[1]"]][$0] ?? [$0] }
        .map { "\($0) dropped" }
    )
  }

  @Test(arguments: Backend.allCases)
  func `issues of properties are in decoding order`(
    _ backend: Backend
  ) throws {
    struct Page: Codable {
      @Lossy var z: [Int]
      @Lossy var a: [String: [Int]]
      @Lossy var m: Int?
    }
    #expect(
      try Self.losses(
        backend,
        [Page].self,
        #"[{"a":{"j":["x"],"i":["y"]},"m":[],"z":["z"]},{"m":"x","a":4,"z":5}]"#
      ) == [
        "[0].z[0] dropped"
      ] + backend.inOrder(["j", "i"]).map { "[0].a.\($0)[0] dropped" } + [
        "[0].m defaulted", "[1].z defaulted", "[1].a defaulted", "[1].m defaulted",
      ]
    )
  }

  @Test(arguments: Backend.allCases)
  func `issues of converted keys are in the same order`(_ backend: Backend) throws {
    guard backend.supportsKeyStrategies else { return }
    let (_, report) = try DecodingReport.collecting {
      try backend.decode(
        Lossy<[String: [String: Int]]>.self,
        from: #"{"b_c":{"z_a":"x","a_z":"y"},"a_c":{"k":[]}}"#,
        keys: .snakeCase
      )
    }
    #expect(
      report.losses
        == backend.inOrder(["b_c", "a_c"])
        .flatMap { $0 == "a_c" ? ["a_c.k"] : backend.inOrder(["z_a", "a_z"]).map { "b_c.\($0)" } }
        .map { "\($0) dropped" }
    )
  }
}
