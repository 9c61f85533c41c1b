import Medley
import MedleyJSON
import MedleyResilience
import MedleyStreams
import TestSupport
import Testing

/// Observers received issues alone, so that a program that only observes never learnt of new tags,
/// and no issue named the type that was decoded.
///
/// Observers are process-wide, so each test looks for its own tags and keys.
@Suite struct UnheardTagsTests {
  typealias Element = Polymorphic<any Media>

  struct Page: Decodable {
    var items: [Element]
  }

  struct Shelf: Decodable {
    @Lossy var years: [Int]
    enum CodingKeys: String, CodingKey { case years }
  }

  enum Genre: String {
    case drama = "DRAMA"
  }

  /// The reports with one of the tags that an observer receives before the body returns.
  static func heard(
    _ tags: Set<TypeTag>,
    _ body: () async throws -> Void
  ) async throws -> [DecodingReport] {
    let (stream, hearing) = AsyncStream.makeStream(of: DecodingReport.self)
    let observation = DecodingReport.observe { _ in
    } counts: { report in
      let met = Array(report.unknownTags.keys) + report.unknownRawValues.values.flatMap(\.keys)
      if !tags.isDisjoint(with: met) { hearing.yield(report) }
    }
    try await body()
    observation()
    hearing.finish()
    return await stream.reduce(into: []) { $0.append($1) }
  }

  private static func total(_ reports: [DecodingReport]) -> [TypeTag: Int] {
    reports.reduce(into: [:]) { $0.merge($1.unknownTags, uniquingKeysWith: +) }
  }

  @Test(arguments: Backend.allCases)
  func `an observer receives each unknown tag once`(_ backend: Backend) async throws {
    let (first, second) = (uniqueKey(), uniqueKey())
    let json = """
      [{"type":"\(first)"},{"type":"MOVIE","title":"a"},{"type":"\(second)"},{"type":"\(first)"}]
      """
    let collector = DecodingReport.Collector()
    let calls: [() throws -> Void] = [
      { _ = try backend.decode([Element].self, from: json, with: .media) },
      {
        let (_, report) = try DecodingReport.collecting {
          try backend.decode([Element].self, from: json, with: .media)
        }
        #expect(report.unknownTags == [.string(first): 2, .string(second): 1])
      },
      {
        _ = try backend.decode([Element].self, from: json) {
          $0.register(PolymorphicRegistry<any Media>.media)
          $0.report(to: collector)
        }
      },
      { _ = try backend.decode(Lossy<[Element]>.self, from: json, with: .media) },
    ]
    for call in calls {
      let reports = try await Self.heard([.string(first), .string(second)], call)
      #expect(Self.total(reports) == [.string(first): 2, .string(second): 1])
      #expect(reports.flatMap(\.issues).isEmpty)
      // The engine knows when a call ends.
      if backend.seesBytes { #expect(reports.count == 1) }
    }
    #expect(collector.report.unknownTags == [.string(first): 2, .string(second): 1])
  }

  @Test(arguments: Backend.allCases)
  func `an observer receives an unknown tag whatever the policy`(_ backend: Backend) async throws {
    let tag = uniqueKey()
    var media = PolymorphicRegistry<any Media>.media
    media.policies.unknown = .throw
    let json = #"{"items":[{"type":"\#(tag)"}]}"#
    let thrown = try await Self.heard([.string(tag)]) {
      #expect(throws: DecodingError.self) {
        try backend.decode(Page.self, from: json, with: media)
      }
    }
    #expect(Self.total(thrown) == [.string(tag): 1])
  }

