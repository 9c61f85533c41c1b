import Medley
import Testing

/// The kind, the path and the cause of an error.
struct Fault: Equatable, CustomStringConvertible {
  enum Kind {
    case missing
    case null
    case mismatch
    case corrupted
    case unwritable
    case other
  }

  let kind: Kind
  /// The path without peculiarities of the decoder.
  ///
  /// XMLCoder duplicates indices, and TOMLKit appends a missing key to the path: see the
  /// README. TOMLKit's encoder duplicates keys.
  let path: String
  /// Medley's error about the tag.
  let code: DiscriminatorError.Code?

  init(_ kind: Kind, _ path: String, _ code: DiscriminatorError.Code? = nil) {
    self.kind = kind
    self.path = path
    self.code = code
  }

  init(_ error: any Error) {
    let (kind, context): (Kind, DecodingError.Context?) =
      switch error {
      case DecodingError.keyNotFound(let key, let context):
        (
          .missing,
          context.codingPath.last?.stringValue == key.stringValue
            ? context
            : DecodingError.Context(
              codingPath: context.codingPath + [key],
              debugDescription: "",
              underlyingError: context.underlyingError
            )
        )
      case DecodingError.valueNotFound(_, let context): (.null, context)
      case DecodingError.typeMismatch(_, let context): (.mismatch, context)
      case DecodingError.dataCorrupted(let context): (.corrupted, context)
      default: (.other, nil)
      }
    if let context {
      self.init(
        kind,
        context.codingPath.simplified,
        (context.underlyingError as? DiscriminatorError)?.code
      )
    } else if case EncodingError.invalidValue(_, let context) = error {
      self.init(
        .unwritable,
        context.codingPath.simplified,
        (context.underlyingError as? DiscriminatorError)?.code
      )
    } else {
      self.init(kind, "")
    }
  }

  var description: String {
    "\(kind) at \(path)" + (code.map { ", \($0)" } ?? "")
  }
}

extension [any CodingKey] {
  /// The path without duplicated keys and indices.
  var simplified: String {
    var parts: [String] = []
    for key in self {
      let part = key.intValue.map { "[\($0)]" } ?? key.stringValue
      if parts.last != part { parts.append(part) }
    }
    return parts.joined(separator: ".").replacing(".[", with: "[")
  }
}

/// Returns the error of a function that has to throw.
func fault(
  _ body: () throws -> some Any,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> Fault {
  Fault(
    try #require(throws: (any Error).self, sourceLocation: sourceLocation) { _ = try body() }
  )
}
