import Foundation
import MedleyFoundation
import Testing

// Imports only MedleyFoundation, like an app that only needs dates.

@Suite struct DatesAloneTests {
  struct Post: Codable, Hashable, Sendable {
    @ISO8601Date var published: Date
    @DayDate var edited: Date?
  }

  @Test func `decodes an absent date as nil without importing Medley`() throws {
    let json = Data(#"{"published":"2024-01-02T03:04:05Z"}"#.utf8)
    let post = try JSONDecoder().decode(Post.self, from: json)
    #expect(post == Post(published: tuesday, edited: nil))
    #expect(try JSONEncoder().encode(post) == json)
  }
}
