import Medley
import TestSupport
import Testing

/// If no type matched, the element's fields were compared again for each registered type.
@Suite struct DeductionCostTests {
  private struct Field: Media { var title: String }

  @Test func `an element that matches no type describes only a few types`() throws {
    func registry(_ count: Int) throws -> PolymorphicRegistry<any Media> {
      var registry = PolymorphicRegistry<any Media>(.deduced)
      for index in 0..<count {
        let fields = PayloadFields(required: ["field\(index)"], optional: ["title"])
        try registry.register(Field.self, for: .integer(Int64(index)), fields: fields) { $0 }
      }
      return registry
    }
    func error(_ registry: PolymorphicRegistry<any Media>) throws -> DecodingError {
      let members = (0..<500).map { "\"other\($0)\":0" }.joined(separator: ",")
      return try #require(throws: DecodingError.self) {
        try Backend.json.feed("[{\(members)}]", registry)
      }
    }
    let registries = [10: try registry(10), 200: try registry(200)]
    let growth = try ProcessorTime.growth(from: 10, to: 200) { count in
      _ = try error(try #require(registries[count]))
    }
    #expect(growth < 5)
    let cause = try #require(try error(try registry(100)).cause)
    #expect(cause.description.contains("and 92 more"))
    #expect(cause.candidates.count == 100)
    #expect(cause.candidates.last?.missing == ["field99"])
    #expect(cause.candidates.last?.unclaimed.count == 500)
    #expect(cause.knownTags.count == 100)
  }
}
