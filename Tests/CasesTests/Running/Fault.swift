import Medley
import TestSupport

/// What an error says, in the words of the cases.
struct Fault {
  let error: any Error
  let channel: ExpectedError.Channel?

  /// The codes that the error answers to: some of them include others.
  let codes: Set<FaultCode>

  let path: [any CodingKey]
  let discriminatorError: DiscriminatorError?

  /// The tag that the error is about.
  let tag: TypeTag?

  /// What the error says to people.
  let text: String

  init(_ error: any Error) {
    self.error = error
    switch error {
    case let error as RegistrationError:
      channel = .registration
      codes = Self.codes(of: error)
      path = []
      discriminatorError = nil
      tag = error.tag
      text = error.description
    case let error as DecodingError:
      let context = error.faultContext
      channel = .decoding
      discriminatorError = context?.underlyingError as? DiscriminatorError
      codes = Self.codes(of: error, because: discriminatorError)
      path = error.errorPath
      tag = discriminatorError?.tag
      text = context?.debugDescription ?? ""
    case EncodingError.invalidValue(_, let context):
      channel = .encoding
      discriminatorError = context.underlyingError as? DiscriminatorError
      codes = discriminatorError.map(Self.codes(of:)) ?? []
      path = context.codingPath
      tag = discriminatorError?.tag
      text = context.debugDescription
    default:
      channel = nil
      codes = []
      path = []
      discriminatorError = nil
      tag = nil
      text = "\(error)"
    }
  }
}

// MARK: - Naming codes

extension Fault {
  private static func codes(of error: RegistrationError) -> Set<FaultCode> {
    switch error.code {
    case .duplicateTag: [.duplicateTag]
    case .keyClash: [.keyClash]
    case .ambiguousDeduction: [.ambiguousDeduction]
    default: []
    }
  }

  private static func codes(of error: DiscriminatorError) -> Set<FaultCode> {
    switch error.code {
    case .unknownTag: [.unknownTag]
    case .missingTag: [.missingTag]
    case .wrongKindTag: [.wrongKindTag]
    case .noMatch: [.noMatch]
    case .ambiguousMatch: [.ambiguousMatch]
    case .tagDisagrees: [.tagDisagrees]
    case .unregisteredType: [.unregisteredType]
    case .notEncodable: [.notEncodable]
    default: []
    }
  }

  /// Any decoding error may be that of a malformed wrapper.
  ///
  /// What the tag is the cause of has no other code, whatever kind of error it comes in.
  private static func codes(
    of error: DecodingError,
    because cause: DiscriminatorError?
  ) -> Set<FaultCode> {
    if let cause { return codes(of: cause).union([.malformedWrapper]) }
    return switch error {
    case .keyNotFound: [.malformedWrapper, .keyNotFound]
    case .valueNotFound: [.malformedWrapper, .valueNotFound]
    case .typeMismatch: [.malformedWrapper, .typeMismatch, .wrongValue]
    case .dataCorrupted: [.malformedWrapper, .wrongValue, .malformedJSON, .tooDeep]
    @unknown default: [.malformedWrapper]
    }
  }
}

extension DecodingError {
  fileprivate var faultContext: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  /// The path to the fault itself, which for a missing key is where it belongs.
  fileprivate var errorPath: [any CodingKey] {
    let path = faultContext?.codingPath ?? []
    guard case .keyNotFound(let key, _) = self else { return path }
    return path + [key]
  }
}
