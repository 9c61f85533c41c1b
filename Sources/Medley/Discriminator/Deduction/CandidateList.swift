/// The types that an element without a tag may be, in the order in which they are tried.
struct CandidateList: Sendable {
  /// How the first type is chosen.
  enum Choice {
    /// The first type that decodes the element, whatever the others throw.
    case anyError
    /// The same, but a type that has the fields of the element isn't passed over for another error.
    case missingFields
  }

  let choice: Choice
  let toTry: [TypeCandidate]
  /// Several types that fit equally well if none of the others decodes the element.
  var tied: [TypeCandidate] = []
  /// The names of the element's members.
  let fields: Set<String>

  /// Whether a type is selected by the fields alone, so that what it throws is the error.
  func selects(_ candidate: TypeCandidate) -> Bool {
    choice == .missingFields && candidate.fields.isComplete
  }

  /// Whether a type is the right one although it threw an error.
  func isFinal(_ candidate: TypeCandidate, _ error: DecodingError, at depth: Int) -> Bool {
    guard choice == .missingFields, !candidate.fields.keys.isEmpty else { return false }
    if case .keyNotFound = error, error.path.count == depth + 1 { return false }
    return candidate.fields.claims(in: fields) > 0
  }
}
