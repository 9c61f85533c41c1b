#if os(macOS) || os(Linux) || os(Windows)
import Foundation
import Testing

@Suite struct MediaFeedTests {
  @Test func `prints the bundled feed and the outcome of each element`() throws {
    let run = try Example("MediaFeed")
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      run.lines.prefix(6) == [
        "Movie: The Third Man (1949), 104 minutes, directed by Carol Reed, music by Anton Karas",
        "Book: Momo (1973), 304 pages, written by Michael Ende",
        "Song: So What (1959), by Miles Davis, from Kind of Blue",
        "unknown, tag \"PODCAST\": kept as it came",
        "Movie: Stalker, 162 minutes, directed by Andrei Tarkovsky, music by Eduard Artemyev",
        "Book: Emma, 474 pages, written by Jane Austen",
      ]
    )
    let issues = run.lines.filter { $0.hasPrefix("issue: ") }
    try #require(issues.count == 2)
    #expect(issues[0].hasPrefix("issue: [5].duration: expected an integer, found a string"))
    #expect(issues[0].hasSuffix("(in MOVIE); dropped"))
    #expect(issues[1].hasPrefix("issue: [7].type: Expected one of \"MOVIE\", \"BOOK\", \"SONG\""))
    #expect(run.lines.suffix(2).first == "encoded and decoded again: equal")
    #expect(run.lines.last == "decoded 8 elements: 5 known, 1 unknown, 2 dropped")
  }

  @Test func `reads standard input`() throws {
    let feed = #"[{"type":"SONG","title":"Blue","album":"Blue","artist":"Joni"},{"type":4},7]"#
    let run = try Example("MediaFeed", ["-"], input: feed)
    #expect(run.status == 0)
    #expect(run.lines.last == "decoded 3 elements: 1 known, 1 unknown, 1 dropped")
  }

  @Test func `reads a file`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    try Data("[]".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try Example("MediaFeed", [file.path()])
    #expect(run.status == 0)
    #expect(run.lines.last == "decoded 0 elements: 0 known, 0 unknown, 0 dropped")
  }

  @Test(arguments: [
    ("missing.json", "", "MediaFeed: missing.json: can't be read"),
    ("-", "[{]", "MediaFeed: standard input: not JSON"),
    ("-", "", "MediaFeed: standard input: not JSON"),
    ("-", #"{"type":"MOVIE"}"#, "MediaFeed: standard input: not an array of elements"),
    ("-", "null", "MediaFeed: standard input: not an array of elements"),
  ])
  func `prints in one line why a feed can't be read`(
    _ argument: String,
    _ input: String,
    _ message: String
  ) throws {
    let run = try Example("MediaFeed", [argument], input: input)
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.errors == message + "\n")
  }
}
#endif
