import Foundation
import MedleyFoundation
import TestSupport
import Testing

/// Dates in property lists, which have a date type.
@Suite struct DatePropertyListTests {
  struct Post: Codable, Hashable {
    @ServerDate var published: Date
    @SecondsDate var edited: Date?
    @ISO8601Date var seen: [Date]
  }
  static let formats = [PropertyListSerialization.PropertyListFormat.xml, .binary]

  @Test(arguments: formats)
  func `reads dates of a property list whatever the formats`(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: [
        "published": tuesday, "edited": tuesday,
        "seen": [tuesday, "2024-01-02T03:04:05Z"] as [Any],
      ],
      format: format,
      options: 0
    )
    let post = try PropertyListDecoder().decode(Post.self, from: data)
    #expect(post == Post(published: tuesday, edited: tuesday, seen: [tuesday, tuesday]))
  }

  @Test(arguments: formats)
  func `writes the source's format`(
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    let post = Post(published: tuesday, edited: tuesday, seen: [tuesday])
    let data = try encoder.encode(post)
    let list = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
    #expect(
      list as? NSDictionary == [
        "published": "2024-01-02T03:04:05Z", "edited": 1_704_164_645,
        "seen": ["2024-01-02T03:04:05Z"],
      ] as NSDictionary
    )
    #expect(try PropertyListDecoder().decode(Post.self, from: data) == post)
  }

  @Test(arguments: formats)
  func `refuses data`(_ format: PropertyListSerialization.PropertyListFormat) throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: [Data([1, 2])],
      format: format,
      options: 0
    )
    let error = try #require(throws: DecodingError.self) {
      try PropertyListDecoder().decode([ISO8601Date<Date>].self, from: data)
    }
    #expect(error.kind == .typeMismatch)
    #expect(error.place == "[0]")
    #expect(error.details?.debugDescription.contains("a value of another kind") == true)
  }
}
