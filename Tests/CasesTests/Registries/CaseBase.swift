import TestSupport

/// What the name of a base stands for.
protocol CaseBase {
  var name: String { get }

  /// What `@Base` stands for as a type.
  var element: any Registrable.Type { get }

  /// What `wrapper @Base` stands for.
  func wrapper() throws(CaseProblem) -> any Codable.Type

  /// The registry that a case describes for this base.
  ///
  /// - Throws: `RegistrationError`, which may be the outcome of the case, and ``CaseProblem``.
  func registry(
    described description: RegistryDescription,
    with resolver: ShapeResolver
  ) throws -> any CaseRegistry
}

/// A registry that was built for a case.
protocol CaseRegistry {
  /// Puts the registry where decoders and encoders find it.
  func register(in userInfo: inout UserInfo)

  /// The known value that holds `payload`, ready to be encoded.
  func known(_ payload: Any) throws(CaseProblem) -> any Encodable

  /// The registry that knows `registrations` as well.
  func adding(
    _ registrations: [RegistrationDescription],
    with resolver: ShapeResolver
  ) throws -> any CaseRegistry
}
