import Medley
import MedleyBase
import TestSupport
import Testing

/// If no type matched, the element's fields were compared again for each registered type.
@Suite struct DeductionCostTests {
  private struct Field: Media { var title: String }

  @Test func `an element that matches no type describes only a few types`() throws {
    var registry = PolymorphicRegistry<any Media>(.deduced)
    for index in 0..<100 {
      let fields = PayloadFields(required: ["field\(index)"], optional: ["title"])
      try registry.register(Field.self, for: .integer(Int64(index)), fields: fields) { $0 }
    }
    let members = (0..<50).map { "\"other\($0)\":0" }.joined(separator: ",")
    let (error, steps) = try counting {
      try #require(throws: DecodingError.self) {
        try Backend.json.feed("[{\(members)}]", registry)
      }
    }
    #expect(steps <= 8 * 50)
    let cause = try #require(error.cause)
    #expect(cause.description.contains("and 92 more"))
    #expect(cause.candidates.count == 100)
    #expect(cause.candidates.last?.missing == ["field99"])
    #expect(cause.candidates.last?.unclaimed.count == 50)
    #expect(cause.knownTags.count == 100)
  }
}
