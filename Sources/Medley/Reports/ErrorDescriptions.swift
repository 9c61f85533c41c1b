import MedleyBase

extension DecodingError {
  /// A description in one line: the path, the problem, and the tag of the element around it.
  ///
  /// ```swift
  /// } catch let error as DecodingError {
  ///   print(error.summary)
  ///   // items[3].director: expected a string, found null (in MOVIE)
  /// }
  /// ```
  ///
  /// It may quote the payload: for a log, take ``Swift/Error/redactedDescription``. It works for errors
  /// of every decoder. Don't parse the text: it may change.
  public var summary: String {
    describing(path.described(), problem, (element?.tag).inParentheses)
  }
}

/// Returns a line of at most 1,000 bytes: the path, the problem and what follows it.
func describing(_ path: String, _ problem: String, _ rest: String) -> String {
  let limit = String.boundOfErrors - path.utf8.count - rest.utf8.count - 2
  // Whether an error has a full stop depends on the decoder.
  return "\(path): \(problem.bounded(to: limit).withoutFullStop)\(rest)"
}

extension Error {
  /// A short description of the problem, without the path.
  var problem: String {
    ((self as? DecodingError)?.problem(showingValues: true) ?? "\(self)").bounded()
  }
}

extension DecodingError {
  /// A short description of the problem, with or without a value that it may quote.
  func problem(showingValues: Bool) -> String {
    if let cause = context?.underlyingError as? DiscriminatorError { return cause.fact }
    switch self {
    case .keyNotFound: return "missing"
    case .valueNotFound(let type, _): return "expected \(Self.name(of: type)), found null"
    case .typeMismatch(let type, let context):
      // A type that writes such a sentence itself may quote the value in it.
      let found = Self.found(in: context.debugDescription).map {
        showingValues || Self.kinds.contains($0) ? ", found \($0)" : ""
      }
      return "expected \(Self.name(of: type))\(found ?? "")"
    case .dataCorrupted(let context): return context.debugDescription
    @unknown default: return showingValues ? "\(self)" : "of an unknown kind"
    }
  }

  /// The name of a type in terms of the payload.
  private static func name(of type: any Any.Type) -> String {
    switch (type, "\(type)") {
    case (is String.Type, _): "a string"
    case (is Bool.Type, _): "a Boolean"
    case (is any BinaryInteger.Type, _): "an integer"
    case (is any BinaryFloatingPoint.Type, _): "a number"
    case (_, "Sequence"), (_, "TOMLArray"): "an array"
    case (_, "Mapping"), (_, "TOMLTable"): "an object"
    case (_, let name) where name.hasPrefix("Array<"): "an array"
    case (_, let name) where name.hasPrefix("Dictionary<"): "an object"
    case (_, let name): name
    }
  }

  /// Returns what the description says was found, as Foundation's decoders word it.
  private static func found(in description: String) -> String? {
    // The full stop is left out where there is an underlying error.
    guard
      let last = description.parted(at: " but found ").map({ String($0.after).withoutFullStop }),
      last.hasSuffix(" instead")
    else { return nil }
    let found = String(last.dropLast(" instead".count))
    // Other decoders name their own types, such as Node, which don't describe the payload.
    guard found.first?.isLowercase == true, !found.contains("<") else { return nil }
    switch found {
    case "bool", "a boolean": return "a Boolean"
    case "number", "a real number": return "a number"
    case "a dictionary": return "an object"
    default: return found
    }
  }

  /// The kinds that ``found(in:)`` returns.
  private static let kinds = [
    "a Boolean", "a data value", "a date", "a number", "a string", "an array", "an integer",
    "an object", "null",
  ]
}

extension [any CodingKey] {
  /// Returns the path in Swift's notation: `items[3].director`, or `items[].director` for the path of
  /// all such members.
  ///
  /// - Parameters:
  ///   - withIndices: Whether elements have their indices.
  ///   - isRedacted: Whether text from the payload is left out: its keys are `[…]`.
  ///   - tag: A tag from the payload, which may also be a key.
  /// - Returns: The description of the path.
  package func described(
    withIndices: Bool = true,
    isRedacted: Bool = false,
    hiding tag: TypeTag? = nil
  ) -> String {
    if isEmpty, withIndices { return "the top level" }
    let hidden = tag?.keyText
    var parts: [String] = []
    for key in self {
      let name = key.stringValue
      if let index = key.index {
        parts.append(withIndices ? "[\(index)]" : "[]")
      } else if isRedacted, key.isFromPayload || name == hidden {
        parts.append("[…]")
      } else if name.utf8.count > 60 || !name.isPlainWord {
        parts.append("[\(TypeTag.string(name).shortened)]")
      } else {
        parts.append((parts.isEmpty ? "" : ".") + name)
      }
    }
    return parts.joined(within: String.boundOfErrors / 2)
  }
}

