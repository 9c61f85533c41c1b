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
    let actions = decoded.issues.filter { !issues.contains("\($0)") }.map(\.action)
    return (outcome(of: mutant, new, Set(actions)), nil)
  }

  /// Returns what became of a mutant that is decoded; nil if it is decoded as the sample is.
  private func outcome(
    of mutant: Mutant,
    _ new: JSONNode,
    _ actions: Set<DecodingIssue.Action>
  ) -> SurvivalOutcome? {
    let differences = new.differences(from: view)
    // A type may encode a member elsewhere.
    let isGone =
      view[mutant.path] == nil
      ? differences.allSatisfy(\.new.isNothing) : new[mutant.path].isNothing
    // What issues say of a value comes first, and then what the value tells.
    if actions.contains(.dropped) { return .dropped }
    if actions.contains(.defaulted) { return isGone ? .nil : .defaulted }
    if !actions.isEmpty { return .kept }
    if differences.isEmpty { return nil }
    switch mutant.change {
    case .order:
      return .lost
    case .absent, .null:
      return losesMore(than: mutant, differences) ? .lost : isGone ? .nil : .defaulted
    case .kind, .value, .element, .added:
      let news = differences.compactMap(\.new).flatMap { $0.values().map(\.value) }
      if news.contains(where: { $0 == mutant.value }) { return .kept }
      guard let text = mutant.value?.bareText else { return .lost }
      return news.contains { $0.bareText == text } ? .converted : .lost
    }
  }

  /// Whether more than the member of a mutant is gone: an element, or a value around it.
  private func losesMore(than mutant: Mutant, _ differences: [NodeDifference]) -> Bool {
    let gone = differences.filter(\.new.isNothing)
    guard view[mutant.path] == nil else {
      let path = mutant.path
      return gone.contains { $0.path.count < path.count && path.starts(with: $0.path) }
    }
    let count = gone.reduce(0) { $0 + ($1.old?.leafCount ?? 0) }
    return gone.contains(where: \.isElement) || count > mutant.old.leafCount
  }
}

extension JSONNode? {
  /// Whether there is no value, or null.
  fileprivate var isNothing: Bool { self == nil || self == .null }
}
