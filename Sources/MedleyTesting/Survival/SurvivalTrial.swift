import Medley

/// A sample and what a type makes of it, with which the same of its mutants is compared.
struct SurvivalTrial<Value: Decodable> {
  let type: TestedType<Value>
  let document: JSONNode
  let dictionaries: DictionaryKeys
  private let issues: Set<String>
  /// The members that have issues.
  let issuePaths: Set<String>
  /// What the value is encoded as, or what reflection shows of it.
  private let view: JSONNode
  private let isEncoded: Bool

  init(_ type: TestedType<Value>, _ document: JSONNode) throws {
    self.type = type
    self.document = document
    let decoded = try type.decode(document)
    dictionaries = DictionaryKeys(of: decoded.value)
    issues = Set(decoded.issues.map { "\($0)" })
    issuePaths = Set(decoded.issues.map(\.memberPath))
    isEncoded = decoded.encoded != nil
    view = decoded.encoded ?? JSONNode(reflecting: decoded.value)
  }

  /// Returns what becomes of a mutant.
  ///
  /// - Returns: The outcome, nil if nothing shows that the type saw the change, and the path of the error
  ///   if it fails.
  func result(of mutant: Mutant) -> (outcome: SurvivalOutcome?, errorPath: String?) {
    let decoded: TestedType<Value>.Decoded
    do {
      decoded = try type.decode(mutant.document)
    } catch {
      return (.fails, error.memberPath)
    }
    let new = isEncoded ? decoded.encoded : JSONNode(reflecting: decoded.value)
    // What can be decoded and not encoded again costs the document, too.
    guard let new else { return (.fails, "encoding") }
    let differences = new.differences(from: view)
    let reported = decoded.issues.filter { !issues.contains("\($0)") }
    if !reported.isEmpty {
      let isGone = isGone(at: mutant.path, new, differences)
      return (Self.outcome(of: reported, isGone), nil)
    }
    return (differences.isEmpty ? nil : outcome(of: mutant, new, differences), nil)
  }

  /// What issues say that became of a value.
  private static func outcome(of issues: [DecodingIssue], _ isGone: Bool) -> SurvivalOutcome {
    if issues.contains(where: { $0.action == .dropped }) { return .dropped }
    guard issues.contains(where: { $0.action == .defaulted }) else { return .kept }
    return isGone ? .nil : .defaulted
  }

  /// What the value tells, where no issue does.
  private func outcome(
    of mutant: Mutant,
    _ new: JSONNode,
    _ differences: [NodeDifference]
  ) -> SurvivalOutcome {
    switch mutant.change {
    case .order:
      return .lost
    case .absent, .null:
      if losesMore(than: mutant.old, at: mutant.path, differences) { return .lost }
      return isGone(at: mutant.path, new, differences) ? .nil : .defaulted
    case .kind, .value, .element, .added:
      guard let value = mutant.value else { return .lost }
      let news = differences.compactMap(\.new).flatMap { $0.values.map(\.value) }
      if news.contains(value) { return .kept }
      guard let text = value.bareText else { return .lost }
      return news.contains { $0.bareText == text } ? .converted : .lost
    }
  }

  /// Whether there is nothing in the place of a member.
  private func isGone(
    at path: NodePath,
    _ new: JSONNode,
    _ differences: [NodeDifference]
  ) -> Bool {
    // A type may encode a member elsewhere.
    guard view[path] != nil else {
      return differences.allSatisfy { $0.new == nil || $0.new == .null }
    }
    return new[path] == nil || new[path] == .null
  }

  /// Whether more than a member is gone: an element, or a value around it.
  private func losesMore(
    than old: JSONNode,
    at path: NodePath,
    _ differences: [NodeDifference]
  ) -> Bool {
    let gone = differences.filter { $0.new == nil || $0.new == .null }
    guard view[path] == nil else {
      let keys = path.map(\.name)
      return gone.contains { $0.path.count < path.count && keys.starts(with: $0.path.map(\.name)) }
    }
    let count = gone.reduce(0) { $0 + ($1.old?.leafCount ?? 0) }
    return gone.contains(where: \.isElement) || count > old.leafCount
  }
}
