import TestSupport

/// Runs cases on one backend.
struct CaseRunner {
  let backend: Backend

  func run(_ tree: JSONTree) -> Verdict {
    do {
      let testCase = try Case(tree)
      if let reason = reasonToSkip(testCase) { return .skipped(reason) }
      let found = try problems(with: testCase)
      return found.isEmpty ? .passed : .failed(found)
    } catch CaseProblem.invalid(let reason) {
      return .failed([reason])
    } catch {
      return .failed(["an unexpected error: \(error)"])
    }
  }

  /// Follows from the case and the backend alone: no case is skipped by its name.
  private func reasonToSkip(_ testCase: Case) -> String? {
    if testCase.isForEngineOnly, !backend.seesBytes {
      return "holds only where the decoder sees the bytes"
    }
    if testCase.keys != .asWritten, !backend.supportsKeyStrategies {
      return BackendLimit.keyStrategy.description
    }
    let limit =
      testCase.operation.input.flatMap { backend.limit(decoding: $0) }
      ?? testCase.expectation.reencoded.flatMap { backend.limit(encoding: $0) }
    return limit?.description
  }

  private func problems(with testCase: Case) throws -> [String] {
    let bases = try CaseBases(registered: testCase.registries.map(\.base))
    let resolver = ShapeResolver(
      bases: bases,
      described: testCase.types,
      describedEnums: testCase.enums
    )
    try resolver.checkAgreement()
    var run = CaseRun(backend: backend, testCase: testCase, resolver: resolver)
    switch testCase.operation {
    case .none: return try run.buildingProblems()
    case .decode(let root, let input):
      let type = try resolver.type(of: root)
      return try run.decodingProblems(as: type, from: input)
    case .encode(let base, let type, let input):
      let type = try resolver.payload(named: type)
      return try run.encodingProblems(of: type, from: input, in: base)
    }
  }
}
