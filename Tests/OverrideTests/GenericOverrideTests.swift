import Medley
import MedleyComposition
import MedleyResilience
import OverrideClient
import TestSupport
import Testing

/// Overrides of the generic `decode` and of Medley's concise functions, private to this file.
@Suite struct GenericOverrideTests {
  struct Page: Codable {
    @Lossy var items: [Int]
    @PolymorphicValue var hero: (any Media)?
    @Lossless var id: String
    @Defaulted<Defaults.Zero> var views: Int
    @OmittedWhenEmpty var notes: [String]
    var subtitle: FieldValue<String>
    var genre: OpenEnum<Genre>
    @LenientBool var liked: Bool
    var shelf: Polymorphic<any Media>
    var item: Item
    var author: Identifier<Author>
    var film: Composed<Base, Details>
    var share: Percentage
    var tags: [String]
  }

  /// Types that handle absent keys themselves have their own overload.
  ///
  /// The compiler prefers it to the generic override.
  @Test func `calls a generic override only for required types`() throws {
    let called = Called()
    let json = """
      {"items":[1],"id":4,"subtitle":null,"genre":"WESTERN","liked":1,"shelf":{"type":"X"},
       "item":{"type":"X"},"author":"ada","film":{"title":"a","pages":1},"share":{"percent":4},
       "tags":["a"]}
      """
    let page = try Called.$current.withValue(called) {
      try Backend.json.decode(Page.self, from: json) { $0.register(.movies) }
    }
    #expect(
      called.names == [
        "OpenEnum<Genre>", "LenientBool", "Polymorphic<Media>", "Item",
        "TypedIdentifier<Author, String>",
        "Composed<Base, Details>", "Percentage", "Array<String>",
      ]
    )
    #expect(page.items == [1])
    #expect(page.hero == nil)
    #expect(page.id == "4")
    #expect(page.views == 0)
    #expect(page.notes.isEmpty)
    #expect(page.subtitle.isNull)
    #expect(page.genre == .unknown("WESTERN"))
    #expect(page.liked)
    #expect(page.shelf.unknown?.tag == "X")
  }

  struct Concise: Decodable {
    let count: Int
    let tags: [String]

    private enum CodingKeys: CodingKey {
      case count, tags
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      count = try container.decode(.count)
      tags = try container.decodeLossy(.tags)
    }
  }

  @Test func `prefers functions of the module to concise ones with the same signature`() throws {
    let called = Called()
    let value = try Called.$current.withValue(called) {
      try Backend.json.decode(Concise.self, from: #"{"count":3,"tags":["a",1]}"#)
    }
    #expect(called.names == ["concise Int"])
    #expect(value.count == 3)
    #expect(value.tags == ["a"])
  }
}

/// The calls of this file's overrides; a class, since an override can't return them.
private final class Called: @unchecked Sendable {
  @TaskLocal static var current: Called?

  // Sound because a single test uses it in one task.
  var names: [String] = []
}

extension KeyedDecodingContainer {
  fileprivate func decode<T>(_ type: T.Type, forKey key: Key) throws -> T where T: Decodable {
    Called.current?.names.append("\(type)")
    return try T(from: superDecoder(forKey: key))
  }

  fileprivate func decode<T>(_ key: Key) throws -> T where T: Decodable {
    Called.current?.names.append("concise \(T.self)")
    return try T(from: superDecoder(forKey: key))
  }
}