  @Test(arguments: Backend.allCases)
  func `an observer receives unknown raw values`(_ backend: Backend) async throws {
    let value = uniqueKey()
    let reports = try await Self.heard([.string(value)]) {
      _ = try backend.decode([OpenEnum<Genre>].self, from: #"["DRAMA","\#(value)"]"#)
    }
    #expect(reports.map(\.unknownRawValues) == [["UnheardTagsTests.Genre": [.string(value): 1]]])
  }

  @Test func `what an observer decodes isn't passed to observers`() async throws {
    let tag = uniqueKey()
    let json = #"[{"type":"\#(tag)"}]"#
    let inner = DecodingReport.observe { _ in
    } counts: { report in
      guard report.unknownTags[.string(tag)] != nil else { return }
      _ = try? Backend.engine.decode([Element].self, from: json, with: .media)
    }
    defer { inner() }
    let reports = try await Self.heard([.string(tag)]) {
      _ = try Backend.engine.decode([Element].self, from: json, with: .media)
    }
    #expect(reports.count == 1)
  }

  // MARK: - Streams

  @Test(arguments: [1, 2])
  func `an observer receives the unknown tags of a stream`(_ concurrency: Int) async throws {
    let tag = uniqueKey()
    let lines = String(repeating: #"{"type":"\#(tag)"}"# + "\n", count: 20)
    let decoder = PolymorphicJSONDecoder(PolymorphicRegistry<any Media>.media)
    let reports = try await Self.heard([.string(tag)]) {
      let (chunks, sending) = AsyncStream.makeStream(of: [UInt8].self)
      sending.yield(Array(lines.utf8))
      sending.finish()
      var count = 0
      for try await element in decoder.elements(
        of: Element.self,
        in: chunks,
        as: .lines,
        concurrency: concurrency
      ) where element.unknown != nil {
        count += 1
      }
      #expect(count == 20)
    }
    #expect(Self.total(reports) == [.string(tag): 20])
    #expect(Set(reports.map(\.rootType)) == ["Polymorphic<Media>"])
  }

  // MARK: - Naming the root

  @Test(arguments: Backend.allCases)
  func `an issue names the type that was decoded`(_ backend: Backend) throws {
    let collector = DecodingReport.Collector()
    _ = try backend.decode(Shelf.self, from: #"{"years":[1,"a"]}"#) { $0.report(to: collector) }
    #expect(collector.report.issues.map(\.rootType) == ["UnheardTagsTests.Shelf"])

    let (_, report) = try DecodingReport.collecting {
      try backend.decode([Shelf].self, from: #"[{"years":["b"]}]"#)
    }
    #expect(report.issues.map(\.rootType) == ["Array<UnheardTagsTests.Shelf>"])
    #expect(report.rootType == "Array<UnheardTagsTests.Shelf>")
  }

  @Test func `an issue of decodeLossy names the type that was asked for`() throws {
    let (_, report) = try PolymorphicJSONDecoder().decodeLossy([Int].self, from: #"[1,"a"]"#)
    #expect(report.issues.map(\.rootType) == ["Array<Int>"])
  }

  @Test func `a report of several types names none`() throws {
    let collector = DecodingReport.Collector()
    let decoder = PolymorphicJSONDecoder()
    decoder.userInfo.report(to: collector)
    _ = try decoder.decode(Shelf.self, from: #"{"years":["a"]}"#)
    #expect(collector.report.rootType == "UnheardTagsTests.Shelf")
    _ = try decoder.decode(Lossy<[Int]>.self, from: #"["a"]"#)
    #expect(collector.report.rootType == nil)
    #expect(collector.report.issues.map(\.rootType) == ["UnheardTagsTests.Shelf", "Array<Int>"])
  }

  @Test func `an encoded report keeps the type`() throws {
    let decoder = PolymorphicJSONDecoder()
    let (_, report) = try DecodingReport.collecting {
      try decoder.decode(Shelf.self, from: #"{"years":["a"]}"#)
    }
    let data = try PolymorphicJSONEncoder().encode(report)
    let again = try decoder.decode(DecodingReport.self, from: data)
    #expect(again.rootType == "UnheardTagsTests.Shelf")
    #expect(again.issues.map(\.rootType) == ["UnheardTagsTests.Shelf"])
  }

  /// The name of a private context has its address, which differs from run to run.
  @Test func `names have no private contexts`() throws {
    struct Local: Decodable {
      @Lossy var list: [Int]
    }
    let (_, report) = try DecodingReport.collecting {
      try PolymorphicJSONDecoder().decode([String: Local].self, from: #"{"a":{"list":["a"]}}"#)
    }
    #expect(report.issues.map(\.rootType) == ["Dictionary<String, UnheardTagsTests.Local>"])
  }

  // MARK: - Cancelling

  @Test func `a cancelled observer receives nothing and is released`() async throws {
    let key = uniqueKey()
    let (stream, hearing) = AsyncStream.makeStream(of: Int.self)
    final class Token: Sendable {}
    weak var released: Token?
    let observation: @Sendable () -> Void
    do {
      let token = Token()
      released = token
      observation = DecodingReport.observe { issue in
        if issue.recoveredPath.first?.stringValue == key { hearing.yield(1) }
        withExtendedLifetime(token) {}
      }
    }
    let json = #"{"\#(key)":["a"]}"#
    _ = try Backend.json.decode(Lossy<[String: [Int]]>.self, from: json)
    #expect(released != nil)
    observation()
    observation()
    // Another test may just be notifying the observers that there were.
    for _ in 0..<10_000 where released != nil {
      try await Task.sleep(nanoseconds: 1_000_000)
    }
    #expect(released == nil)
    _ = try Backend.json.decode(Lossy<[String: [Int]]>.self, from: json)
    hearing.finish()
    #expect(await stream.reduce(0, +) == 1)
  }

  /// What an observer refers to is released outside of the lock: its `deinit` may observe.
  @Test func `an observer whose release decodes can be cancelled`() async {
    await #expect(processExitsWith: .success) {
      final class Decoding: Sendable {
        deinit {
          _ = try? Backend.json.decode(Lossy<[Int]>.self, from: #"["a"]"#)
          DecodingReport.observe { _ in }()
        }
      }
      func observation() -> @Sendable () -> Void {
        let decoding = Decoding()
        return DecodingReport.observe { _ in withExtendedLifetime(decoding) {} }
      }
      observation()()
      #expect(!Listeners.exist)
    }
  }
}
