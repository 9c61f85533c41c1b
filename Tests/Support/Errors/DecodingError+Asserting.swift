package import Medley

/// The parts of an error that tests compare in one line.
extension DecodingError {
  /// The kind of the error, by the name of its case.
  package var kind: Kind {
    switch self {
    case .keyNotFound: .keyNotFound
    case .valueNotFound: .valueNotFound
    case .typeMismatch: .typeMismatch
    default: .dataCorrupted
    }
  }

  package enum Kind: Hashable, Sendable {
    case keyNotFound
    case valueNotFound
    case typeMismatch
    case dataCorrupted
  }

  /// The path of the error, such as `[1].type`; it includes a missing key.
  package var place: String {
    if case .keyNotFound(let key, let context) = self { return (context.codingPath + [key]).place }
    return details?.codingPath.place ?? ""
  }

  /// The error about a tag, if it is the cause.
  package var cause: DiscriminatorError? {
    details?.underlyingError as? DiscriminatorError
  }

  /// The context, whatever the kind.
  package var details: Context? {
    switch self {
    case .keyNotFound(_, let context), .valueNotFound(_, let context),
      .typeMismatch(_, let context), .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }
}

extension EncodingError {
  /// The path of the error, such as `[1].type`.
  package var place: String {
    details?.codingPath.place ?? ""
  }

  /// The error about a tag, if it is the cause.
  package var cause: DiscriminatorError? {
    details?.underlyingError as? DiscriminatorError
  }

  /// The context.
  package var details: Context? {
    if case .invalidValue(_, let context) = self { context } else { nil }
  }
}

extension [any CodingKey] {
  /// The path in Swift syntax; empty at the top level.
  package var place: String {
    var path = ""
    for key in self {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return path
  }
}
