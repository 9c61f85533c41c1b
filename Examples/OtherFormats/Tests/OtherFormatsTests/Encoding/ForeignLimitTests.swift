import Formats
import Foundation
import Medley
import Testing
import XMLCoder

/// Limits of the formats' packages.
///
/// Medley can't change them; apps have to avoid them.
@Suite struct ForeignLimitTests {
  private let heat = Movie(title: "Heat", minutes: 170)

  #if os(macOS) || os(Linux) || os(Windows)
  @Test func `TOMLKit traps on arrays of structs in an array`() async {
    await #expect(processExitsWith: .failure) {
      let movie = Movie(title: "Heat", minutes: 170)
      _ = try Format.toml.encode(Items(items: [[movie]]))
    }
  }

  @Test func `TOMLKit traps on an array as the document`() async {
    await #expect(processExitsWith: .failure) {
      _ = try Format.toml.encode([Movie(title: "Heat", minutes: 170)])
    }
  }

  @Test func `TOMLKit traps on superDecoder`() async {
    await #expect(processExitsWith: .failure) {
      struct Member: Decodable {
        init(from decoder: any Decoder) throws {
          _ = try decoder.container(keyedBy: Key.self).superDecoder()
        }

        enum Key: CodingKey {}
      }
      _ = try Format.toml.decode(Member.self, from: "")
    }
  }

  @Test func `TOMLKit traps on an integer that its type can't hold`() async {
    await #expect(processExitsWith: .failure) {
      _ = try Format.toml.decode(Single<Int8>.self, from: "item = 300")
    }
  }
  #endif

  @Test func `TOMLKit refuses an integer for a double`() throws {
    #expect(throws: DecodingError.self) {
      try Format.toml.decode(Single<Double>.self, from: "item = 1")
    }
  }

  // MARK: - XML

  struct Attributed: Media, Equatable, DynamicNodeEncoding {
    var title: String
    var id: Int

    static func nodeEncoding(for key: any CodingKey) -> XMLEncoder.NodeEncoding {
      key.stringValue == "id" ? .attribute : .element
    }
  }

  @Test func `XMLCoder writes attributes as elements, beside a tag`() throws {
    let registry = PolymorphicRegistry<any Media>("type", ["A": Attributed.self])
    let value = Attributed(title: "Heat", id: 1)
    let alone = try Format.xml.encode(Items(items: [value]))
    #expect(alone.contains("<items id=\"1\">"))
    let feed = Feed(items: [.known(value)])
    let document = try Format.xml.encode(feed) { $0.register(registry) }
    #expect(document.contains("<id>1</id>"))
    #expect(try Format.xml.decode(Feed.self, from: document) { $0.register(registry) } == feed)
  }

  @Test func `XMLCoder writes attributes as attributes, in an object of the payload's own`() throws
  {
    let registry = PolymorphicRegistry<any Media>(
      .adjacent(tag: "type", content: "data"),
      ["A": Attributed.self]
    )
    let document = try Format.xml.encode(Feed(items: [.known(Attributed(title: "Heat", id: 1))])) {
      $0.register(registry)
    }
    #expect(document.contains("<data id=\"1\">"))
  }

  // MARK: - Paths

  @Test func `XMLCoder duplicates indices in paths`() throws {
    let path = try path(ofMissingMinutes: .xml)
    let keys = path.map { $0.intValue.map(String.init) ?? $0.stringValue }
    #expect(keys == ["items", "0", "0", "minutes"])
  }

  @Test func `TOMLKit and XMLCoder end the path of a missing key with it`() throws {
    #expect(try path(ofMissingMinutes: .yaml).last?.intValue == 0)
    #expect(try path(ofMissingMinutes: .toml).last?.stringValue == "minutes")
    #expect(try path(ofMissingMinutes: .xml).last?.stringValue == "minutes")
  }

  private func path(ofMissingMinutes format: Format) throws -> [any CodingKey] {
    let error = try #require(throws: DecodingError.self) {
      try format.items([["type": "MOVIE", "title": "Heat"]], with: Feed.registry)
    }
    guard case .keyNotFound(_, let context) = error else { throw error }
    return context.codingPath
  }

  // MARK: - Special types

  @Test(arguments: Format.allCases)
  func `decodes types that the format treats specially under a key`(
    _ format: Format
  ) throws {
    let registry = PolymorphicRegistry<Any>(.adjacent(tag: "type", content: "data")) { registry in
      try registry.register(Data.self, for: "DATA") { $0 }
    }
    let feed = Items<Polymorphic<Any>>(items: [.known(Data([1, 2])), .known(Data([3]))])
    let again = try format.roundTrip(feed, with: registry)
    #expect(again.items.known.compactMap { $0 as? Data } == [Data([1, 2]), Data([3])])
  }
}
