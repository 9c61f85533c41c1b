import Medley
import TestSupport

// MARK: - Checking errors

extension ExpectedError {
  /// What is wrong with `error`, which was thrown where this one is expected.
  func problems(with error: any Error, on backend: Backend, input: String) -> [String] {
    let fault = Fault(error)
    guard fault.channel == channel, fault.codes.contains(code) else {
      return ["expected \(self), found the error \(error)"]
    }
    var problems: [String] = []
    if let path {
      let comparison = PathComparison(backend: backend, input: input)
      problems += comparison.problem(with: fault.path, of: fault, expected: path).map { [$0] } ?? []
    }
    if let tag, fault.tag?.described ?? .null != tag {
      problems.append("expected the tag \(tag), found \(fault.tag?.described ?? .null)")
    }
    let suggestion = fault.discriminatorError?.nearest?.described ?? .null
    if let nearest, suggestion != nearest {
      problems.append("expected the suggestion \(nearest), found \(suggestion)")
    }
    if let line, backend.seesBytes, backend.line(of: error) != line {
      let found = backend.line(of: error).map(String.init) ?? "none"
      problems.append("expected the line \(line), found \(found)")
    }
    for word in mentions where !fault.text.contains(word) {
      problems.append("expected a mention of '\(word)', found: \(fault.text)")
    }
    if let shorterThan, fault.text.count >= shorterThan {
      problems.append(
        "expected less than \(shorterThan) characters, found \(fault.text.count): \(fault.text)"
      )
    }
    return problems
  }
}

extension ExpectedError: CustomStringConvertible {
  var description: String {
    "the \(channel) error \(code)" + (path.map { " at \($0)" } ?? "")
  }
}
