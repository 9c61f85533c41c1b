/// The fields by which ``Discriminator/deduced`` recognises a payload.
///
/// Registering a type decodes a sample of it to find its fields. State them if that doesn't work,
/// for example if a field is an enum that isn't `CaseIterable`, or if only the absence of a field
/// distinguishes two types:
///
/// ```swift
/// try replies.register(
///   Failure.self, for: "failure",
///   fields: PayloadFields(
///     required: ["message"], optional: ["code"], excluded: ["data"]))
/// ```
public struct PayloadFields: Hashable, Sendable {
  /// The fields that the type requires.
  public var required: Set<String>
  /// The fields that the type knows and doesn't require.
  public var optional: Set<String>
  /// The fields whose presence excludes the type.
  public var excluded: Set<String>

  /// Creates the description of a payload.
  public init(
    required: Set<String> = [],
    optional: Set<String> = [],
    excluded: Set<String> = []
  ) {
    self.required = required
    self.optional = optional
    self.excluded = excluded
  }

  /// Finds the fields that `Payload` reads, or returns nil if no sample of it can be decoded.
  init?<Payload: Decodable>(of type: Payload.Type) {
    self.init(readBy: { try type.init(from: $0) })
  }

  /// Finds the fields that a function reads, or returns nil if it refuses the placeholders.
  init?<Payload>(readBy decode: (any Decoder) throws -> Payload) {
    guard let sample = Sample.make(decode) else { return nil }
    self.init(required: sample.required, optional: sample.optional)
  }

  func claims(_ field: String) -> Bool {
    required.contains(field) || optional.contains(field)
  }
}

/// A registered type, as a candidate for an element whose type is deduced.
struct DeductionCandidate: Sendable {
  let tag: TypeTag
  let typeName: String
  let fields: PayloadFields
}
