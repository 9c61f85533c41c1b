import Medley
import TestSupport
import Testing

/// Makes values of one site's documents invalid, and checks the results of decoding.
struct DamageCheck<At: Site> {
  let seed: UInt64
  private let documents: [Corpus.Document]
  private let roles: Roles
  private let known: Set<TypeTag>

  init(_ seed: UInt64) throws {
    self.seed = seed
    let survey = try Survey.of(At.self)
    let roles = survey.roles
    self.roles = roles
    // A third of a large family: all of it takes minutes in a debug build.
    let step = survey.documents.count > 30 ? 3 : 1
    let documents = survey.documents.enumerated()
      .filter { $0.offset % step == Int(seed) % step }
      .map(\.element)
    self.documents = documents
    var random = SeededRandom(seed: seed, At.key)
    let kinds = roles.members.keys.compactMap(\.self).sorted { "\($0)" < "\($1)" }
      .shuffled(using: &random)
    // Two in three kinds, chosen so that more elements are decoded.
    let choices = [kinds.prefix(kinds.count * 2 / 3 + 1), kinds.suffix(kinds.count * 2 / 3 + 1)]
    let counted = choices.map { choice in
      let known = Set(choice)
      let places = documents.map { Places(of: $0.tree, roles, knowing: known, at: At.self) }
      return (known, places.reduce(0) { $0 + $1.elements.count })
    }
    known = counted[0].1 >= counted[1].1 ? counted[0].0 : counted[1].0
  }

  func run(_ backend: Backend) throws {
    var tally = Tally()
    for document in documents {
      var random = SeededRandom(seed: seed, document.name)
      let places = Places(of: document.tree, roles, knowing: known, at: At.self)
      let damages = places.damages(using: &random)
      let damaged = damages.reduce(document.tree) { $1.applied(to: $0, tagKey: At.key) }
      guard !damages.isEmpty, backend.limit(decoding: damaged.text) == nil else { continue }
      let intact = try decode(document.text, .standard, backend)
      #expect(intact.report.isClean, "\(document.name)")
      for policy in Damage.Policy.allCases {
        let sample = Sample(name: document.name, text: damaged.text, intact: intact.value)
        try check(damages, in: sample, policy, backend, &tally)
      }
    }
    #expect(tally.dropped > 0 && tally.kept > 0, "\(At.key), \(backend), seed \(seed): \(tally)")
  }

  private struct Sample {
    let name: String
    let text: String
    let intact: Picture
  }

  // MARK: - Decoding

  private func registry(_ policy: Damage.Policy) throws -> PolymorphicRegistry<any Pictured> {
    var registry = PolymorphicRegistry<any Pictured>(.key(At.key))
    for kind in known { try registry.register(PicturedElement.self, for: kind) }
    if policy == .keeping {
      registry.policies = .init(missing: .keep, wrongKind: .keep, malformed: .keep)
    }
    return registry
  }

  private func decode(
    _ text: String,
    _ policy: Damage.Policy,
    _ backend: Backend
  ) throws -> (value: Picture, report: DecodingReport) {
    let registry = try registry(policy)
    return try DecodingReport.collecting {
      try backend.decode(PicturedDocument.self, from: text) { userInfo in
        userInfo.register(registry)
        if let key = Roles.userInfoKey { userInfo[key] = roles }
      }.picture
    }
  }

  // MARK: - Checking

  private func check(
    _ damages: [Damage],
    in sample: Sample,
    _ policy: Damage.Policy,
    _ backend: Backend,
    _ tally: inout Tally
  ) throws {
    // A lost value discards the issues inside it.
    let seen =
      damages
      .filter { damage in
        !damages.contains {
          $0.element != damage.element && damage.lost(policy).isInside($0.lost(policy))
        }
      }
      .sorted { $0.lost(policy).lexicographicallyPrecedes($1.lost(policy)) }
    let (picture, report) = try decode(sample.text, policy, backend)

    let (name, intact) = (sample.name, sample.intact)
    let expected = seen.compactMap { $0.issue(policy, tagKey: At.key) }
    let found = report.issues.map(Damage.Expectation.init)
    #expect(found == expected, "\(name), \(policy)")
    for tag in seen.compactMap(\.newTag) {
      #expect(report.unknownTags[tag] == 1, "\(name), \(policy)")
    }

    let content = try backend.decode(PayloadValue.self, from: sample.text)
    let survivor = seen.reversed().reduce(intact) { picture, damage in
      picture.replacing(at: damage.lost(policy), with: damage.picture(policy, in: content))
        ?? picture
    }
    #expect(picture == survivor, "\(name), \(policy)")

    // Every missing element is in the report.
    let reported = report.issues.map { Path($0.recoveredPath) }
    let counted = picture.elementCount + missing(reported, from: intact, in: picture, report)
    let unknown = seen.filter { $0.newTag != nil }.map { $0.lost(policy) }
    let hidden = unknown.reduce(0) { $0 + (intact[$1]?.elementCount ?? 0) - 1 }
    #expect(counted + hidden == intact.elementCount, "\(name), \(policy)")
    tally.add(report, hidden: damages.count - seen.count, unknown: unknown.count)
  }

  /// The number of missing elements according to a report.
  private func missing(
    _ reported: [Path],
    from intact: Picture,
    in picture: Picture,
    _ report: DecodingReport
  ) -> Int {
    zip(reported, report.issues).reduce(0) { sum, pair in
      let count = intact[pair.0]?.elementCount ?? 0
      return sum + (pair.1.action == .kept ? count - 1 : count)
    }
  }
}

extension Damage.Expectation {
  init(_ issue: DecodingIssue) {
    self.init(
      fault: Path(issue.codingPath),
      recovered: Path(issue.recoveredPath),
      action: issue.action,
      tag: issue.tag,
      kind: (issue.error as? DecodingError)?.kind ?? .dataCorrupted
    )
  }
}

/// The counts of changes by their outcome.
struct Tally: CustomStringConvertible {
  private(set) var dropped = 0
  private(set) var kept = 0
  private(set) var defaulted = 0
  private(set) var unknown = 0
  private(set) var hidden = 0

  mutating func add(_ report: DecodingReport, hidden: Int, unknown: Int) {
    dropped += report.droppedCount
    kept += report.issues.count { $0.action == .kept }
    defaulted += report.issues.count { $0.action == .defaulted }
    self.hidden += hidden
    self.unknown += unknown
  }

  var description: String {
    "\(dropped) dropped, \(kept) kept, \(defaulted) defaulted, \(unknown) unknown, \(hidden) hidden"
  }
}
