/// The fields of a payload, by which ``Discriminator/deduced`` recognises it.
///
/// They are found out when the type is registered, by decoding a specimen. They have to be stated
/// where that doesn't work (the type has a field of an enum that isn't `CaseIterable`, say), or
/// where fields that must *not* be there tell two types apart:
///
/// ```swift
/// try replies.register(
///   Failure.self, for: "failure",
///   fields: PayloadFields(required: ["message"], optional: ["code"], excluded: ["data"]))
/// ```
public struct PayloadFields: Hashable, Sendable {
  /// The fields without which the type can't be decoded.
  public var required: Set<String>
  /// The fields that the type knows and can do without.
  public var optional: Set<String>
  /// The fields whose presence rules the type out.
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

  /// Finds out the fields that `Payload` asks a decoder for.
  ///
  /// - Returns: The fields, or nil if a specimen of the type can't be made.
  init?<Payload: Decodable>(of type: Payload.Type) {
    guard let specimen = Specimen.make(type) else { return nil }
    self.init(required: specimen.required, optional: specimen.optional)
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
