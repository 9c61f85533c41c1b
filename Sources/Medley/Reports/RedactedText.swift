import MedleyBase

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
    let line = RedactedText.line(codingPath, problem, tag, contents.showsTag, "; \(action)")
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
    let hidden = contents.showsTag ? nil : tag
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
    for counted in Counted.allCases {
      var sums: [String] = []
      var (number, total) = (0, 0)
      let counts = sortedCounts(of: counted)
      for place in counts.indices {
        let type = counts[place].type
        number += 1
        total &+= counts[place].count
        if place + 1 < counts.count, counts[place + 1].type == type { continue }
        let noun = counted.noun(number == 1 ? "" : "s", of: type?.bounded(to: 200))
        sums.append("\(root)\(number) \(noun), met \(Self.times(total))")
        (number, total) = (0, 0)
      }
      lines += sums.inOrder
    }
    return lines.joined(separator: "\n")
  }
}

/// The texts of errors that have nothing from the payload.
enum RedactedText {
  @inline(never) static func describing(_ error: any Error) -> String {
    switch error {
    case let error as DecodingError:
      let (tag, isRegistered) = error.element ?? (nil, false)
      return line(error.path, problem(of: error), tag, isRegistered)
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
    _ tag: TypeTag? = nil,
    _ isRegistered: Bool = false,
    _ rest: String = ""
  ) -> String {
    Medley.describing(
      path.described(isRedacted: true, hiding: isRegistered ? nil : tag),
      problem,
      (isRegistered ? tag : nil).inParentheses + rest
    )
  }

  /// A short description of the problem, without the path.
  static func problem(of error: any Error) -> String {
    switch error {
    case let error as RecordedError: return error.redacted
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

/// An error of the program, whose text has nothing of a payload.
protocol ProgramError: Error, CustomStringConvertible {
  var fact: String { get }
  var codeText: String { get }
}
