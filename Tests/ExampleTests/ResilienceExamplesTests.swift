#if os(macOS) || os(Linux) || os(Windows)
import Testing

@Suite struct PartialFailureTests {
  @Test func `prints valid elements and reports everything else`() throws {
    let run = try Example("PartialFailure")
    #expect(run.status == 0)
    #expect(run.errors == "")
    try #require(run.lines.count == 27)
    #expect(
      run.lines.prefix(6) == [
        "observed: defaulted in \"MOVIE\"", "observed: dropped in \"MOVIE\"",
        "observed: dropped in \"BOOK\"", "observed: dropped in \"MOVIE\"",
        "observed: dropped in no element", "observed: dropped in no element",
      ]
    )
    #expect(
      run.lines[6..<12] == [
        "shown:",
        "  Playtime (1967, unknown(COMEDY)), 30 views, liked",
        "  M (no year, crime), 0 views",
        "  Momo [\"time\", \"Ende\"]",
        "  Emma []",
        "  ratings [5, 4], next page: none",
      ]
    )
    #expect(
      run.lines[12..<17] == [
        "reported:",
        "  items[1].year: expected an integer, found a string (in MOVIE); defaulted",
        "  items[2].title: missing (in MOVIE); dropped",
        "  items[4].tags[1]: expected a string, found a number (in BOOK); dropped",
        "  items[6].views: expected an integer, found a string (in MOVIE); dropped",
      ]
    )
    #expect(
      run.lines[17].hasPrefix("  items[7]: Expected one of \"MOVIE\", \"BOOK\" under \"type\"")
    )
    #expect(
      run.lines[18] == "  ratings[2]: The string \"good\" can't become Int without loss; dropped"
    )
    #expect(
      run.lines[19..<26] == [
        "new:", "  tag \"PODCAST\": 1", "  Genre \"COMEDY\": 1",
        "budget:", "  dropped: 5",
        """
          refused: items[2].title: 5 values were dropped, and 2 are allowed. The first: missing \
        (in MOVIE)
        """,
        "sent:",
      ]
    )
  }

  @Test func `an encoded report has paths and tags but no values`() throws {
    let sent = try #require(try Example("PartialFailure").lines.last)
    #expect(sent.contains(#"{"action":"dropped","fault":"missing","path":["items",2,"title"]"#))
    #expect(sent.contains(#""unknownTags":[{"count":1,"value":"PODCAST"}]"#))
    for value in ["good", "many", "Momo", "Ende", "1931"] { #expect(!sent.contains(value)) }
  }
}

@Suite struct PatchBodyTests {
  @Test func `distinguishes absent, null and invalid fields`() throws {
    let run = try Example("PatchBody")
    #expect(run.status == 0)
    #expect(
      run.lines == [
        #"client: {"nickname":null,"tags":["maths","engines"]}"#,
        #"server: 200 {"name":"Ada","newsletter":true,"tags":["maths","engines"]}"#,
        "client: {}",
        #"server: 200 {"name":"Ada","newsletter":true,"tags":["maths","engines"]}"#,
        #"client: {"name": null}"#,
        #"server: 200 {"name":"anonymous","newsletter":true,"tags":["maths","engines"]}"#,
        #"client: {"newsletter": "no"}"#,
        "server: 422 newsletter: expected a Boolean, found a string",
        "associative: true",
        #"client: {"name":"Grace Hopper","newsletter":null,"nickname":null}"#,
        #"server: 200 {"name":"Grace Hopper","newsletter":false,"tags":["maths","engines"]}"#,
      ]
    )
  }
}

@Suite struct ScreenTests {
  @Test func `shows what the elements say instead, and sends everything on`() throws {
    let run = try Example("Screen")
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      run.lines.prefix(10) == [
        "shown:", "  top: Today", "  intro: Watch our film on the web", "  books: Books",
        "    momo: Momo, 12.50", "    emma: Emma is sold out", "  covers: momo.png, emma.png",
        "  films: still.png", "  shop: Update the app to buy", "reported:",
      ]
    )
    let issues = run.lines.dropFirst(10).prefix { !$0.hasPrefix("  unknown") }
    #expect(issues.count == 4)
    #expect(issues.allSatisfy { $0.contains("; replaced by ") }, "\(issues)")
    #expect(run.lines.count { $0.hasPrefix("  unknown tag ") } == 4)
    #expect(run.lines.last == "unchanged: true")
  }
}

@Suite struct FetchChangeSaveTests {
  @Test func `saves what the client doesn't know`() throws {
    let run = try Example("FetchChangeSave")
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(
      run.lines == [
        "plain:",
        """
        {"name":"Ada","plan":{"name":"free"},\
        "devices":[{"id":1,"name":"Phone"},{"id":2,"name":"Computer"}]}
        """,
        "unchanged: true",
        "changed:",
        "{",
        #"  "name": "Ada", "nickname": "Countess", "pronouns": ["she", "her"],"#,
        #"  "plan": {"name": "free", "until": "2031-01-01"},"#,
        #"  "devices": ["#,
        #"    {"id": 1, "name": "Phone", "battery": 0.50},"#,
        #"    {"id": 2, "name": "Laptop", "battery": 1.0},"#,
        #"    {"id":3,"name":"Watch"}"#,
        "  ]",
        "}",
        "moved:",
        "{",
        #"  "name": "Ada", "nickname": "Countess", "pronouns": ["she", "her"],"#,
        #"  "devices": ["#,
        #"    {"id":3,"name":"Watch"},"#,
        #"    {"id": 1, "name": "Phone", "battery": 0.50}"#,
        "  ]",
        "}",
        "JSONEncoder:",
        """
        {"devices":[{"battery":0.5,"id":1,"name":"Phone"},{"battery":1,"id":2,"name":"Computer"}],\
        "name":"Augusta","nickname":null,"plan":{"name":"free","until":"2031-01-01"},\
        "pronouns":["she","her"]}
        """,
      ]
    )
  }
}
#endif
