/// A type with a nil value: an optional, or a wrapper of one.
///
/// `NullWhenNil` requires it.
public protocol NilRepresentable: ExpressibleByNilLiteral {
  /// Whether this is nil.
  var isNil: Bool { get }
}

extension Optional: NilRepresentable {
  /// Whether this is nil.
  public var isNil: Bool {
    if case .none = self { true } else { false }
  }
}
