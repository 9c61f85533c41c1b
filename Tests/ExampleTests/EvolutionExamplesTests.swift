#if os(macOS) || os(Linux) || os(Windows)
import Testing

@Suite struct ForwardCompatibleEnumsTests {
  @Test func `keeps new raw values and reports a lost one`() throws {
    let run = try Example("ForwardCompatibleEnums")
    #expect(run.status == 0)
    #expect(
      run.lines == [
        "genre: WESTERN, which this version doesn't know",
        "cover: GREEN",
        "kind: other",
        "issue: kind: The raw value \"GAME\" isn't a case of Kind; other is used instead; defaulted",
        "menu: Science fiction, Drama",
        """
        {"cover":"GREEN","genre":"WESTERN","kind":"other","stock":{"DRAMA":3,"WESTERN":1}}
        """,
      ]
    )
  }
}

@Suite struct ComposedPayloadsTests {
  @Test func `known and unknown parts share one object`() throws {
    let run = try Example("ComposedPayloads")
    #expect(run.status == 0)
    try #require(run.lines.count == 5)
    #expect(
      run.lines[0]
        == #"{"director":"Jacques Tati","duration":116,"title":"PLAYTIME"}"#
    )
    #expect(run.lines[1] == "rated: [0, 5]")
    #expect(run.lines[2].contains(#""stars":5,"title":"Ran","votes":7"#))
    #expect(run.lines[3] == #"titles: ["Playtime", "Momo", "Go"], unknown: 1"#)
    #expect(run.lines[4].hasSuffix(#"{"players":2,"title":"Weiqi","type":"GAME"}]"#))
  }
}

@Suite struct VersionedPayloadsTests {
  @Test func `upgrades old versions, encodes the newest and keeps newer ones`() throws {
    let run = try Example("VersionedPayloads")
    #expect(run.status == 0)
    try #require(run.lines.count == 5)
    #expect(
      run.lines.prefix(4) == [
        "Ada Lovelace", "Grace Hopper", "Katherine Johnson",
        "version 4 comes from a newer app: kept",
      ]
    )
    #expect(run.lines[4].contains(#"{"familyName":"Lovelace","givenName":"Ada","version":3}"#))
    #expect(run.lines[4].hasSuffix(#"{"fullName":["Annie","Easley"],"version":4}]"#))
  }
}
#endif
