/// A value that is registered itself, because its tag is all there is to it.
struct RegisteredValue<Base>: Sendable {
  /// Makes the value; a class gets a new instance each time.
  let make: @Sendable () -> Base
  private let matcher: ValueMatcher<Base>
  /// The case of an enum that isn't `Equatable`, which reflection finds; nil for other values.
  let caseName: String?

  init(_ make: @escaping @Sendable () -> Base) {
    self.make = make
    matcher = .make(make)
    let value = make()
    caseName = value is any Equatable ? nil : RegistryEntry.caseName(of: value)
  }

  /// The type of the value, which may be another one than `Base`.
  var type: any Any.Type { Swift.type(of: make() as Any) }

  /// The name for errors: the case of an enum, or else the type.
  var name: String {
    let value = make()
    return RegistryEntry.caseName(of: value).map { ".\($0)" } ?? "\(type)"
  }

  /// Whether a base is this value: equal to it where its type is `Equatable`, else the same case of
  /// an enum, or of the same type.
  func matches(_ base: Base) -> Bool { matcher.matches(base) }
}

// MARK: - Matching

/// A class for a base that is `Equatable` or not: a dynamic cast for each element would take
/// more time than the comparison.
private class ValueMatcher<Base>: @unchecked Sendable {
  // Sound: all it has are constants that can be sent.
  final let makeValue: @Sendable () -> Base

  init(_ make: @escaping @Sendable () -> Base) {
    makeValue = make
  }

  static func make(_ make: @escaping @Sendable () -> Base) -> ValueMatcher<Base> {
    func equatable<Value: Equatable>(_ type: Value.Type) -> ValueMatcher<Base>? {
      guard let make = make as? (@Sendable () -> Value) else { return nil }
      let matcher: ValueMatcher<Value> = EquatableMatcher<Value>(make)
      return matcher as? ValueMatcher<Base>
    }
    if let type = Base.self as? any Equatable.Type, let matcher = equatable(type) {
      return matcher
    }
    return ValueMatcher(make)
  }

  func matches(_ base: Base) -> Bool {
    let value = makeValue()
    guard type(of: base as Any) == type(of: value as Any) else { return false }
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == base as? Value }
    if let value = value as? any Equatable { return isEqual(value) }
    return RegistryEntry.caseName(of: base) == RegistryEntry.caseName(of: value)
  }
}

/// It is safe to send: it adds nothing to what it has.
private final class EquatableMatcher<Base: Equatable>: ValueMatcher<Base>, @unchecked Sendable {
  override func matches(_ base: Base) -> Bool { base == makeValue() }
}
