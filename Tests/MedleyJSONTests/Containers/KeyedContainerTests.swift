import Foundation
import TestSupport
import Testing

/// Keyed containers, used directly.
@Suite struct KeyedContainerTests {
  private enum Key: String, CodingKey, CaseIterable {
    case id, name, absent, nothing
    case list = "a list"
  }

  private enum Inner: CodingKey {
    case id, x
  }

  private static let text = """
    {"name": "Ada", "unknown": 1, "nothing": null, "id": 7, "a list": [{"x": 1}, 2], "name": "Eve"}
    """

  /// Calls a function with a container of the document, as a type's initialiser would.
  private struct Reading: Decodable {
    /// Swift 6.3.1, when optimising, has no metadata for a task-local function, but for this
    /// struct.
    struct Body: Sendable {
      var run: @Sendable (any Decoder) throws -> Void
    }

    @TaskLocal static var body = Body { _ in }

    init(from decoder: any Decoder) throws {
      try Self.body.run(decoder)
    }
  }

  private func read(
    _ backend: Backend,
    _ text: String = text,
    _ body: @Sendable @escaping (any Decoder) throws -> Void
  ) throws {
    try Reading.$body.withValue(Reading.Body(run: body)) {
      _ = try backend.decode(Reading.self, from: text)
    }
  }

  @Test(arguments: Backend.allJSON)
  func `lists each key of the type once`(_ backend: Backend) throws {
    try read(backend) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(Set(container.allKeys) == [.id, .name, .nothing, .list])
      #expect(container.allKeys.count == 4)
    }
  }

  @Test(arguments: Backend.allJSON)
  func `distinguishes values, null and absent members`(_ backend: Backend) throws {
    try read(backend) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(container.contains(.nothing))
      #expect(!container.contains(.absent))
      #expect(try container.decodeNil(forKey: .nothing))
      #expect(try !container.decodeNil(forKey: .id))
      #expect(try container.decodeIfPresent(Int.self, forKey: .nothing) == nil)
      #expect(try container.decodeIfPresent([Int].self, forKey: .absent) == nil)
      #expect(try container.decodeIfPresent(Int.self, forKey: .id) == 7)
      let error = #expect(throws: DecodingError.self) {
        try container.decodeNil(forKey: .absent)
      }
      #expect(error?.kind == .keyNotFound)
      #expect(error?.place == "absent")
    }
  }

  @Test(arguments: Backend.allJSON)
  func `decodes the first of repeated keys`(_ backend: Backend) throws {
    try read(backend) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(try container.decode(String.self, forKey: .name) == "Ada")
    }
  }

  @Test(arguments: Backend.allJSON)
  func `returns several containers for one object`(_ backend: Backend) throws {
    try read(backend) { decoder in
      let one = try decoder.container(keyedBy: Key.self)
      let other = try decoder.container(keyedBy: Inner.self)
      let third = try decoder.container(keyedBy: Key.self)
      #expect(try one.decode(String.self, forKey: .name) == "Ada")
      #expect(try other.decode(Int.self, forKey: .id) == 7)
      #expect(try third.decode(Int.self, forKey: .id) == 7)
      #expect(try one.decode(Int.self, forKey: .id) == 7)
      #expect(!other.contains(.x))
    }
  }

  @Test(arguments: Backend.allJSON)
  func `nested containers have their paths`(_ backend: Backend) throws {
    try read(backend) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(container.codingPath.isEmpty)
      var list = try container.nestedUnkeyedContainer(forKey: .list)
      #expect(list.codingPath.place == "a list")
      let first = try list.nestedContainer(keyedBy: Inner.self)
      #expect(first.codingPath.place == "a list[0]")
      #expect(try first.decode(Int.self, forKey: .x) == 1)
      #expect(try list.decode(Int.self) == 2)
      #expect(list.isAtEnd)
      let error = #expect(throws: DecodingError.self) {
        try container.nestedContainer(keyedBy: Inner.self, forKey: .list)
      }
      #expect(error?.kind == .typeMismatch)
      #expect(error?.place == "a list")
    }
  }

  @Test(arguments: Backend.allJSON)
  func `continues after an error that the type catches`(_ backend: Backend) throws {
    try read(backend) { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      #expect(throws: DecodingError.self) { try container.decode(Int.self, forKey: .name) }
      #expect(throws: DecodingError.self) { try container.decode([Int].self, forKey: .list) }
      #expect(try container.decode(String.self, forKey: .name) == "Ada")
      #expect(try container.decode(Int.self, forKey: .id) == 7)
    }
  }

  @Test(arguments: Backend.allJSON)
  func `finds a canonically equivalent key`(_ backend: Backend) throws {
    struct Price: Decodable {
      var coffee: Int
      enum CodingKeys: String, CodingKey { case coffee = "café" }
    }
    let text = "{\"cafe\u{301}\": 3}"
    #expect(try backend.decode(Price.self, from: text).coffee == 3)
    let members = (0..<100).map { "\"é\($0)\": 0" }.joined(separator: ", ")
    let large = "{\(members), \"cafe\u{301}\": 4}"
    #expect(try backend.decode(Price.self, from: large).coffee == 4)
  }
}
