import Formats
import Medley
import MedleyResilience
import Testing

/// The messages of reports.
@Suite struct IssueTests {
  /// The issues of a dictionary, whose paths have no indices for XML to duplicate.
  private func issues(_ bad: PayloadValue, _ format: Format) throws -> [String] {
    // An enum has its own registry, so none has to be set.
    let (_, report) = try DecodingReport.collecting {
      try format.decode(Single<Lossy<[String: WrapperTests.Item]>>.self, ["item": ["bad": bad]])
    }
    return report.issues.map(\.description)
  }

  @Test(arguments: Format.allCases)
  func `an issue ends with the key that is missing`(_ format: Format) throws {
    let issues = try issues(["type": "MOVIE", "title": "Heat"], format)
    #expect(issues == ["item.bad.minutes: missing (in MOVIE); dropped"])
  }

  @Test(arguments: [Format.yaml, .xml])
  func `an issue says what was expected`(_ format: Format) throws {
    let issues = try issues(["type": "MOVIE", "title": "Heat", "minutes": "long"], format)
    #expect(issues == ["item.bad.minutes: expected an integer (in MOVIE); dropped"])
  }

  @Test func `TOML calls a member of another kind missing`() throws {
    let issues = try issues(["type": "MOVIE", "title": "Heat", "minutes": "long"], .toml)
    #expect(issues == ["item.bad.minutes: missing (in MOVIE); dropped"])
  }
}

extension Format {
  /// Decodes a tree that needs no registry.
  fileprivate func decode<Value: Decodable>(
    _ type: Value.Type,
    _ tree: PayloadValue
  ) throws -> Value {
    try decode(type, from: document(tree))
  }
}
