import Medley
import OverrideClient
import TestSupport
import Testing

/// The outcome for a member, `value`, in a module with overrides.
struct Outcome: CustomTestStringConvertible, Sendable {
  /// The member in the payload; nil if it is absent.
  let member: String?
  /// The re-encoded object; nil if decoding fails.
  let encoded: String?
  /// The path of the error, if decoding fails.
  let place: String?
  /// The issues, such as `value[1] dropped`.
  let losses: [String]

  /// Decoding succeeds and the re-encoded member is `encoded`.
  static func decodes(_ member: String?, as encoded: String?, losses: [String] = []) -> Outcome {
    let object = encoded.map { #"{"value":\#($0)}"# } ?? "{}"
    return Outcome(member: member, encoded: object, place: nil, losses: losses)
  }

  /// Decoding succeeds and the member is encoded unchanged.
  static func keeps(_ member: String?) -> Outcome {
    decodes(member, as: member)
  }

  /// Decoding fails at a path.
  static func fails(_ member: String?, at place: String) -> Outcome {
    Outcome(member: member, encoded: nil, place: place, losses: [])
  }

  var testDescription: String { member ?? "absent" }

  /// Decodes the member and compares.
  func check<Value: Holder>(
    _ type: Value.Type,
    on backend: Backend,
    with registry: PolymorphicRegistry<any Media> = .movies,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let json = member.map { #"{"value":\#($0)}"# } ?? "{}"
    let (result, report) = DecodingReport.collectingResult {
      try backend.decode(type, from: json) { $0.register(registry) }
    }
    let found = report.issues.map { "\($0.recoveredPath.place) \($0.action)" }
    #expect(found == losses, "\(type) \(json)", sourceLocation: sourceLocation)
    switch (result, encoded) {
    case (.success(let value), let encoded?):
      let tree = try backend.encode(value) { $0.register(registry) }
      let expected = try JSONTree(parsing: encoded)
      #expect(tree == expected, "\(type) \(json)", sourceLocation: sourceLocation)
    case (.failure(let error), nil):
      let found = (error as? DecodingError)?.place ?? "\(error)"
      #expect(found == place, "\(type) \(json)", sourceLocation: sourceLocation)
    case (.success(let value), nil):
      Issue.record("\(type) decoded \(json) as \(value)", sourceLocation: sourceLocation)
    case (.failure(let error), _?):
      Issue.record("\(type) failed on \(json): \(error)", sourceLocation: sourceLocation)
    }
  }
}
