public import Foundation
import Medley

/// A table of what a type does when a server changes.
///
/// It has a row for each member of the samples, at every depth, and a column for each change: the
/// member is absent, null, of another kind, or has an unknown value; an array has one bad element;
/// an object has a new member; the members have another order. Members that cost the whole document
/// stand first.
///
/// ```swift
/// let table = try Survival(of: Movie.self, samples: [
///   #"{"title": "Heat", "genre": "CRIME", "year": 1995}"#
/// ])
/// print(table)
/// // Movie: 2 of 3 members cost the whole document
/// //
/// // member      absent  null   kind   value  added   order
/// // title       fails   fails  fails  kept
/// // genre       fails   fails  fails  fails
/// // (document)                               unread  kept
/// // year        nil     nil    fails  kept
/// ```
///
/// Write it to a file beside the test with ``matches(_:filePath:line:)``, and each pull request
/// shows what it changes.
///
/// It works for any type that is `Decodable`. An outcome is what was seen: the error, the report,
/// and how what the changed document is encoded as differs from the sample's. Of a type that isn't
/// `Encodable`, it is what reflection shows.
///
/// | Outcome | The value |
/// |---|---|
/// | `fails` | costs the whole document. The path of the error follows if it is another one |
/// | `lost` | is gone in silence, alone or with more: no error and no report tells |
/// | `dropped` | is gone, alone or with its element, and a report tells |
/// | `nil` | is nil; if it was there, a report tells |
/// | `default` | is another one; if it was there, a report tells |
/// | `unread` | isn't read |
/// | `converted` | is there in another kind, such as a number for a string |
/// | `kept` | is there, and is encoded as it came |
///
/// A member has another line for each further outcome: elements of different types differ, or
/// different values of another kind.
public struct Survival: Sendable {
  /// The name of the type.
  let name: String
  let rows: [SurvivalRow]
  /// The members that the type doesn't read.
  let unread: [String]

  /// Makes the table of a type.
  ///
  /// ```swift
  /// let table = try Survival(of: Page.self, samples: [page, emptyPage])
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the documents.
  ///   - samples: Documents as `Data` or `String`, and values, which are encoded. A member that no
  ///     sample has isn't in the table. Of arrays, elements that show nothing new are left out.
  ///   - decoder: The decoder, with your strategies and registries. `DropInJSONDecoder` runs
  ///     MedleyEngine.
  ///   - encoder: The encoder, with the same ones.
  /// - Throws: ``TestingFailure`` if there are no samples, or one isn't JSON or isn't decoded.
  /// - Complexity: O(*nm*), where *n* is the size of the samples and *m* the number of their
  ///   members: each change is decoded and encoded.
  public init<Value: Decodable>(
    of type: Value.Type,
    samples: [any Encodable],
    decoder: JSONDecoder = JSONDecoder(),
    encoder: JSONEncoder = JSONEncoder()
  ) throws {
    let tested = TestedType<Value>(decoder: decoder, encoder: encoder)
    var survey = SurvivalSurvey()
    var trimmer = Trimmer()
    for sample in try SampleDocument.reading(samples, with: encoder) {
      do {
        var trial = try SurvivalTrial(tested, sample.document)
        let trimmed = trimmer.trimming(sample.document)
        if trimmed != sample.document, trial.agrees(with: trimmed) {
          trial = try SurvivalTrial(tested, trimmed)
        }
        survey.add(trial)
      } catch {
        let summary = (error as? DecodingError)?.summary ?? "\(error)"
        throw TestingFailure("Sample \(sample.number) isn't decoded as \(type): \(summary)")
      }
    }
    name = "\(type)"
    (rows, unread) = survey.result
  }
}

/// What the changes of one member lead to.
struct SurvivalRow: Sendable {
  let path: String
  /// The outcomes of each change, the worst first.
  var cells: [SurvivalChange: [SurvivalOutcome]]
  /// The paths of errors that aren't the path of the row.
  var errorPaths: [String]

  /// The worst outcome of all.
  var worst: SurvivalOutcome { cells.values.compactMap(\.first).min() ?? .kept }
}

extension SurvivalRow {
  /// Rows that cost the document come first, then those that lose a value in silence.
  fileprivate var rank: Int { worst <= .lost ? worst.rawValue : SurvivalOutcome.kept.rawValue }

