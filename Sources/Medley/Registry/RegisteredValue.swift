/// A value that is registered itself, because its tag is all there is to it.
///
/// All that it has are constants that can be sent, so that registrations can be sent.
package class RegisteredValue {
  /// Makes the value; a class gets a new instance each time.
  final let make: @Sendable () -> Any
  /// The case of an enum that isn't `Equatable`, which reflection finds; nil for other values.
  final let caseName: String?

  fileprivate init(_ make: @escaping @Sendable () -> Any) {
    self.make = make
    let value = make()
    caseName = value is any Equatable ? nil : Registration.caseName(of: value)
  }

  /// Returns a value of a base.
  static func make<Base>(_ make: @escaping @Sendable () -> Base) -> RegisteredValue {
    func equatable<Value: Equatable>(_ type: Value.Type) -> RegisteredValue? {
      (make as? (@Sendable () -> Value)).map { EquatableValue($0) }
    }
    if let type = Base.self as? any Equatable.Type, let value = equatable(type) { return value }
    return RegisteredValue(make)
  }

  /// The type of the value, which may be another one than the base.
  final var type: any Any.Type { Swift.type(of: make()) }

  /// The name for errors: the case of an enum, or else the type.
  final var name: String { Registration.caseName(of: make()).map { ".\($0)" } ?? "\(type)" }

  /// Whether a base is this value: equal to it where its type is `Equatable`, else the same case of
  /// an enum, or of the same type.
  func matches<Base>(_ base: Base) -> Bool {
    let value = make()
    guard Swift.type(of: base as Any) == Swift.type(of: value) else { return false }
    if let isEqual = areEqual(value, base) { return isEqual }
    guard Registration.isCase(value) else { return true }
    return Registration.caseName(of: value).map { $0 == Registration.caseName(of: base) } ?? false
  }
}

/// A value of a base that is `Equatable`: a dynamic cast for each element would take more time than
/// the comparison.
private final class EquatableValue<Value>: RegisteredValue {
  private let isEqual: (Value) -> Bool

  init(_ make: @escaping @Sendable () -> Value) where Value: Equatable {
    isEqual = { $0 == make() }
    super.init(make)
  }

  override func matches<Base>(_ base: Base) -> Bool {
    guard Base.self == Value.self else { return matches(other: base) }
    // Sound: the types are the same. The base itself isn't cast, which would copy a large enum, 400
    // instructions.
    return unsafe unsafeDowncast(self, to: EquatableValue<Base>.self).isEqual(base)
  }

  // Never inlined: a function with an optional value looks up its metadata on entry.
  @inline(never) private func matches<Base>(other base: Base) -> Bool {
    (base as? Value).map(isEqual) ?? false
  }
}
