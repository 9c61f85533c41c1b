import Foundation
import Medley
import MedleyBase

/// The laws that are checked with the samples alone.
struct SampleLaws<Value: Decodable & SendableMetatype> {
  let settings: LawSettings
  let coders: LawCoders
  let samples: [SampleDocument]
  /// The paths of members that needn't be encoded.
  let dropping: Set<String>

  init(_ settings: LawSettings, _ samples: [SampleDocument], _ dropping: Set<String>) {
    self.settings = settings
    coders = settings.makeCoders()
    self.samples = samples
    self.dropping = dropping
  }

  private var isEncodable: Bool { Value.self is any Encodable.Type }

  /// Adds what breaks the laws, and what can't be checked.
  func check(_ findings: inout LawFindings) {
    var tried: Set<Law> = []
    for sample in samples {
      guard let decoded = try? decoded(sample.document) else { continue }
      let found = [
        keys(decoded, sample.document), tags(decoded), unknown(sample.document),
        propertyList(decoded), stability(decoded),
      ]
      for case let result? in found {
        tried.insert(result.law)
        findings.add(result.findings, sample)
      }
    }
    if isEncodable {
      let reasons: [(Law, String)] = [
        (.keys, "no sample has a member"), (.unknown, "no string that is unknown is decoded"),
      ]
      for (law, reason) in reasons where !tried.contains(law) {
        findings.addUnchecked(law, reason)
      }
    } else {
      for law in [Law.roundTrip, .keys, .stability, .tags, .unknown] {
        findings.addUnchecked(law, "\(Value.self) isn't Encodable")
      }
    }
    checkThreads(&findings)
  }

  typealias Checked = (law: Law, findings: [LawFinding])

  private struct Decoded {
    let value: Value
    let issues: [DecodingIssue]
    /// What the value is encoded as.
    let encoded: JSONNode?
  }

  private func decoded(_ document: JSONNode) throws -> Decoded {
    let tested = TestedType<Value>(decoder: coders.decoder, encoder: coders.encoder)
    let decoded = try tested.decode(document)
    return Decoded(
      value: decoded.value,
      issues: decoded.issues,
      encoded: tested.encoded(decoded.value)
    )
  }

  // MARK: - Members

  private func keys(_ decoded: Decoded, _ document: JSONNode) -> Checked? {
    guard let encoded = decoded.encoded, document.contains(where: { $0.kind == .object }) else {
      return nil
    }
    let reported = Set(decoded.issues.map { $0.recoveredPath.withoutData })
    let declared = dropping.union(reported)
    let dictionaries = DictionaryKeys(of: decoded.value)
    let missing = missingMembers(of: document, in: encoded, at: [], dictionaries)
      .map(\.memberPath)
      .filter { path in !declared.contains { path.isAt($0) } }
    let findings = Set(missing).sorted()
      .map { LawFinding(law: .keys, path: $0, problem: "isn't encoded again") }
    return (.keys, findings)
  }

  /// Returns the paths of members that another tree doesn't have, the outermost ones.
  private func missingMembers(
    of node: JSONNode,
    in other: JSONNode,
    at path: NodePath,
    _ dictionaries: DictionaryKeys
  ) -> [NodePath] {
    switch (node, other) {
    case (.object(let members), .object):
      let isDictionary = dictionaries.contain(members)
      return members.flatMap { member -> [NodePath] in
        let path = path + [isDictionary ? .entry(member.key) : .key(member.key)]
        guard let value = other[member.key] else { return member.value == .null ? [] : [path] }
        return missingMembers(of: member.value, in: value, at: path, dictionaries)
      }
    case (.array(let elements), .array(let others)) where elements.count == others.count:
      return zip(elements, others).enumerated()
        .flatMap { index, pair in
          missingMembers(of: pair.0, in: pair.1, at: path + [.index(index)], dictionaries)
        }
    default: return []
    }
  }

  // MARK: - Encoding

  private func tags(_ decoded: Decoded) -> Checked? {
    guard let value = decoded.value as? any Encodable else { return nil }
    let repeated = try? KeyAudit.repeatedKeys(of: value, userInfo: coders.encoder.userInfo)
    let paths = Set((repeated ?? []).map(\.withoutData)).sorted()
    return (
      .tags, paths.map { LawFinding(law: .tags, path: $0, problem: "is encoded twice") }
    )
  }

