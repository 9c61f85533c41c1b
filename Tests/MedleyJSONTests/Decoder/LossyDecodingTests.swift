import Foundation
import Medley
import MedleyEngine
import MedleyFoundation
import MedleyJSON
import MedleyResilience
import TestSupport
import Testing

/// `decodeLossy` takes every kind of input, and returns the same as that of `JSONDecoder`.
@Suite struct LossyDecodingTests {
  private let decoder = PolymorphicJSONDecoder()
  private let text = #"[1, "two", 3, null, 5]"#

  private func check(
    _ result: (value: [Int], report: DecodingReport),
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(result.value == [1, 3, 5], sourceLocation: location)
    let paths = result.report.issues.map(\.codingPath.place)
    #expect(paths == ["[1]", "[3]"], sourceLocation: location)
  }

  @Test func `decodes data, bytes, strings and buffers`() throws {
    check(try decoder.decodeLossy([Int].self, from: Data(text.utf8)))
    check(try decoder.decodeLossy([Int].self, from: Array(text.utf8)))
    check(try decoder.decodeLossy([Int].self, from: text))
    let bytes = Array(text.utf8)
    let borrowed = try unsafe bytes.withUnsafeBytes {
      try unsafe decoder.decodeLossy([Int].self, from: $0)
    }
    check(borrowed)
    check(try JSONDecoder().decodeLossy([Int].self, from: Data(text.utf8)))
  }

  @Test(arguments: [#"{"a": 1}"#, "7", "null", #"{"a": [1, "x"], "b": 5}"#, "[[1], 2]", "[]"])
  func `reports what JSONDecoder reports`(_ text: String) throws {
    func compare<Value: LossyDecodable & Equatable>(_ type: Value.Type) throws {
      let engine = try decoder.decodeLossy(type, from: text)
      let foundation = try JSONDecoder().decodeLossy(type, from: Data(text.utf8))
      #expect(engine.value == foundation.value)
      #expect(
        engine.report.issues.map(\.description) == foundation.report.issues.map(\.description)
      )
    }
    try compare([Int].self)
    try compare([[Int]].self)
    try compare([String: [Int]].self)
    try compare(Set<Int>.self)
    try compare([Int]?.self)
  }

  @Test func `throws for a text that isn't JSON`() {
    let error = #expect(throws: DecodingError.self) {
      try decoder.decodeLossy([Int].self, from: "[1, 2")
    }
    #expect(error?.jsonError?.offset == 5)
  }
}
