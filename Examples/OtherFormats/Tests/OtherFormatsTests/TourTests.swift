import Formats
import Testing

/// The output of the program.
@Suite struct TourTests {
  @Test(arguments: Format.allCases)
  func `prints the outcome of each element`(_ format: Format) throws {
    let tour = try Tour(format)
    #expect(
      tour.elements.prefix(3) == [
        "movie, 104 minutes: The Third Man",
        "book, 304 pages: Momo",
        "song by Miles Davis: So What",
      ]
    )
    #expect(tour.elements.count == 4)
    #expect(tour.elements.last?.hasPrefix("unknown, tag \"OPERA\": ") == true)
  }

  @Test(arguments: Format.allCases)
  func `encodes the feed unchanged`(_ format: Format) throws {
    let tour = try Tour(format)
    #expect(try format.tree(tour.reencoded) == format.tree(tour.document))
  }
}
