/// The candidates of a deduction that failed.
///
/// An error describes the first ones, and the others on request, because comparing all fields of an
/// element with all registered types is expensive.
struct Deduction: Sendable {
  let considered: [DeductionCandidate]
  private let all: [DeductionCandidate]
  private let names: Set<String>
  private let sorted: [String]

  /// - Parameters:
  ///   - all: The registered types.
  ///   - fitting: The types that match the element equally well.
  ///   - fields: The fields of the element.
  init(_ all: [DeductionCandidate], fitting: [DeductionCandidate], fields: Set<String>) {
    self.all = all
    considered = fitting.isEmpty ? all : fitting
    names = fields
    sorted = Array(fields).inOrder
  }

  var tags: [TypeTag] { all.map(\.tag) }

  /// The first candidates, each with the reasons why it doesn't match.
  func candidates(_ limit: Int = .max) -> [DiscriminatorError.Candidate] {
    considered.prefix(limit).map { candidate in
      StepCount.add(sorted.count)
      return DiscriminatorError.Candidate(
        typeName: candidate.typeName,
        missing: Array(candidate.fields.required).filter { !names.contains($0) }.inOrder,
        unclaimed: sorted.filter { !candidate.fields.claims($0) },
        excluded: Array(candidate.fields.excluded).filter(names.contains).inOrder
      )
    }
  }
}

// MARK: - Describing

extension DiscriminatorError {
  init(
    fitting: [DeductionCandidate],
    of all: [DeductionCandidate],
    fields: Set<String>
  ) {
    let deduction = Deduction(all, fitting: fitting, fields: fields)
    let limit = 8
    var reasons = deduction.candidates(limit).map(\.reason)
    let more = deduction.considered.count - limit
    if more > 0 { reasons.append("and \(more) more") }
    let verdict =
      fitting.isEmpty
      ? "No registered type has the fields of the element"
      : "Several registered types fit the fields of the element equally well"
    let advice =
      fitting.isEmpty
      ? "Register a type for it, or keep such payloads with the policy .keep."
      : "State what tells them apart when registering, with fields: PayloadFields(excluded: ...)."
    self.init(
      code: fitting.isEmpty ? .noMatch : .ambiguousMatch,
      deduction: deduction,
      description: "\(verdict): \(reasons.joined(separator: "; ")). \(advice)"
    )
  }
}

extension DiscriminatorError.Candidate {
  fileprivate var reason: String {
    let parts = [("missing", missing), ("excluded", excluded), ("unclaimed", unclaimed)]
      .filter { !$0.1.isEmpty }
      .map { name, fields in
        let more = fields.count > 6 ? " and \(fields.count - 6) more" : ""
        let list = fields.prefix(6).map { TypeTag.string($0).shortened }.joined(separator: ", ")
        return "\(name) \(list)\(more)"
      }
    return parts.isEmpty ? typeName : "\(typeName) (\(parts.joined(separator: ", ")))"
  }
}
