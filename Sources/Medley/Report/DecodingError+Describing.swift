extension DecodingError {
  /// One line for people: the path, what is wrong there, and the tag of the element around it.
  ///
  /// ```swift
  /// } catch let error as DecodingError {
  ///   log(error.summary)  // items[3].director: expected a string, found null (in MOVIE)
  /// }
  /// ```
  ///
  /// It serves every `DecodingError`, whichever decoder threw it and whether or not anything
  /// polymorphic was decoded. The words aren't for programs to read: they may change.
  public var summary: String {
    "\(path.described): \(fault)\(nearestTag.inParentheses)"
  }
}

extension Error {
  /// What is wrong, in a few words and without the path.
  var fault: String {
    (self as? DecodingError)?.faultOfKind ?? "\(self)"
  }

  /// The same without any words that may quote the payload.
  var redactedFault: String {
    if let fault = self as? RecordedFault { return fault.redacted }
    guard let error = self as? DecodingError else { return "\(type(of: self))" }
    if let cause = error.context?.underlyingError as? DiscriminatorError {
      return "\(cause.code)"
    }
    guard case .dataCorrupted(let context) = error else { return error.faultWithoutValues }
    var cause = context.underlyingError
    while let payload = cause as? PayloadError { cause = payload.underlyingError }
    if let inner = cause as? DecodingError { return inner.redactedFault }
    return cause.map { "the value was refused (\(type(of: $0)))" } ?? "the value was refused"
  }
}

extension DecodingError {
  fileprivate var faultOfKind: String {
    if let cause = context?.underlyingError as? DiscriminatorError { return cause.description }
    switch self {
    case .keyNotFound: return "missing"
    case .valueNotFound(let type, _): return "expected \(Self.name(of: type)), found null"
    case .typeMismatch(let type, let context):
      let found = Self.found(in: context.debugDescription).map { ", found \($0)" } ?? ""
      return "expected \(Self.name(of: type))\(found)"
    case .dataCorrupted(let context): return context.debugDescription
    @unknown default: return "\(self)"
    }
  }

  /// The kinds of what was expected and found, but no value.
  fileprivate var faultWithoutValues: String {
    guard case .typeMismatch(let type, let context) = self else { return faultOfKind }
    let found = Self.found(in: context.debugDescription)
    // Types that write such a sentence themselves may have put the value into it.
    let kind = found.flatMap { Self.kinds.contains($0) ? ", found \($0)" : nil } ?? ""
    return "expected \(Self.name(of: type))\(kind)"
  }

  /// The name of a type in terms of the payload.
  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "a Boolean"
    case is any BinaryInteger.Type: "an integer"
    case is any BinaryFloatingPoint.Type: "a number"
    default:
      switch "\(type)" {
      case let name where name.hasPrefix("Array<"): "an array"
      case "Sequence", "TOMLArray": "an array"
      case let name where name.hasPrefix("Dictionary<"): "an object"
      case "Mapping", "TOMLTable": "an object"
      case let name: name
      }
    }
  }

  /// Foundation's decoders end the sentence with what they found.
  private static func found(in description: String) -> String? {
    let parts = description.split(separator: " but found ")
    guard parts.count == 2, let last = parts.last, last.hasSuffix(" instead.") else { return nil }
    let found = String(last.dropLast(" instead.".count))
    // Others name types of their own, such as Node, which say nothing about the payload.
    guard found.first?.isLowercase == true, !found.contains("<") else { return nil }
    switch found {
    case "bool", "a boolean": return "a Boolean"
    case "number", "a real number": return "a number"
    case "a dictionary": return "an object"
    default: return found
    }
  }

  /// What a decoder finds, in the words of ``found(in:)``.
  private static let kinds: Set = [
    "a Boolean", "a data value", "a date", "a number", "a string", "an array", "an integer",
    "an object", "null",
  ]
}

extension CodingKey {
  /// The index that this stands for; nil if it is the key of a member.
  ///
  /// In dictionaries the standard library gives the key `"10"` an integer, too. Decoders spell an
  /// index as it does.
  var index: Int? {
    intValue.flatMap { stringValue == WireKey(index: $0).stringValue ? $0 : nil }
  }
}

extension [any CodingKey] {
  /// The path as Swift would write it: `items[3].director`.
  var described: String {
    guard !isEmpty else { return "the top level" }
    var path = ""
    for key in self {
      if let index = key.index {
        path += "[\(index)]"
      } else if key.stringValue.isPlainWord {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      } else {
        path += "[\(TypeTag.string(key.stringValue).shortened)]"
      }
    }
    return path
  }
}

extension TypeTag? {
  /// Which element a fault is in, for the end of a line: ` (in MOVIE)`.
  var inParentheses: String {
    switch self {
    case .none: ""
    case .string(let string) where string.isPlainWord: " (in \(TypeTag.string(string).plainText))"
    case .some(let tag): " (in \(tag.shortened))"
    }
  }
}

extension TypeTag {
  /// The shortened tag without its quotation marks.
  fileprivate var plainText: String {
    shortened.filter { $0 != "\"" }
  }
}

extension String {
  /// Whether this reads as a word without quotation marks.
  fileprivate var isPlainWord: Bool {
    !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "$" }
  }
}
