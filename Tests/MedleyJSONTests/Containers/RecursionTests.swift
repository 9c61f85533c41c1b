import Foundation
import MedleyJSON
import TestSupport
import Testing

/// Recursive types, which use one key type at many levels.
@Suite struct RecursionTests {
  private final class Node: Codable {
    var value: Int
    var children: [Node]
    /// Decoded after the children, from a container that was made before them.
    var last: Int

    init(value: Int, children: [Node], last: Int) {
      self.value = value
      self.children = children
      self.last = last
    }

    var description: String {
      "\(value)(\(children.map(\.description).joined(separator: " ")))\(last)"
    }
  }

  private func tree(_ depth: Int, _ width: Int) -> Node {
    Node(
      value: depth,
      children: depth == 0 ? [] : (0..<width).map { tree(depth - 1, $0) },
      last: -depth
    )
  }

  @Test(arguments: Backend.allJSON)
  func `decodes wide and deep trees`(_ backend: Backend) throws {
    for root in [tree(0, 0), tree(5, 4), tree(120, 1)] {
      let text = String(decoding: try JSONEncoder().encode(root), as: UTF8.self)
      #expect(try backend.decode(Node.self, from: text).description == root.description)
    }
  }

  @Test(arguments: Backend.allJSON)
  func `an error has the whole path`(_ backend: Backend) throws {
    let bottom = #"{"value": 0, "children": [], "last": "x"}"#
    let text = (0..<60).reduce(bottom) { text, _ in
      #"{"value": 1, "children": [{"value": 2, "children": [], "last": 3}, \#(text)], "last": 4}"#
    }
    let error = #expect(throws: DecodingError.self) { try backend.decode(Node.self, from: text) }
    #expect(
      error?.place == (0..<60).map { _ in "children[1]" }.joined(separator: ".") + ".last"
    )
  }
}
