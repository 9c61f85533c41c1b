#if os(macOS) || os(Linux) || os(Windows)
import Testing

@Suite struct AppExtensionTests {
  @Test func `decodes types of a library, the app and a plugin`() throws {
    let run = try Example("AppExtension")
    #expect(run.status == 0)
    #expect(
      run.lines.dropLast() == [
        "installed: \"MOVIE\", \"BOOK\", \"GAME\", \"PODCAST\"",
        "Movie: The Third Man",
        "Game: Go",
        "Podcast: The Sound of Film",
      ]
    )
    let refusal = try #require(run.lines.last)
    #expect(refusal.hasPrefix("refused: The tag \"PODCAST\" selects two types: Podcast"))
    #expect(refusal.contains("and Movie"))
  }
}

@Suite struct MainActorAppTests {
  @Test func `decodes outside the main actor and compares view states`() throws {
    let run = try Example("MainActorApp")
    #expect(run.status == 0)
    #expect(
      run.lines == [
        "Start: The Third Man",
        "shelf: [\"Momo\"], and 1 unknown",
        "items: [\"Emma\"]",
        "nothing changed",
      ]
    )
  }
}
#endif
