package import Medley
import MedleyResilience

// In a target whose default isolation is the main actor, a plain `struct Movie: Codable` belongs to
// the main actor, and its conformance to `Codable` with it. Decoding happens anywhere, so the
// models say that they don't:

nonisolated package protocol Media: Codable, Sendable {
  var title: String { get }
}

nonisolated struct Movie: Media, Equatable {
  var title: String
  var minutes: Int
}

nonisolated struct Book: Media, Equatable {
  var title: String
  var pages: Int
}

// `nonisolated struct` can't have property wrappers inside (a rule of Swift 6.3). With wrappers, the
// conformance alone is nonisolated:

package struct Page: nonisolated Codable, Equatable {
  var name: String
  @PolymorphicValue var hero: (any Media)?
  @PolymorphicArray var shelf: [any Media]
  @Lossy var items: [Polymorphic<any Media>]
}

nonisolated package let media = PolymorphicRegistry<any Media>(
  "type",
  ["MOVIE": Movie.self, "BOOK": Book.self]
)
