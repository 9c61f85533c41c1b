import TestSupport

/// The outcome that a case expects; what is nil isn't asked about.
struct Expectation {
  /// The description of what was decoded.
  let value: JSONTree?

  /// The text that encoding the value gives, and what it says.
  let reencodedText: String?
  let reencoded: JSONTree?

  /// Whether a decoder that sees the bytes must give back that very text.
  let isExact: Bool

  /// What the output of such a decoder contains.
  let verbatim: [String]

  let resolved: JSONTree?
  let report: [Issue]?

  /// How often the report counts each unknown tag.
  let unknownTags: JSONTree?

  let error: ExpectedError?

  /// One issue of the report.
  struct Issue {
    let path: [PathElement]
    let code: FaultCode
    let tag: JSONTree?
    let action: String?
  }

  init(_ tree: JSONTree) throws(CaseProblem) {
    var reader = try MemberReader(tree, at: "'expect'")
    value = reader.value("value")
    reencodedText = try reader.optionalString("reencode")
    isExact = try reader.flag("exact")
    verbatim = try reader.strings("verbatim") ?? []
    resolved = reader.value("resolved")
    unknownTags = reader.value("unknownTags")
    report = try Self.issues(reader.elements("report"))
    error = try reader.value("error").map { tree throws(CaseProblem) in try ExpectedError(tree) }
    do {
      reencoded = try reencodedText.map { try JSONTree(parsing: $0) }
    } catch {
      throw .invalid("What 'reencode' expects is no JSON: \(error)")
    }
    try reader.finish()
  }

  /// Whether anything would do.
  var isEmpty: Bool {
    value == nil && reencoded == nil && report == nil && unknownTags == nil && error == nil
  }

  private static func issues(_ elements: [JSONTree]?) throws(CaseProblem) -> [Issue]? {
    guard let elements else { return nil }
    var issues: [Issue] = []
    for element in elements { issues.append(try Issue(element)) }
    return issues
  }
}

extension Expectation.Issue {
  init(_ tree: JSONTree) throws(CaseProblem) {
    var reader = try MemberReader(tree, at: "an issue")
    path = try PathElement.path(reader.required("path"))
    code = try FaultCode(named: reader.string("code"))
    tag = reader.value("tag")
    action = try reader.optionalString("action")
    if let action, !["dropped", "kept", "defaulted"].contains(action) {
      throw .invalid("No action of an issue: '\(action)'")
    }
    try reader.finish()
  }
}
