import MedleyBase

/// What a type has thrown that was tried, with the position of its entry.
typealias TrialFailure = (position: Int, error: any Error)

extension [TrialFailure] {
  /// Returns the error of an entry; nil if it wasn't tried.
  @inline(never) func error(of position: Int) -> (any Error)? {
    first { $0.position == position }?.error
  }
}

extension DiscriminatorError {
  /// - Parameters:
  ///   - fitting: Several types that fit the element equally well; empty if none does.
  ///   - all: The registered types.
  ///   - fields: The fields of the element.
  ///   - errors: What the candidates threw that were tried.
  ///   - depth: How many keys lead to the element.
  init(
    fitting: [TypeCandidate] = [],
    of all: [TypeCandidate],
    fields: Set<String>,
    errors: [TrialFailure] = [],
    at depth: Int = 0
  ) {
    let considered = fitting.isEmpty ? all : fitting
    let sorted = Array(fields).inOrder
    // The first are described, and the others on request, because comparing all fields of an element with
    // all registered types is expensive.
    @inline(never) @Sendable func candidates(_ limit: Int) -> [DiscriminatorCause.Candidate] {
      considered.prefix(limit).map { candidate in
        StepCount.add(sorted.count)
        let own = candidate.fields
        return (
          typeName: candidate.typeName,
          missing: Array(own.required).inOrder.filter { !fields.contains($0) },
          unclaimed: sorted.filter { !own.claims($0) },
          excluded: sorted.filter { own.excluded.contains($0) },
          error: errors.error(of: candidate.position) as? DecodingError
        )
      }
    }
    let limit = 8
    var reasons = candidates(limit).map { Self.reason($0, at: depth) }
    let more = considered.count - limit
    if more > 0 { reasons.append("and \(more) more") }
    let verdict =
      if !fitting.isEmpty {
        "Several registered types fit the fields of the element equally well"
      } else if errors.isEmpty {
        "No registered type has the fields of the element"
      } else {
        "No registered type decodes the element"
      }
    let advice =
      fitting.isEmpty
      ? "Register a type for it, or keep such payloads with the policy .keep."
      : "State what tells them apart when registering, with fields: PayloadFields(excluded: ...)."
    self.init(
      code: fitting.isEmpty ? .noMatch : .ambiguousMatch,
      knownTags: all.map(\.tag),
      candidates: candidates,
      description: "\(verdict): \(reasons.joined(separator: "; ")).",
      remedy: advice
    )
  }

  private static func reason(_ candidate: DiscriminatorCause.Candidate, at depth: Int) -> String {
    let (typeName, missing, unclaimed, excluded, error) = candidate
    if let error { return "\(typeName) (\(error.shortSummary(at: depth)))" }
    var parts: [String] = []
    @inline(never) func add(_ name: String, _ fields: [String]) {
      if !fields.isEmpty { parts.append("\(name) \(fields.listedAsTags(atMost: 6))") }
    }
    add("missing", missing)
    add("excluded", excluded)
    add("unclaimed", unclaimed)
    return parts.isEmpty ? typeName : "\(typeName) (\(parts.joined(separator: ", ")))"
  }
}

extension DecodingError {
  /// The path from the element, and the problem.
  ///
  /// Elements nest: the candidates of an inner one would be listed for each candidate of the outer.
  fileprivate func shortSummary(at depth: Int) -> String {
    let cause = context?.underlyingError as? DiscriminatorError
    let problem = cause?.code == .noMatch ? "no registered type matches" : problem
    let path = path.dropFirst(depth)
    return path.isEmpty ? problem : "\(Array(path).described()): \(problem)"
  }
}

/// The types that an element without a tag may be, in the order in which they are tried.
struct CandidateList {
  /// Whether fields tell the type, so that one that has those of the element isn't passed over for any error.
  let isDeduced: Bool
  let toTry: [TypeCandidate]
  /// Several types that fit equally well if none of the others decodes the element.
  var tied: [TypeCandidate] = []
  /// The names of the element's members.
  let fields: Set<String>

  /// Whether a type is selected by the fields alone, so that what it throws is the error.
  func selects(_ candidate: TypeCandidate) -> Bool {
    isDeduced && candidate.fields.isComplete
  }

  /// Whether a type is the right one although it threw an error.
  func isFinal(_ candidate: TypeCandidate, _ error: DecodingError, at depth: Int) -> Bool {
    guard isDeduced, !candidate.fields.keys.isEmpty else { return false }
    if case .keyNotFound = error, error.path.count == depth + 1 { return false }
    return candidate.fields.claims(in: fields) > 0
  }
}

/// A registered type, as a candidate for an element without a tag.
///
/// It is a class, because lists of candidates are filtered and sorted for each element.
package final class TypeCandidate: Sendable {
  /// The position of the entry in the registry.
  package let position: Int
  package let tag: TypeTag
  let typeName: String
  package let fields: PayloadFields

  init(position: Int, tag: TypeTag, typeName: String, fields: PayloadFields) {
    self.position = position
    self.tag = tag
    self.typeName = typeName
    self.fields = fields
  }
}

extension ObjectReader {
  /// Returns the names of the members of an element, as types know them.
  ///
  /// Kept payloads have their original keys, whatever the strategy of the decoder.
  func fieldNames(_ candidates: [TypeCandidate]) -> Set<String> {
    let keys = members.names
    guard type(of: element) == PayloadValueDecoder.self else { return Set(keys) }
    // Once for all keys, because their number isn't limited.
    var known: Set<String> = []
    for candidate in candidates {
      known.formUnion(candidate.fields.required)
      known.formUnion(candidate.fields.optional)
    }
    let others = candidates.flatMap(\.fields.keys)
    @inline(never) func isKnown(_ key: String) -> Bool {
      known.contains(key) || others.contains { $0.init(stringValue: key) != nil }
    }
    return Set(
      keys.map { key in
        let converted = SnakeCase.camelCase(key)
        return !isKnown(key) && isKnown(converted) ? converted : key
      }
    )
  }
}
