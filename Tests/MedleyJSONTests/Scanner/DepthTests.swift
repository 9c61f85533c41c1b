import Foundation
import MedleyEngine
import MedleyJSON
import Testing

/// How deep arrays and objects may be nested.
@Suite struct DepthTests {
  private static let largestLimit = 2048

  private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  private func nestedObjects(_ depth: Int) -> String {
    String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
  }

  private func decoder(_ limit: Int?) -> PolymorphicJSONDecoder {
    let decoder = PolymorphicJSONDecoder()
    if let limit { decoder.depthLimit = limit }
    return decoder
  }

  private func accepts(_ json: String, _ limit: Int?) -> Bool {
    let decoder = decoder(limit)
    let answers = Padding.allCases.map { padding in
      (try? decoder.decode(Ignored.self, from: json + padding.text)) != nil
    }
    #expect(Set(answers).count == 1)
    return answers[0]
  }

  @Test func `the limit is that of JSONDecoder`() {
    for depth in [1, 511, 512, 513] {
      for json in [nested(depth), nestedObjects(depth)] {
        let isAccepted = (try? JSONDecoder().decode(Ignored.self, from: Data(json.utf8))) != nil
        #expect(accepts(json, nil) == isAccepted, "\(depth)")
      }
    }
  }

  @Test(arguments: [1, 2, 33, 511, 1000, Self.largestLimit])
  func `a custom limit is used`(_ limit: Int) {
    #expect(accepts(nested(limit), limit))
    #expect(accepts(nestedObjects(limit), limit))
    #expect(!accepts(nested(limit + 1), limit))
    #expect(!accepts(nestedObjects(limit + 1), limit))
  }

  @Test(arguments: [0, -1, .min])
  func `a limit of zero allows only scalars`(_ limit: Int) {
    #expect(decoder(limit).depthLimit == 0)
    #expect(accepts("1", limit))
    #expect(!accepts("[]", limit))
    #expect(!accepts("{}", limit))
  }

  @Test(arguments: [1_000_000, .max])
  func `a limit that exceeds the stack is lowered`(_ limit: Int) {
    #expect(decoder(limit).depthLimit == Self.largestLimit)
    #expect(!accepts(nested(100_000), limit))
  }

  /// A value that holds itself, as deep as the text is.
  private struct Nest: Decodable {
    var inner: [Nest]

    init(from decoder: any Decoder) throws {
      inner = try decoder.singleValueContainer().decode([Nest].self)
    }

    var depth: Int { 1 + (inner.first?.depth ?? 0) }
  }

  @Test func `recursive types decode down to the largest limit`() throws {
    let limit = Self.largestLimit
    let nest = try decoder(limit).decode(Nest.self, from: nested(limit))
    #expect(nest.depth == limit)
  }

  @Test func `the error is at the bracket that exceeds the limit`() throws {
    let error = try #require(throws: DecodingError.self) {
      try decoder(nil).decode(Ignored.self, from: nested(100_000))
    }
    #expect(error.jsonError?.offset == 512)
    #expect("\(error)".contains("nested deeper than 512 levels, which is the limit"))
  }
}
