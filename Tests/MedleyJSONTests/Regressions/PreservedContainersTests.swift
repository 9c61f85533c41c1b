import Medley
import MedleyComposition
import TestSupport
import Testing

/// Arrays and objects that a value inside another one kept were written empty by all pairs of coders
/// but MedleyJSON's own.
@Suite struct PreservedContainersTests {
  struct Inner: Codable { var id: Int }
  struct Outer: Codable {
    var p: Preserving<Inner>
    var a: Int?
  }

  @Test(arguments: Backend.allCases, Backend.allCases)
  func `unknown arrays and objects keep their content`(
    _ decoder: Backend,
    _ encoder: Backend
  )
    throws
  {
    let json = #"{"p":{"id":2,"u":[1,{"q":2}],"o":{"k":[3]}},"z":[4]}"#
    let value: Preserving<Outer> = try decoder.decode(from: json)
    #expect(try encoder.encode(value) == JSONTree(parsing: json))
  }

  struct Page: Codable {
    var payload: UnknownPayload
    var value: PayloadValue
    var count: Int
  }

  @Test(arguments: Backend.allCases, Backend.allCases)
  func `unknown elements inside keep their content`(_ decoder: Backend, _ encoder: Backend) throws {
    let json = #"{"payload":{"a":[1],"b":{"c":2}},"value":[[3],{"d":[4]}],"count":5,"x":[6]}"#
    var page: Preserving<Page> = try decoder.decode(from: json)
    #expect(try encoder.encode(page) == JSONTree(parsing: json))
    page.count = 7
    let changed = #"{"payload":{"a":[1],"b":{"c":2}},"value":[[3],{"d":[4]}],"count":7,"x":[6]}"#
    #expect(try encoder.encode(page) == JSONTree(parsing: changed))
  }

  /// A base class and its subclass may both write a member; encoders write the last.
  struct Twice: Codable {
    var id: Int

    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(0, forKey: .id)
      try container.encode(id, forKey: .id)
    }

    private enum CodingKeys: String, CodingKey { case id }
  }

  @Test(arguments: Backend.allJSON, Backend.allJSON)
  func `of a member that a type writes twice the last is written`(
    _ decoder: Backend,
    _ encoder: Backend
  ) throws {
    var twice: Preserving<Twice> = try decoder.decode(from: #"{"id":1,"x":[2]}"#)
    twice.id = 3
    #expect(try encoder.encode(twice) == JSONTree(parsing: #"{"id":3,"x":[2]}"#))
  }

  struct Note: Codable {
    var noteText: String
    var shelfMark: String?
  }
  struct Shelf: Codable { var topNote: Preserving<Note> }

  @Test(arguments: Backend.allJSON, Backend.allJSON)
  func `keys that the inner type doesn't know aren't converted`(
    _ decoder: Backend,
    _ encoder: Backend
  ) throws {
    let json = #"{"top_note":{"note_text":"a","aURL":{"cD":1}},"bURL":2}"#
    let shelf: Preserving<Shelf> = try decoder.decode(from: json, keys: .snakeCase)
    #expect(try encoder.encode(shelf, keys: .snakeCase) == JSONTree(parsing: json))
  }
}
