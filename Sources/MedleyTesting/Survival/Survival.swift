public import Foundation

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
    var seen: [SurvivalRow] = []
    var trimmer = Trimmer()
    for sample in try SampleDocument.reading(samples, with: encoder) {
      do {
        var trial = try SurvivalTrial(tested, sample.document)
        let trimmed = trimmer.trimming(sample.document)
        if trimmed != sample.document, let other = try? SurvivalTrial(tested, trimmed),
          other.issuePaths == trial.issuePaths
        {
          trial = other
        }
        seen.add(trial.document, at: [], trial)
      } catch {
        throw TestingFailure("Sample \(sample.number) isn't decoded as \(type): \(error.inOneLine)")
      }
    }
    name = "\(type)"
    (rows, unread) = seen.result()
  }
}

/// What the changes of one member lead to.
struct SurvivalRow: Sendable {
  let path: String
  var outcomes: [SurvivalChange: Set<SurvivalOutcome>] = [:]
  /// Whether a change shows that the type reads the member.
  fileprivate var isRead = false
  /// The paths of errors that aren't the path of the row.
  fileprivate(set) var errorPaths: Set<String> = []

  /// The outcomes of a change, the worst first.
  func cell(_ change: SurvivalChange) -> [SurvivalOutcome] {
    outcomes[change, default: []].sorted()
  }

  /// The worst outcome of all.
  var worst: SurvivalOutcome { outcomes.values.compactMap { $0.min() }.min() ?? .kept }

  /// Rows that cost the document come first, then those that lose a value in silence.
  fileprivate var rank: SurvivalOutcome { worst <= .lost ? worst : .kept }
}

extension [SurvivalRow] {
  /// The row of a path, which is added with its first outcome.
  subscript(path: String) -> SurvivalRow {
    get { first { $0.path == path } ?? SurvivalRow(path: path) }
    set {
      if let place = firstIndex(where: { $0.path == path }) {
        self[place] = newValue
      } else {
        append(newValue)
      }
    }
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

extension [SurvivalRow] {
  /// Returns the rows in the order in which the table shows them, and the members that aren't read.
  fileprivate func result() -> (rows: [SurvivalRow], unread: [String]) {
    var unread: Set<String> = []
    for row in self where row.path != NodePath.document && !row.isRead {
      // Elements are read if their array is, also if no change of them shows.
      let isElement = row.path.hasSuffix("[]")
      if !isElement || unread.contains(String(row.path.dropLast(2))) { unread.insert(row.path) }
    }
    // The worst first, and then as in the samples: sorting is stable.
    let read = filter { !unread.contains($0.path) }.sorted { $0.rank < $1.rank }
    let paths = map(\.path).filter(unread.contains)
    let outermost = paths.reduce(into: [String]()) { kept, path in
      if !kept.contains(where: path.isAt) { kept.append(path) }
    }
    return (read, outermost)
  }

  // MARK: - Trying

  /// Adds what the changes of a value lead to, and of those inside.
  fileprivate mutating func add<Value>(
    _ node: JSONNode,
    at path: NodePath,
    _ trial: SurvivalTrial<Value>
  ) {
    let row = path.memberPath
    for mutant in trial.document.mutants(at: path, of: node) {
      let (outcome, errorPath) = trial.result(of: mutant)
      let shown = outcome ?? mutant.change.unseenOutcome
      self[row].outcomes[mutant.change, default: []].insert(shown)
      if outcome != nil { self[row].isRead = true }
      if let errorPath, !errorPath.isPlace(of: row) { self[row].errorPaths.insert(errorPath) }
    }
    // Of repeated keys, the first counts.
    var seen: Set<String> = []
    for child in trial.dictionaries.children(of: node) where seen.insert(child.name).inserted {
      add(child.value, at: path + [child.key], trial)
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
