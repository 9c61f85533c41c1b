import Medley

// MARK: - Describing problems

extension RegistrationError {
  /// Throws the only problem, or an error that lists several.
  static func throwing(_ problems: [RegistrationError]) throws {
    guard let first = problems.first else { return }
    guard problems.count > 1 else { throw first }
    let list = problems.map { "\n- \($0.description)" }.joined()
    throw RegistrationError(
      .severalProblems,
      problems: problems,
      "The registry has \(problems.count) problems:\(list)"
    )
  }

  init(sample name: String, of base: any Any.Type, _ problem: String, because error: any Error) {
    let context =
      switch error {
      case EncodingError.invalidValue(_, let context):
        (context.underlyingError as? DiscriminatorError)?.description ?? context.debugDescription
      case let error as DecodingError: error.summary
      default: "\(error)"
      }
    let cause = (error as? EncodingError)?.cause
    self.init(
      cause?.code == .unregisteredType ? .unregisteredCase : .invalidSample,
      tag: cause?.tag,
      "The sample \(name) of \(base) \(problem): \(context)"
    )
  }

  init(onlyDecoded entry: Registration, base: any Any.Type) {
    self.init(
      .notEncodable,
      tag: entry.tags.first,
      """
      The enum \(base) is encoded, but \(entry.registrant) for \(entry.tags.listed) is registered for \
      decoding only. Add encoding: to it, or options: .onlyDecoded; or conform \(base) to \
      PolymorphicDecodable if it is never encoded.
      """
    )
  }

  init(notEncodable registrant: String, base: any Any.Type) {
    self.init(
      .notEncodable,
      """
      The enum \(base) is encoded, but its payload \(registrant) is only Decodable. Make the payload \
      Encodable, or conform \(base) to PolymorphicDecodable if it is never encoded.
      """
    )
  }
}

extension EncodingError {
  /// The error about a tag, if it is the cause.
  fileprivate var cause: DiscriminatorError? {
    if case .invalidValue(_, let context) = self {
      context.underlyingError as? DiscriminatorError
    } else {
      nil
    }
  }
}
