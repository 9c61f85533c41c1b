import Medley
import MedleyResilience
import TestSupport
import Testing

/// What is shown in place of elements, by the rules of cards and paywalls.
@Suite struct FallbackCasesTests {
  @Test(arguments: Backend.allCases)
  func `every document shows and reports what its case says, and stays as it is`(
    _ backend: Backend
  ) throws {
    var count = 0
    for example in FallbackCase.all where backend.limit(decoding: example.json) == nil {
      let registry = try example.screen.registry()
      let (feed, report) = try DecodingReport.collecting {
        try backend.feed(example.json, registry)
      }
      let place = Comment(rawValue: "\(example.screen): \(example.name): \(example.json)")
      #expect(feed.shown.map(\.summary).joined(separator: ",") == example.shown, place)
      #expect(report.lines == example.issues, place)
      let (written, sent) = (
        try backend.encode(feed, with: registry), try JSONTree(parsing: example.json)
      )
      for (index, element) in feed.enumerated() where element.unknown != nil {
        #expect(written.elements?[index] == sent.elements?[index], place)
      }
      count += 1
    }
    #expect(count >= 40)
  }

  @Test(arguments: Backend.allCases)
  func `without a report the same is shown`(_ backend: Backend) throws {
    for example in FallbackCase.all where backend.limit(decoding: example.json) == nil {
      let feed = try backend.feed(example.json, example.screen.registry())
      #expect(feed.shown.map(\.summary).joined(separator: ",") == example.shown, "\(example.name)")
    }
  }

  @Test(arguments: Backend.allCases)
  func `an error of both says why the element and its fallback fail`(_ backend: Backend) throws {
    let registry = try Screen.unknownOnly.registry()
    let json = #"[{"type":"NEW","fallback":{"type":"TEXT"}}]"#
    let report = try DecodingReport.collecting { try backend.feed(json, registry) }.report
    let text = "\(try #require(report.issues.first).error)"
    #expect(text.contains("NEW"), "\(text)")
    #expect(text.contains("As its fallback"), "\(text)")
    #expect(text.contains("text"), "\(text)")
  }

  @Test(arguments: Backend.allCases)
  func `elements stand in for one another up to a limit`(_ backend: Backend) throws {
    let registry = try Screen.fallbacks.registry()
    for (levels, isShown) in [(1, true), (32, true), (33, false), (100, false)] {
      let start = String(repeating: #"{"type":"NEW","fallback":"#, count: levels)
      let end = String(repeating: "}", count: levels)
      let json = #"[\#(start){"type":"TEXT","text":"t"}\#(end)]"#
      try #require(backend.limit(decoding: json) == nil)
      let (feed, report) = try DecodingReport.collecting { try backend.feed(json, registry) }
      #expect(feed.shown.map(\.summary) == (isShown ? ["t"] : []), "\(levels)")
      #expect(report.lines.contains { $0.hasSuffix("kept") } == !isShown, "\(levels)")
      #expect(try backend.encode(feed, with: registry) == JSONTree(parsing: json), "\(levels)")
    }
  }
}
