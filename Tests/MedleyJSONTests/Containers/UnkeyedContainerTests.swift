import Foundation
import TestSupport
import Testing

/// Unkeyed containers, used directly.
@Suite struct UnkeyedContainerTests {
  /// Elements of several types, the count, and the end.
  private struct Row: Decodable, Equatable {
    var name: String
    var isNull: Bool
    var number: Double?
    var inner: [Int8]
    var indices: [Int]

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      #expect(container.count == 5)
      var indices = [container.currentIndex]
      name = try container.decode(String.self)
      indices.append(container.currentIndex)
      // Not null: the container stays where it is.
      #expect(try !container.decodeNil())
      indices.append(container.currentIndex)
      number = try container.decodeIfPresent(Double.self)
      isNull = try container.decodeNil()
      indices.append(container.currentIndex)
      var nested = try container.nestedUnkeyedContainer()
      var inner: [Int8] = []
      while !nested.isAtEnd { inner.append(try nested.decode(Int8.self)) }
      self.inner = inner
      #expect(try container.superDecoder().codingPath.place.hasSuffix("[4]"))
      #expect(container.isAtEnd)
      self.indices = indices
    }
  }

  @Test(arguments: Backend.allJSON)
  func `reads elements of several types in turn`(_ backend: Backend) throws {
    let rows = try backend.decode([Row].self, from: #"[["a", 1.5, null, [1, -2], {}]]"#)
    #expect(rows.first?.name == "a")
    #expect(rows.first?.number == 1.5)
    #expect(rows.first?.isNull == true)
    #expect(rows.first?.inner == [1, -2])
    #expect(rows.first?.indices == [0, 1, 1, 3])
  }

  /// Decodes one element more than there is.
  private struct Greedy<Value: Decodable>: Decodable {
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd { _ = try container.decode(Bool.self) }
      _ = try container.decode(Value.self)
    }
  }

  @Test(arguments: Backend.allJSON)
  func `an error at the end names the type and the index`(_ backend: Backend) throws {
    let error = #expect(throws: DecodingError.self) {
      try backend.decode([Greedy<String>].self, from: "[[true, false]]")
    }
    guard case .valueNotFound(let type, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(type is String.Type)
    #expect(error?.place == "[0][2]")
  }

  /// Skips elements that don't decode.
  private struct Patient: Decodable {
    var numbers: [Int] = []

    private struct Anything: Decodable {
      init(from decoder: any Decoder) {}
    }

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while !container.isAtEnd {
        if let number = try? container.decode(Int.self) {
          numbers.append(number)
        } else {
          _ = try container.decode(Anything.self)
        }
      }
    }
  }

  @Test(arguments: Backend.allJSON)
  func `stays at an element that doesn't decode`(_ backend: Backend) throws {
    let text = #"[1, "x", null, 2, {"a": [3]}, 4]"#
    #expect(try backend.decode(Patient.self, from: text).numbers == [1, 2, 4])
  }
}
