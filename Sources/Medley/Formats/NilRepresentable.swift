/// A type with a nil value: an optional, or a wrapper of one.
package protocol NilRepresentable: ExpressibleByNilLiteral {
  /// Whether this is nil.
  var isNil: Bool { get }
}

extension Optional: NilRepresentable {
  package var isNil: Bool {
    if case .none = self { true } else { false }
  }
}