extension [String] {
  /// Returns the parts in one text of at most so many bytes, without some in the middle.
  fileprivate func joined(within limit: Int) -> String {
    let whole = joined()
    guard whole.utf8.count > limit else { return whole }
    var (first, last) = ("", "")
    for part in self {
      guard first.utf8.count + part.utf8.count <= limit / 2 else { break }
      first += part
    }
    for part in reversed() {
      guard last.utf8.count + part.utf8.count <= limit / 2 - "…".utf8.count else { break }
      last = part + last
    }
    return first + "…" + last
  }
}

extension TypeTag? {
  /// The tag of the element around an error, for the end of a line: ` (in MOVIE)`.
  var inParentheses: String {
    switch self {
    case .none: ""
    case .string(let string)? where string.isPlainWord:
      " (in \(TypeTag.string(string).shortened.filter { $0 != "\"" }))"
    case .some(let tag): " (in \(tag.shortened))"
    }
  }
}

extension String {
  /// Whether this is readable as a word without quotation marks.
  fileprivate var isPlainWord: Bool {
    !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "$" }
  }
}

extension String {
  /// Returns the text before and after the first occurrence of another text, or nil if there is
  /// none.
  ///
  /// `split(separator:)` and `contains(_:)` take texts since macOS 13 and iOS 16 only.
  package func parted(at separator: String) -> (before: Substring, after: Substring)? {
    let sought = separator.utf8
    let start = utf8.indices.first { utf8[$0...].starts(with: sought) }
    guard let start else { return nil }
    return (self[..<start], self[utf8.index(start, offsetBy: sought.count)...])
  }
}

extension KeyedDecodingContainer {
  /// Returns the `userInfo` of the decoder of this container, or an empty one if it can't be read.
  ///
  /// It is read through the member, or through another one if that is absent. In an object without
  /// known members, it is read through `superDecoder()`, except with decoders that trap there, such
  /// as TOMLKit's.
  package func userInfo(at key: Key) -> [CodingUserInfoKey: Any] {
    func read(_ key: Key) -> [CodingUserInfoKey: Any]? {
      (try? decode(DecoderProbe.self, forKey: key))?.decoder.userInfo
    }
    // To list all keys takes long, and reports ask for each member.
    if contains(key), let userInfo = read(key) { return userInfo }
    if let userInfo = allKeys.first.flatMap(read) { return userInfo }
    let isSafe = ["<Foundation", "<Medley", "<Yams"].contains {
      implementation.parted(at: $0) != nil
    }
    return isSafe ? (try? superDecoder().userInfo) ?? [:] : [:]
  }

  /// Whether the members come in the order of a hash table.
  package var isUnordered: Bool {
    implementation.parted(at: "<Foundation") != nil
  }

  /// The name of the type behind this container, with that of its module.
  private var implementation: String {
    Mirror(reflecting: self).children.first.map { String(reflecting: type(of: $0.value)) } ?? ""
  }
}

// Text that leaves the app, to a log or to a service: what is in it is the program's, not the payload's.

extension Error {
  /// A description in one line that has no text from the payload.
  ///
  /// ```swift
  /// } catch {
  ///   logger.error("\(error.redactedDescription)")
  ///   // items[3].director: expected a string, found null (in MOVIE)
  /// }
  /// ```
  ///
  /// It has paths, types and codes. A key of a dictionary is `[…]`, as is a key whose type isn't an
  /// `enum`, because the payload may state it. A tag is named if it is registered. Of an error that
  /// Medley doesn't know, it has the name of the type.
  public var redactedDescription: String { RedactedText.describing(self) }
}

extension DecodingIssue {
  /// A description in one line that has no text from the payload: path, problem, tag and action.
  ///
  /// ```swift
  /// DecodingReport.observe { issue in
  ///   logger.warning("\(issue.redactedDescription)")
  ///   // Page: items[3].director: missing (in MOVIE); dropped
  /// }
  /// ```
  ///
  /// It begins with the ``rootType``, if that is known. See ``Swift/Error/redactedDescription``.
  public var redactedDescription: String {
    let problem = RedactedText.problem(of: error)
    let line = RedactedText.line(codingPath, problem, contents.element, "; \(action)")
    return (rootType.map { "\($0.bounded(to: 200)): \(line)" } ?? line).bounded()
  }

