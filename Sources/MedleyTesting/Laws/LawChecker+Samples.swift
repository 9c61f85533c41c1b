import Foundation
import Medley
import MedleyBase

// MARK: - Checking samples

extension LawChecker {
  /// Adds what breaks the laws, and what can't be checked.
  func checkSamples(_ samples: [SampleDocument], _ laws: inout Laws) {
    guard Value.self is any Encodable.Type else {
      for law in [Law.roundTrip, .keys, .stability, .tags, .unknown] {
        laws.addUnchecked(law, "\(Value.self) isn't Encodable")
      }
      return
    }
    var (hasKeys, hasUnknown) = (false, false)
    for sample in samples {
      guard let decoded = try? tested.decode(sample.document) else { continue }
      let keys = keys(decoded, sample.document)
      let unknown = unknown(sample.document)
      hasKeys = hasKeys || keys != nil
      hasUnknown = hasUnknown || unknown != nil
      let found = (keys ?? []) + tags(decoded) + (unknown ?? [])
      laws.add(found + propertyList(decoded) + stability(decoded), sample)
    }
    if !hasKeys { laws.addUnchecked(.keys, "no sample has a member") }
    if !hasUnknown { laws.addUnchecked(.unknown, "no string that is unknown is decoded") }
  }

  private typealias Decoded = TestedType<Value>.Decoded

  // MARK: - Members

  /// Returns the members that aren't encoded again; nil if there are none to check.
  private func keys(_ decoded: Decoded, _ document: JSONNode) -> [LawViolation]? {
    guard let encoded = decoded.encoded,
      document.values().contains(where: { $0.value.kind == .object })
    else { return nil }
    let reported = Set(decoded.issues.map { $0.recoveredPath.withoutData })
    let declared = settings.dropping.union(reported)
    let missing = encoded.differences(from: document, DictionaryKeys(of: decoded.value))
      .filter { $0.new == nil && $0.old != .null && !$0.isElement }
      .map(\.path.memberPath)
      .filter { !declared.contains(where: $0.isAt) }
    return Set(missing).sorted()
      .map { LawViolation(.keys, at: $0, "isn't encoded again") }
  }

  // MARK: - Encoding

  private func tags(_ decoded: Decoded) -> [LawViolation] {
    // Encoders of JSON keep the last of such values, so that their output doesn't show it.
    let recorder = ObjectRecorder(userInfo: tested.encoder.userInfo)
    guard let value = decoded.value as? any Encodable, (try? value.encode(to: recorder)) != nil
    else { return [] }
    let repeated = RecordedValue.recorded(recorder).repeatedKeys(at: []).map(\.withoutData)
    return Set(repeated).sorted().map { LawViolation(.tags, at: $0, "is encoded twice") }
  }

  private func stability(_ decoded: Decoded) -> [LawViolation] {
    guard let first = tested.encoded(decoded.value), let again = tested.encoded(decoded.value),
      first != again, let old = JSONNode(parsing: first), let new = JSONNode(parsing: again)
    else { return [] }
    return new.differences(from: old)
      .map { LawViolation(.stability, at: $0.path.memberPath, "is encoded in two ways") }
  }

  private func propertyList(_ decoded: Decoded) -> [LawViolation] {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    encoder.userInfo = tested.encoder.userInfo
    // The format can't express every value.
    guard let encodable = decoded.value as? any Encodable,
      let data = try? encoder.encode(encodable)
    else { return [] }
    let decoder = PropertyListDecoder()
    decoder.userInfo = self.decoder.userInfo
    do {
      let value = try decoder.decode(Value.self, from: data)
      if areSame(value, decoded.value) { return [] }
      if let bytes = tested.encoded(decoded.value), isEncoded(value, as: bytes) { return [] }
      return [LawViolation(.decoders, "PropertyListDecoder decodes another value")]
    } catch {
      return [LawViolation(.decoders, "PropertyListDecoder: \(error.inOneLine)")]
    }
  }

  // MARK: - Unknown values

  /// Checks strings that are unknown, and decoded without an error or a report; nil if there are none.
  private func unknown(_ document: JSONNode) -> [LawViolation]? {
    guard let trial = try? SurvivalTrial(tested, document) else { return nil }
    var names: [SurvivalOutcome: Set<String>] = [:]
    for (path, node) in document.values() where node.kind == .string {
      let name = path.memberPath
      guard !settings.dropping.contains(where: name.isAt) else { continue }
      for mutant in document.mutants(at: path, of: node) where mutant.change == .value {
        guard let outcome = trial.result(of: mutant).outcome, outcome != .fails else { continue }
        names[outcome, default: []].insert(name)
      }
    }
    guard !names.isEmpty else { return nil }
    let lost = names[.lost, default: []].sorted()
    return lost.map { LawViolation(.unknown, at: $0, "is lost if it is unknown") }
  }

  // MARK: - Threads

  func checkThreads(_ samples: [SampleDocument], _ laws: inout Laws) {
    let documents = samples.map(\.document.data)
    // What one thread makes of each sample is what every thread must make of it.
    let expected = documents.map { data in
      (try? decoder.decode(Value.self, from: data)).flatMap(tested.encoded)
    }
    let differing = Threads.run(8) { [settings] thread in
      let checker = Self(settings)
      // Threads begin at different samples, so that each runs beside the others.
      let order = (thread..<thread + 4 * documents.count).map { $0 % documents.count }
      return order.filter { index in
        let value = try? checker.decoder.decode(Value.self, from: documents[index])
        guard let bytes = expected[index] else { return false }
        return value.map { checker.isEncoded($0, as: bytes) } != true
      }
    }
    for index in Set(differing.joined()).sorted() {
      laws.add([LawViolation(.threads, "is another value on another thread")], samples[index])
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
  }
}

extension String {
  /// Whether this path is another one or inside of it.
  func isAt(_ path: String) -> Bool {
    self == path || hasPrefix(path + ".") || hasPrefix(path + "[")
  }
}
