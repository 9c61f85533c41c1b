import Foundation
import MedleyFoundation
import Testing

// This file imports MedleyFoundation and not Medley, as apps may that only want dates.

@Suite struct DatesAloneTests {
  struct Post: Codable, Hashable, Sendable {
    @ISO8601Date var published: Date
    @DayDate var edited: Date?
  }

  @Test func `an absent date is nil, and nil isn't written, without importing the core`() throws {
    let json = Data(#"{"published":"2024-01-02T03:04:05Z"}"#.utf8)
    let post = try JSONDecoder().decode(Post.self, from: json)
    #expect(post == Post(published: tuesday, edited: nil))
    #expect(try JSONEncoder().encode(post) == json)
  }
}
