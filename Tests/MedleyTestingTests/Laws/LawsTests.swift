import Foundation
import Medley
import MedleyTesting
import Testing

@Suite struct LawsTests {
  @Test(arguments: PlantedFaults.all)
  func `finds a planted fault by the law that names it`(_ fault: PlantedFault) {
    let laws = fault.laws()
    #expect(laws.violations.contains { $0.law == fault.law }, "\(laws)")
  }

  @Test(arguments: SoundTypes.all)
  func `finds nothing in a sound type`(_ type: SoundType) {
    let laws = type.laws()
    #expect(laws.violations.isEmpty, "\(laws)")
  }

  @Test func `has three faults for each law, and as many sound types`() {
    let counts = Dictionary(grouping: PlantedFaults.all, by: \.law).mapValues(\.count)
    #expect(counts == Dictionary(uniqueKeysWithValues: Law.all.map { ($0, 3) }))
    #expect(SoundTypes.all.count == 24)
  }
}

/// What a violation says, and how it is repeated.
@Suite struct LawViolationTests {
  /// A type that takes a huge number for another one.
  private struct Event: Codable, Equatable {
    var id: Int
    var name: String?

    enum CodingKeys: CodingKey { case id, name }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      name = try container.decodeIfPresent(String.self, forKey: .name)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      // An empty name is lost.
      if name?.isEmpty == false { try container.encode(name, forKey: .name) }
    }
  }

  private static let sample = #"{"id": 1, "name": "a"}"#

  @Test func `has the fewest changes that show it, and their seed`() throws {
    let violations = Laws.violations(of: Event.self, samples: [Self.sample])
    let violation = try #require(violations.first)
    #expect(violations.count == 1)
    #expect(violation.law == .roundTrip)
    #expect(violation.sample == 1)
    #expect(violation.path == "name")
    #expect(violation.mutation == "name is empty")
    #expect(violation.document == #"{"id":1,"name":""}"#)
    let seed = try #require(violation.seed)
    let problem = violation.problem
    #expect(
      violation.description
        == "roundTrip: sample 1, name: \(problem) (after name is empty; seed \(seed))"
    )
    let again = Laws.violations(of: Event.self, samples: [Self.sample], seed: seed, mutants: 1)
    #expect(again == [violation])
  }

  @Test func `finds the same in each run`() {
    let runs = (0..<3).map { _ in Laws.violations(of: Event.self, samples: [Self.sample], seed: 7) }
    #expect(runs[0] == runs[1])
    #expect(runs[0] == runs[2])
    #expect(Laws.violations(of: Event.self, samples: [Self.sample], mutants: 0) == [])
  }

  @Test func `takes what is declared as dropped as no loss`() {
    let sample = #"{"id": 1, "name": "a", "legacy": {"x": 1}, "other": 2}"#
    let laws = Laws(of: Event.self, samples: [sample], dropping: ["legacy"], mutants: 0)
    #expect(laws.violations.map(\.path) == ["other"])
    #expect(laws.violations.map(\.law) == [.keys])
  }

  @Test func `says which laws have nothing to check`() {
    let laws = Laws(of: Int.self, samples: ["1"])
    #expect(laws.violations.isEmpty)
    #expect(
      laws.unchecked == [
        "keys: not checked, because no sample has a member",
        "unknown: not checked, because no string that is unknown is decoded",
        "registries: not checked, because no sample has an element of a registry",
      ]
    )
    #expect(laws.description.hasPrefix("Int: keys: not checked"))
  }

  private struct Request: Decodable { var id: Int }

  @Test func `says that a type can't be encoded`() {
    let laws = Laws(of: Request.self, samples: [#"{"id": 1}"#])
    #expect(laws.violations.isEmpty)
    #expect(laws.unchecked.contains("roundTrip: not checked, because Request isn't Encodable"))
  }

  @Test func `reports a sample that isn't decoded`() {
    let laws = Laws.violations(of: Event.self, samples: [#"{"id": "x"}"#, "{"], mutants: 0)
    #expect(
      laws.map(\.description) == [
        "roundTrip: (document): Sample 2 isn't JSON in UTF-8 with at most 512 levels."
      ]
    )
    let problems = Laws.violations(of: Event.self, samples: [#"{"id": "x"}"#], mutants: 0)
    #expect(
      problems.map(\.description) == [
        "roundTrip: sample 1, id: isn't decoded: id: expected an integer, found a string"
      ]
    )
  }

  @Test func `compares values that are samples with what comes back`() {
    /// A type with a member that isn't encoded.
    struct Draft: Codable, Equatable {
      var text: String
      var isNew = false

      enum CodingKeys: CodingKey { case text }
    }
    let laws = Laws.violations(of: Draft.self, samples: [Draft(text: "a", isNew: true)], mutants: 0)
    #expect(laws.map(\.law) == [.roundTrip])
  }
}