  /// The path of the error without indices and without text from the payload, to count issues by member.
  ///
  /// ```swift
  /// metrics.add(1, to: "\(issue.action) \(issue.memberPath)")
  /// // dropped items[].director
  /// ```
  ///
  /// Keys of dictionaries come from the payload, so they are `…`, as in `prices[…].amount`.
  ///
  /// - Complexity: O(*n*) in the length of the path.
  public var memberPath: String {
    let hidden = shownTag == nil ? tag : nil
    return codingPath.described(withIndices: false, isRedacted: true, hiding: hidden)
  }
}

extension DecodingReport {
  /// A line for each issue, and numbers of unknown tags, raw values and members, without text from
  /// the payload.
  ///
  /// ```swift
  /// let report = collector.takeReport()
  /// logger.notice("\(report.redactedDescription)")
  /// // Page: items[3].director: missing (in MOVIE); dropped
  /// // Page: 2 unknown tags, met 5 times
  /// ```
  ///
  /// Unknown tags are text from the payload, so they are counted and not named. Send
  /// ``unknownTags`` if your server's tags aren't secret. See ``Swift/Error/redactedDescription``.
  public var redactedDescription: String {
    let root = rootType.map { $0.bounded(to: 200) + ": " } ?? ""
    var lines = issues.map(\.redactedDescription)
    func sum(_ counts: [Int], _ counted: Counted, of type: String? = nil) -> String {
      let noun = counted.noun(counts.count == 1 ? "" : "s", of: type?.bounded(to: 200))
      return "\(root)\(counts.count) \(noun), met \(Self.times(counts.reduce(0, &+)))"
    }
    if !unknownTags.isEmpty { lines.append(sum(Array(unknownTags.values), .tag)) }
    lines += unknownRawValues.map { sum(Array($1.values), .rawValue, of: $0) }.inOrder
    lines += unknownMembers.map { sum(Array($1.values), .member, of: $0) }.inOrder
    return lines.joined(separator: "\n")
  }
}

/// The texts of errors that have nothing from the payload.
enum RedactedText {
  @inline(never) static func describing(_ error: any Error) -> String {
    switch error {
    case let error as DecodingError: return line(error.path, problem(of: error), error.element)
    case EncodingError.invalidValue(let value, let context):
      return line(context.codingPath, encodingProblem(of: value, context))
    case let error as PayloadError:
      let cause = error.underlyingError.map { ": \(describing($0))" } ?? ""
      let tag = error.isRegistered ? " " + error.tag.shortened : ""
      return "in a payload\(tag)\(cause)".bounded()
    case let error as any LocatedError: return error.place
    default: return problem(of: error)
    }
  }

  /// Returns a line that shows a tag if it is registered, and else hides it in the path.
  @inline(never) fileprivate static func line(
    _ path: [any CodingKey],
    _ problem: String,
    _ element: (tag: TypeTag?, isRegistered: Bool)? = nil,
    _ rest: String = ""
  ) -> String {
    let (tag, isRegistered) = element ?? (nil, false)
    return Medley.describing(
      path.described(isRedacted: true, hiding: isRegistered ? nil : tag),
      problem,
      (isRegistered ? tag : nil).inParentheses + rest
    )
  }

  /// A short description of the problem, without the path.
  static func problem(of error: any Error) -> String {
    switch error {
    case let error as DescribedError: return error.fact
    case let error as DiscriminatorError: return error.code.description
    case let error as any ProgramError: return error.description.bounded()
    case let error as DecodingError: return problem(of: error)
    default: return "\(type(of: error))".bounded(to: 200)
    }
  }

  private static func problem(of error: DecodingError) -> String {
    var cause = error.context?.underlyingError
    while let payload = cause as? PayloadError { cause = payload.underlyingError }
    if let cause = cause as? DiscriminatorError { return cause.code.description }
    guard case .dataCorrupted = error else { return error.problem(showingValues: false).bounded() }
    switch cause {
    case let cause as any ProgramError: return cause.fact
    case let cause as DecodingError: return problem(of: cause)
    case let cause as any LocatedError where cause.saysWhy: return cause.place
    case let cause?: return "the value was refused (\(type(of: cause)))".bounded(to: 200)
    case nil: return "the value was refused"
    }
  }

  private static func encodingProblem(of value: Any, _ context: EncodingError.Context) -> String {
    let code =
      switch context.underlyingError {
      case let cause as DiscriminatorError: " (\(cause.code))"
      case let cause as any ProgramError: " (\(cause.codeText))"
      default: ""
      }
    let name = QualifiedName.of(type(of: value)).bounded(to: 200)
    return "a value of \(name) can't be encoded\(code)"
  }
}

/// An error of the program, whose fact has nothing of a payload.
protocol ProgramError: Error, CustomStringConvertible {
  var fact: String { get }
  var codeText: String { get }
}
