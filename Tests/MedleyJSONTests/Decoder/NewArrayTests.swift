import Foundation
import Medley
import MedleyEngine
import MedleyJSON
import TestSupport
import Testing

/// The first arrays of a type are decoded by their `init(from:)`, and later ones without.
@Suite struct NewArrayTests {
  private struct Point: Decodable, Equatable { var x: Int }

  private struct Node: Decodable, Equatable { var children: [Node] }

  @Test func `arrays are equal before and after their type is tested`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    for count in Array(0..<20) + [500, 3, 0, 1] {
      let text = (0..<count).map { #"{"x": \#($0)}"# }.joined(separator: ",")
      let points = try decoder.decode([Point].self, from: "[\(text)]")
      #expect(points == (0..<count).map { Point(x: $0) })
    }
  }

  @Test func `errors have the same kind and path before and after`() throws {
    let decoder = PolymorphicJSONDecoder(alone: true)
    let faults = [#"[{"x": 1}, {"x": "a"}]"#, #"{"x": 1}"#, "[null]", #"[{"x": 1}, {}]"#, "7"]
    for round in 0..<60 {
      for fault in faults {
        let expected = #expect(throws: DecodingError.self) {
          try JSONDecoder().decode([Point].self, from: Data(fault.utf8))
        }
        let error = #expect(throws: DecodingError.self) {
          try decoder.decode([Point].self, from: fault)
        }
        #expect(error?.keys == expected?.keys, "\(round): \(fault)")
        #expect(error?.code == expected?.code, "\(round): \(fault)")
        #expect(error?.jsonError != nil)
      }
    }
  }

  @Test func `arrays inside of arrays of the same type are tested while one is decoded`() throws {
    let depth = 300
    let open = String(repeating: #"{"children":["#, count: depth)
    let close = String(repeating: "]}", count: depth)
    let decoder = PolymorphicJSONDecoder(alone: true)
    decoder.depthLimit = 1000
    var node = try decoder.decode(Node.self, from: open + close)
    var levels = 1
    while let child = node.children.first { (node, levels) = (child, levels + 1) }
    #expect(levels == depth)
  }
}

extension DecodingError {
  fileprivate var keys: [String]? {
    details?.codingPath.map { "\($0.intValue ?? -1)\($0.stringValue)" }
  }

  fileprivate var code: String {
    switch self {
    case .typeMismatch: "typeMismatch"
    case .valueNotFound: "valueNotFound"
    case .keyNotFound: "keyNotFound"
    case .dataCorrupted: "dataCorrupted"
    @unknown default: "other"
    }
  }
}
