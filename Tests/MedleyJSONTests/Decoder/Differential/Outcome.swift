import Foundation
import TestSupport

/// The result of decoding: a value, or an error by kind, type or key, and path.
enum Outcome: Equatable, CustomStringConvertible {
  struct Failure: Equatable {
    var kind: String
    /// The type that was expected, or the key that is missing.
    var subject: String
    var path: String
    var description: String

    static func == (one: Failure, other: Failure) -> Bool {
      one.kind == other.kind && one.subject == other.subject && one.path == other.path
    }
  }

  case value(String)
  case failure(Failure)

  init(_ decode: () throws -> String) {
    do {
      self = .value(try decode())
    } catch {
      self = .failure(Failure(error))
    }
  }

  var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }

  var description: String {
    switch self {
    case .value(let value): "value \(value)"
    case .failure(let failure):
      "\(failure.kind) of \(failure.subject) at \"\(failure.path)\": \(failure.description)"
    }
  }
}

extension Outcome.Failure {
  init(_ error: any Error) {
    guard let error = error as? DecodingError else {
      self.init(kind: "\(type(of: error))", subject: "\(error)", path: "", description: "")
      return
    }
    let subject =
      switch error {
      case .keyNotFound(let key, _): place([key])
      case .typeMismatch(let type, _), .valueNotFound(let type, _): "\(type)"
      default: ""
      }
    self.init(
      kind: "\(error.kind)",
      subject: subject,
      path: place(error.details?.codingPath ?? []),
      description: error.details?.debugDescription ?? ""
    )
  }

  /// Whether the error says that the text isn't JSON.
  var isInvalidText: Bool {
    kind == "dataCorrupted" && path.isEmpty
      && description.hasPrefix("The given data was not valid JSON.")
  }
}

// MARK: - Deliberate differences

/// An intentional difference from `JSONDecoder`; the article *Differences from JSONDecoder* lists
/// them for users.
enum DeliberateDifference: CaseIterable {
  /// The text isn't JSON in a part that isn't decoded, or has a trailing comma.
  case strictness
  /// `JSONDecoder` takes a number beyond 2^53 for an integer although it has a fraction.
  case largeFractions
  /// `JSONDecoder` omits the path of a number that doesn't fit its type.
  case pathOfNumber
  /// `JSONDecoder` omits the last key in the path of a date that isn't ISO 8601.
  case pathOfDate
  /// Dictionaries are decoded in the order of the document. With `JSONDecoder`, the first of
  /// several errors differs between runs.
  case orderOfKeys
  /// `decodeIfPresent` at the end of an array leaves the index where it is.
  case indexBehindEnd
  /// Of two spellings of one key that are equal in Unicode, the one that the type uses is found,
  /// and not the first.
  case equivalentKeys
  /// With a key strategy, `JSONDecoder` decodes all values of a repeated key of a dictionary, though
  /// it keeps the first; the others are never decoded here, as without a strategy.
  case repeatedKeys

  /// Returns whether this explains the difference of two outcomes.
  func explains(_ engine: Outcome, _ foundation: Outcome, _ pair: Pair) -> Bool {
    switch self {
    case .strictness:
      return engine.failure?.isInvalidText == true && !pair.isJSON
    case .largeFractions:
      guard let text = engine.failure?.description, text.hasPrefix("Parsed JSON number <"),
        let number = text.split(separator: "<").last?.prefix(while: { $0 != ">" }),
        let value = Double(number)
      else { return false }
      return number.contains(".") && value.magnitude > 0x1p53
    case .pathOfNumber:
      guard let ours = engine.failure, let theirs = foundation.failure else { return false }
      return theirs.isInvalidText && ours.kind == "dataCorrupted"
        && ours.description.hasPrefix("Parsed JSON number")
    case .pathOfDate:
      guard let ours = engine.failure, let theirs = foundation.failure else { return false }
      return ours.kind == theirs.kind && ours.description == theirs.description
        && ours.description.contains("ISO8601") && ours.path.hasPrefix(theirs.path)
    case .orderOfKeys:
      return pair.dependsOnKeyOrder && engine.failure != nil && foundation.failure != nil
    case .indexBehindEnd:
      guard let ours = engine.failure, let theirs = foundation.failure else { return false }
      return ours.kind == "valueNotFound" && ours.kind == theirs.kind
        && ours.subject == theirs.subject && ours.description.contains("is at end")
        && ours.path.split(separator: "/").dropLast()
          == theirs.path.split(separator: "/").dropLast()
    case .repeatedKeys:
      return pair.convertsKeys && pair.dependsOnKeyOrder && foundation.failure != nil
    case .equivalentKeys:
      let text = String(decoding: pair.document, as: UTF8.self).lowercased()
      let scalars = text.unicodeScalars
      return (scalars.contains("\u{301}") || text.contains("\\u0301"))
        && (scalars.contains("\u{e9}") || text.contains("\\u00e9"))
    }
  }
}

/// The input of both decoders.
struct Pair {
  var document: [UInt8]
  var dependsOnKeyOrder = false
  var convertsKeys = false

  /// The result of an independent parser of the tests.
  var isJSON: Bool {
    guard let text = String(valid: document) else { return false }
    return (try? JSONTree(parsing: text)) != nil
  }
}
