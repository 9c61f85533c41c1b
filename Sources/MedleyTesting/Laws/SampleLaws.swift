import Foundation
import Medley
import MedleyBase

/// The laws that are checked with the samples alone.
struct SampleLaws<Value: Decodable & SendableMetatype> {
  let settings: LawSettings
  let checker: LawChecker<Value>
  let type: TestedType<Value>
  let samples: [SampleDocument]
  /// The paths of members that needn't be encoded.
  let dropping: Set<String>

  init(
    _ settings: LawSettings,
    _ checker: LawChecker<Value>,
    _ samples: [SampleDocument],
    _ dropping: Set<String>
  ) {
    self.settings = settings
    self.checker = checker
    type = TestedType(decoder: checker.coders.decoder, encoder: checker.coders.encoder)
    self.samples = samples
    self.dropping = dropping
  }

  private var encoder: JSONEncoder { checker.coders.encoder }

  private var isEncodable: Bool { Value.self is any Encodable.Type }

  /// Adds what breaks the laws, and what can't be checked.
  func check(_ findings: inout LawFindings) {
    var tried: Set<Law> = []
    for sample in samples {
      guard let decoded = try? type.decode(sample.document) else { continue }
      let found = [
        keys(decoded, sample.document), tags(decoded), unknown(sample.document),
        propertyList(decoded), stability(decoded),
      ]
      for case let result? in found {
        tried.insert(result.law)
        findings.add(result.violations, sample)
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

  private typealias Checked = (law: Law, violations: [LawViolation])
  private typealias Decoded = TestedType<Value>.Decoded

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
    let violations = Set(missing).sorted()
      .map { LawViolation(law: .keys, path: $0, problem: "isn't encoded again") }
    return (.keys, violations)
  }

  /// Returns the paths of members that another tree doesn't have, the outermost ones.
  private func missingMembers(
    of node: JSONNode,
    in other: JSONNode,
    at path: NodePath,
    _ dictionaries: DictionaryKeys
  ) -> [NodePath] {
    switch (node, other) {
    case (.object, .object):
      return dictionaries.children(of: node).flatMap { step, value -> [NodePath] in
        let path = path + [step]
        guard let other = other[step.name] else { return value == .null ? [] : [path] }
        return missingMembers(of: value, in: other, at: path, dictionaries)
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
    // Encoders of JSON keep the last of such values, so that their output doesn't show it.
    let recorder = ObjectRecorder(userInfo: encoder.userInfo)
    let isRecorded = (try? value.encode(to: recorder)) != nil
    let repeated = isRecorded ? RecordedValue.recorded(recorder).repeatedKeys(at: []) : []
    let paths = Set(repeated.map(\.withoutData)).sorted()
    return (
      .tags, paths.map { LawViolation(law: .tags, path: $0, problem: "is encoded twice") }
    )
  }

  private func stability(_ decoded: Decoded) -> Checked? {
    guard let value = decoded.value as? any Encodable,
      let first = try? encoder.encode(value), let again = try? encoder.encode(value),
      first != again, let old = JSONNode(parsing: first), let new = JSONNode(parsing: again)
    else { return nil }
    let violations = new.differences(from: old)
      .map {
        LawViolation(law: .stability, path: $0.path.memberPath, problem: "is encoded in two ways")
      }
    return (.stability, violations)
  }

  private func propertyList(_ decoded: Decoded) -> Checked? {
    let problem: String
    do {
      guard let value = try checker.coders.throughPropertyList(decoded.value) else { return nil }
      if areSame(value, decoded.value) || checker.isEncoded(value, as: decoded.value) {
        return nil
      }
      problem = "PropertyListDecoder decodes another value"
    } catch {
      problem = "PropertyListDecoder: \((error as? DecodingError)?.summary ?? "\(error)")"
    }
    return (
      .decoders, [LawViolation(law: .decoders, path: NodePath.document, problem: problem)]
    )
  }

  // MARK: - Unknown values

  /// Checks strings that are unknown, and decoded without an error or a report.
  private func unknown(_ document: JSONNode) -> Checked? {
    guard isEncodable, let trial = try? SurvivalTrial(type, document) else { return nil }
    var lost: Set<String> = []
    var isTried = false
    document.forEachValue { path, node in
      guard node.kind == .string else { return }
      for mutant in document.mutants(at: path, of: node) where mutant.change == .value {
        let result = trial.result(of: mutant)
        let name = path.memberPath
        guard !dropping.contains(where: { name.isAt($0) }) else { continue }
        switch result {
        case .outcome(.lost):
          isTried = true
          lost.insert(name)
        case .outcome: isTried = true
        case .fails, .unseen: break
        }
      }
    }
    guard isTried else { return nil }
    return (
      .unknown,
      lost.sorted().map {
        LawViolation(law: .unknown, path: $0, problem: "is lost if it is unknown")
      }
    )
  }

  // MARK: - Threads

  private func checkThreads(_ findings: inout LawFindings) {
    let settings = settings
    let documents = samples.map(\.document.data)
    // What one thread makes of each sample is what every thread must make of it.
    let expected = documents.map { data in
      (try? type.decoder.decode(Value.self, from: data))
        .flatMap { $0 as? any Encodable }.flatMap { try? encoder.encode($0) }
    }
    let differing = Lock<Set<Int>>([])
    Threads.run(8) { thread in
      let coders = settings.makeCoders()
      let checker = LawChecker<Value>(coders: coders, comparesValues: true)
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
        [LawViolation(law: .threads, path: NodePath.document, problem: problem)],
        samples[index]
      )
    }
  }
}

extension RecordedValue {
  /// Returns the paths of keys that are written twice into one object.
  fileprivate func repeatedKeys(at path: [any CodingKey]) -> [[any CodingKey]] {
    guard case .recorded(let recorder) = self else { return [] }
    var keys: Set<String> = []
    let repeated = recorder.members.map(\.key).filter { !keys.insert($0.stringValue).inserted }
    return repeated.map { path + [$0] } + recorder.single.repeatedKeys(at: path)
      + recorder.members.flatMap { $0.value.repeatedKeys(at: path + [$0.key]) }
      + recorder.elements.enumerated()
      .flatMap { $1.repeatedKeys(at: path + [WireKey(index: $0)]) }
  }
}

extension String {
  /// Whether this path is another one or inside of it.
  func isAt(_ path: String) -> Bool {
    self == path || hasPrefix(path + ".") || hasPrefix(path + "[")
  }
}
