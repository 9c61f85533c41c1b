import Formats
import Medley
import Testing

/// The depth limit of unknown elements on threads with small stacks.
@Suite struct NestingTests {
  /// The wrapper that nests a value.
  enum Shape: CaseIterable {
    case objects
    case arrays
    case both

    func around(_ value: PayloadValue, _ level: Int) -> PayloadValue {
      switch self {
      case .objects: ["inner": value]
      case .arrays: [value]
      case .both: level.isMultiple(of: 2) ? ["inner": value] : [value]
      }
    }
  }

  /// An unknown element whose innermost value has the given depth in the document.
  private func opera(_ levels: Int, _ shape: Shape = .objects) -> PayloadValue {
    // The first three are "items", the index and "inner".
    ["type": "OPERA", "inner": (3..<levels).reduce("innermost") { shape.around($0, $1) }]
  }

  // MARK: - Up to the limit

  @Test(arguments: [Format.yaml, .toml], Shape.allCases)
  func `keeps 40 levels`(_ format: Format, _ shape: Shape) async throws {
    let opera = opera(40, shape)
    #expect(try await reencoded(opera, format) == [opera])
  }

  @Test func `XML keeps 24 elements in each other`() async throws {
    // The index of "items" is a level, too.
    let opera = opera(25)
    #expect(try await reencoded(opera, .xml) == opera)
  }

  @Test func `TOML omits a date at the last level`() async throws {
    let document = Format.toml.document(["items": [opera(40)]])
      .replacing("\"innermost\"", with: "1900-01-14")
    let (_, report) = try await onSmallStack {
      try DecodingReport.collecting {
        try Format.toml.decode(Feed.self, from: document) { $0.register(Feed.registry) }
      }
    }
    #expect(report.issues.map(\.action) == [.dropped])
    #expect(report.issues.map(\.codingPath.count) == [40])
  }

  private func reencoded(_ opera: PayloadValue, _ format: Format) async throws -> PayloadValue {
    let document = format.document(["items": [opera]])
    let written = try await onSmallStack {
      let feed = try format.decode(Feed.self, from: document) { $0.register(Feed.registry) }
      return try format.encode(feed)
    }
    return try #require(try format.tree(written)["items"])
  }

  // MARK: - Beyond it

  // On such a stack, TOMLKit's parser itself bears little more than 120 levels in a debug build.
  @Test(arguments: [(Format.yaml, 41), (.yaml, 200), (.toml, 41), (.toml, 100)], Shape.allCases)
  func `refuses more levels`(_ input: (format: Format, levels: Int), _ shape: Shape) async throws {
    let refusal = try await refusal(of: opera(input.levels, shape), input.format)
    #expect(refusal.codingPath.count == 41)
    #expect(refusal.codingPath.simplified.hasPrefix("items[0].inner"))
    #expect(refusal.debugDescription.contains("nested deeper than 40 levels"))
  }

  @Test(arguments: [26, 200])
  func `XML refuses more elements in each other`(_ levels: Int) async throws {
    let refusal = try await refusal(of: opera(levels), .xml)
    // Three keys are a level, "inner" and its index twice, and "items" with its own the first two.
    #expect(refusal.codingPath.count == 75)
    #expect(refusal.codingPath.simplified.hasPrefix("items[0].inner[0].inner[0]"))
    #expect(refusal.debugDescription.contains("nested deeper than"))
  }

  private func refusal(
    of opera: PayloadValue,
    _ format: Format
  ) async throws -> DecodingError.Context {
    let document = format.document(["items": [opera]])
    let error = await #expect(throws: DecodingError.self) {
      try await onSmallStack {
        try format.decode(Feed.self, from: document) { $0.register(Feed.registry) }
      }
    }
    guard case .dataCorrupted(let context)? = error else { throw try #require(error) }
    return context
  }
}
