import Foundation
import TestSupport
import Testing

/// Classes whose initialisers call the one of their superclass.
@Suite struct InheritanceTests {
  private class Base: Decodable {
    let id: Int
    enum CodingKeys: CodingKey { case id }
  }

  /// Under the key "super".
  private final class Nested: Base {
    let name: String
    private enum CodingKeys: CodingKey { case name }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }
  }

  /// Under its own key.
  private final class Keyed: Base {
    private enum CodingKeys: CodingKey { case base }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      try super.init(from: container.superDecoder(forKey: .base))
    }
  }

  /// In the same object.
  private final class Flat: Base {
    let name: String
    private enum CodingKeys: CodingKey { case name }

    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
      try super.init(from: decoder)
    }
  }

  /// In an array.
  private final class Listed: Base {
    let name: String

    required init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      name = try container.decode(String.self)
      try super.init(from: container.superDecoder())
    }
  }

  @Test(arguments: Backend.allJSON)
  func `decodes a superclass from the decoder that the subclass chooses`(_ backend: Backend) throws
  {
    let nested = try backend.decode(Nested.self, from: #"{"super": {"id": 1}, "name": "a"}"#)
    #expect(nested.id == 1 && nested.name == "a")
    #expect(try backend.decode(Keyed.self, from: #"{"base": {"id": 2}}"#).id == 2)
    let flat = try backend.decode(Flat.self, from: #"{"id": 3, "name": "c"}"#)
    #expect(flat.id == 3 && flat.name == "c")
    #expect(try backend.decode(Listed.self, from: #"["d", {"id": 4}]"#).id == 4)
  }

  @Test(arguments: Backend.allJSON)
  func `decodes an absent superclass as null`(_ backend: Backend) throws {
    let error = #expect(throws: DecodingError.self) {
      try backend.decode([Nested].self, from: #"[{"name": "a"}]"#)
    }
    #expect(error?.kind == .valueNotFound)
    #expect(error?.place == "[0].super")
    let keyed = #expect(throws: DecodingError.self) {
      try backend.decode(Keyed.self, from: "{}")
    }
    #expect(keyed?.kind == .valueNotFound)
    #expect(keyed?.place == "base")
  }

  /// Decodes scalars from an absent superclass, which synthesised initialisers don't do.
  private struct Scalars: Decodable {
    private enum Key: CodingKey { case absent }

    init(from decoder: any Decoder) throws {
      let absent = try decoder.container(keyedBy: Key.self).superDecoder(forKey: .absent)
      let container = try absent.singleValueContainer()
      #expect(container.decodeNil())
      #expect(try container.decode(Int?.self) == nil)
      #expect(throws: DecodingError.self) { try container.decode(Int8.self) }
      #expect(throws: DecodingError.self) { try container.decode(Float.self) }
      #expect(throws: DecodingError.self) { try container.decode([UInt16].self) }
      #expect(throws: DecodingError.self) { try container.decode(Date.self) }
      let error = #expect(throws: DecodingError.self) { try container.decode(Bool.self) }
      #expect(error?.kind == .typeMismatch)
      #expect(error?.place == "absent")
    }
  }

  @Test(arguments: Backend.allJSON)
  func `decoding scalars from an absent superclass throws`(_ backend: Backend) throws {
    _ = try backend.decode(Scalars.self, from: "{}")
  }
}
