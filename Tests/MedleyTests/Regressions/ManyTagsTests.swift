import Foundation
import Medley
import TestSupport
import Testing

/// The first use of a registry compared all registrations of a type with each other: with 10,000
/// tags of one type it took a minute.
@Suite struct ManyTagsTests {
  // Compared with each other, 20,000 registrations take far more than a minute.
  @Test func `a type may have twenty thousand tags`() throws {
    let count = 20_000
    let (last, seconds) = try ProcessorTime.measuring {
      var registry = PolymorphicRegistry<any Media>("type")
      for number in 0..<count {
        try registry.register(Book.self, for: .string("BOOK\(number)"))
      }
      return try Backend.json.feed(
        #"[{"type": "BOOK\#(count - 1)", "title": "Momo", "pages": 304}]"#,
        registry
      )
    }
    #expect(seconds < 60)
    #expect(last.known.map(\.title) == ["Momo"])
  }
}
