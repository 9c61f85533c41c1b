package import Medley

/// What is said of a fault, in a form that a test compares in one line.
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

  /// The path of the fault, such as `[1].type`; where a key is missing, it leads to the key.
  package var place: String {
    if case .keyNotFound(let key, let context) = self { return (context.codingPath + [key]).place }
    return details?.codingPath.place ?? ""
  }

  /// What is wrong with a tag, if that is the cause.
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
  /// The path of the fault, such as `[1].type`.
  package var place: String {
    details?.codingPath.place ?? ""
  }

  /// What is wrong with a tag, if that is the cause.
  package var cause: DiscriminatorError? {
    details?.underlyingError as? DiscriminatorError
  }

  /// The context.
  package var details: Context? {
    if case .invalidValue(_, let context) = self { context } else { nil }
  }
}

extension [any CodingKey] {
  /// The path as Swift would write it; empty on top.
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
