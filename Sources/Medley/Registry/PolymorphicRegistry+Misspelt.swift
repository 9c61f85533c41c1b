// MARK: - Explaining registrations that can't work

// The compiler would otherwise say that a case doesn't convert to a function of one payload.

extension PolymorphicRegistry {
  /// Refused: a case without content is registered as a value.
  @available(
    *,
    unavailable,
    message: """
      a case without content is a value: try registry.register(.divider, for: "divider")
      """
  )
  public mutating func register(
    for tag: TypeTag,
    _ aliases: TypeTag...,
    as value: Base
  ) throws {}

  /// Refused: a case with several values is registered with functions for its fields.
  @available(
    *,
    unavailable,
    message: """
      a case with several values needs functions for its fields: try registry.register(for: "image") \
      { fields in .image(identifier: try fields.decode("identifier"), ...) } encoding: { ... }
      """
  )
  public mutating func register<First, Second, each Other>(
    for tag: TypeTag,
    _ aliases: TypeTag...,
    as embed: (First, Second, repeat each Other) -> Base
  ) throws {}
}