  fileprivate init(_ path: String, _ findings: SurvivalSurvey.Findings) {
    self.init(
      path: path,
      cells: findings.outcomes.mapValues { $0.sorted() },
      errorPaths: findings.errorPaths.sorted()
    )
  }
}

extension SurvivalChange {
  /// The outcome of a change after which a value that is read is the same.
  fileprivate var unseenOutcome: SurvivalOutcome {
    switch self {
    // The sample has the default.
    case .absent, .null: .defaulted
    case .kind, .value, .element: .lost
    case .added: .unread
    case .order: .kept
    }
  }
}

/// What was seen so far.
private struct SurvivalSurvey {
  fileprivate struct Findings {
    var outcomes: [SurvivalChange: Set<SurvivalOutcome>] = [:]
    var unseen: Set<SurvivalChange> = []
    var errorPaths: Set<String> = []

    /// Whether nothing shows that the type reads the member.
    var isUnread: Bool { outcomes.isEmpty }

    /// The outcomes, also of changes that aren't seen though the member is read.
    var settled: Findings {
      var settled = self
      for change in unseen { settled.outcomes[change, default: []].insert(change.unseenOutcome) }
      return settled
    }
  }

  private var paths: [String] = []
  private var findings: [String: Findings] = [:]

  /// The rows in the order in which the table shows them, and the members that aren't read.
  var result: (rows: [SurvivalRow], unread: [String]) {
    var unread: Set<String> = []
    for path in paths where path != NodePath.document && findings[path]?.isUnread == true {
      // Elements are read if their array is, also if no change of them shows.
      let isElement = path.hasSuffix("[]")
      if !isElement || unread.contains(String(path.dropLast(2))) { unread.insert(path) }
    }
    let rows = paths.compactMap { path in
      findings[path].flatMap { finding in
        unread.contains(path) ? nil : SurvivalRow(path, finding.settled)
      }
    }
    // A stable order: the worst first, and then as in the samples.
    let ranked = rows.enumerated().sorted { first, second in
      (first.element.rank, first.offset) < (second.element.rank, second.offset)
    }
    return (ranked.map(\.element), paths.filter(unread.contains).withoutMembersOfOthers)
  }

  // MARK: - Trying

  mutating func add<Value>(_ trial: SurvivalTrial<Value>) {
    add(trial.document, at: [], trial)
  }

  private mutating func add<Value>(
    _ node: JSONNode,
    at path: NodePath,
    _ trial: SurvivalTrial<Value>
  ) {
    let row = path.memberPath
    for mutant in trial.document.mutants(at: path, of: node) {
      record(trial.result(of: mutant, old: node), of: mutant.change, in: row)
    }
    switch node {
    case .scalar: break
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        add(element, at: path + [.index(index)], trial)
      }
    case .object(let members):
      let isDictionary = trial.dictionaries.contain(members)
      for key in members.map(\.key).uniqued {
        guard let value = node[key] else { continue }
        add(value, at: path + [isDictionary ? .entry(key) : .key(key)], trial)
      }
    }
  }

  private mutating func record<Value>(
    _ result: SurvivalTrial<Value>.Result,
    of change: SurvivalChange,
    in row: String
  ) {
    if findings[row] == nil {
      findings[row] = Findings()
      paths.append(row)
    }
    switch result {
    case .fails(let path):
      findings[row]?.outcomes[change, default: []].insert(.fails)
      if !path.isPlace(of: row) { findings[row]?.errorPaths.insert(path) }
    case .unseen: findings[row]?.unseen.insert(change)
    case .outcome(let outcome): findings[row]?.outcomes[change, default: []].insert(outcome)
    }
  }
}

extension String {
  /// Whether an error at this path is where a row says: at the member, also if a strategy converts
  /// its key, or at an element of it.
  fileprivate func isPlace(of row: String) -> Bool {
    func bare(_ path: String) -> String { path.filter { $0 != "_" }.lowercased() }
    let place = row == NodePath.document ? "" : bare(row)
    return [place, place + "[]", place + "[…]"].contains(bare(self))
  }
}

extension [String] {
  /// The strings, each once.
  fileprivate var uniqued: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }

  /// The paths that aren't inside of another one.
  fileprivate var withoutMembersOfOthers: [String] {
    var kept: [String] = []
    for path in self {
      let isInside = kept.contains { path.hasPrefix($0 + ".") || path.hasPrefix($0 + "[") }
      if !isInside { kept.append(path) }
    }
    return kept
  }
}