  private func stability(_ decoded: Decoded) -> Checked? {
    guard let value = decoded.value as? any Encodable,
      let first = try? coders.encoder.encode(value), let again = try? coders.encoder.encode(value),
      first != again, let old = JSONNode(parsing: first), let new = JSONNode(parsing: again)
    else { return nil }
    let findings = new.differences(from: old)
      .map {
        LawFinding(law: .stability, path: $0.path.memberPath, problem: "is encoded in two ways")
      }
    return (.stability, findings)
  }

  private func propertyList(_ decoded: Decoded) -> Checked? {
    let problem: String
    do {
      guard let value = try coders.throughPropertyList(decoded.value) else { return nil }
      if areSame(value, decoded.value) || isEncoded(value, as: decoded.encoded) { return nil }
      problem = "PropertyListDecoder decodes another value"
    } catch {
      problem = "PropertyListDecoder: \((error as? DecodingError)?.summary ?? "\(error)")"
    }
    return (
      .decoders, [LawFinding(law: .decoders, path: NodePath.document, problem: problem)]
    )
  }

  private func isEncoded(_ value: Value, as encoded: JSONNode?) -> Bool {
    guard let value = value as? any Encodable, let data = try? coders.encoder.encode(value) else {
      return false
    }
    return JSONNode(parsing: data) == encoded
  }

  // MARK: - Unknown values

  /// Checks strings that are unknown, and decoded without an error or a report.
  private func unknown(_ document: JSONNode) -> Checked? {
    guard isEncodable,
      let trial = try? SurvivalTrial(
        TestedType<Value>(decoder: coders.decoder, encoder: coders.encoder),
        document
      )
    else { return nil }
    var findings: Set<LawFinding> = []
    var isTried = false
    document.forEachValue { path, node in
      guard node.kind == .string else { return }
      for mutant in document.mutants(at: path, of: node) where mutant.change == .value {
        let result = trial.result(of: mutant, old: node)
        let name = path.memberPath
        guard !dropping.contains(where: { name.isAt($0) }) else { continue }
        switch result {
        case .outcome(.lost):
          isTried = true
          findings.insert(
            LawFinding(law: .unknown, path: name, problem: "is lost if it is unknown")
          )
        case .outcome: isTried = true
        case .fails, .unseen: break
        }
      }
    }
    return isTried ? (.unknown, findings.sorted { $0.path < $1.path }) : nil
  }

  // MARK: - Threads

  private func checkThreads(_ findings: inout LawFindings) {
    let settings = settings
    let documents = samples.map { Data($0.document.text.utf8) }
    // What one thread makes of each sample is what every thread must make of it.
    let expected = documents.map { data in
      (try? coders.decoder.decode(Value.self, from: data))
        .flatMap { $0 as? any Encodable }.flatMap { try? coders.encoder.encode($0) }
    }
    let differing = Lock<Set<Int>>([])
    Threads.run(8) { thread in
      let coders = settings.makeCoders()
      let checker = LawChecker<Value>(coders, comparesValues: true)
      for round in 0..<4 {
        for place in documents.indices {
          // Threads begin at different samples, so that each runs beside the others.
          let index = (place + thread + round) % documents.count
          let value = try? coders.decoder.decode(Value.self, from: documents[index])
          let isSame =
            expected[index].map { bytes in value.map { checker.isEncoded($0, as: bytes) } ?? false }
            ?? true
          if !isSame { differing.withLock { _ = $0.insert(index) } }
        }
      }
    }
    for index in differing.withLock({ $0 }).sorted() {
      let problem = "is another value on another thread"
      findings.add(
        [LawFinding(law: .threads, path: NodePath.document, problem: problem)],
        samples[index]
      )
    }
  }
}

extension String {
  /// Whether this path is another one or inside of it.
  fileprivate func isAt(_ path: String) -> Bool {
    self == path || hasPrefix(path + ".") || hasPrefix(path + "[")
  }
}
