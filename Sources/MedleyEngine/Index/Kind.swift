/// The kind of a value or key in the index.
@usableFromInline package enum Kind: UInt8 {
  case null, `true`, `false`
  /// A number without fraction and exponent.
  case integer
  /// A number with a fraction or an exponent.
  case decimal
  /// A string of ASCII without escapes.
  case ascii
  /// A string without escapes.
  case text
  /// A string with escapes.
  case escaped
  case object, array
}
