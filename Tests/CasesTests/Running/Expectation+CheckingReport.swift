import Medley
import TestSupport

// MARK: - Checking reports

extension Expectation {
  /// What is wrong with the report of a decode call.
  func problems(with found: DecodingReport, on backend: Backend, input: String) -> [String] {
    var problems: [String] = []
    if let report {
      if report.count != found.issues.count {
        problems.append("expected \(report.count) issues, found \(found.issues.map(\.description))")
      }
      for (index, (expected, issue)) in zip(report, found.issues).enumerated() {
        problems += expected.problems(with: issue, on: backend, input: input)
          .map { "issue \(index): \($0)" }
      }
    }
    if let unknownTags {
      let counts = found.unknownTags.map { tag, count in
        JSONTree.Member(key: tag.described.string ?? tag.described.text, value: JSONTree(count))
      }
      if let difference = JSONTree.object(counts).difference(from: unknownTags) {
        problems.append("unknown tags \(difference)")
      }
    }
    return problems
  }
}

extension Expectation.Issue {
  fileprivate func problems(
    with issue: DecodingIssue,
    on backend: Backend,
    input: String
  ) -> [String] {
    let fault = Fault(issue.error)
    var problems: [String] = []
    if !fault.codes.contains(code) {
      problems.append("expected \(code), found \(issue.error)")
    }
    let comparison = PathComparison(backend: backend, input: input)
    problems +=
      comparison.problem(with: issue.codingPath, of: fault, expected: path).map { [$0] } ?? []
    if let tag, issue.tag?.described ?? .null != tag {
      problems.append("expected the tag \(tag), found \(issue.tag?.described ?? .null)")
    }
    if let action, issue.action.caseName != action {
      problems.append("expected to be \(action), found \(issue.action)")
    }
    return problems
  }
}

extension DecodingIssue.Action {
  fileprivate var caseName: String? {
    switch self {
    case .dropped: "dropped"
    case .kept: "kept"
    case .defaulted: "defaulted"
    default: nil
    }
  }
}

extension JSONTree {
  fileprivate init(_ count: Int) {
    self = .number(JSONNumber(count))
  }
}
