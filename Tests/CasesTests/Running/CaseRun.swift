import Foundation
import Medley
import TestSupport

/// One run of one case, after it was made sure that it can be run.
struct CaseRun {
  let backend: Backend
  let testCase: Case
  let resolver: ShapeResolver

  /// By the name of the base, in the order of the case.
  private var registries: [(base: String, registry: any CaseRegistry)] = []

  private var expectation: Expectation { testCase.expectation }

  init(backend: Backend, testCase: Case, resolver: ShapeResolver) {
    self.backend = backend
    self.testCase = testCase
    self.resolver = resolver
  }
}

// MARK: - Building

extension CaseRun {
  /// What is wrong where building the registries is the case.
  mutating func buildingProblems() throws -> [String] {
    let problems = try build()
    guard problems == nil, let error = expectation.error else { return problems ?? [] }
    return ["expected \(error), found no error"]
  }

  /// Builds the registries.
  ///
  /// - Returns: What is wrong if building failed, which is nothing where the case expects it; nil if
  ///   it didn't, and the case goes on.
  private mutating func build() throws -> [String]? {
    do {
      for description in testCase.registries {
        let base = try resolver.bases.base(named: description.base)
        let registry = try base.registry(described: description, with: resolver)
        registries.append((description.base, registry))
      }
      return nil
    } catch let error as RegistrationError {
      return failures(with: error, instead: "registries")
    }
  }

  private func register(in userInfo: inout UserInfo) {
    for (_, registry) in registries { registry.register(in: &userInfo) }
  }

  private func registry(of base: String) throws(CaseProblem) -> any CaseRegistry {
    guard let registry = registries.first(where: { $0.base == base })?.registry else {
      throw .invalid("The case has no registry for '\(base)'")
    }
    return registry
  }
}

// MARK: - Decoding

extension CaseRun {
  /// What is wrong where `input` is decoded as `type`.
  mutating func decodingProblems<Value: Codable>(
    as type: Value.Type,
    from input: String
  ) throws -> [String] {
    if let problems = try build() { return problems }
    let (result, report) = DecodingReport.collectingResult {
      try backend.decode(type, from: input, keys: testCase.keys, userInfo: register)
    }
    var problems = expectation.problems(with: report, on: backend, input: input)
    switch result {
    case .failure(let error):
      problems += failures(with: error, instead: "a value")
    case .success(let value):
      problems += try check(decoded: value)
    }
    return problems
  }

  private func check(decoded value: some Encodable) throws -> [String] {
    var describer = Describer(bases: resolver.bases, compositions: resolver.compositions)
    let description = try describer.describe(value)
    if let error = expectation.error, error.channel != .encoding {
      return ["expected \(error), found the value \(description)"]
    }
    var problems: [String] = []
    if let expected = expectation.value,
      let difference = ValueExpectation(description: expected).difference(in: description)
    {
      problems.append("value \(difference)\n  expected \(expected)\n  found    \(description)")
    }
    if let resolution = testCase.resolution, let expected = expectation.resolved {
      describer.resolving = try registry(of: resolution.base)
        .adding(resolution.registrations, with: resolver)
      let resolved = try describer.describe(value)
      if let difference = ValueExpectation(description: expected).difference(in: resolved) {
        problems.append("resolved \(difference)\n  expected \(expected)\n  found    \(resolved)")
      }
    }
    return problems + check(encoding: value)
  }
}

// MARK: - Encoding

extension CaseRun {
  /// What is wrong where `input` is read as the plain `type`, and encoded as known.
  mutating func encodingProblems<Payload: Registrable>(
    of type: Payload.Type,
    from input: String,
    in base: String
  ) throws -> [String] {
    if let problems = try build() { return problems }
    let payload = try backend.decode(type, from: input, keys: testCase.keys, userInfo: register)
    return check(encoding: try registry(of: base).known(payload))
  }

  private func check(encoding value: some Encodable) -> [String] {
    guard expectation.reencoded != nil || expectation.error != nil else { return [] }
    if backend.seesBytes, expectation.isExact || !expectation.verbatim.isEmpty {
      return checkBytes(of: value)
    }
    do {
      let data = try backend.encoded(value, keys: testCase.keys, userInfo: register)
      let tree = try backend.tree(ofEncoded: data)
      if let error = expectation.error { return ["expected \(error), found the output \(tree)"] }
      return check(encoded: tree)
    } catch {
      return failures(with: error, instead: "output")
    }
  }

  private func check(encoded tree: JSONTree) -> [String] {
    var problems: [String] = []
    if let expected = expectation.reencoded, let difference = tree.difference(from: expected) {
      problems.append("output \(difference)\n  expected \(expected)\n  found    \(tree)")
    }
    return problems
  }

  /// What is wrong with the bytes that unknown payloads keep.
  private func checkBytes(of value: Any) -> [String] {
    let texts = UnknownPayload.all(in: value).compactMap(\.sourceBytes).map {
      String(decoding: $0, as: UTF8.self)
    }
    let expected = expectation.isExact ? [expectation.reencodedText ?? ""] : expectation.verbatim
    return expected == texts ? [] : ["expected the bytes \(expected), found \(texts)"]
  }
}

extension UnknownPayload {
  /// The unknown payloads inside of any value, in order.
  fileprivate static func all(in value: Any) -> [UnknownPayload] {
    if let payload = value as? UnknownPayload { return [payload] }
    return Mirror(reflecting: value).children.flatMap { all(in: $0.value) }
  }
}

// MARK: - Failing

extension CaseRun {
  /// What is wrong with an error, which is nothing if the case expects it.
  private func failures(with error: any Error, instead expected: String) -> [String] {
    guard let expectedError = expectation.error else {
      return ["expected \(expected), found the error \(error)"]
    }
    return expectedError.problems(
      with: error,
      on: backend,
      input: testCase.operation.input ?? ""
    )
  }
}
